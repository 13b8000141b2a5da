"""The index of a position in its table, and the position of an index.

    index = ((side to move * royal pairs + pair) * places of the first group + ...) * places of the last group

Of all squares of the two royals only those pairs have a number that are the least under the game's symmetries; the
other positions are turned over first. Equal men are a *group*: k of them on n squares have C(n, k) places, numbered by
the combinatorial number system (Lehmer 1964). Squares that others occupy are counted too: those indices are holes.

A pair that a symmetry leaves in place has its positions twice, under two indices. A pass backwards has to reach
both: `Numbering.images` lists, for each pair, the symmetries by which every edge of the game's graph is met exactly
once.
"""

from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np

from plyground.endgame.hooks import KINDS, Description
from plyground.endgame.material import Material
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO
from plyground.kernel.words import Moves

CODES = 2 * KINDS
MAX_GROUPS = 5
MAX_MEN = MAX_GROUPS + 2

KEY, IS_REVERSED, OFFSET, SIZE, SYMMETRY, PAIRS, GROUPS, FIRST_GROUP = range(8)
"""Columns of a table's row: its material's key; whether it is that of the reversed material; where its values begin
among others; its indices; which of the two sets of symmetries it goes by; how many pairs of royals; how many groups,
and from `FIRST_GROUP` on each group's code, its size, its places."""
ROW = FIRST_GROUP + 3 * MAX_GROUPS

_FOUR_BITS = 4


class Numbering(NamedTuple):
    """What all tables of a game share. The first axis of most arrays: without directed kinds, and with them.

    Attributes
    ----------
    turned : (2, symmetries, squares)
        Where each symmetry takes a square.
    chosen : (2, squares, squares)
        The symmetry that takes a pair of royals to the one that has a number; -1 for no pair.
    pair : (2, squares, squares)
        The number of a pair, -1 for those that have none.
    royals : (2, pairs, 2)
        The squares of White's and Black's royal, by number.
    images : (2, pairs, 1 + symmetries)
        How many, and the symmetries that take the pair to each of the pairs that are the same but for symmetry.
    place : (codes, squares)
        The number of a square among those where a man of this code may stand, -1 for others.
    square_at : (codes, squares)
        The reverse.
    upside_down : (squares,)
        The square when colours are exchanged.
    choose : (squares + 1, groups)
        ``choose[n, k]`` ways to choose k of n.
    """

    turned: Moves
    chosen: Moves
    pair: Moves
    royals: Moves
    images: Moves
    place: Moves
    square_at: Moves
    upside_down: Moves
    choose: Moves


def new_numbering(description: Description) -> Numbering:
    """Return the arrays of a game."""
    squares = description.squares
    sets = description.symmetries, description.directed_symmetries
    most = max(map(len, sets))
    turned = np.zeros((2, most, squares), np.int64)
    chosen, pair = np.full((2, 2, squares, squares), -1, np.int64)
    whites = description.royal_squares
    blacks = tuple(description.upside_down[square] for square in whites)
    pairs = [(white, black) for white, black in product(whites, blacks) if white != black]
    royals = np.zeros((2, len(pairs), 2), np.int64)
    images = np.zeros((2, len(pairs), 1 + most), np.int64)
    for which, symmetries in enumerate(sets):
        inverses = [_inverse(symmetries, number) for number in range(len(symmetries))]
        for number, symmetry in enumerate(symmetries):
            turned[which, number] = symmetry
        by_least: dict[tuple[int, int], list[int]] = {}
        for white, black in pairs:
            taken_to = [(symmetry[white], symmetry[black]) for symmetry in symmetries]
            least = min(taken_to)
            element = taken_to.index(least)
            chosen[which, white, black] = element
            by_least.setdefault(least, []).append(inverses[element])
        for number, (least, elements) in enumerate(sorted(by_least.items())):
            pair[which, *least] = number
            royals[which, number] = least
            images[which, number, 0] = len(elements)
            images[which, number, 1 : 1 + len(elements)] = elements
    place, square_at = _places(description)
    choose = np.array([[comb(n, k) for k in range(MAX_GROUPS + 1)] for n in range(squares + 1)], np.int64)
    upside_down = np.array(description.upside_down, np.int64)
    return Numbering(turned, chosen, pair, royals, images, place, square_at, upside_down, choose)


