"""The moves that are taken back are those that lead here: every square is tried for every man."""

import numpy as np
import pytest

from endgame.table_positions import VARIANTS, random_table_positions
from plyground import get_game
from plyground.core.position import Position
from plyground.endgame.hooks import can_stand, list_men, list_unmoves, set_up
from plyground.endgame.lookup import usual_tables
from plyground.kernel.compile import JIT

COUNTERS = np.uint64(0xFF)


def without_counters(position):
    return (*position.words[:-1].tolist(), int(position.words[-1] & COUNTERS))


def before(tables, position, man, origin):
    """Return the position with one man put back on `origin`, None where the game accepts none such."""
    codes, squares = np.zeros((2, 8), np.int64)
    men = list_men(tables.rules, position.words, codes, squares)
    squares[man] = origin
    words = np.zeros_like(position.words)
    set_up(tables.rules, codes, squares, men, 1 - position.turn, words)
    return Position(position.game, tables.rules, words) if can_stand(tables.rules, words) else None


def leads_by_a_quiet_move(tables, earlier, position):
    for move in earlier.legal_moves:
        after = earlier.play(move)
        counts = tables.description.limit is None or after.quiet_plies > 0
        if counts and without_counters(after) == without_counters(position):
            return True
    return False


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("number", [40 if JIT else 3, pytest.param(1000, marks=pytest.mark.slow)])
def test_unmoves_are_the_moves_that_lead_here(name, number):
    tables = usual_tables(get_game(name), None)
    some = 0
    for position in random_table_positions(name, number, seed=2):
        codes, squares, moves = np.zeros(8, np.int64), np.zeros(8, np.int64), np.zeros(400, np.int64)
        men = list_men(tables.rules, position.words, codes, squares)
        taken = squares[:men].tolist()
        listed = {divmod(move, 256) for move in moves[: list_unmoves(tables.rules, position.words, moves)].tolist()}
        expected, possible = set(), set()
        for man in range(men):
            if codes[man] // 8 == position.turn:
                continue
            for origin in set(range(tables.description.squares)) - set(taken):
                earlier = before(tables, position, man, origin)
                if earlier is not None:
                    possible.add((origin, taken[man]))
                    if leads_by_a_quiet_move(tables, earlier, position):
                        expected.add((origin, taken[man]))
        assert listed & possible == expected, position.text
        some += bool(expected)
    assert some > number // 4
