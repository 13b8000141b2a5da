"""The rules of Star and Circle as kernels.

A square is a bit: 0 is H1, 1 is H2, ..., 63 is A8, so Star moves towards lower bits, and the homework's order of
expansion (H1 H2 ... A8, by start, then by end) is the order of the numbers. A move is ``64 * start + end``, or `PASS`.

Words: the squares with stars; those with circles; the stars on row H beyond the first of each square, eight bits a
column; the circles on row A likewise; the last word, whose bits 1 and 2 count the passes just made. Light squares work
like dark ones: a game's texts decide which squares it uses.
Source: USC CSCI 561, spring 2018, homework 1.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from plyground.core.events import Event, board_events
from plyground.core.rules import (
    BLACK_WINS,
    DRAW,
    ONGOING,
    WHITE_WINS,
    count,
    generate,
    is_position,
    order,
    outcome,
    outcome_code,
    play,
    utility,
)
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, bit, has, lowest, popcount, without_lowest
from plyground.kernel.rows import row_sum
from plyground.kernel.words import Moves, Words, state_word, turn

if TYPE_CHECKING:
    from plyground.core.position import Position

STARS, CIRCLES, STAR_STACKS, CIRCLE_STACKS, STATE = range(5)
"""The words of a position."""

PASS = 64 * 64
TERMINATIONS = ("two passes", "no piece left")
ENDINGS = {"two passes": "neither side can move", "no piece left": "a side has lost all its men"}
"""What the reasons mean, for people."""
RACE = len(TERMINATIONS)
"""The engine's own reason, beyond those of the rules: no pieces can meet any more, so the points are known (`race`)."""

DARK = np.uint64(0x55AA55AA55AA55AA)
"""The squares that the game uses."""
ROW_H = np.uint64(0xFF)
ROW_A = np.uint64(0xFF << 56)
_NOT_COLUMN_1 = np.uint64(0xFEFEFEFEFEFEFEFE)
_NOT_COLUMN_8 = np.uint64(0x7F7F7F7F7F7F7F7F)
_LEFT_UP = _RIGHT_DOWN = np.uint64(9)
_RIGHT_UP = _LEFT_DOWN = np.uint64(7)
_EVEN_COLUMNS = np.uint64(0x00FF00FF00FF00FF)
_ALL_LANES = np.uint64(0x0001000100010001)
_TWO_PASSES = np.uint64(0b101)
_MOST_BEYOND = np.uint64(31)
"""The most pieces of a stack beyond the first."""
_S8, _S48 = np.uint64(8), np.uint64(48)


class StarCircle(NamedTuple):
    """The row values: a piece of Star's on row A is worth `a`, one of Circle's on row H likewise, and so on."""

    a: int = 10
    b: int = 20
    c: int = 30
    d: int = 40
    e: int = 50
    f: int = 60
    g: int = 70
    h: int = 80

    @property
    def words(self) -> int:
        """How many words a position has."""
        return 5

    @property
    def max_moves(self) -> int:
        """The most moves a position can have: 56 squares before the last row, four moves each."""
        return 4 * 56


RULES = StarCircle()
"""The rules with the usual row values, which a position's text may change."""


@kernel
def passes(position: Words) -> int:
    """Return how many passes in a row were just made."""
    return np.int64((position[STATE] >> ONE) & np.uint64(3))  # type: ignore[return-value]


@kernel
def movers(position: Words) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return the squares from which the side to move can step or jump left or right (as Star sees it)."""
    stars, circles = position[STARS], position[CIRCLES]
    empty = ~(stars | circles)
    if turn(position) == 0:
        landing = empty | (stars & ROW_H)
        enemy_left = stars & _NOT_COLUMN_1 & (circles << _LEFT_UP)
        enemy_right = stars & _NOT_COLUMN_8 & (circles << _RIGHT_UP)
        return (
            stars & _NOT_COLUMN_1 & (landing << _LEFT_UP),
            stars & _NOT_COLUMN_8 & (landing << _RIGHT_UP),
            enemy_left & (landing << _LEFT_UP & _NOT_COLUMN_1) << _LEFT_UP,
            enemy_right & (landing << _RIGHT_UP & _NOT_COLUMN_8) << _RIGHT_UP,
        )
    landing = empty | (circles & ROW_A)
    enemy_left = circles & _NOT_COLUMN_1 & (stars >> _LEFT_DOWN)
    enemy_right = circles & _NOT_COLUMN_8 & (stars >> _RIGHT_DOWN)
    return (
        circles & _NOT_COLUMN_1 & (landing >> _LEFT_DOWN),
        circles & _NOT_COLUMN_8 & (landing >> _RIGHT_DOWN),
        enemy_left & (landing >> _LEFT_DOWN & _NOT_COLUMN_1) >> _LEFT_DOWN,
        enemy_right & (landing >> _RIGHT_DOWN & _NOT_COLUMN_8) >> _RIGHT_DOWN,
    )


@kernel
def is_over(position: Words) -> bool:
    """Tell whether two passes were made or a side has no piece; two blocked sides still have to pass."""
    return position[STARS] == ZERO or position[CIRCLES] == ZERO or passes(position) >= 2


@generate.register(StarCircle)
def _(game: StarCircle, position: Words, moves: Moves) -> int:
    if is_over(position):
        return 0
    step_left, step_right, jump_left, jump_right = movers(position)
    left = step_left | step_right | jump_left | jump_right
    if left == ZERO:
        moves[0] = PASS
        return 1
    size = 0
    side = turn(position)
    while left != ZERO:
        start = lowest(left)
        left = without_lowest(left)
        code = 64 * start + start
        if side == 0:  # further up is earlier: jumps before steps
            moves[size] = code - 18
            size += has(jump_left, start)
            moves[size] = code - 14
            size += has(jump_right, start)
            moves[size] = code - 9
            size += has(step_left, start)
            moves[size] = code - 7
            size += has(step_right, start)
        else:
            moves[size] = code + 7
            size += has(step_left, start)
            moves[size] = code + 9
            size += has(step_right, start)
            moves[size] = code + 14
            size += has(jump_left, start)
            moves[size] = code + 18
            size += has(jump_right, start)
    return size


@count.register(StarCircle)
def _(game: StarCircle, position: Words, moves: Moves) -> int:
    if is_over(position):
        return 0
    step_left, step_right, jump_left, jump_right = movers(position)
    return max(1, popcount(step_left) + popcount(step_right) + popcount(jump_left) + popcount(jump_right))


@order.register(StarCircle)
def _(game: StarCircle, position: Words, moves: Moves, size: int) -> None:
    """Do nothing: `generate` lists the moves in the homework's order of expansion."""