def _inverse(symmetries: tuple[tuple[int, ...], ...], element: int) -> int:
    """Return the number of the symmetry that undoes symmetry number `element`."""
    back = sorted(range(len(symmetries[element])), key=symmetries[element].__getitem__)
    return symmetries.index(tuple(back))


def _places(description: Description) -> tuple[Moves, Moves]:
    place = np.full((CODES, description.squares), -1, np.int64)
    square_at = np.full((CODES, description.squares), -1, np.int64)
    for kind in range(KINDS):
        allowed = description.men_squares.get(kind, tuple(range(description.squares)))
        for code, squares in (
            (kind, allowed),
            (kind + KINDS, sorted(description.upside_down[square] for square in allowed)),
        ):
            place[code, list(squares)] = range(len(squares))
            square_at[code, : len(squares)] = squares
    return place, square_at


def new_row(description: Description, numbering: Numbering, material: Material) -> Moves:
    """Return the row of the table of a material in normal form."""
    row = np.zeros(ROW, np.int64)
    which = int(bool(material.kinds & description.directed))
    pairs = int((numbering.pair[which] >= 0).sum())
    row[[KEY, SYMMETRY, PAIRS, GROUPS]] = material.key, which, pairs, len(material.groups)
    size = 2 * pairs
    for number, (code, men) in enumerate(material.groups):
        places = comb(int((numbering.place[code] >= 0).sum()), men)
        row[FIRST_GROUP + 3 * number : FIRST_GROUP + 3 * number + 3] = code, men, places
        size *= places
    row[SIZE] = size
    return row


def reversed_row(row: Moves, material: Material) -> Moves:
    """Return the row by which a position of the reversed material finds its place in the same table."""
    other = row.copy()
    other[[KEY, IS_REVERSED]] = material.reversed.key, 1
    return other


@kernel
def key_of(codes: Moves, men: int) -> int:
    """Return `Material.key` of the first `men` men."""
    key = 0
    for i in range(men):
        key += 1 << (_FOUR_BITS * codes[i])
    return key


@kernel
def index_of(numbering: Numbering, row: Moves, codes: Moves, squares: Moves, men: int, side: int) -> int:
    """Return the index of a position of the table's material, -1 where a man stands where the table has no place."""
    white, black = _royals(numbering, row, codes, squares, men)
    which = row[SYMMETRY]
    symmetry = numbering.chosen[which, white, black]
    return -1 if symmetry < 0 else index_turned(numbering, row, codes, squares, men, side, symmetry)


@kernel
def _royals(numbering: Numbering, row: Moves, codes: Moves, squares: Moves, men: int) -> tuple[int, int]:
    """Return the squares of the royals of the table's White and Black."""
    white = black = 0
    for i in range(men):
        if codes[i] == 0:
            white = squares[i]
        elif codes[i] == KINDS:
            black = squares[i]
    if row[IS_REVERSED] != 0:
        return numbering.upside_down[black], numbering.upside_down[white]
    return white, black


@kernel
def index_turned(
    numbering: Numbering, row: Moves, codes: Moves, squares: Moves, men: int, side: int, symmetry: int
) -> int:
    """Return the index of a position turned by `symmetry`, -1 if it has none."""
    which = row[SYMMETRY]
    is_reversed = row[IS_REVERSED]
    white, black = _royals(numbering, row, codes, squares, men)
    pair = numbering.pair[which, numbering.turned[which, symmetry, white], numbering.turned[which, symmetry, black]]
    if pair < 0:
        return -1
    index = (side ^ is_reversed) * row[PAIRS] + pair
    for group in range(row[GROUPS]):
        code = row[FIRST_GROUP + 3 * group]
        index *= row[FIRST_GROUP + 3 * group + 2]
        on_board = code ^ KINDS if is_reversed != 0 else code
        for i in range(men):
            if codes[i] == on_board:
                place = _place(numbering, row, code, squares[i], symmetry)
                if place < 0:
                    return -1
                order = 1
                for j in range(men):
                    if codes[j] == on_board and _place(numbering, row, code, squares[j], symmetry) < place:
                        order += 1
                index += numbering.choose[place, order]
    return index


