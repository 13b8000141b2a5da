"""What is known of an Amazons position without a search: squares that one side has for itself.

As long as one side's queens stand where they are, the other reaches only the squares that are connected with its own
queens by king's steps over empty ones. All others are *guarded*. A queen next to the enemy's squares, a *wall*, keeps
them so as well if it moves onto a guarded square and blocks the one it came from. So, whatever the enemy does, a side
makes as many moves as the longest sequence of such moves on its guarded squares; and as long as it makes no others, the
enemy makes at most as many as its longest sequence on the squares that it reaches. Whoever has enough moves by that
count wins. (Where no queens of different colours can meet, this always says who does.)

A region in which only queens of one colour stand, whatever stands in the way being away, is worth its longest sequence
and nothing else. So positions that differ in such regions only, but not in how many more of these moves White has than
Black, share one entry of the solver's table (the sum of a game and an integer: J. H. Conway, "On Numbers and Games").
So do mirror images (`plyground.games.amazons.mirrors`).

Source of the idea of guarded squares: "filled" and "blocker territory" in J. Song and M. Mueller, "An enhanced solver
for the game of Amazons", 2014.

Boards of at most 64 numbers only (`is_small`). The search for a longest sequence may give up: then nothing is known.
"""

import numpy as np

from plyground.core.rules import WIN_VALUE
from plyground.games.amazons.mirrors import Sets, representative
from plyground.games.amazons.rules import EMPTY, LAST, Amazons, is_small
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, lowest, popcount, without_lowest
from plyground.kernel.slides import slides
from plyground.kernel.words import WHITE, Words, key, turn
from plyground.solving.hooks import LIMIT, bounds, can_be_drawn, can_recur, essential_key, has_own_move

YES, NO, UNKNOWN = 1, 0, -1
MAX_TRIED = 600
"""Positions that the search for one sequence of a given length visits before it gives up."""
MAX_SHORT = 3
"""By how many squares the guarded ones may fall short of the enemy's before its longest sequence is not looked for."""
_QUEENS, _FREE, _LEFT, _QUEEN, _TARGETS, _TARGET, _ARROWS, _WALLS, _FRAME = range(9)
"""The words of a position of the sequence, in scratch memory."""
_SEEN, _SEEN_SIZE = 1024, 1024
"""Where remembered positions begin in scratch memory, and for how many there is room, a power of two."""
COUNT_MEMORY = _SEEN + _SEEN_SIZE
"""How many words of scratch memory the search for a sequence needs."""
_COUNTED, _COUNTED_SIZE = 4096, 4096
"""Where remembered longest sequences begin, and for how many there is room, two words each."""
_FACTOR, _S29, _S32 = np.uint64(0x9E3779B97F4A7C15), np.uint64(29), np.uint64(32)
_IDENTITY = np.uint64(0xFF)


@kernel
def beside(squares: np.uint64, stride: int) -> np.uint64:
    """Return `squares` and those a king's step away."""
    step = np.uint64(stride)
    column = squares | squares << ONE | squares >> ONE
    return column | column << step | column >> step


@kernel
def flood(squares: np.uint64, free: np.uint64, stride: int) -> np.uint64:
    """Return the squares of `free` connected with `squares`, which are in `free`."""
    while True:
        further = beside(squares, stride) & free
        if further == squares:
            return squares
        squares = further


@kernel
def _enter(memory: Words, ply: int, queens: np.uint64, walls: np.uint64, free: np.uint64) -> None:
    frame = _FRAME * ply
    memory[frame + _QUEENS], memory[frame + _FREE], memory[frame + _LEFT] = queens, free, queens
    memory[frame + _WALLS] = walls & queens
    memory[frame + _TARGETS] = memory[frame + _ARROWS] = ZERO


