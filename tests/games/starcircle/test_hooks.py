"""Star and Circle, what the engine is told: jumps, and that a race is known before it is run."""

import random

import pytest

from plyground import Record, get_game
from plyground.core.evaluation import handmade
from plyground.core.rules import scratch, utility
from plyground.engine import Engine, Limits
from plyground.engine.hooks import forcing, quick_outcome
from plyground.games.starcircle.race import is_race
from plyground.games.starcircle.rules import RACE, race_utility
from plyground.kernel import JIT

GAME = get_game("starcircle")
GAME.submodule("hooks")


def random_position(rng, plies):
    """Return a position some random moves from the start, going on, or None."""
    position = GAME.position()
    for _ in range(plies):
        moves = list(position.legal_moves)
        if not moves:
            return None
        position = position.play(rng.choice(moves))
    return position if position.legal_moves else None


def final_points(position):
    return utility(position.rules, position.words, 0)


def test_a_race_ends_as_it_was_foreseen_whoever_moves_how():
    rng = random.Random(1)
    races = 0
    while races < (100 if JIT else 5):
        position = random_position(rng, rng.randint(30, 80))
        if position is None or not is_race(position.words):
            continue
        races += 1
        foreseen = race_utility(position.rules, position.words)
        assert handmade(position.rules, position.words) == (foreseen if position.turn == 0 else -foreseen)
        code = quick_outcome(position.rules, position.words, scratch(position.rules))
        assert code >> 2 == RACE
        assert utility(position.rules, position.words, code) == foreseen
        while position.legal_moves:
            assert is_race(position.words)
            position = position.play(rng.choice(list(position.legal_moves)))
        assert final_points(position) == foreseen


def test_where_a_capture_or_a_block_is_possible_it_is_no_race():
    rng = random.Random(2)
    for _ in range(300 if JIT else 10):
        position = random_position(rng, rng.randint(0, 60))
        if position is None:
            continue
        moves = scratch(position.rules)
        jumps = {m.code for m in position.legal_moves if m.code < 4096 and abs((m.code >> 6) - (m.code & 63)) > 9}
        assert set(moves[: forcing(position.rules, position.words, moves)].tolist()) == jumps
        if jumps or any(str(move) == "pass" for move in position.legal_moves if not is_finished_side(position)):
            assert not is_race(position.words)


def is_finished_side(position):
    """Tell whether all pieces of the side to move stand on its last row."""
    side = int(position.turn)
    last_row = 0xFF if side == 0 else 0xFF << 56
    return int(position.words[side]) & ~last_row == 0


NEAR_THE_END = (
    "0,0,0,S2,0,S1,0,S1/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/C1,0,0,0,0,0,0,0/"
    "0,0,0,0,0,0,0,C1/0,0,0,0,0,0,0,0/0,S1,0,0,0,0,0,0/0,0,C2,0,C1,0,0,0 s",
    "0,0,0,0,0,S2,0,S1/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,C1/0,0,0,0,0,0,0,0/"
    "0,C1,0,0,0,S1,0,0/0,0,0,0,0,0,0,0/0,C1,0,0,0,0,0,0/0,0,C1,0,C2,0,0,0 s",
    "0,S1,0,S2,0,0,0,0/0,0,C1,0,0,0,0,0/0,S1,0,C1,0,0,0,0/0,0,0,0,0,0,0,0/"
    "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,C1/C1,0,C1,0,C2,0,0,0 c",
    "0,S1,0,S1,0,0,0,S2/0,0,0,0,0,0,0,0/0,C1,0,0,0,0,0,0/0,0,0,0,0,0,S1,0/"
    "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,C4,0,S1,0 s",
    "0,0,0,0,0,S3,0,0/0,0,C1,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/"
    "0,S1,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,C1,0,0,0,0,0,0/0,0,C2,0,C2,0,0,0 s",
    "0,0,0,S1,0,0,0,S1/0,0,0,0,0,0,S1,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,C1,0/"
    "0,0,0,0,0,0,0,S1/0,0,0,0,0,0,0,0/0,0,0,C1,0,0,0,0/C1,0,C1,0,0,0,0,0 c",
)
"""Positions after 44 to 70 random plies, no races, from which fewer than 2500 others can arise."""


def value(position, known):
    """Return E for Star under best play, by looking at every position that can arise."""
    state = position.words.tobytes()
    if state not in known:
        known[state] = None
        values = [value(position.play(move), known) for move in position.legal_moves]
        best = max if position.turn == 0 else min
        known[state] = best(values) if values else final_points(position)
    return known[state]


@pytest.mark.skipif(not JIT, reason="exhaustive search")
@pytest.mark.parametrize("text", NEAR_THE_END)
def test_value_and_play_are_exact_where_exhaustive_search_can_finish(text):
    """Search of every position agrees, and the engine playing both sides gets what it promised."""
    position = GAME.position(text)
    assert not is_race(position.words)
    expected = value(position, {})
    engine = Engine(GAME, hash_mib=4)
    info = engine.search(position, Limits(nodes=2_000_000))
    assert info.score.exact
    assert info.score.value == (expected if position.turn == 0 else -expected)
    record = Record(GAME, position)
    while record.position.legal_moves:
        record.play(engine.play(record, Limits(nodes=2_000_000)))
    assert final_points(record.position) == expected
