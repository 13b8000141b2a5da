"""What can be drawn over a position: asked of the server, switched on and off on the board."""

import pytest
from playwright.sync_api import expect

from web.hands import ready

DROWNING = "2l4/6p/7/2Z4/7/P6/4L2 w 0"


def test_overlays_come_by_name_with_what_they_count(api):
    found = api.get("/api/games/congo/overlays", position=DROWNING, name=["river", "lions"])
    assert [each["name"] for each in found] == ["river", "lions"]
    assert found[0]["marks"] == [{"square": "c4", "kind": "water"}]
    assert found[0]["counts"].startswith("By the handmade evaluation this makes -")
    free = "0,0,0,0,0,0,0,0/S1,0,S1,0,0,0,0,0/" + "0,0,0,0,0,0,0,0/" * 5 + "0,0,0,0,C1,0,0,0 s 10,20,30,40,50,60,70,80"
    scored = api.get("/api/games/starcircle/overlays", position=free, name=["free"])
    assert scored[0]["counts"].endswith("points at first sight.")
    # what adds nothing here is not told
    assert api.get("/api/games/starcircle/overlays", name=["free"])[0]["counts"] == ""
    assert api.get("/api/games/connect-four/overlays", name=["river"]) == []
    assert api.get("/api/games/connect-four")["overlays"] == {}


def test_a_bad_position_is_answered_with_a_sentence(client):
    answer = client.get("/api/games/congo/overlays", params={"position": "nothing", "name": "river"})
    assert answer.status_code == 400
    assert "fields" in answer.json()["error"]


@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("place", ["analysis", "play"])
def test_an_overlay_is_switched_on_follows_the_position_and_stays_on(server, pages, place):
    page = pages.page()
    address = f"/analysis/congo?position={DROWNING}"
    if place == "play":
        address = f"/game/{server.post('/api/play', game='congo', you='both', start=DROWNING)['id']}"
    page.goto(server.url + address)
    ready(page)
    expect(page.locator("#board .over")).to_have_count(0)
    page.get_by_role("button", name="The river").click()
    expect(page.locator("#board .over.water")).to_have_count(1)
    expect(page.locator("#overlays")).to_contain_text("The zebra on c4 drowns")
    page.get_by_role("button", name="Flip the board").click()
    expect(page.locator("#board .over.water")).to_have_count(1)
    page.locator("#board [data-square=c4]").click()
    page.locator("#board [data-square=d6]").click()
    expect(page.locator("#board .over")).to_have_count(0)
    expect(page.locator("#overlays")).to_contain_text("Nobody is in the river")
    page.reload()
    expect(page.get_by_role("button", name="The river")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="The river").click()
    expect(page.locator("#overlays")).not_to_contain_text("river;")


@pytest.mark.xdist_group("browser")
def test_the_longest_chain_is_shown_while_its_man_is_pointed_at(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/halma-8x8?position=8/8/3B4/8/2B5/8/1W6/W7 w")
    ready(page)
    page.get_by_role("button", name="Longest chains").click()
    expect(page.locator("#board .note")).to_have_text("3")
    page.locator("#board [data-square=a1]").hover()
    expect(page.locator("#board .shape.way").first).to_be_attached()
    page.mouse.move(2, 2)
    expect(page.locator("#board .shape.way")).to_have_count(0)


@pytest.mark.xdist_group("browser")
@pytest.mark.server("two visitors")
def test_two_people_who_play_each_other_get_no_help(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/play/congo")
    game = page.evaluate(
        """() => fetch("/api/play", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ game: "congo", you: "white", friend: true }),
        }).then((answer) => answer.json()).then((live) => live.id)"""
    )
    page.goto(f"{server.url}/game/{game}")
    expect(page.locator("#board .square").first).to_be_visible()
    expect(page.locator("#overlays")).to_be_hidden()