@kernel
def _next(memory: Words, frame: int, stride: int) -> bool:
    """Go to the next move of a position: a queen, its target, an arrow; return whether there is one."""
    while memory[frame + _ARROWS] == ZERO:
        if memory[frame + _TARGETS] != ZERO:
            targets = memory[frame + _TARGETS]
            memory[frame + _TARGETS] = without_lowest(targets)
            memory[frame + _TARGET] = targets ^ memory[frame + _TARGETS]
            queen = memory[frame + _QUEEN]
            if memory[frame + _WALLS] & queen != ZERO:
                memory[frame + _ARROWS] = queen
            else:
                memory[frame + _ARROWS] = slides(memory[frame + _TARGET], memory[frame + _FREE] | queen, stride)
        elif memory[frame + _LEFT] != ZERO:
            left = memory[frame + _LEFT]
            memory[frame + _LEFT] = without_lowest(left)
            memory[frame + _QUEEN] = left ^ memory[frame + _LEFT]
            memory[frame + _TARGETS] = slides(memory[frame + _QUEEN], memory[frame + _FREE], stride)
        else:
            return False
    return True


@kernel
def can_make(queens: np.uint64, walls: np.uint64, free: np.uint64, moves: int, stride: int, memory: Words) -> int:
    """Return whether `queens`, alone, can make `moves` moves over the empty squares `free`: `YES`, `NO`, `UNKNOWN`.

    The first move of a queen that is one of `walls` must block the square it came from.
    """
    if moves <= 0:
        return YES
    for i in range(_SEEN, _SEEN + _SEEN_SIZE):
        memory[i] = ZERO
    _enter(memory, 0, queens, walls, free)
    ply, tried = 0, 0
    while ply >= 0:
        frame = _FRAME * ply
        if not _next(memory, frame, stride):
            ply -= 1
            continue
        arrows = memory[frame + _ARROWS]
        memory[frame + _ARROWS] = without_lowest(arrows)
        if ply + 1 >= moves:
            return YES
        tried += 1
        if tried > MAX_TRIED:
            return UNKNOWN
        own, target = memory[frame + _QUEEN], memory[frame + _TARGET]
        own_queens = (memory[frame + _QUEENS] ^ own) | target
        left = (memory[frame + _FREE] | own) & ~target & ~(arrows ^ memory[frame + _ARROWS])
        if ply + 1 + popcount(flood(own_queens, left | own_queens, stride) & left) < moves:
            continue
        mark = (own_queens * _FACTOR ^ left) * _FACTOR
        mark ^= mark >> _S29
        place = _SEEN + np.int64(mark & np.uint64(_SEEN_SIZE - 1))
        if memory[place] == mark:
            continue  # seen with as many squares left: each move takes one, so it was at the same ply, and failed
        memory[place] = mark
        ply += 1
        _enter(memory, ply, own_queens, walls, left)
    return NO


@kernel
def most_moves(queens: np.uint64, walls: np.uint64, free: np.uint64, stride: int, memory: Words) -> int:
    """Return the longest sequences of `queens` in all their regions together, alone; `UNKNOWN` if it gives up."""
    total = 0
    while queens != ZERO:
        region = flood(ONE << np.uint64(lowest(queens)), queens | free, stride)
        own, squares = queens & region, free & region
        moves = popcount(squares)
        while True:
            answer = can_make(own, walls, squares, moves, stride, memory)
            if answer == YES:
                break
            if answer == UNKNOWN:
                return UNKNOWN
            moves -= 1
        total += moves
        queens &= ~region
    return total


