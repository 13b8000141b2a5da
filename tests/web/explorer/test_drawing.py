"""The drawing of a tree in a real browser: what it shows from near and afar, and how one gets about in it."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("browser")


def smallest_text(page):
    """The smallest size in pixels at which a text of the drawing stands on the screen."""
    return page.evaluate(
        """() => Math.min(...[...document.querySelectorAll("#drawing text")]
            .filter((text) => text.textContent && getComputedStyle(text).display !== "none")
            .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().d))"""
    )


def test_values_then_moves_then_boards(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer/gardner?algorithm=alphabeta&depth=2")
    expect(page.locator(".tnode").first).to_be_visible()
    for _ in range(5):
        page.get_by_role("button", name="Smaller").click()
    expect(page.locator("g.farther")).to_have_count(1)
    expect(page.locator(".tmove").first).to_be_hidden()
    expect(page.locator(".tnode .v").first).to_be_visible()
    assert smallest_text(page) >= 11
    for _ in range(5):
        page.get_by_role("button", name="Larger").click()
    expect(page.locator(".tmove").first).to_be_visible()
    expect(page.locator(".tnode image")).to_have_count(0)
    assert smallest_text(page) >= 11
    for _ in range(6):
        page.get_by_role("button", name="Larger").click()
    expect(page.locator(".tnode image").first).to_be_visible()


def test_a_wide_node_is_folded_and_opened(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer/congo?algorithm=minimax&depth=1")
    expect(page.locator(".tfold")).to_have_text("Show them+13 more")
    expect(page.locator(".tnode.best")).to_have_count(2)
    shown = page.locator(".tnode").count()
    page.locator(".tfold").click()
    expect(page.locator(".tfold")).to_have_count(0)
    expect(page.locator(".minimap")).to_be_visible()
    page.locator(".minimap").click(position={"x": 160, "y": 70})
    expect(page.locator('.tnode[data-node="24"]')).to_be_visible()
    assert shown == 12


def test_left_and_right_step_wherever_the_focus_is(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer")
    expect(page.locator("#clock")).to_have_text("step 30 / 30")
    for step, focus in enumerate(("#speed", "[name=view][value=outline]", "#best", "#drawing", "[name=dialect]"), 1):
        page.locator(focus).first.focus()
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#clock")).to_have_text(f"step {30 - step} / 30")
    page.get_by_role("radio", name="Outline").check()
    page.locator("#outline").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#clock")).to_have_text("step 26 / 30")
    page.keyboard.press("Home")
    expect(page.locator(".orow.chosen .mv")).to_have_text("root")
    rows = page.locator(".orow").count()
    page.keyboard.press("Enter")
    expect(page.locator(".orow")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".orow")).to_have_count(rows)
    page.locator("#find").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#clock")).to_have_text("step 26 / 30")


def test_what_is_searched_is_followed(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer/gardner?algorithm=alphabeta&depth=3")
    expect(page.locator("#summary")).to_contain_text("nodes")
    page.get_by_role("button", name="To the beginning").click()
    for _ in range(60):
        page.keyboard.press("ArrowRight")
    box, canvas = page.locator(".tnode.chosen rect").bounding_box(), page.locator("#drawing").bounding_box()
    assert canvas["x"] <= box["x"]
    assert box["x"] + box["width"] <= canvas["x"] + canvas["width"]
    assert canvas["y"] <= box["y"]
    assert box["y"] + box["height"] <= canvas["y"] + canvas["height"]


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_link_to_a_quiz_is_copied(server, pages, size):
    page = pages.page(size)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{server.url}/explorer/tree?position=((3 5) (2 9))&algorithm=alphabeta")
    expect(page.locator("#summary")).to_contain_text("6 nodes")
    page.get_by_role("button", name="Quiz").click()
    expect(page.locator("#quiz form")).to_be_in_viewport()
    page.locator("#seed").fill("9")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator("#toasts")).to_contain_text("The link to this quiz copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert "seed=9" in link
    page.goto(link)
    expect(page.locator("#quiz .asked")).to_be_in_viewport()
    expect(page.locator("#quiz button").first).to_be_in_viewport()


@pytest.mark.parametrize("algorithm", ["deepening", "table", "pvs", "quiescence"])
def test_a_quiz_asks_about_every_algorithm(server, pages, algorithm):
    page = pages.page()
    tree = "((x=(4 7 5) (6 !(9 8) 8)) ((7 3 9) x) (x (8 6 1)))"
    page.goto(f"{server.url}/explorer/tree?position={tree}&algorithm={algorithm}&quiz=return,next,move&count=9&seed=2")
    for _ in range(10):
        if page.locator("#quiz .asked").inner_text().endswith("right"):
            break
        number = page.locator("#answer")
        if number.count():
            number.fill("999")
            page.get_by_role("button", name="Answer").click()
        else:
            page.locator("#quiz form button").first.click()
        expect(page.locator("#quiz .right-answer, #quiz .wrong-answer")).to_be_visible()
        page.locator("#quiz").get_by_role("button", name="question").or_(
            page.get_by_role("button", name="See the result")
        ).click()
    expect(page.locator("#quiz .asked")).to_contain_text("right")
