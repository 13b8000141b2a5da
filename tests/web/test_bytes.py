"""What a page sends before anything is pressed: no more than it needs."""

import re

import pytest

from plyground.web.host.pages import PAGES

BUDGETS = {
    "/": 42_500,
    "/play/gardner": 33_500,
    "/game/none": 40_000,
    "/analysis/gardner": 62_000,
    "/explorer/gardner": 64_000,
    "/puzzles/congo": 35_500,
    "/learn/congo": 37_500,
}
"""Bytes, compressed, of a page with its scripts and styles. Before you raise one, look what can be loaded later."""


@pytest.mark.parametrize("path", BUDGETS)
def test_a_page_with_its_files_keeps_to_its_budget(client, path):
    html = client.get(path)
    files = [client.get(each) for each in re.findall(r'(?:src|href)="(/static/[^"#]+\.(?:js|css))"', html.text)]
    assert len(files) == 3
    assert all(answer.status_code == 200 for answer in files)
    sizes = {str(answer.url): int(answer.headers["content-length"]) for answer in (html, *files)}
    assert sum(sizes.values()) <= BUDGETS[path], sizes


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_is_used_at_a_press_is_loaded_at_a_press(page):
    script = page.script()
    later = page.later_scripts()
    for path in ("shared/settings.js", "shared/worker_service.js", "lesson/bar.js"):
        name = "$" + re.sub(r"\W", "_", path.removesuffix(".js"))
        assert path in later
        assert f"const {name} =" not in script
        assert f"const {name} =" in later[path]
