"""What axe-core finds serious on a page."""

import json
from pathlib import Path

import axe_playwright_python
from playwright.sync_api import Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def assert_nothing_serious(page: Page) -> None:
    page.evaluate(AXE)
    _run(page, "{resultTypes: ['violations']}")


def assert_nothing_serious_in_either_theme(page: Page) -> None:
    """Ask in the light theme for everything, in the dark one for what a theme changes."""
    page.emulate_media(color_scheme="light")
    assert_nothing_serious(page)
    page.emulate_media(color_scheme="dark")
    _run(
        page, "{runOnly: {type: 'rule', values: ['color-contrast', 'link-in-text-block']}, resultTypes: ['violations']}"
    )


def _run(page: Page, options: str) -> None:
    found = page.evaluate(f"axe.run({options})")
    serious = [
        (fault["id"], fault["help"], [node["html"][:150] for node in fault["nodes"][:3]])
        for fault in found["violations"]
        if fault["impact"] in {"serious", "critical"}
    ]
    assert not serious, json.dumps(serious, indent=1)
