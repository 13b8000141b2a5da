"""Congo's tablebases: what they are about, and the moves that can be taken back.

The metric is the number of plies to the win. Bare lions are a draw at once (the rule's other setting has no tables).

The river needs no care going backwards. A man that is left in it is lost, so such moves leave the table; after
a quiet move at most one of the mover's men stands in the river, crocodiles aside, and it has just come from land.
A text may set up more of them than a game can bring there; those positions have their place and their value, too: only
no quiet move leads to them.

A pawn on its last rank, which only a text can put there, is a man like any other. In the edition of 2021 pawns do not
promote: materials with pawns have tables of their own, all others those of `congo`.
"""

import numpy as np

from plyground.endgame.hooks import KINDS, Description, count_men, list_men, list_unmoves, set_up
from plyground.games.congo.movement import (
    COLORS,
    CROCODILE,
    ELEPHANT,
    GIRAFFE,
    LION,
    MONKEY,
    PAWN,
    STATE,
    SUPERPAWN,
    ZEBRA,
    kind_on,
    past_river,
)
from plyground.games.congo.rules import Congo
from plyground.games.congo.squares import (
    ELEPHANT_LEAPS,
    FAR,
    FIRST_RANK,
    LAST_RANK,
    LION_STEPS,
    NEAR,
    RIVER,
    RIVER_RANK,
    SIDE,
    SQUARES,
    ZEBRA_LEAPS,
    ahead,
    castle,
    leftward,
    rightward,
)
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, bit, lowest, popcount, without_lowest
from plyground.kernel.words import WHITE, Moves, Words, state_word, turn

VERSION = 1
_EDITION_WITHOUT_PROMOTION = 2021


def describe(name: str, rules: Congo) -> Description | None:
    """Return what tables of a variant are about; there are none where bare lions may capture."""
    if rules.may_capture:
        return None
    promotes = rules.edition != _EDITION_WITHOUT_PROMOTION
    identity = tuple(range(SQUARES))
    mirror = tuple(SIDE * (SIDE - 1 - square // SIDE) + square % SIDE for square in identity)
    return Description(
        name="congo" if promotes else "congo-2021",
        version=VERSION,
        letters="LZEGCMPS",
        squares=SQUARES,
        royal_squares=tuple(castle(WHITE)),
        upside_down=tuple(square - 2 * (square % SIDE) + SIDE - 1 for square in identity),
        symmetries=(identity, mirror),
        directed_symmetries=(identity, mirror),
        directed=frozenset({PAWN, SUPERPAWN}),
        promotions={PAWN: (SUPERPAWN,)} if promotes else {},
        elsewhere=None if promotes else "congo",
        elsewhere_without=frozenset({PAWN}),
    )


@list_men.register(Congo)
def _(game: Congo, position: Words, codes: Moves, squares: Moves) -> int:
    men = 0
    for side in range(2):
        left = position[COLORS + side]
        while left != ZERO:
            if men < codes.size:
                squares[men] = lowest(left)
                codes[men] = kind_on(position, lowest(left)) + KINDS * side
            men += 1
            left = without_lowest(left)
    return men


@count_men.register(Congo)
def _(game: Congo, position: Words, codes: Moves, squares: Moves) -> int:
    return popcount(position[COLORS] | position[COLORS + 1])


@set_up.register(Congo)
def _(game: Congo, codes: Moves, squares: Moves, men: int, side: int, position: Words) -> None:
    for i in range(STATE):
        position[i] = ZERO
    position[STATE] = state_word(side, 0, 0, 0)
    for man in range(men):
        there = bit(squares[man])
        for i in range(COLORS):
            if (codes[man] >> i) & 1 != 0:
                position[i] |= there
        position[COLORS + codes[man] // KINDS] |= there


@list_unmoves.register(Congo)
def _(game: Congo, position: Words, moves: Moves) -> int:
    side = 1 - turn(position)
    own = position[COLORS + side]
    empty = ~(own | position[COLORS + 1 - side])
    waders = own & RIVER & (position[0] | position[1] | ~position[2])
    if without_lowest(waders) != ZERO:
        return 0
    movers = waders if waders != ZERO else own
    size = 0
    while movers != ZERO:
        square = lowest(movers)
        movers = without_lowest(movers)
        origins = _origins(game, kind_on(position, square), square, side, empty) & empty
        if waders != ZERO:
            origins &= ~RIVER
        while origins != ZERO:
            moves[size] = lowest(origins) << 8 | square
            origins = without_lowest(origins)
            size += 1
    return size


@kernel
def _origins(game: Congo, kind: int, square: int, side: int, empty: np.uint64) -> np.uint64:
    """Return from where a quiet move can have brought a man to its square, with others that are not empty."""
    if kind == LION:
        return LION_STEPS[side, square]
    if kind == ZEBRA:
        return ZEBRA_LEAPS[square]
    if kind == ELEPHANT:
        return ELEPHANT_LEAPS[square]
    if kind == GIRAFFE:
        return NEAR[square] | FAR[square]
    if kind == MONKEY:
        return NEAR[square]
    if kind == CROCODILE:
        return _crocodile_origins(square, empty)
    return _pawn_origins(game, kind, square, side, empty)


@kernel
def _crocodile_origins(square: int, empty: np.uint64) -> np.uint64:
    """Return the touching squares, those on the file away from the river, and, on the river, those along it."""
    found = NEAR[square]
    rank = square % SIDE
    if rank <= RIVER_RANK:
        found |= _line(square, -1, rank, empty)
    if rank >= RIVER_RANK:
        found |= _line(square, 1, SIDE - 1 - rank, empty)
    if rank == RIVER_RANK:
        found |= _line(square, -SIDE, square // SIDE, empty) | _line(square, SIDE, SIDE - 1 - square // SIDE, empty)
    return found


@kernel
def _line(square: int, step: int, steps: int, empty: np.uint64) -> np.uint64:
    """Return the empty squares of a line up to the first that is not, at most `steps` of them."""
    found = ZERO
    for i in range(1, steps + 1):
        there = bit(square + i * step)
        if there & empty == ZERO:
            break
        found |= there
    return found


@kernel
def _pawn_origins(game: Congo, kind: int, square: int, side: int, empty: np.uint64) -> np.uint64:
    """Return from where a pawn or superpawn has stepped forward or, a superpawn, aside; or retreated."""
    here = bit(square)
    found = ZERO
    arrives = here & (LAST_RANK if side == WHITE else FIRST_RANK) != ZERO
    if kind == SUPERPAWN or not arrives or game.edition == _EDITION_WITHOUT_PROMOTION:
        behind = ahead(here, 1 - side)
        found |= behind | leftward(behind) | rightward(behind)
    near = ahead(here, side)
    retreats = near | ahead(near & empty, side)
    if kind == PAWN:
        return found | (retreats & past_river(side))
    found |= retreats | leftward(here) | rightward(here)
    near = ahead(leftward(here), side)
    found |= near | ahead(leftward(near & empty), side)
    near = ahead(rightward(here), side)
    return found | near | ahead(rightward(near & empty), side)
