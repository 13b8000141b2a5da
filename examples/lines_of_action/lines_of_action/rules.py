"""The rules of Lines of Action as kernels.

A man moves in any of eight directions, exactly as many squares as there are men of both sides on that line. It jumps
over men of its own side, not over others, and takes a man of the other side on which it ends. The side whose men are
all connected (in eight directions) wins; if a move connects both sides, the mover wins. A side without a move loses.
"""

import numpy as np

from plyground.core.boards import BoardRules, file_of, move_between, move_piece, rank_of, square_at
from plyground.core.evaluation import handmade
from plyground.core.rules import BLACK_WINS, ONGOING, WHITE_WINS, generate, outcome, outcome_code, play
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, bit, has, lowest, without_lowest
from plyground.kernel.words import WHITE, Moves, Words, turn


class LinesOfAction(BoardRules):
    """The rules."""


RULES = LinesOfAction(files=8, ranks=8, max_moves=96)
PIECES = {"white-man": "W", "black-man": "B"}
TERMINATIONS = ("connected", "no moves")
MIRRORED = True
DIRECTIONS = np.array([(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)])
"""Steps in file and rank; direction 4 + i is the opposite of i."""


@kernel
def men_ahead(game: LinesOfAction, men: np.uint64, square: int, direction: int) -> int:
    """Count the men beyond `square` in a direction."""
    step = DIRECTIONS[direction]
    found, square = 0, square_at(game, file_of(game, square) + step[0], rank_of(game, square) + step[1])
    while square >= 0:
        found += has(men, square)
        square = square_at(game, file_of(game, square) + step[0], rank_of(game, square) + step[1])
    return found


@kernel
def is_connected(game: LinesOfAction, men: np.uint64) -> bool:
    """Tell whether `men` are one group; a single man is, and so are none."""
    waiting = bit(lowest(men)) if men != ZERO else ZERO
    rest = men & ~waiting
    while waiting != ZERO:
        square = lowest(waiting)
        waiting = without_lowest(waiting)
        for step in DIRECTIONS:
            near = square_at(game, file_of(game, square) + step[0], rank_of(game, square) + step[1])
            if near >= 0 and has(rest, near):
                rest &= ~bit(near)
                waiting |= bit(near)
    return rest == ZERO


@kernel
def landing(game: LinesOfAction, own: np.uint64, other: np.uint64, start: int, direction: int) -> int:
    """Return the square on which the man on `start` ends in a direction, -1 if it cannot move there."""
    men, step = own | other, DIRECTIONS[direction]
    distance = 1 + men_ahead(game, men, start, direction) + men_ahead(game, men, start, (direction + 4) % 8)
    file, rank = file_of(game, start), rank_of(game, start)
    for i in range(1, distance):
        passed = square_at(game, file + i * step[0], rank + i * step[1])
        if passed < 0 or has(other, passed):
            return -1
    end = square_at(game, file + distance * step[0], rank + distance * step[1])
    return -1 if end < 0 or has(own, end) else end


@kernel
def list_moves(game: LinesOfAction, position: Words, moves: Moves) -> int:
    """Write the moves of the side to move, whether the game is over or not; return their number."""
    own, other = position[turn(position)], position[1 - turn(position)]
    men, size = own, 0
    while men != ZERO:
        start = lowest(men)
        men = without_lowest(men)
        for direction in range(8):
            end = landing(game, own, other, start, direction)
            if end >= 0:
                moves[size] = move_between(start, end)
                size += 1
    return size


@generate.register(LinesOfAction)
def _(game: LinesOfAction, position: Words, moves: Moves) -> int:
    if is_connected(game, position[0]) or is_connected(game, position[1]):
        return 0
    return list_moves(game, position, moves)


@play.register(LinesOfAction)
def _(game: LinesOfAction, position: Words, move: int, child: Words) -> None:
    move_piece(position, move, child)


@outcome.register(LinesOfAction)
def _(game: LinesOfAction, position: Words, moves: Moves) -> int:
    side = turn(position)
    own_wins, other_wins = (WHITE_WINS, BLACK_WINS) if side == WHITE else (BLACK_WINS, WHITE_WINS)
    if is_connected(game, position[1 - side]):
        return outcome_code(other_wins, 0)
    if is_connected(game, position[side]):
        return outcome_code(own_wins, 0)
    return ONGOING if list_moves(game, position, moves) > 0 else outcome_code(other_wins, 1)


@kernel
def spread(game: LinesOfAction, men: np.uint64) -> int:
    """Return how far `men` stand from their centre, on average, in hundredths of a square."""
    files, ranks, size, rest = 0, 0, 0, men
    while rest != ZERO:
        square = lowest(rest)
        rest = without_lowest(rest)
        files, ranks, size = files + file_of(game, square), ranks + rank_of(game, square), size + 1
    far, rest = 0, men
    while rest != ZERO:
        square = lowest(rest)
        rest = without_lowest(rest)
        far += max(abs(size * file_of(game, square) - files), abs(size * rank_of(game, square) - ranks))
    return 100 * far // max(1, size * size)


@handmade.register(LinesOfAction)
def _(game: LinesOfAction, position: Words) -> int:
    side = turn(position)
    return spread(game, position[1 - side]) - spread(game, position[side])
