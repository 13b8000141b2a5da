import json

import pytest

from plyground.core.errors import IllegalMove
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.web.play.chess_clock import ChessClock
from plyground.web.play.live_game import LiveGame

NEAR_THE_END = (
    "0,0,0,0,0,0,0,0/S1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/"
    "0,C1,0,0,0,0,0,0/0,0,0,0,0,0,0,0 s 10,20,30,40,50,60,70,80"
)


def live(*seats, game="gardner", clock=None):
    kinds = [{"kind": "person"} if seat == "person" else {"kind": "engine", "level": 1} for seat in seats]
    return LiveGame("id", Record(get_game(game)), kinds, clock)


def test_a_clock_runs_for_the_side_to_move():
    clock = ChessClock(60, 2)
    clock.press(0, 100.0)
    assert clock.left == [60, 60], "the first move is free"
    assert clock.remaining(1, 1, 110.0) == 50
    clock.press(1, 110.0)
    assert clock.left == [60, 52]
    assert clock.remaining(0, 0, 200.0) == 0
    clock.halt(0, 115.0)
    assert clock.remaining(0, 0, 500.0) == 55


def test_moves_are_taken_once_and_only_if_legal():
    game = live("person", "person")
    game.play("a2a3", 0, 0.0)
    with pytest.raises(IllegalMove, match="moved on"):
        game.play("b4b3", 0, 0.0)
    with pytest.raises(IllegalMove):
        game.play("a2a3", 1, 0.0)


def test_minichess_takes_only_safe_moves_of_people():
    game = live("person", "person", game="minichess")
    safe = {move.text for move in game.record.position.legal_moves}
    assert {"a2a3"} <= safe


def test_taking_back_undoes_the_engine_too():
    game = live("person", "engine")
    assert not game.may_take_back
    game.play("a2a3", 0, 0.0)
    game.record.play(next(iter(game.record.position.legal_moves)))
    game.take_back(0.0)
    assert game.record.plies == 0
    game = live("engine", "person")
    game.record.play("a2a3")
    assert not game.may_take_back, "the only move is the engine's"
    with pytest.raises(IllegalMove):
        game.take_back(0.0)
    two = live("person", "person")
    two.play("a2a3", 0, 0.0)
    two.take_back(0.0)
    assert two.record.plies == 0


def test_a_flag_falls():
    game = live("person", "person", clock=ChessClock(5, 0))
    game.play("a2a3", 0, 10.0)
    assert not game.check_flag(14.0)
    assert game.check_flag(15.5)
    assert str(game.record.outcome) == "white wins: time"
    assert not game.check_flag(99.0)


def test_resigning_and_agreeing_end_a_game():
    game = live("person", "engine")
    game.resign(0, 0.0)
    assert game.record.outcome.winner is Color.BLACK
    with pytest.raises(IllegalMove, match="over"):
        game.play("a2a3", 0, 0.0)
    game = live("person", "person")
    game.agree_on_draw(0.0)
    assert game.record.outcome.winner is None


@pytest.mark.parametrize("name", ["gardner", "congo", "amazons", "halma-8x8", "starcircle"])
def test_a_state_comes_back_as_it_was(name):
    game = live("person", "engine", game=name, clock=ChessClock(60, 1))
    for _ in range(5):
        game.play(next(iter(game.record.position.legal_moves)).text, game.record.plies, 10.0)
    state = json.loads(json.dumps(game.state(12.0)))
    again = LiveGame.of_state("id", state, 1000.0)
    assert again.record.position == game.record.position
    assert again.record.game == game.record.game
    assert again.clock.remaining(again.turn, again.turn, 1000.0) == game.clock.remaining(game.turn, game.turn, 12.0)
    game.resign(0, 12.0)
    again = LiveGame.of_state("id", json.loads(json.dumps(game.state(12.0))), 1000.0)
    assert again.record.outcome == game.record.outcome
    assert again.view(1000.0)["view"]["moves"] == []


def test_a_side_without_a_move_passes_by_itself_and_a_taken_back_move_takes_passes_along():
    record = Record(get_game("starcircle"), get_game("starcircle").position(NEAR_THE_END))
    game = LiveGame("id", record, [{"kind": "person"}, {"kind": "person"}])
    game.play("G1-H2", 0, 0.0)
    assert [move.text for move in record.moves] == ["G1-H2"]
    game.play("B2-A1", 1, 0.0)
    assert [move.text for move in record.moves][2:] == ["pass", "pass"]
    assert game.notice == "Circle had no move and passed."
    assert game.is_over
    game.take_back(0.0)
    assert [move.text for move in record.moves] == ["G1-H2"]


def test_no_draw_is_agreed_on_where_there_are_none():
    for name in ("amazons", "starcircle"):
        game = live("person", "person", game=name)
        assert not game.view(0.0)["may_offer_draw"]
        with pytest.raises(IllegalMove, match="cannot end in a draw"):
            game.agree_on_draw(0.0)
