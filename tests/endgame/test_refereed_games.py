"""What the tables claim holds in games as they are refereed: both sides play by table, from any counter."""

import random

import pytest

from endgame.table_positions import random_table_positions
from plyground import Record, get_game
from plyground.core.position import Position
from plyground.endgame import probe
from plyground.endgame.values import Category
from plyground.kernel.compile import JIT

COUNTERS = {"congo": 1, "congo-2021": 1, "minichess": 50, "gardner": 100}


def with_counter(position, plies):
    if not plies:
        return position
    fields = position.text.split()
    return position.game.position(" ".join([*fields[:4], str(plies), fields[5]]))


def outcome_by_table(position):
    """Let both sides play the best move by table; return the referee's outcome."""
    record = Record(position.game, position)
    while (outcome := record.outcome) is None:
        record.play(probe(record.position).moves[0].move)
    return outcome


def claimed_winner(position: Position):
    category = probe(position).verdict_now.category
    if category in {Category.WIN, Category.LOSS}:
        return position.turn if category is Category.WIN else position.turn.other
    return None


@pytest.mark.parametrize("name", list(COUNTERS))
@pytest.mark.parametrize("number", [12 if JIT else 1, pytest.param(1000, marks=pytest.mark.slow)])
def test_claims_hold(name, number):
    generator, decided = random.Random(name), 0
    for position in random_table_positions(name, number, seed=4):
        start = with_counter(position, generator.randrange(COUNTERS[name]))
        winner = claimed_winner(start)
        assert outcome_by_table(start).winner == winner, start.text
        decided += winner is not None
    assert decided > 0


def test_a_claim_ends_at_the_ply_where_the_counter_does():
    """The longest win of rook against bishop takes 51 plies: one too many for 50."""
    game = get_game("minichess")
    position = game.position("5/1R3/k4/3b1/K4 w - - 0 1")
    assert str(probe(position).verdict) == "win 51 cursed"
    assert outcome_by_table(position).winner is None
    after = position.play(probe(position).moves[0].move)
    assert str(probe(after).verdict) == "loss 50"
    fresh = game.position(" ".join([*after.text.split()[:4], "0", "1"]))
    assert outcome_by_table(fresh).winner == fresh.turn.other
    assert outcome_by_table(after).winner is None


def test_the_last_moment_of_a_win():
    position = get_game("gardner").position("5/5/2k2/Q4/K4 w - - 0 1")
    assert probe(position).verdict_now.distance == 11
    for plies, category in ((89, Category.WIN), (90, Category.CURSED_WIN)):
        later = with_counter(position, plies)
        assert probe(later).verdict_now.category is category
        assert (outcome_by_table(later).winner is None) == (category is not Category.WIN)
