"""What pages say while the server does not answer, and what they do as soon as it does."""

import pytest
from playwright.sync_api import expect

from plyground import get_game
from plyground.puzzles import collection_of
from web.conftest import Server
from web.hands import by_mouse, ready

pytestmark = [pytest.mark.xdist_group("browser"), pytest.mark.server("there is a server that can be away")]

AWAY = "The server cannot be reached."
BACK = "The server answers again."


def asked_until(page, path, found):
    """Ask the API until the answer has what is looked for; that is returned."""
    return page.evaluate(
        f"""async (path) => {{
          for (;;) {{
            const answer = await (await fetch(path)).json(), found = {found};
            if (found) return found;
            await new Promise((resolve) => setTimeout(resolve, 50));
          }}
        }}""",
        path,
    )


def test_a_page_says_once_that_the_server_is_away_until_it_is_back(server, pages):
    page = pages.page()
    puzzle = next(iter(collection_of(get_game("gardner")).puzzles))
    page.goto(f"{server.url}/puzzles/{puzzle}")
    ready(page)
    page.context.set_offline(True)
    for _ in range(2):
        page.get_by_role("button", name="Show the solution").click()
        expect(page.locator("#toasts")).to_contain_text(AWAY)
    expect(page.locator(".toast")).to_have_count(1)
    page.context.set_offline(False)
    expect(page.locator("#toasts")).to_have_text(BACK)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("#say")).to_have_text("The solution:")
    pages.faults.clear()  # the browser reports the lost connections as errors of its own


def test_a_page_that_could_not_be_filled_is_loaded_anew(server, pages):
    page = pages.page()
    page.route("**/api/chapters", lambda route: route.abort())
    page.route("**/api/class", lambda route: route.abort())
    page.goto(f"{server.url}/chapters")
    expect(page.locator("#toasts")).to_contain_text(AWAY)
    page.unroute_all()
    expect(page.get_by_role("link", name="Game trees").first).to_be_visible()
    pages.faults.clear()


def test_what_was_written_meanwhile_is_kept_then(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/gardner")
    ready(page)
    by_mouse(page, ["a2", "a3"])
    address = asked_until(page, "/api/studies", "answer.studies[0]?.id")
    page.context.set_offline(True)
    page.keyboard.press("c")
    page.locator("#comment").fill("written without a server")
    expect(page.locator("#toasts")).to_contain_text(AWAY)
    page.context.set_offline(False)
    expect(page.locator("#toasts")).to_contain_text(BACK)
    asked_until(page, f"/api/studies/{address}", "answer.state.includes('written without a server')")
    pages.faults.clear()


def test_random_games_that_were_interrupted_begin_again(tmp_path, pages):
    server = Server(tmp_path / "web.db")
    page = pages.page()
    page.goto(f"{server.url}/laboratory/gardner")
    expect(page.get_by_role("button", name="Play at random")).to_be_visible()
    page.locator("#games").fill("5000")
    page.get_by_role("button", name="Play at random").click()
    expect(page.locator("#played")).to_contain_text("of 5,000 games")
    server.stop()
    expect(page.locator("#toasts")).to_contain_text(AWAY)
    again = Server(tmp_path / "web.db", server.port)
    try:
        expect(page.locator("#toasts")).to_contain_text(BACK)
        expect(page.locator("#played")).to_contain_text("of 5,000 games")
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_role("button", name="Play at random")).to_be_visible()
    finally:
        page.close()
        again.stop()
    pages.faults.clear()
