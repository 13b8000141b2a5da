"""What the engine asks about Congo's moves: which are forcing, which to try first, when a lion is in danger.

Captures, including the monkey's chains, and promotions are forcing; if the enemy lion can be captured, only that is. A
move's priority is what it wins at once, including losses in the river, so that a move that lets a piece drown comes
after all quiet ones. Congo's rules know no check, but a lion under attack amounts to the same, and the engine searches
such positions deeper.
"""

import numpy as np

from plyground.core.rules import outcome
from plyground.engine.hooks import (
    forcing,
    history_index,
    is_check,
    may_pass,
    move_priority,
    piece_and_target,
    quick_outcome,
    structures,
)
from plyground.games.congo.attacks import lion_is_attacked, pieces_in_river
from plyground.games.congo.exchange import LION_VALUE, VALUES, captures_of, drowning, gain_of, promotes, see_ge
from plyground.games.congo.jumps import end_of, generate_jumps, move_of, start_of
from plyground.games.congo.movement import COLORS, LION, MONKEY, all_of_kind, kind_on, list_shifted, targets
from plyground.games.congo.rules import Congo, lion_is_missing, lions_are_bare
from plyground.games.congo.squares import FIRST_RANK, LAST_RANK, RIVER, SIDE, ahead, leftward, rightward
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, lowest, without_lowest
from plyground.kernel.words import WHITE, Moves, Words, turn

SEARCH = {"see_pruning_depth": 0}
"""The engine's parameters that differ from the defaults."""

_MIX = np.uint64(0xBF58476D1CE4E5B9)
_LION_FALLS = 1 << 19
_LOSING = -(1 << 18)


@kernel
def _list_pawn_captures(game: Congo, position: Words, side: int, enemy: np.uint64, moves: Moves) -> int:
    """Write the captures and promotions of pawns and superpawns, all those of one direction at a time."""
    up = 1 if side == WHITE else -1
    pawns = position[COLORS + side] & position[1] & position[2]
    supers = pawns & position[0]
    promotion = ZERO
    if game.edition != 2021:
        promotion = ahead(pawns & ~supers, side) & (LAST_RANK if side == WHITE else FIRST_RANK)
    forward = ahead(pawns, side)
    empty = ~(enemy | position[COLORS + side])
    size = list_shifted(forward & enemy | promotion & empty, up, moves, 0)
    size = list_shifted(leftward(forward) & enemy | leftward(promotion) & empty, up - SIDE, moves, size)
    size = list_shifted(rightward(forward) & enemy | rightward(promotion) & empty, up + SIDE, moves, size)
    size = list_shifted(leftward(supers) & enemy, -SIDE, moves, size)
    return list_shifted(rightward(supers) & enemy, SIDE, moves, size)


@forcing.register(Congo)
def _(game: Congo, position: Words, moves: Moves) -> int:
    side = turn(position)
    own, enemy = position[COLORS + side], position[COLORS + 1 - side]
    taken, lions = own | enemy, all_of_kind(position, LION)
    size = _list_pawn_captures(game, position, side, enemy, moves)
    men = own & ~(position[1] & position[2])
    while men != ZERO:
        square = lowest(men)
        men = without_lowest(men)
        kind = kind_on(position, square)
        if kind == MONKEY:
            size = generate_jumps(square, taken, enemy, lions, moves, size)
            continue
        ends = targets(kind, square, side, own, taken, lions) & enemy
        while ends != ZERO:
            moves[size] = move_of(square, lowest(ends))
            ends = without_lowest(ends)
            size += 1
    for i in range(size):
        if captures_of(position, moves[i]) & lions != ZERO:
            moves[0] = moves[i]
            return 1
    return size


@move_priority.register(Congo)
def _(game: Congo, position: Words, move: int) -> int:
    if captures_of(position, move) == ZERO and drowning(position, move) == ZERO:
        if not promotes(game, position, move):
            return 0
    gain = gain_of(game, position, move)
    if gain >= LION_VALUE // 2:
        return _LION_FALLS
    if gain <= 0:
        return min(gain, -1)
    if not see_ge(game, position, move, gain):
        return _LOSING + gain
    return 16 * gain - VALUES[kind_on(position, start_of(move))] // 16 + 2000


@is_check.register(Congo)
def _(game: Congo, position: Words) -> bool:
    return lion_is_attacked(position, turn(position))


@quick_outcome.register(Congo)
def _(game: Congo, position: Words, moves: Moves) -> int:
    if lion_is_missing(position) or lions_are_bare(position):
        return outcome(game, position, moves)
    return 0


@may_pass.register(Congo)
def _(game: Congo, position: Words) -> bool:
    """Not with a piece in the river, which the next move has to save, nor with pawns alone: that may be zugzwang."""
    side = turn(position)
    if pieces_in_river(position, side, RIVER) != ZERO:
        return False
    own = position[COLORS + side]
    pawns = own & position[1] & position[2] & ~position[0]
    return own & ~pawns & (position[0] | position[1] | position[2]) != ZERO


@piece_and_target.register(Congo)
def _(game: Congo, position: Words, move: int) -> int:
    return kind_on(position, start_of(move)) << 6 | end_of(move)


@structures.register(Congo)
def _(game: Congo, position: Words) -> tuple[np.uint64, np.uint64, np.uint64]:
    """The pawns; White's pieces; Black's pieces."""
    pawns = position[1] & position[2]
    white, black = position[COLORS], position[COLORS + 1]
    low, middle = position[0] & ~pawns, position[1] & ~pawns
    return (
        (pawns & white) * _MIX ^ (pawns & black),
        ((low & white) * _MIX ^ (middle & white)) * _MIX ^ (white & ~pawns),
        ((low & black) * _MIX ^ (middle & black)) * _MIX ^ (black & ~pawns),
    )


@history_index.register(Congo)
def _(game: Congo, position: Words, move: int) -> int:
    """By the kind of the piece and its target."""
    return kind_on(position, start_of(move)) << 6 | end_of(move)
