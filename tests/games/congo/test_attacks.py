"""Congo, attacks: who could take on a square."""

from games.congo.setups import positions, squares
from plyground.core.rules import scratch
from plyground.games.congo.attacks import attackers, lion_is_attacked
from plyground.games.congo.jumps import end_of, squares_jumped, start_of
from plyground.games.congo.movement import COLORS, LION, MONKEY, kind_on, list_moves
from plyground.games.congo.squares import NAMES


def all_moves(position, side):
    moves = scratch(position.rules)
    return moves[: list_moves(position.words, side, moves)].tolist()


def test_attackers_are_the_pieces_that_have_a_move_there():
    for position in positions(1):
        words = position.words
        taken = words[COLORS] | words[COLORS + 1]
        for side in (0, 1):
            moves = [m for m in all_moves(position, side) if kind_on(words, start_of(m)) not in {MONKEY, LION}]
            for square in squares(words[COLORS + 1 - side]):
                found = squares(attackers(words, square, side, words[COLORS + side], taken))
                found = {start for start in found if kind_on(words, start) != LION}
                assert found == {start_of(m) for m in moves if end_of(m) == square}, (position.text, NAMES[square])


def test_a_lion_is_attacked_where_it_could_be_taken():
    for position in positions(2):
        words = position.words
        for side in (0, 1):
            lion = next(s for s in squares(words[COLORS + side]) if kind_on(words, s) == LION)
            takers = [
                m for m in all_moves(position, 1 - side) if lion == end_of(m) or lion in squares(squares_jumped(m))
            ]
            assert lion_is_attacked(words, side) == bool(takers), position.text
