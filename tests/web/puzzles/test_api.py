"""Puzzles by the API: the solution is kept back, a first try counts once, everybody has his own rating."""

from datetime import UTC, date, datetime
from random import Random

import pytest
from starlette.testclient import TestClient

from plyground import get_game
from plyground.puzzles import collection_of
from plyground.web.puzzles.choosing import daily_puzzle, next_puzzle

GAME = "gardner"


@pytest.fixture
def puzzle():
    """A puzzle of two moves or more."""
    return next(puzzle for puzzle in collection_of(get_game(GAME)).puzzles.values() if len(puzzle.own_moves) > 1)


@pytest.fixture
def me(client: TestClient) -> TestClient:
    """A browser with a token."""
    client.get("/puzzles")
    return client


def post(client, path, **body):
    response = client.post(path, json=body)
    assert response.status_code == 200, response.text
    return response.json()


def standing(client, game=GAME):
    return next(each["standing"] for each in client.get("/api/puzzles").json() if each["name"] == game)


def test_every_theme_on_offer_has_a_puzzle(me):
    for game in me.get("/api/puzzles").json():
        for theme in game["themes"]:
            assert theme["count"] > 0
            answer = me.get(f"/api/puzzles/next/{game['name']}", params={"theme": theme["name"]})
            assert answer.status_code == 200, theme


def test_a_puzzle_is_solved_move_by_move(me, puzzle):
    shown = me.get(f"/api/puzzle/{puzzle.id}").json()
    assert (shown["game"], shown["steps"], shown["tried"]) == (GAME, len(puzzle.own_moves), None)
    assert "moves" not in shown
    for step, move in enumerate(puzzle.own_moves):
        answer = post(me, f"/api/puzzle/{puzzle.id}/move", step=step, move=move, first=True)
        assert answer["right"]
        is_last = step == len(puzzle.own_moves) - 1
        assert answer["done"] == is_last
        if not is_last:
            assert answer["reply"]["move"] == puzzle.moves[2 * step + 1]
    assert answer["solution"]["moves"] == list(puzzle.moves)
    assert [view["move"] for view in answer["solution"]["views"]] == list(puzzle.moves)
    now = answer["solution"]["standing"]
    assert (now["tried"], now["solved"], now["streak"]) == (1, 1, 1)
    assert now["rating"] > 1100
    assert me.get(f"/api/puzzle/{puzzle.id}").json()["tried"] is True


def test_a_wrong_move_is_refuted_and_counts_once(me, puzzle):
    position = get_game(GAME).position(puzzle.position)
    wrong = next(move.text for move in position.legal_moves if move.text != puzzle.moves[0])
    answer = post(me, f"/api/puzzle/{puzzle.id}/move", step=0, move=wrong, first=True)
    assert not answer["right"]
    assert answer["after"]["move"] == wrong
    assert answer["reply"] is not None
    assert answer["reply"]["move"] in answer["verdict"]
    now = standing(me)
    assert (now["tried"], now["solved"], now["streak"]) == (1, 0, 0)
    assert now["rating"] < 1100
    for step, move in enumerate(puzzle.own_moves):
        answer = post(me, f"/api/puzzle/{puzzle.id}/move", step=step, move=move, first=True)
    assert standing(me) == now


def test_a_few_new_puzzles_of_each_game_can_be_kept_with_their_solutions(me, puzzle):
    for each in list(collection_of(get_game(GAME)).puzzles)[:3]:
        post(me, f"/api/puzzle/{each}/solution", first=True)
    tried = {each["puzzle"] for each in me.get("/api/puzzles/history").json()["tries"]}
    kept = me.get("/api/puzzles/offline").json()
    assert {each["puzzle"]["game"] for each in kept} == {game["name"] for game in me.get("/api/puzzles").json()}
    assert not tried & {each["puzzle"]["id"] for each in kept}
    for each in kept:
        assert each["puzzle"] == me.get(f"/api/puzzle/{each['puzzle']['id']}").json()
        assert len(each["solution"]["views"]) == len(each["solution"]["moves"])


def test_to_look_at_the_solution_is_not_to_solve_it(me, puzzle):
    solution = post(me, f"/api/puzzle/{puzzle.id}/solution", first=True)
    assert solution["moves"] == list(puzzle.moves)
    assert [view["move"] for view in solution["views"]] == list(puzzle.moves)
    assert standing(me)["solved"] == 0
    assert me.get("/api/puzzles/history").json()["tries"][0]["puzzle"] == puzzle.id


def test_everybody_has_his_own_rating_and_a_script_has_none(me, puzzle):
    post(me, f"/api/puzzle/{puzzle.id}/solution", first=True)
    me.cookies.clear()
    assert standing(me)["tried"] == 0
    post(me, f"/api/puzzle/{puzzle.id}/solution", first=True)
    assert standing(me)["tried"] == 0
    assert me.get("/api/puzzles/history").json() == {"tries": []}


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/puzzle/nobody/move", {"step": 0, "move": "a1a2", "first": True}, 404),
        ("/api/puzzle/{id}/move", {"step": 0, "move": "a9z9", "first": True}, 400),
        ("/api/puzzle/{id}/move", {"step": 99, "move": "a1a2", "first": True}, 400),
        ("/api/puzzle/{id}/move", {"step": -1, "move": "a1a2", "first": True}, 400),
        ("/api/puzzle/{id}/solution", {}, 400),
    ],
)
def test_what_is_wrong_is_one_sentence(me, puzzle, path, body, status):
    answer = me.post(path.format(id=puzzle.id), json=body)
    assert answer.status_code == status
    assert answer.json()["error"]
    assert standing(me)["tried"] == 0


def test_games_without_puzzles_or_themes_say_so(me):
    assert me.get("/api/puzzles/next/connect-four").status_code == 404
    assert "no puzzle with the theme 'luck'" in me.get(f"/api/puzzles/next/{GAME}?theme=luck").json()["error"]


def test_the_next_puzzle_is_new_and_of_about_ones_rating():
    puzzles = collection_of(get_game(GAME)).puzzles
    weak, strong = (next_puzzle(puzzles.values(), set(), rating, Random(1)) for rating in (500, 2500))
    assert weak.rating < strong.rating
    all_but_one = set(puzzles) - {strong.id}
    assert next_puzzle(puzzles.values(), all_but_one, 500, Random(1)) == strong
    assert next_puzzle(puzzles.values(), set(puzzles), 500, Random(1)) is not None
    ends = next_puzzle(puzzles.values(), set(), 1500, Random(2), "endgame")
    assert "endgame" in ends.themes


def test_the_puzzle_of_the_day_is_everybodys(me):
    days = [daily_puzzle(date(2026, 12, day)) for day in range(1, 21)]
    assert len({puzzle.game for puzzle in days}) > 1
    assert len({puzzle.id for puzzle in days}) > 10
    today = daily_puzzle(datetime.now(UTC).date())
    assert me.get("/api/puzzles/daily").json()["id"] in {today.id, daily_puzzle(datetime.now(UTC).date()).id}
