"""A search on a projector: the tree, the step and a sentence, in letters for the last row."""

import pytest
from playwright.sync_api import expect

from web.accessibility import assert_nothing_serious

pytestmark = pytest.mark.xdist_group("browser")

SIZES = """() => [...document.querySelectorAll(".stage .v, .stage .told, .stage #clock, .stage .caption")]
    .filter((each) => each.getClientRects().length && each.textContent)
    .map((each) => parseFloat(getComputedStyle(each).fontSize) * (each.getScreenCTM?.().a ?? 1))"""


@pytest.mark.parametrize("path", ["/explorer", "/algorithms", "/chapters/alpha-beta", "/explorer/gardner?depth=3"])
def test_it_is_presented_by_one_key(server, pages, path):
    page = pages.page()
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{server.url}{path}")
    expect(page.locator(".tnode").first).to_be_visible()
    page.keyboard.press("Home")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("p")
    expect(page.locator(".stage")).to_be_visible()
    page.wait_for_function(f"Math.min(...({SIZES})()) >= 27.9")
    box = page.locator(".stage").bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 1280, 720)
    expect(page.locator(".stage .told").first).not_to_be_empty()
    expect(page.locator(".tnode.chosen").first).to_be_in_viewport()
    colours = page.locator(".stage .told").first.evaluate("each => getComputedStyle(each).color")
    assert colours == "rgb(0, 0, 0)"
    page.keyboard.press("ArrowRight")
    expect(page.locator("#clock")).to_contain_text("step 8 /")
    assert_nothing_serious(page)
    page.keyboard.press("p")
    expect(page.locator(".stage")).to_have_count(0)
    expect(page.locator("#present")).to_have_text("Present")


def test_every_step_has_its_sentence(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/chapters/alpha-beta")
    expect(page.locator(".told")).not_to_be_empty()
    said = []
    for _ in range(22):
        said.append(page.locator(".told").inner_text())
        page.keyboard.press("ArrowRight")
    assert said[0].startswith("At the root MAX is to move. The window is [")
    assert said[2].startswith("After aa stands a leaf.")
    assert said[3] == "After aa the leaf is worth 3."
    assert said[8] == "After a MIN takes the least: 3."
    assert "bb and bc cannot matter" in " ".join(said)
    assert all(said)


def test_nothing_is_fitted_once_the_tree_is_gone(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer/gardner?depth=2")
    expect(page.locator(".tnode").first).to_be_visible()
    page.evaluate(
        """() => new Promise((resolve) => {
          // presenting fits the tree in the next frame; another game has come before that, its tree has not
          document.querySelector("#present").click();
          const game = document.querySelector("#game");
          game.value = "tree";
          game.dispatchEvent(new Event("change"));
          for (const tool of ["best", "open", "close", "larger", "smaller"]) document.querySelector(`#${tool}`).click();
          for (const name of ["beforeprint", "afterprint"]) window.dispatchEvent(new Event(name));
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        })"""
    )
    expect(page.locator(".tnode").first).to_be_visible()
