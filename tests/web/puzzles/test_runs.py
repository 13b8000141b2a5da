"""Runs of puzzles, the days in a row, and puzzles from one's own mistakes."""

from datetime import UTC, date, datetime, timedelta
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from plyground import get_game
from plyground.arena.glicko import GlickoRating
from plyground.puzzles import collection_of
from plyground.web.puzzles.choosing import daily_puzzle, daily_puzzles
from plyground.web.puzzles.days import days_of_streak, streaks
from plyground.web.puzzles.runs import choose
from plyground.web.puzzles.try_database import Try
from web.accessibility import assert_nothing_serious
from web.hands import by_keys, by_mouse, promote, ready

GAME = "gardner"
GARDNER = get_game(GAME)
PUZZLES = collection_of(GARDNER).puzzles


def steps(puzzle, ply):
    positions, moves = puzzle.line(GARDNER)
    return list(positions[ply].steps(moves[ply]))


def wrong_steps(puzzle):
    """Return the squares of a wrong move that no other move shares."""
    position = GARDNER.position(puzzle.position)
    every = [tuple(position.steps(move)) for move in position.legal_moves]
    return list(next(found for found in every if found != tuple(steps(puzzle, 0)) and every.count(found) == 1))


def test_a_run_becomes_harder_and_is_another_one_each_time():
    storm = choose(collection_of(GARDNER), "storm", Random(1))
    ratings = [PUZZLES[name].rating for name in storm]
    assert ratings == sorted(ratings)
    assert len(set(storm)) == len(storm) == 120
    assert all(len(PUZZLES[name].own_moves) <= 3 for name in storm)
    assert storm != choose(collection_of(GARDNER), "storm", Random(2))


def test_what_a_run_came_to_is_kept_for_its_browser_game_and_kind(client):
    client.get("/storm")

    def best(game=GAME, kind="storm"):
        return client.get(f"/api/runs/{game}", params={"kind": kind}).json()["best"]

    assert best() == {"runs": 0, "today": 0, "best": 0}
    for score in (4, 9, 2):
        client.post(f"/api/runs/{GAME}", json={"kind": "storm", "score": score})
    assert best() == {"runs": 3, "today": 9, "best": 9}
    assert best(kind="streak")["runs"] == best("congo")["runs"] == 0
    client.cookies.clear()
    assert best()["runs"] == 0
    assert client.get(f"/api/runs/{GAME}", params={"kind": "luck"}).status_code == 400
    assert client.get("/api/runs/connect-four", params={"kind": "storm"}).status_code == 404


def test_the_same_puzzles_of_a_day_for_everybody_and_days_in_a_row(client):
    client.get("/puzzles")
    today = client.get("/api/puzzles/today").json()
    day = date.fromisoformat(today["day"])
    assert [each["id"] for each in today["puzzles"]] == [puzzle.id for puzzle in daily_puzzles(day)]
    assert daily_puzzle(day).id in {each["id"] for each in today["puzzles"]}
    assert {puzzle.id for puzzle in daily_puzzles(day)} != {puzzle.id for puzzle in daily_puzzles(day + timedelta(1))}
    assert (today["streak"], today["best_streak"]) == (0, 0)
    puzzle = next(found for found in daily_puzzles(day) if found.game == GAME)
    for step, move in enumerate(puzzle.own_moves):
        client.post(f"/api/puzzle/{puzzle.id}/move", json={"step": step, "move": move, "first": True})
    now = client.get("/api/puzzles/today").json()
    assert now["streak"] == 1
    assert [each["solved"] for each in now["puzzles"] if each["game"] == GAME] == [True]


def test_days_in_a_row_end_with_a_day_without():
    day = date(2026, 11, 26)
    days = {day - timedelta(back) for back in (1, 2, 3, 7, 8, 9, 10)}
    assert streaks(days, day) == (3, 4)
    assert streaks(days | {day}, day) == (4, 4)
    assert streaks(days, day + timedelta(1)) == (0, 4)
    when = datetime(2026, 11, 20, 12, tzinfo=UTC)
    of_the_day, other = daily_puzzles(when.date())[0], daily_puzzles(day)[0]
    tries = [Try("any", each.id, True, when.timestamp(), GlickoRating()) for each in (of_the_day, other)]
    assert days_of_streak(tries) == {when.date()}
    assert days_of_streak(tries[1:]) == set()


@pytest.fixture
def clear():
    """A position where one move is far better than all others, and two moves that are not."""
    puzzle = next(each for each in PUZZLES.values() if each.goal == "win" and each.source == "self-play")
    others = [move.text for move in GARDNER.position(puzzle.position).legal_moves if move.text != puzzle.moves[0]]
    return puzzle, others


def test_a_mistake_becomes_a_puzzle_that_can_be_repeated(client, clear):
    client.get("/puzzles")
    puzzle, others = clear
    blunder = {"position": puzzle.position, "last": [], "played": others[0]}
    asked = {"game": GAME, "mistakes": [blunder, {**blunder, "position": GARDNER.start, "played": "a2a3"}]}
    assert client.post("/api/mistakes", json=asked).json() == {"kept": 1, "new": 1, "all": 1}
    assert client.post("/api/mistakes", json=asked).json() == {"kept": 1, "new": 0, "all": 1}
    shown = client.get("/api/mistakes/next").json()
    assert (shown["goal"], shown["tried"], shown["view"]["position"]) == ("best", None, puzzle.position)
    (line,) = client.get("/api/mistakes").json()["mistakes"]
    assert (line["id"], line["played"], line["tried"], line["solved"]) == (shown["id"], others[0], False, False)

    def play(move):
        return client.post(f"/api/puzzle/{shown['id']}/move", json={"step": 0, "move": move, "first": True}).json()

    rating = client.get("/api/puzzles").json()
    assert not play(others[0])["right"]
    assert play(puzzle.moves[0])["done"]
    (line,) = client.get("/api/mistakes").json()["mistakes"]
    assert (line["tried"], line["solved"]) == (True, True)
    assert client.get("/api/puzzles").json() == rating
    client.cookies.clear()
    client.get("/puzzles")
    assert client.get("/api/mistakes/next").status_code == 404


