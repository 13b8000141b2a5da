"""What the engine asks minichess: captures and whether they pay, checks, and when passing proves something.

A capture is tried before quiet moves if the exchange on its square does not lose material (`exchange`), and after them
if it does.
"""

import numpy as np

from plyground.core.rules import outcome
from plyground.engine.hooks import (
    forcing,
    history_index,
    is_check,
    is_legal,
    loses_piece,
    may_pass,
    move_priority,
    piece_and_target,
    plies_to_draw,
    quick_outcome,
    reversible_plies,
    structures,
)
from plyground.games.minichess.attacks import (
    BOARD,
    KING_REACH,
    KNIGHT_REACH,
    LAST_RANK,
    diagonal_reach,
    pawn_attacks,
    pawn_attacks_left,
    pawn_attacks_right,
    pawn_steps,
    straight_reach,
)
from plyground.games.minichess.exchange import EXCHANGE_VALUES, is_repaid, kind_on, see_ge
from plyground.games.minichess.pieces import HALF, Pieces, is_in_check, is_safe, pieces_of
from plyground.games.minichess.rules import QUEEN, Minichess, is_over_before_moving, keep_safe, write_moves
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, bit, has, lowest, popcount, without_lowest
from plyground.kernel.words import Moves, Words, quiet_plies

SEARCH: dict[str, int] = {"lmr_scale": 40, "see_quiet_depth": 3, "singular_depth": 7, "staged": 1}
"""The engine's parameters that differ from the defaults: on blocked boards the plan is a late move."""

_MIX = np.uint64(0xBF58476D1CE4E5B9)
QUEEN_PROMOTION = 1000
UNDERPROMOTION = -900


@kernel
def write_captures(game: Minichess, pieces: Pieces, moves: Moves) -> int:
    """Write the captures and the promotions to a queen, ignoring king safety; return how many."""
    occupied = pieces.own | pieces.other
    side = pieces.turn
    pawns = pieces.pawns & pieces.own
    forward = 1 - 2 * side
    promoting = LAST_RANK[side] if game.gardner != 0 else ZERO
    size = _write_pawns(moves, 0, pawn_attacks_left(pawns, side) & pieces.other, forward - 5, promoting)
    size = _write_pawns(moves, size, pawn_attacks_right(pawns, side) & pieces.other, forward + 5, promoting)
    size = _write_pawns(moves, size, pawn_steps(pawns, side) & ~occupied & promoting, forward, promoting)
    rest = pieces.knights & pieces.own
    while rest != ZERO:
        square = lowest(rest)
        size = write_moves(moves, size, square, KNIGHT_REACH[square] & pieces.other)
        rest = without_lowest(rest)
    rest = pieces.diagonal & pieces.own
    while rest != ZERO:
        square = lowest(rest)
        size = write_moves(moves, size, square, diagonal_reach(square, occupied) & pieces.other)
        rest = without_lowest(rest)
    rest = pieces.straight & pieces.own
    while rest != ZERO:
        square = lowest(rest)
        size = write_moves(moves, size, square, straight_reach(square, occupied) & pieces.other)
        rest = without_lowest(rest)
    rest = pieces.kings & pieces.own
    while rest != ZERO:
        square = lowest(rest)
        size = write_moves(moves, size, square, KING_REACH[square] & pieces.other)
        rest = without_lowest(rest)
    return size


@kernel
def _write_pawns(moves: Moves, size: int, targets: np.uint64, step: int, promoting: np.uint64) -> int:
    """Append pawn moves to `targets`, from `step` squares before, on `promoting` squares to a queen."""
    while targets != ZERO:
        target = lowest(targets)
        move = ((target - step) << 8) | (target << 3)
        moves[size] = move | QUEEN if has(promoting, target) else move
        size += 1
        targets = without_lowest(targets)
    return size


@quick_outcome.register(Minichess)
def _(game: Minichess, position: Words, moves: Moves) -> int:
    if is_over_before_moving(game, position, pieces_of(position)):
        return outcome(game, position, moves)
    return 0


