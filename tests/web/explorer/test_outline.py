"""The tree as an outline, in the accessibility tree of Chromium: explorer, chapters, side by side."""

import pytest
from playwright.sync_api import expect

from web.accessibility import assert_nothing_serious

pytestmark = pytest.mark.xdist_group("browser")


def accessible(page):
    """Return the nodes of the tree as a screen reader gets them: level, name, states; and the active one."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    found, active = [], None
    for node in nodes:
        if node.get("ignored"):
            continue
        properties = {each["name"]: each["value"] for each in node.get("properties", [])}
        if node["role"]["value"] == "treeitem":
            found.append((properties["level"]["value"], node["name"]["value"], node["backendDOMNodeId"]))
        if node["role"]["value"] == "tree" and "activedescendant" in properties:
            active = properties["activedescendant"]["relatedNodes"][0]["backendDOMNodeId"]
    names = {place: name for _, name, place in found}
    return [(level, name) for level, name, _ in found], names.get(active)


def test_a_chapters_figure_is_an_outline_to_a_screen_reader(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/chapters/alpha-beta")
    expect(page.locator(".tnode").first).to_be_visible()
    page.get_by_role("button", name="Outline").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Outline")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".figure .drawing")).to_be_hidden()
    tree = page.get_by_role("tree", name="The tree of the figure")
    tree.focus()
    page.keyboard.press("ArrowRight")
    items, active = accessible(page)
    assert items == [
        (1, "root, MAX, not yet known, window minus infinity to infinity"),
        (2, "a, MIN, not yet known, window minus infinity to infinity"),
    ]
    assert active == items[1][1], "what is stepped to is the active one"
    page.get_by_role("button", name="To the end").click()
    tree.focus()
    items, active = accessible(page)
    assert len(items) == 11
    assert items[0] == (1, "root, MAX, 3, window minus infinity to infinity, best play")
    assert (2, "b, MIN, at most 2, window 3 to infinity, 2 of 3 cut off") in items
    assert (3, "ba, leaf, 2, window 3 to infinity") in items
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    assert accessible(page)[1].startswith("b, MIN")
    expect(page.locator(".told")).to_contain_text("MIN already has 2 here"), "the reason is read out"
    page.keyboard.press("Enter")
    assert len(accessible(page)[0]) == 10, "its branch is closed"
    assert_nothing_serious(page)
    page.get_by_role("button", name="Outline").click()
    expect(page.locator(".figure .drawing")).to_be_visible()


def test_side_by_side_each_pane_has_its_own(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/algorithms?position=({{1 9}} 4)&show=expectimax,star1")
    expect(page.locator(".pane")).to_have_count(2)
    expect(page.locator(".tnode").first).to_be_visible()
    for button in page.locator(".pane").get_by_role("button", name="Outline").all():
        button.click()
    items, _ = accessible(page)
    assert items[:3] == [
        (1, "root, MAX, 5, best play"),
        (2, "a, chance, 5, best play"),
        (3, "1/2, leaf, 1, best play"),
    ]
    assert items[5][1].startswith("root, MAX, 5, window minus infinity to infinity")
    assert len(set(page.evaluate("[...document.querySelectorAll('[role=treeitem]')].map((item) => item.id)"))) == len(
        items
    )
    page.get_by_role("button", name="To the beginning").click()
    page.keyboard.press("ArrowRight")
    assert [name.split(",")[0] for _, name in accessible(page)[0]] == ["root", "a"] * 2
    assert_nothing_serious(page)


def test_the_explorers_and_a_growing_tree(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer/tree?position=((3 5) (2 9))&algorithm=alphabeta")
    expect(page.locator(".tnode").first).to_be_visible()
    page.get_by_label("Outline", exact=True).check()
    page.locator("#outline").focus()
    page.keyboard.press("Home")
    items, active = accessible(page)
    assert active == items[0][1] == "root, MAX, 3, window minus infinity to infinity, best play"
    page.goto(f"{server.url}/chapters/monte-carlo")
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Outline").click()
    items, _ = accessible(page)
    assert items[0][1] == "root, MAX, 0.48, n = 100, best play"


def test_an_outline_whose_tree_has_gone_can_be_resized_and_scrolled(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer/gardner?algorithm=minimax&depth=2")
    expect(page.locator("#summary")).to_contain_text("nodes")
    page.get_by_label("Outline", exact=True).check()
    page.get_by_role("button", name="Open all").click()
    expect(page.locator("#outline .orow").nth(8)).to_be_visible()
    page.locator("#game").select_option("congo")
    expect(page.locator("#outline .orow")).to_have_count(0)
    page.set_viewport_size({"width": 700, "height": 500})
    page.locator("#outline").evaluate("box => { box.dispatchEvent(new Event('scroll')); }")
    expect(page.locator("#outline .orow")).to_have_count(0)
