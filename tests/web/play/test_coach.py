"""The coach: what a move does, what it leaves hanging, what was better; and that such a game is not rated."""

import random

import pytest
from playwright.sync_api import expect

from plyground import get_game
from plyground.core.record import Record
from plyground.web.play.coach import _why
from plyground.web.play.danger import warning_of_losses
from plyground.web.play.remarks import better_reasons, weigh
from web.hands import expect_moves, ready

LIONS = "2el3/7/1p5/7/7/3L3/P6 b 0"
"""Black's lion looks at White's as soon as nothing is between them."""


def begun(api, game, move, you="white", **more):
    live = api.post("/api/play", game=game, you=you, level=1, **more)
    api.post(f"/api/play/{live['id']}/move", move=move, ply=0)
    return live["id"]


def test_a_piece_left_hanging_is_a_fault_and_the_better_move_is_told(api):
    said = api.post(f"/api/play/{begun(api, 'gardner', 'b1a3')}/comment", ply=1)
    assert (said["move"], said["danger"]) == ("b1a3", "")
    assert said["lost"] > 0.18
    assert "which takes the knight on a3" in said["answered"]
    assert said["better"]["moves"][0] != "b1a3"
    assert len(said["better"]["squares"]) == 2


def test_the_best_move_loses_nothing(api):
    said = api.post(f"/api/play/{begun(api, 'gardner', 'd2c3', start='4k/5/2q2/3P1/K4 w - - 0 1')}/comment", ply=1)
    assert (said["lost"], said["better"]) == (0, None)
    assert said["does"].startswith("takes the queen on c3, ")


def random_positions(name: str, count: int) -> list[Record]:
    found, rng = list[Record](), random.Random(7)
    while len(found) < count:
        record = Record(get_game(name))
        for _ in range(rng.randrange(2, 24)):
            if record.outcome is None:
                record.play(rng.choice(list(record.position.legal_moves)))
        if record.outcome is None:
            found.append(record)
    return found


@pytest.mark.parametrize("name", ["congo", "gardner", "amazons", "halma-8x8", "starcircle"])
def test_reasons_speak_for_the_better_move(name):
    """It said of a better move that it loses a pawn, or goes away from the corner."""
    for record in random_positions(name, 12):
        position, (better, played) = record.position, (list(record.position.legal_moves) * 2)[:2]
        for one, other in [(better, played), (played, better)]:
            worths = {remark.text: remark.worth for remark in weigh(position, one)}
            reasons = better_reasons(position, one, other)
            assert all(worths[reason] > 0 for reason in reasons)
            assert not {"loses", "lets"} & {reason.split()[0] for reason in reasons}
            assert not set(reasons) & {remark.text for remark in weigh(position, other)}


def test_both_moves_lose_the_pawn_so_that_is_no_reason(api):
    """Whatever else is played, the pawn on f4 drowns: nobody is told that the better move loses it."""
    start = "3l3/7/pp5/5P1/7/2P4/3L3 w 0"
    for move in ("c2c3", "d1c1", "d1e2"):
        said = api.post(f"/api/play/{begun(api, 'congo', move, start=start)}/comment", ply=1)
        assert "loses the pawn on f4, which drowns" in said["does"]
        assert "loses" not in said["better_does"]


def test_two_lines_are_contrasted():
    """The knight hangs after one move and not after the other: that is the reason."""
    position = get_game("gardner").position("rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1")
    lines = [[position.move(text) for text in texts] for texts in (["a2a3"], ["b1a3"])]
    assert _why(position, lines[0], lines[1][0], [position.play("b1a3").move("b4a3")]) == ""
    better = [position.move("a2a3"), position.play("a2a3").move("d4d3")]
    assert _why(position, better, lines[1][0], [position.play("b1a3").move("b4a3")]) == "keeps a knight"


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("3l3/7/7/2P4/7/7/4L2 w 0", "Your pawn on c4 will drown unless it moves now."),
        ("3l3/7/7/2P1P2/7/7/4L2 w 0", "Your pawn on c4 and the pawn on e4 will drown: you can move only one of them."),
        ("3l3/7/7/2C4/7/7/4L2 w 0", ""),
        ("3l3/7/7/2p4/7/7/4L2 w 0", ""),
    ],
)
def test_one_is_warned_of_what_will_drown(api, start, expected):
    assert warning_of_losses(get_game("congo").position(start)) == expected
    for level in (3, 4):
        live = api.post("/api/play", game="congo", you="white", level=level, start=start)
        assert live["doomed"] == (expected if level == 3 else "")


@pytest.mark.parametrize("name", ["gardner", "amazons", "halma", "starcircle"])
def test_nothing_is_doomed_where_nothing_drowns(name):
    assert warning_of_losses(get_game(name).position()) == ""


def test_a_lion_that_can_be_taken_is_told(api):
    id_ = begun(api, "congo", "b5b4", you="black", start=LIONS)
    said = api.post(f"/api/play/{id_}/comment", ply=1)
    assert said["danger"] == "Your lion can be taken at d7."
    assert said["lost"] > 0.3


def test_a_move_that_ends_the_game_is_judged_by_its_end(api):
    ending = "q*2/**2/2Q1/4 w"
    said = api.post(f"/api/play/{begun(api, 'amazons', 'c2d3/c2', start=ending)}/comment", ply=1)
    assert said["lost"] == 0


def test_a_game_that_was_commented_on_is_not_rated(api, client):
    services = client.app.state.services
    id_ = begun(api, "gardner", "a2a3")
    assert not services.games.live(id_).assisted
    api.post(f"/api/play/{id_}/comment", ply=1)
    assert services.games.live(id_).assisted


@pytest.mark.parametrize(("ply", "status"), [(0, 400), (7, 400)])
def test_there_must_be_such_a_move(api, client, ply, status):
    id_ = begun(api, "gardner", "a2a3", you="both")
    answer = client.post(f"/api/play/{id_}/comment", json={"ply": ply})
    assert answer.status_code == status
    assert "There is no move" in answer.json()["error"]


def test_friends_play_without_a_coach(api, client):
    client.get("/play")  # takes a cookie
    id_ = api.post("/api/play", game="gardner", you="white", friend=True)["id"]
    assert client.post(f"/api/play/{id_}/comment", json={"ply": 1}).status_code == 403


@pytest.mark.server("it holds or reads requests to the server")
@pytest.mark.xdist_group("browser")
def test_a_first_game_is_coached(server, pages):
    page = pages.page("phone")
    live = server.post("/api/play", game="gardner", you="white", level=0)
    page.goto(f"{server.url}/game/{live['id']}")
    ready(page)
    expect(page.locator("#advice")).to_contain_text("After each of your moves")
    # the first answer takes too long, as while the engine is being compiled
    busy = {"status": 429, "json": {"error": "This takes longer than 30 s; please ask for less."}}
    page.route("**/comment", lambda route: route.fulfill(**busy), times=1)
    page.locator("#typed-move").fill("b1a3")
    page.locator("#typed-move").press("Enter")
    expect(page.locator("#advice")).to_contain_text("which takes the knight on a3")
    pages.faults[:] = [fault for fault in pages.faults if "429" not in fault]
    expect_moves(page, 2)
    # what was better is shown on the position before
    page.locator("#advice button").click()
    expect(page.locator("#board .shape.best")).to_have_count(1)
    expect(page.locator('#moves [aria-current="true"]')).to_have_count(0)
    page.get_by_label("Comments").uncheck()
    expect(page.locator("#advice")).to_be_empty()
    page.reload()
    ready(page)
    expect(page.get_by_label("Comments")).not_to_be_checked()
