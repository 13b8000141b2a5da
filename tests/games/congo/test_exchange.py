"""Congo, exchanges: what a capture wins in the end."""

import numpy as np

from games.congo.setups import GAMES, positions, promotes, squares
from plyground.games.congo.attacks import attackers
from plyground.games.congo.exchange import LION_VALUE, VALUES, drowning, gain_of, see_ge
from plyground.games.congo.jumps import end_of, squares_jumped, start_of
from plyground.games.congo.movement import COLORS, LION, PAWN, kind_on
from plyground.games.congo.squares import NAMES


def material(words, side):
    return sum(int(VALUES[kind_on(words, square)]) for square in squares(words[COLORS + side]))


def test_what_a_move_gains_and_drowns_is_what_playing_it_changes():
    for position in positions(4):
        side = int(position.turn)
        before = material(position.words, side) - material(position.words, 1 - side)
        for move in position.legal_moves:
            after = position.play(move).words
            gained = material(after, side) - material(after, 1 - side) - before
            assert gain_of(position.rules, position.words, move.code) == gained, (position.text, str(move))
            drowned = int(position.words[COLORS + side]).bit_count() - int(after[COLORS + side]).bit_count()
            assert int(drowning(position.words, move.code)).bit_count() == drowned


def exchange(words, square, side, men, taken, standing):
    """Return what `side` wins by capturing on `square`, where `standing` stands, or 0 if it rather does not."""
    found = squares(attackers(words, square, side, men[side] & taken & ~np.uint64(1 << square), taken))
    if not found:
        return 0
    start = min(found, key=lambda s: (order_of(kind_on(words, s)), s))
    value = int(VALUES[kind_on(words, start)])
    left = taken & ~np.uint64(1 << start)
    return max(0, standing - exchange(words, square, 1 - side, men, left, value))


def order_of(kind):
    return [PAWN, 7, 3, 1, 2, 4, LION].index(kind)


def test_an_exchange_holds_where_following_it_to_its_end_does():
    compared = 0
    for position in positions(5):
        words, side = position.words, int(position.turn)
        for move in position.legal_moves.codes():
            gain = gain_of(position.rules, words, move)
            if gain <= 0 or promotes(position, move):
                continue
            end = end_of(move)
            taken = (words[COLORS] | words[COLORS + 1]) & ~(np.uint64(1 << start_of(move)) | squares_jumped(move))
            taken |= np.uint64(1 << end)
            mine = int(VALUES[kind_on(words, start_of(move))])
            men = (words[COLORS], words[COLORS + 1])
            left = gain - exchange(words, end, 1 - side, men, taken, mine)
            assert see_ge(position.rules, words, move, gain) == (left >= 0), (position.text, NAMES[start_of(move)])
            compared += 1
    assert compared > 20 * GAMES


def test_a_lion_is_worth_more_than_an_army():
    assert 8 * VALUES[1:].sum() < LION_VALUE
