"""The tablebases of minichess and of gardner: what they are about, and the moves that can be taken back.

Both keep a counter, so the metric is the distance to the next move that sets it to 0 or ends the game. In `minichess`
only a capture does so, and a pawn on its last rank is a man like any other; two kings alone are a table as well, since
a king may take a king. In `gardner` a pawn's move does so, too, though it stays within the table: a table's stages are
the steps its pawns have left.

The tables are those of the legal moves. (In `minichess` a referee accepts moves that leave one's own king attacked.)
"""

from plyground.endgame.hooks import KINDS, Description, can_stand, count_men, list_men, list_unmoves, set_up, stage
from plyground.games.minichess.attacks import (
    BOARD,
    KING_REACH,
    KNIGHT_REACH,
    SQUARES,
    WIDTH,
    diagonal_reach,
    pawn_steps,
    straight_reach,
)
from plyground.games.minichess.pieces import HALF, can_take_king, pieces_of
from plyground.games.minichess.rules import Minichess
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, bit, has, lowest, popcount, without_lowest
from plyground.kernel.words import Moves, Words, state_word

VERSION = 1
KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN = range(6)


def describe(name: str, rules: Minichess) -> Description:
    """Return what tables of a variant are about."""
    is_gardner = bool(rules.gardner)
    every = range(SQUARES)
    identity = tuple(every)
    mirror = tuple(WIDTH * (WIDTH - 1 - square // WIDTH) + square % WIDTH for square in every)
    upside_down = tuple(square - 2 * (square % WIDTH) + WIDTH - 1 for square in every)
    diagonal = tuple(WIDTH * (square % WIDTH) + square // WIDTH for square in every)
    symmetries = [identity]
    for turned in (mirror, upside_down, diagonal):
        symmetries += [tuple(turned[square] for square in known) for known in symmetries]
    before_last = tuple(square for square in every if square % WIDTH < WIDTH - 1)
    return Description(
        name="gardner" if is_gardner else "minichess",
        version=VERSION,
        letters="KQRBNP",
        squares=SQUARES,
        royal_squares=identity,
        upside_down=upside_down,
        symmetries=tuple(symmetries),
        directed_symmetries=(identity, mirror),
        directed=frozenset({PAWN}),
        men_squares={PAWN: before_last} if is_gardner else {},
        promotions={PAWN: (QUEEN, ROOK, BISHOP, KNIGHT)} if is_gardner else {},
        smallest=3 if is_gardner else 2,
        limit=rules.quiet_plies,
        stages=1 + 5 * (WIDTH - 1) if is_gardner else 1,
    )


@list_men.register(Minichess)
def _(game: Minichess, position: Words, codes: Moves, squares: Moves) -> int:
    men = 0
    for side in range(2):
        left = position[0] & BOARD if side == 0 else position[0] >> HALF
        while left != ZERO:
            if men < codes.size:
                squares[men] = lowest(left)
                codes[men] = _kind_on(position, lowest(left)) + KINDS * side
            men += 1
            left = without_lowest(left)
    return men


@count_men.register(Minichess)
def _(game: Minichess, position: Words, codes: Moves, squares: Moves) -> int:
    return popcount(position[0])


@kernel
def _kind_on(position: Words, square: int) -> int:
    """Return the kind of the man on an occupied square."""
    if has(position[1], square):
        return PAWN
    if has(position[1] >> HALF, square):
        return KNIGHT
    if has(position[2], square):
        return QUEEN if has(position[2] >> HALF, square) else BISHOP
    return ROOK if has(position[2] >> HALF, square) else KING


@set_up.register(Minichess)
def _(game: Minichess, codes: Moves, squares: Moves, men: int, side: int, position: Words) -> None:
    for i in range(3):
        position[i] = ZERO
    position[3] = state_word(side, 0, 0, 1)
    for man in range(men):
        low = bit(squares[man])
        high = low << HALF
        kind = codes[man] % KINDS
        position[0] |= low if codes[man] < KINDS else high
        if kind == PAWN:
            position[1] |= low
        elif kind == KNIGHT:
            position[1] |= high
        if kind in (QUEEN, BISHOP):
            position[2] |= low
        if kind in (QUEEN, ROOK):
            position[2] |= high


@can_stand.register(Minichess)
def _(game: Minichess, position: Words) -> bool:
    return game.gardner == 0 or not can_take_king(position)


@stage.register(Minichess)
def _(game: Minichess, position: Words) -> int:
    steps = 0
    if game.gardner != 0:
        pawns = position[1] & BOARD
        while pawns != ZERO:
            rank = lowest(pawns) % WIDTH
            is_white = has(position[0], lowest(pawns))
            steps += WIDTH - 1 - rank if is_white else rank
            pawns = without_lowest(pawns)
    return steps


@list_unmoves.register(Minichess)
def _(game: Minichess, position: Words, moves: Moves) -> int:
    if can_take_king(position):  # no legal move has left the king there
        return 0
    pieces = pieces_of(position)
    side = 1 - pieces.turn
    occupied = pieces.own | pieces.other
    movers = pieces.other if game.gardner == 0 else pieces.other & ~pieces.pawns
    size = 0
    while movers != ZERO:
        square = lowest(movers)
        movers = without_lowest(movers)
        kind = _kind_on(position, square)
        origins = ZERO
        if kind == PAWN:
            # a step back is the other side's step forward, on every rank but the one it started from
            origins = pawn_steps(bit(square), 1 - side)
        elif kind == KNIGHT:
            origins = KNIGHT_REACH[square]
        elif kind == KING:
            origins = KING_REACH[square]
        if kind in (QUEEN, BISHOP):
            origins |= diagonal_reach(square, occupied)
        if kind in (QUEEN, ROOK):
            origins |= straight_reach(square, occupied)
        origins &= ~occupied
        while origins != ZERO:
            moves[size] = lowest(origins) << 8 | square
            origins = without_lowest(origins)
            size += 1
    return size