@kernel
def index_with(numbering: Numbering, row: Moves, index: int, squares: Moves, man: int, square: int) -> int:
    """Return the index when one of the men that `men_at` has listed for `index`, no royal, stands on `square` instead.

    It is -1 where the table has no place for that. The royals keep their pair, so nothing has to be turned.
    """
    first, group = 2, 0
    while man >= first + row[FIRST_GROUP + 3 * group + 1]:
        first += row[FIRST_GROUP + 3 * group + 1]
        group += 1
    code, men = row[FIRST_GROUP + 3 * group], row[FIRST_GROUP + 3 * group + 1]
    place = numbering.place[code, square]
    if place < 0:
        return -1
    # equal men are listed in the order of their places, and those that are passed move up or down by one
    change, before, order = 0, 0, 1
    for i in range(men):
        if first + i != man:
            before += 1
            other = numbering.place[code, squares[first + i]]
            change += numbering.choose[other, before + int(other > place)] - numbering.choose[other, i + 1]
            order += int(other < place)
    change += numbering.choose[place, order] - numbering.choose[numbering.place[code, squares[man]], man - first + 1]
    for later in range(group + 1, row[GROUPS]):
        change *= row[FIRST_GROUP + 3 * later + 2]
    return index + change


@kernel
def _place(numbering: Numbering, row: Moves, code: int, square: int, symmetry: int) -> int:
    """Return the place of a table's man whose square, on the board that was asked about, is `square`."""
    if row[IS_REVERSED] != 0:
        square = numbering.upside_down[square]
    return numbering.place[code, numbering.turned[row[SYMMETRY], symmetry, square]]


@kernel
def men_at(numbering: Numbering, row: Moves, index: int, codes: Moves, squares: Moves) -> int:
    """Write the men of an index, the royals first; return the side to move, -1 for the index of no position."""
    men = 2
    for group in range(row[GROUPS]):
        men += row[FIRST_GROUP + 3 * group + 1]
    taken = ZERO
    last = men
    for group in range(row[GROUPS] - 1, -1, -1):
        code = row[FIRST_GROUP + 3 * group]
        places = row[FIRST_GROUP + 3 * group + 2]
        rank = index % places
        index //= places
        for order in range(row[FIRST_GROUP + 3 * group + 1], 0, -1):
            place = rank if order == 1 else _highest(numbering, rank, order)
            rank -= numbering.choose[place, order]
            last -= 1
            codes[last] = code
            squares[last] = numbering.square_at[code, place]
            taken |= ONE << np.uint64(squares[last])
    pair = index % row[PAIRS]
    codes[0], codes[1] = 0, KINDS
    for i in range(2):
        squares[i] = numbering.royals[row[SYMMETRY], pair, i]
        taken |= ONE << np.uint64(squares[i])
    count = 0
    while taken != ZERO:
        taken &= taken - ONE
        count += 1
    return index // row[PAIRS] if count == men else -1


@kernel
def _highest(numbering: Numbering, rank: int, order: int) -> int:
    """Return the greatest place of `order` men whose combination has the number `rank`."""
    place = order - 1
    while numbering.choose[place + 1, order] <= rank:
        place += 1
    return place


@kernel
def men_of(row: Moves) -> int:
    """Return how many men the table's positions have."""
    men = 2
    for group in range(row[GROUPS]):
        men += row[FIRST_GROUP + 3 * group + 1]
    return men
