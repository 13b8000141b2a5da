"""The whole tree as a picture, and on paper."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import expect

from web.hands import until

pytestmark = pytest.mark.xdist_group("browser")
SVG = "{http://www.w3.org/2000/svg}"
EDGES = "nodes => nodes.map(node => node.getBoundingClientRect()).map(({ left, right }) => [left, right])"


@pytest.fixture
def searched(server, pages):
    """A page with a tree that is wider than its window, on a screen whose colours are dark."""
    page = pages.page(color_scheme="dark")
    page.goto(f"{server.url}/explorer/gardner")
    expect(page.locator("#summary")).to_contain_text("39 nodes")
    page.locator("#open").click()
    expect(page.locator("#drawing [data-node]").first).to_be_visible()
    return page


def saved(page, button):
    with page.expect_download() as download:
        page.locator(button).click()
    return Path(download.value.path()).read_bytes()


def test_a_picture_holds_the_whole_tree_with_its_colours(searched):
    seen = searched.locator("#drawing [data-node] text.v").count()
    drawing = ET.fromstring(saved(searched, "#tree-svg"))
    values = [text for text in drawing.iter(f"{SVG}text") if text.text in {"-36", "≤ -177"}]
    assert len([group for group in drawing.iter(f"{SVG}g") if "data-node" in group.attrib]) >= 39 > seen
    assert values
    assert all("class" not in element.attrib for element in drawing.iter())
    assert all(element.get("fill", "").startswith("rgb(") for element in values)
    assert saved(searched, "#tree-png").startswith(b"\x89PNG")
    expect(searched.locator("#drawing [data-node] text.v")).to_have_count(seen)


def test_all_of_the_tree_is_on_the_paper_and_is_light(searched):
    searched.evaluate("dispatchEvent(new Event('beforeprint'))")
    searched.emulate_media(media="print", color_scheme="dark")
    searched.set_viewport_size({"width": 794, "height": 1123})
    nodes = searched.locator("#drawing [data-node]")

    def are_on_the_paper():
        edges = nodes.evaluate_all(EDGES)
        return len(edges) >= 39 and all(left >= 0 and right <= 794 for left, right in edges)

    until(searched, are_on_the_paper)
    fill = searched.locator("#drawing [data-node] rect").first.evaluate("(box) => getComputedStyle(box).fill")
    assert min(int(part) for part in fill.removeprefix("rgb(").removesuffix(")").split(",")) > 150
    for hidden in ("#player", ".treetools", "#examples", "#go", "#comparison"):
        expect(searched.locator(hidden)).to_be_hidden()
    for shown in ("#game", "#depth", "#position"):
        expect(searched.locator(shown)).to_be_visible()
    searched.evaluate("dispatchEvent(new Event('afterprint'))")
    assert searched.locator("#drawing > svg").first.get_attribute("viewBox") is None
