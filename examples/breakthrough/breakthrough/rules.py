"""The rules of Breakthrough as kernels.

A man steps to the next rank, straight or diagonally, where the square is empty; a man of the other side it takes only
diagonally. The first to bring a man to the far rank, or to take the last man of the other side, wins.
"""

from plyground.core.boards import BoardRules, file_of, move_between, move_piece, rank_of, square_at
from plyground.core.evaluation import handmade
from plyground.core.rules import BLACK_WINS, ONGOING, WHITE_WINS, generate, outcome, outcome_code, play
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, bit, has, lowest, popcount, without_lowest
from plyground.kernel.words import WHITE, Moves, Words, turn


class Breakthrough(BoardRules):
    """The rules."""


RULES = Breakthrough(files=8, ranks=8, max_moves=48)
PIECES = {"white-man": "W", "black-man": "B"}
TERMINATIONS = ("far rank reached", "no men")
MIRRORED = True


@kernel
def has_arrived(game: Breakthrough, position: Words, side: int) -> bool:
    """Tell whether `side` has a man on the rank that is farthest from it."""
    goal = ZERO
    for file in range(game.files):
        goal |= bit(square_at(game, file, game.ranks - 1 if side == WHITE else 0))
    return position[side] & goal != ZERO


@generate.register(Breakthrough)
def _(game: Breakthrough, position: Words, moves: Moves) -> int:
    side, size = turn(position), 0
    if has_arrived(game, position, 1 - side):
        return 0
    own, other = position[side], position[1 - side]
    men, forward = own, 1 if side == WHITE else -1
    while men != ZERO:
        start = lowest(men)
        men = without_lowest(men)
        for sideways in range(-1, 2):
            end = square_at(game, file_of(game, start) + sideways, rank_of(game, start) + forward)
            if end >= 0 and not has(own, end) and not (sideways == 0 and has(other, end)):
                moves[size] = move_between(start, end)
                size += 1
    return size


@play.register(Breakthrough)
def _(game: Breakthrough, position: Words, move: int, child: Words) -> None:
    move_piece(position, move, child)


@outcome.register(Breakthrough)
def _(game: Breakthrough, position: Words, moves: Moves) -> int:
    side = turn(position)
    other_wins = BLACK_WINS if side == WHITE else WHITE_WINS
    if has_arrived(game, position, 1 - side):
        return outcome_code(other_wins, 0)
    if position[side] == ZERO:
        return outcome_code(other_wins, 1)
    return ONGOING


@handmade.register(Breakthrough)
def _(game: Breakthrough, position: Words) -> int:
    side = turn(position)
    return 100 * (popcount(position[side]) - popcount(position[1 - side]))
