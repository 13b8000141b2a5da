"""What the solver knows of an Amazons position without a search: squares that one side has for itself.

A region is a set of squares, empty or under a queen, connected by king's steps. A side makes at most as many moves as
there are empty squares in the regions of its queens, since each move blocks one. In regions without an enemy queen it
makes as many as the longest sequence there, whatever happens elsewhere. So White, to move, wins if its own regions give
more moves than all of Black's regions together could; if no region is shared, the two longest sequences decide.

Boards of at most 64 numbers only (`is_small`). The search for a longest sequence may give up: then nothing is known.
"""

import numpy as np

from plyground.core.rules import WIN_VALUE
from plyground.games.amazons.rules import EMPTY, Amazons, is_small
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, lowest, popcount, without_lowest
from plyground.kernel.slides import slides
from plyground.kernel.words import WHITE, Words, turn
from plyground.solving.hooks import LIMIT, bounds, can_be_drawn

YES, NO, UNKNOWN = 1, 0, -1
MAX_TRIED = 600
"""Positions that the search for one sequence of a given length visits before it gives up."""
_QUEENS, _FREE, _LEFT, _QUEEN, _TARGETS, _TARGET, _ARROWS, _FRAME = range(8)
"""The words of a position of the sequence, in scratch memory."""
_SEEN, _SEEN_SIZE = 1024, 1024
"""Where remembered positions begin in scratch memory, and for how many there is room, a power of two."""
_FACTOR, _S29 = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)


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
def _enter(memory: Words, ply: int, queens: np.uint64, free: np.uint64) -> None:
    frame = _FRAME * ply
    memory[frame + _QUEENS], memory[frame + _FREE], memory[frame + _LEFT] = queens, free, queens
    memory[frame + _TARGETS] = memory[frame + _ARROWS] = ZERO


@kernel
def _next(memory: Words, frame: int, stride: int) -> bool:
    """Go to the next move of a position: a queen, its target, an arrow; return whether there is one."""
    while memory[frame + _ARROWS] == ZERO:
        if memory[frame + _TARGETS] != ZERO:
            targets = memory[frame + _TARGETS]
            memory[frame + _TARGETS] = without_lowest(targets)
            memory[frame + _TARGET] = targets ^ memory[frame + _TARGETS]
            free = memory[frame + _FREE] | memory[frame + _QUEEN]
            memory[frame + _ARROWS] = slides(memory[frame + _TARGET], free, stride)
        elif memory[frame + _LEFT] != ZERO:
            left = memory[frame + _LEFT]
            memory[frame + _LEFT] = without_lowest(left)
            memory[frame + _QUEEN] = left ^ memory[frame + _LEFT]
            memory[frame + _TARGETS] = slides(memory[frame + _QUEEN], memory[frame + _FREE], stride)
        else:
            return False
    return True


@kernel
def can_make(queens: np.uint64, free: np.uint64, moves: int, stride: int, memory: Words) -> int:
    """Return whether `queens`, alone, can make `moves` moves over the empty squares `free`: `YES`, `NO`, `UNKNOWN`."""
    if moves <= 0:
        return YES
    for i in range(_SEEN, _SEEN + _SEEN_SIZE):
        memory[i] = ZERO
    _enter(memory, 0, queens, free)
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
        _enter(memory, ply, own_queens, left)
    return NO


@kernel
def most_moves(queens: np.uint64, free: np.uint64, stride: int, memory: Words) -> int:
    """Return the longest sequences of `queens` in all their regions together, alone; `UNKNOWN` if it gives up."""
    total = 0
    while queens != ZERO:
        region = flood(ONE << np.uint64(lowest(queens)), queens | free, stride)
        own, squares = queens & region, free & region
        moves = popcount(squares)
        while True:
            answer = can_make(own, squares, moves, stride, memory)
            if answer == YES:
                break
            if answer == UNKNOWN:
                return UNKNOWN
            moves -= 1
        total += moves
        queens &= ~region
    return total


@kernel
def _has_more(queens: np.uint64, alone: np.uint64, empty: np.uint64, moves: int, stride: int, memory: Words) -> bool:
    """Tell whether `queens` certainly make `moves` moves in their own regions `alone`."""
    if popcount(alone & empty) < moves:
        return False
    return most_moves(queens & alone, empty & alone, stride, memory) >= moves


@bounds.register(Amazons)
def _(game: Amazons, position: Words, memory: Words) -> tuple[int, int]:
    if not is_small(game):
        return -LIMIT, LIMIT
    white, black, empty, stride = position[0], position[2], position[EMPTY], game.ranks + 1
    free = white | black | empty
    near_white, near_black = flood(white, free, stride), flood(black, free, stride)
    whites_tempo = 1 if turn(position) == WHITE else 0
    if near_white & near_black == ZERO:
        whites = most_moves(white, empty, stride, memory)
        blacks = most_moves(black, empty, stride, memory) if whites != UNKNOWN else UNKNOWN
        if whites == UNKNOWN or blacks == UNKNOWN:
            return -LIMIT, LIMIT
        value = WIN_VALUE if whites >= blacks + whites_tempo else -WIN_VALUE
        return value, value
    if _has_more(white, near_white & ~near_black, empty, popcount(near_black & empty) + whites_tempo, stride, memory):
        return WIN_VALUE, WIN_VALUE
    needed = popcount(near_white & empty) + 1 - whites_tempo
    if _has_more(black, near_black & ~near_white, empty, needed, stride, memory):
        return -WIN_VALUE, -WIN_VALUE
    return -LIMIT, LIMIT


@can_be_drawn.register(Amazons)
def _(game: Amazons) -> bool:
    return False
