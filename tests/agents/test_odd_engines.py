"""UCI engines that misbehave: games go on, verdicts are right, and no wait is without an end."""

import sys
import time
from pathlib import Path

import pytest

from plyground import Color, Record, get_game
from plyground.agents.player import Allowance, PlayerFailed
from plyground.agents.roster import Entry
from plyground.core.outcome import Termination

ENGINE = Path(__file__).parent / "odd_engine.py"
ALLOWED = Allowance(movetime=0.5, patience=1.0)
GAME = get_game("gardner")
AT_ITS_MOVE = 6.0
"""Seconds in which a move that never comes is late, however busy the machine."""


def player(quirk, options=""):
    return Entry.parse(f"uci:{sys.executable} {ENGINE} {quirk};wait=20{options}").create(GAME)


@pytest.mark.parametrize(
    "quirk",
    ["none", "ready-twice", "twice", "twice-later", "early-at-position", "early-at-ucinewgame", "long", "lies"],
)
def test_an_oddity_that_costs_nothing(quirk):
    """Two moves after one ``go`` are one, and what is said unasked is no answer."""
    record = Record(GAME)
    with player(quirk, ";odd name=false") as engine:
        engine.new_game(GAME, Color.WHITE, 0)
        while record.plies < 4:
            choice = engine.choose(record, Allowance(movetime=0.5, patience=30))
            assert (choice.score, choice.nodes, choice.depth) == ("", None, None)
            record.play(choice.move)
    assert [move.text for move in record.moves] == ["a2a3", "b4a3", "a1a2", "a3b2"]


@pytest.mark.parametrize("what", ["flood", "chatter", "drip", "errors", "deaf"])
@pytest.mark.parametrize("state", ["go", "position"])
def test_an_engine_that_never_answers_is_late(what, state):
    """Readable or not: what it writes without an end puts nothing off."""
    with player(f"{what}-at-{state}") as engine:
        engine.new_game(GAME, Color.WHITE, 0)
        begin = time.monotonic()
        with pytest.raises(PlayerFailed) as failure:
            engine.choose(Record(GAME), ALLOWED)
        assert time.monotonic() - begin < AT_ITS_MOVE
    assert failure.value.termination == Termination.TIME


@pytest.mark.parametrize("state", ["uci", "isready", "ucinewgame", "position", "go"])
@pytest.mark.parametrize(("what", "sentence"), [("die", "ended with exit status 3"), ("close", "closed its output")])
def test_an_engine_that_dies_or_falls_silent_has_crashed(what, sentence, state):
    def ask(engine):
        engine.new_game(GAME, Color.WHITE, 0)
        engine.choose(Record(GAME), ALLOWED)

    with player(f"{what}-at-{state}") as engine, pytest.raises(PlayerFailed, match=sentence) as failure:
        ask(engine)
    assert failure.value.termination == Termination.CRASH


def test_an_engine_that_dies_after_its_move_has_crashed_at_its_next():
    record = Record(GAME)
    with player("dies-afterwards") as engine:
        engine.new_game(GAME, Color.WHITE, 0)
        record.play(engine.choose(record, Allowance(patience=30)).move)
        with pytest.raises(PlayerFailed, match="ended with exit status 0") as failure:
            engine.choose(record, ALLOWED)
        assert failure.value.termination == Termination.CRASH
        # the next game starts it again
        engine.new_game(GAME, Color.WHITE, 0)
        assert engine.choose(Record(GAME), Allowance(patience=30)).move == "a2a3"


@pytest.mark.parametrize("what", ["flood", "chatter", "errors"])
def test_an_engine_that_writes_without_an_end_instead_of_getting_ready(what):
    begin = time.monotonic()
    with player(f"{what}-at-uci") as engine, pytest.raises(PlayerFailed, match="wrote more than 4 MiB instead"):
        engine.new_game(GAME, Color.WHITE, 0)
    assert time.monotonic() - begin < 60