@forcing.register(Minichess)
def _(game: Minichess, position: Words, moves: Moves) -> int:
    pieces = pieces_of(position)
    return keep_safe(pieces, moves, write_captures(game, pieces, moves))


@is_check.register(Minichess)
def _(game: Minichess, position: Words) -> bool:
    return is_in_check(pieces_of(position))


@is_legal.register(Minichess)
def _(game: Minichess, position: Words, move: int) -> bool:
    start, target, promotion = move >> 8, (move >> 3) & 31, move & 7
    pieces = pieces_of(position)
    if not has(pieces.own, start):
        return False
    occupied, promotes = pieces.own | pieces.other, False
    if has(pieces.pawns, start):
        pawn, side = bit(start), pieces.turn
        reached = pawn_steps(pawn, side) & ~occupied
        reached |= pawn_attacks(pawn, side) & pieces.other
        promotes = game.gardner != 0 and has(LAST_RANK[side], target)
    elif has(pieces.knights, start):
        reached = KNIGHT_REACH[start]
    elif has(pieces.kings, start):
        reached = KING_REACH[start]
    else:
        reached = diagonal_reach(start, occupied) if has(pieces.diagonal, start) else ZERO
        reached |= straight_reach(start, occupied) if has(pieces.straight, start) else ZERO
    return has(reached & ~pieces.own, target) and promotes == (promotion != 0) and is_safe(pieces, move)


@loses_piece.register(Minichess)
def _(game: Minichess, position: Words, move: int) -> bool:
    pieces, start = pieces_of(position), move >> 8
    return not has(pieces.kings, start) and not is_repaid(pieces, start, (move >> 3) & 31, 0)


@move_priority.register(Minichess)
def _(game: Minichess, position: Words, move: int) -> int:
    start, target, promotion = move >> 8, (move >> 3) & 31, move & 7
    pieces = pieces_of(position)
    is_capture = has(pieces.other, target)
    if promotion != 0:
        if promotion != QUEEN:
            return UNDERPROMOTION
        return QUEEN_PROMOTION + (EXCHANGE_VALUES[kind_on(pieces, target)] if is_capture else 0)
    if not is_capture:
        return 0
    gain = 10 * EXCHANGE_VALUES[kind_on(pieces, target)]
    cost = EXCHANGE_VALUES[kind_on(pieces, start)] // 10
    if see_ge(pieces, start, target):
        return 10 * QUEEN_PROMOTION + gain - cost
    return gain - cost - 200_000


@history_index.register(Minichess)
def _(game: Minichess, position: Words, move: int) -> int:
    return (move >> 3) & 1023


@piece_and_target.register(Minichess)
def _(game: Minichess, position: Words, move: int) -> int:
    return kind_on(pieces_of(position), move >> 8) << 5 | (move >> 3) & 31


@structures.register(Minichess)
def _(game: Minichess, position: Words) -> tuple[np.uint64, np.uint64, np.uint64]:
    """The pawns; White's pieces; Black's pieces."""
    men, pawns = position[0], position[1] & BOARD
    pieces = position[1] >> HALF | position[2] & ~BOARD, position[2] & BOARD
    white, black = men & BOARD, men >> HALF
    both_white, both_black = white | white << HALF, black | black << HALF
    return (
        pawns & white | (pawns & black) << HALF,
        (pieces[0] & both_white) * _MIX ^ (pieces[1] & white) ^ (white << HALF),
        (pieces[0] & both_black) * _MIX ^ (pieces[1] & black) ^ (black << HALF),
    )


@may_pass.register(Minichess)
def _(game: Minichess, position: Words) -> bool:
    """Not with king and pawns alone, where having to move often loses."""
    pieces = pieces_of(position)
    return popcount(pieces.own & (pieces.knights | pieces.diagonal | pieces.straight)) > 1


@reversible_plies.register(Minichess)
def _(game: Minichess, position: Words) -> int:
    return quiet_plies(position)


@plies_to_draw.register(Minichess)
def _(game: Minichess, position: Words) -> int:
    return game.quiet_plies - quiet_plies(position)
