"""The explorer of endgames in the browser, and the panel on the analysis page."""

import pytest
from playwright.sync_api import expect

from web.accessibility import assert_nothing_serious
from web.hands import by_mouse, ready, square

pytestmark = pytest.mark.xdist_group("browser")


def test_an_endgame_is_found_looked_at_and_played(server, pages):
    page = pages.page(bypass_csp=True)
    page.goto(f"{server.url}/endgames/gardner")
    ready(page)
    page.locator("#filter").fill("krvkb")
    expect(page.locator("#list tr")).to_have_count(1)
    page.get_by_role("button", name="KRvKB").click()
    expect(page.locator("#title")).to_have_text("KRvKB")
    expect(page.locator("#tables header")).to_contain_text("in 51")
    page.get_by_role("button", name="drawn").click()
    expect(page.locator("#tables header")).to_contain_text("Draw.")
    assert_nothing_serious(page)
    page.get_by_role("button", name="longest win").click()
    expect(page.locator("#tables header")).to_contain_text("in 51")
    page.get_by_role("button", name="Play it against the table").click()
    page.wait_for_url("**/game/*")
    expect(page.locator("#seat-far")).to_contain_text("Endgame table")


def test_the_list_is_sorted_by_the_longest_win_and_shows_either_sides_shares(server, pages):
    page = pages.page("phone")
    page.goto(f"{server.url}/endgames/gardner")
    ready(page)
    rows = page.locator("#list tr")
    expect(rows.first).to_contain_text("KQvK")
    expect(rows.first.get_by_role("img")).to_have_attribute("aria-label", "won 100.0 %, drawn 0.0 %, lost 0.0 %")
    page.get_by_label("Shares of positions with").select_option("Black to move: won, drawn, lost")
    expect(rows.first.get_by_role("img")).to_have_attribute("aria-label", "won 0.0 %, drawn 23.6 %, lost 76.4 %")
    page.get_by_role("columnheader", name="Longest").get_by_role("button").click()
    expect(rows.first).to_contain_text("51")
    expect(page.locator('[aria-sort="descending"]')).to_have_text("Longest")
    page.get_by_role("columnheader", name="Material").get_by_role("button").click()
    expect(rows.first).to_contain_text("KQvK")


@pytest.mark.server("it holds or reads requests to the server")
def test_a_table_that_is_not_built_is_told_where_it_would_be_shown(server, pages):
    page = pages.page()
    known = {"verdict": None, "sentence": "", "note": "", "moves": [], "faults": []}
    missing = {"sentence": "There is no table of KQBvKQ here:", "command": "plyground tablebase build"}
    page.route("**/api/tables/gardner?*", lambda route: route.fulfill(json={**known, "missing": missing}))
    page.goto(f"{server.url}/analysis/gardner?position=2k1q/4B/5/K4/1Q3 w - - 0 1")
    expect(page.locator("#tables")).to_contain_text("There is no table of KQBvKQ here: plyground tablebase build")
    page.route(
        "**/api/tables/gardner?*",
        lambda route: route.fulfill(json={**known, "missing": None, "faults": ["It is damaged."]}),
    )
    page.reload()
    expect(page.locator("#tables [role=alert]")).to_have_text("It is damaged.")


def test_the_analysis_page_shows_every_move_and_plays_it(server, pages):
    page = pages.page("phone")
    page.goto(f"{server.url}/analysis/congo?position=7/7/2l4/2G4/7/7/2L4 w 0")
    moves = page.locator("#tables li")
    expect(moves.first).to_have_text("c4c3wins in 11")
    moves.first.get_by_role("button").click()
    expect(page.locator("#tables header")).to_contain_text("Black loses in 10.")
    page.goto(f"{server.url}/analysis/congo")
    expect(square(page, "a2")).to_have_class("square own")
    expect(page.locator("#tables")).to_be_hidden()


def test_a_game_that_was_resigned_in_reach_of_a_table_ends_with_what_it_says(server, pages):
    start = "5/5/2k2/Q4/K4 w - - 0 1"
    live = server.post("/api/play", game="gardner", you="white", start=start, perfect=True)
    server.post(f"/api/play/{live['id']}/resign")
    page = pages.page()
    page.goto(f"{server.url}/game/{live['id']}")
    expect(page.locator("#tables header")).to_contain_text("White wins in 11.")


def test_a_lesson_ends_with_endgames_to_win(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/learn/congo")
    figures = page.locator("#endgames figure")
    expect(figures).to_have_count(3)
    figures.first.get_by_role("button", name="Win it").click()
    page.wait_for_url("**/game/*")
    ready(page)
    by_mouse(page, ["c4", "c3"])
    expect(page.locator('#moves [data-ply="2"]')).to_be_visible()


@pytest.mark.server("it holds or reads requests to the server")
def test_a_move_of_the_former_position_is_not_played(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/endgames/gardner?material=KRvKB")
    ready(page)
    former = page.locator("#tables ol button").first
    expect(former).to_be_visible()
    held = []
    page.route("**/api/tables/gardner?*", lambda route: held.append(route))
    with page.expect_request("**/api/tables/gardner?*"):
        former.click()
    address = page.url
    former.evaluate("element => element.click()")
    page.wait_for_timeout(100)
    assert page.url == address
    held[0].continue_()
    expect(page.locator("#state")).to_contain_text("to move")
    assert len(held) == 1