@play.register(StarCircle)
def _(game: StarCircle, position: Words, move: int, child: Words) -> None:
    side = turn(position)
    own, enemy = position[side], position[1 - side]
    stars_stacked, circles_stacked = position[STAR_STACKS], position[CIRCLE_STACKS]
    if move == PASS:
        child[STATE] = state_word(1 - side, passes(position) + 1, 0, 0)
    else:
        start, end = move >> 6, move & 63
        if abs(start - end) > 9:
            enemy ^= bit((start + end) >> 1)
        own ^= bit(start)
        if has(own, end):
            if side == 0:
                stars_stacked += bit(8 * end)
            else:
                circles_stacked += bit(8 * (end - 56))
        own |= bit(end)
        child[STATE] = state_word(1 - side, 0, 0, 0)
    child[side] = own
    child[1 - side] = enemy
    child[STAR_STACKS] = stars_stacked
    child[CIRCLE_STACKS] = circles_stacked


@kernel
def count_stacked(counts: np.uint64) -> int:
    """Return the sum of the eight counts, which may exceed one byte."""
    lanes = (counts & _EVEN_COLUMNS) + ((counts >> _S8) & _EVEN_COLUMNS)
    return np.int64((lanes * _ALL_LANES) >> _S48)  # type: ignore[return-value]


@kernel
def stars_utility(game: StarCircle, position: Words) -> int:
    """Return E for Star: its pieces' row values minus Circle's; a stack counts each of its pieces."""
    stacks = count_stacked(position[STAR_STACKS]) - count_stacked(position[CIRCLE_STACKS])
    return game[7] * stacks + row_sum(position[STARS], position[CIRCLES], game)


@kernel
def race_utility(game: StarCircle, position: Words) -> int:
    """Return E for Star at the end of a race."""
    stars = popcount(position[STARS]) + count_stacked(position[STAR_STACKS])
    return game[7] * (stars - popcount(position[CIRCLES]) - count_stacked(position[CIRCLE_STACKS]))


@outcome.register(StarCircle, inline=True)
def _(game: StarCircle, position: Words, moves: Moves) -> int:
    if not is_over(position):
        return ONGOING
    total = stars_utility(game, position)
    result = WHITE_WINS if total > 0 else BLACK_WINS if total < 0 else DRAW
    return outcome_code(result, 0 if passes(position) >= 2 else 1)


@utility.register(StarCircle)
def _(game: StarCircle, position: Words, code: int) -> int:
    return race_utility(game, position) if code >> 2 == RACE else stars_utility(game, position)


@is_position.register(StarCircle)
def _(game: StarCircle, position: Words, moves: Moves) -> bool:
    stars, circles = position[STARS], position[CIRCLES]
    if (stars | circles) & ~DARK | stars & circles != ZERO or position[STATE] > _TWO_PASSES:
        return False
    for column in range(8):
        on_h, on_a = has(stars, column), has(circles, 56 + column)
        beyond = position[STAR_STACKS] >> np.uint64(8 * column) & ROW_H
        others = position[CIRCLE_STACKS] >> np.uint64(8 * column) & ROW_H
        if beyond > (_MOST_BEYOND if on_h else ZERO) or others > (_MOST_BEYOND if on_a else ZERO):
            return False
    return True


def events(before: "Position", after: "Position", steps: Sequence[str]) -> list[Event]:
    """Return what happens when a man moves: what it takes, that it arrives, and that the other side has no move."""
    name = before.game.colors[before.turn]
    found = [event for event in board_events(before, after, steps) if event.kind in {"capture", "pass"}]
    if steps and steps[-1][0] in "AH":
        worth = before.rules[-1]
        found.append(
            Event("arrival", steps[-1:], f"{name} brings a man to the last row, for {worth} points.", sign="•")
        )
    return found