def test_a_mistake_is_forgotten_when_that_is_wanted(client, clear):
    client.get("/puzzles")
    puzzle, others = clear
    blunder = {"position": puzzle.position, "last": ["a1", "a2"], "played": others[0]}
    client.post("/api/mistakes", json={"game": GAME, "mistakes": [blunder]})
    name = client.get("/api/mistakes/next").json()["id"]
    assert client.post(f"/api/mistakes/{name}/delete", json={}).json() == {"mistakes": []}


def test_who_played_the_best_move_has_made_no_mistake(client, clear):
    client.get("/puzzles")
    puzzle, _ = clear
    blunder = {"position": puzzle.position, "last": [], "played": puzzle.moves[0]}
    assert client.post("/api/mistakes", json={"game": GAME, "mistakes": [blunder]}).json()["kept"] == 0


def puzzle_shown(page, after=""):
    """Return the puzzle that the board has, another one than `after`."""
    expect(page.locator(f"#board[data-puzzle]:not([data-puzzle='{after}'])")).to_be_visible()
    ready(page)
    return PUZZLES[page.locator("#board").get_attribute("data-puzzle")]


@pytest.mark.xdist_group("browser")
def test_a_storm_counts_and_a_wrong_move_takes_seconds(server, pages):
    page = pages.page(bypass_csp=True)
    page.clock.install()
    page.goto(f"{server.url}/storm/gardner")
    expect(page.locator("#say")).to_contain_text("Three minutes")
    assert_nothing_serious(page)
    page.keyboard.press("Enter")
    puzzle = puzzle_shown(page)
    for ply in range(0, len(puzzle.moves), 2):
        ready(page)
        by_mouse(page, steps(puzzle, ply))
        promote(page, puzzle.moves[ply])
        expect(page.locator("#combo-text")).to_have_text(f"{ply // 2 + 1} in a row")
    expect(page.locator("#score")).to_have_text("1")
    expect(page.locator("#run a.solved")).to_have_count(1)
    by_mouse(page, wrong_steps(puzzle_shown(page, puzzle.id)))
    expect(page.locator("#say")).to_contain_text("10 seconds lost")
    page.clock.fast_forward(200_000)
    expect(page.locator("#say")).to_contain_text("The time is over. 1 solved. Your best so far!")
    expect(page.locator("#standing")).to_contain_text("Best1")
    page.reload()
    expect(page.locator("#standing")).to_contain_text("Best1")


@pytest.mark.xdist_group("browser")
def test_a_streak_ends_with_the_first_mistake_on_a_phone(server, pages):
    page = pages.page("phone", bypass_csp=True)
    page.goto(f"{server.url}/storm/gardner?kind=streak")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#skip")).to_be_visible()
    expect(page.locator("#clock")).to_be_hidden()
    first = puzzle_shown(page).id
    page.locator("#skip").click()
    expect(page.locator("#run li")).to_have_count(1)
    expect(page.locator("#skip")).to_be_hidden()
    by_keys(page, wrong_steps(puzzle_shown(page, first)))
    expect(page.locator("#say")).to_contain_text("A wrong move ends the streak. 0 solved.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.xdist_group("browser")
@pytest.mark.server("it holds or reads requests to the server")
def test_ones_own_mistakes_are_a_list_to_go_through(server, pages, clear):
    page = pages.page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{server.url}/puzzles/mistakes")
    expect(page.locator("#toasts")).to_contain_text("There are no puzzles from your own games yet")
    expect(page.locator("#mistakes")).to_be_hidden()
    pages.faults.clear()  # the browser's line about the 404
    puzzle, others = clear
    body = {"game": GAME, "mistakes": [{"position": puzzle.position, "last": [], "played": others[0]}]}
    page.evaluate(
        """async (body) => (await fetch("/api/mistakes", { method: "POST", body: JSON.stringify(body),
          headers: { "Content-Type": "application/json" } })).json()""",
        body,
    )
    page.goto(f"{server.url}/puzzles/mistakes")
    ready(page)
    expect(page.locator("#say")).to_contain_text(f"one move is clearly the best. You played {others[0]}.")
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#toasts")).to_contain_text("Link copied.")
    # others have no such puzzle
    found = urlsplit(page.evaluate("navigator.clipboard.readText()"))
    assert (found.path, parse_qs(found.query)) == (f"/analysis/{GAME}", {"position": [puzzle.position]})
    by_mouse(page, steps(puzzle, 0))
    expect(page.locator("#say")).to_have_text("Solved!")
    expect(page.locator("#themes-of")).to_contain_text("it does not count for your rating")
    page.get_by_role("button", name="Forget this one").click()
    expect(page.locator("#mistakes")).to_be_hidden()
