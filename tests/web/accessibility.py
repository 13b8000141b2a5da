"""What axe-core finds serious on a page."""

import json
from pathlib import Path

import axe_playwright_python
from playwright.sync_api import Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def assert_nothing_serious(page: Page) -> None:
    page.evaluate(AXE)
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    serious = [
        (fault["id"], fault["help"], [node["html"][:150] for node in fault["nodes"][:3]])
        for fault in found["violations"]
        if fault["impact"] in {"serious", "critical"}
    ]
    assert not serious, json.dumps(serious, indent=1)