@kernel
def outlasts(
    queens: np.uint64,
    others: np.uint64,
    empty: np.uint64,
    reach_value: np.uint64,
    ahead: int,
    stride: int,
    memory: Words,
) -> bool:
    """Tell whether `queens` certainly make at least `ahead` moves more than `others`, by guarded squares alone.

    `reach_value` are the squares where `others` stand or get to.
    """
    guarded, contested = empty & ~reach_value, empty & reach_value
    short = popcount(contested) + ahead - popcount(guarded)
    if short > MAX_SHORT:
        return False
    walls = queens & beside(reach_value, stride)
    if short > 0:
        against = most_moves(others, ZERO, contested, stride, memory)
        if against == UNKNOWN:
            return False
        return popcount(guarded) >= against + ahead and (
            most_moves(queens, walls, guarded, stride, memory) >= against + ahead
        )
    own = most_moves(queens, walls, guarded, stride, memory)
    if own == UNKNOWN or own >= popcount(contested) + ahead:
        return own != UNKNOWN
    against = most_moves(others, ZERO, contested, stride, memory)
    return against != UNKNOWN and own >= against + ahead


@kernel
def plies_by_count(game: Amazons, position: Words, memory: Words) -> int:
    """Return in how many plies at most the side to move wins by its number of moves; less than 0 if it loses.

    0 if guarded squares alone do not tell, and on large boards. `memory` is scratch of `COUNT_MEMORY` words.
    """
    if not is_small(game):
        return 0
    mover, stride = 2 * turn(position), game.ranks + 1
    own, others, empty = position[mover], position[2 - mover], position[EMPTY]
    ours, theirs = flood(own, own | empty, stride), flood(others, others | empty, stride)
    if outlasts(own, others, empty, theirs, 1, stride, memory):
        return 2 * popcount(theirs & empty) + 1
    if outlasts(others, own, empty, ours, 0, stride, memory):
        return -2 * popcount(ours & empty)
    return 0


@kernel
def moves_in(queens: np.uint64, squares: np.uint64, stride: int, memory: Words) -> int:
    """Return the longest sequence of `queens` over the empty `squares` of their region; `UNKNOWN` if it gives up."""
    mark = (queens * _FACTOR ^ squares) * _FACTOR
    mark ^= mark >> _S29
    place = _COUNTED + 2 * np.int64(mark & np.uint64(_COUNTED_SIZE - 1))
    if memory[place] != mark:
        moves = most_moves(queens, ZERO, squares, stride, memory)
        memory[place], memory[place + 1] = mark, np.uint64(moves + 1)
    return np.int64(memory[place + 1]) - 1  # type: ignore[return-value]


@essential_key.register(Amazons)
def _(game: Amazons, position: Words, memory: Words) -> np.uint64:
    white, black, empty, stride = position[0], position[2], position[EMPTY], game.ranks + 1
    queens = white | black
    if not is_small(game):
        return key(position)
    kept, left, spare = ZERO, queens, 0
    while left != ZERO:
        region = flood(ONE << np.uint64(lowest(left)), queens | empty, stride)
        left &= ~region
        if white & region == ZERO or black & region == ZERO:
            moves = moves_in(queens & region, empty & region, stride, memory)
            if moves != UNKNOWN:
                spare += moves if black & region == ZERO else -moves
                continue
        kept |= region
    image = representative(game, Sets(white & kept, black & kept, empty & kept))
    found = (position[LAST] & _IDENTITY) * _FACTOR
    for word in (np.uint64(spare + _COUNTED_SIZE), image.white, image.black, image.empty):
        found = (found ^ word) * _FACTOR
        found ^= found >> _S29
        found ^= found >> _S32
    return found


@has_own_move.register(Amazons)
def _(game: Amazons, position: Words, move: int) -> bool:
    # the images of a position share its key, but not its moves
    return is_small(game)


@bounds.register(Amazons)
def _(game: Amazons, position: Words, memory: Words) -> tuple[int, int]:
    plies = plies_by_count(game, position, memory)
    if plies == 0:
        return -LIMIT, LIMIT
    value = WIN_VALUE if (plies > 0) == (turn(position) == WHITE) else -WIN_VALUE
    return value, value


@can_be_drawn.register(Amazons)
def _(game: Amazons) -> bool:
    return False


@can_recur.register(Amazons)
def _(game: Amazons) -> bool:
    return False
