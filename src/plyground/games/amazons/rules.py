"""The rules of Amazons as kernels.

Words: White's queens, Black's queens, the empty squares, two words each (see `squares`; the second is 0 on small
boards), and the last word. Blocked squares are those that are neither. A move is ``from << 14 | to << 7 | blocked`` in
square numbers; numbers go up the files, so up to nine ranks moves sort by number as they sort by text.

Two facts make it fast. A queen that can move can shoot (back to where it came from), so a game is over exactly when no
queen to move has an empty neighbour. And all squares that a queen may move to can shoot at the same time: when the
whole set slides along an axis, the popcount at each step counts one arrow for each, so counting needs no list.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from plyground.core.events import Event, owner
from plyground.core.rules import (
    BLACK_WINS,
    NO_MOVE,
    ONGOING,
    WHITE_WINS,
    count,
    generate,
    is_position,
    order,
    outcome,
    outcome_code,
    play,
    sample,
)
from plyground.games.amazons.squares import (
    AXES,
    CHESSBOARD,
    WORD,
    OneWord,
    TwoWords,
    ahead,
    append,
    back,
    both,
    count_slides,
    either,
    first,
    is_empty,
    neighbours,
    nth,
    only,
    reach,
    size,
    step_of,
    without,
)
from plyground.games.amazons.themes import shut_in
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, bit, popcount
from plyground.kernel.random import below
from plyground.kernel.words import WHITE, Moves, Words, sort_moves, turn

if TYPE_CHECKING:
    from plyground.core.position import Position

TERMINATIONS = ("no moves",)
ENDINGS = {"no moves": "none of {loser}'s queens can move"}
EMPTY, LAST = 4, 6
"""Where the words of the empty squares begin, and the last word."""
FROM_SHIFT, TO_SHIFT, SQUARE_MASK = 14, 7, 127
SMALLEST, LARGEST = 4, 10


class Amazons(NamedTuple):
    """The board, how many queens the side with more of them has, and whether the game's name fixes the size (1)."""

    files: int
    ranks: int
    queens: int
    fixed: int = 0

    @property
    def words(self) -> int:
        """The number of words of a position."""
        return LAST + 1

    @property
    def max_moves(self) -> int:
        """At least as many moves as any position has.

        A queen sees at most `sight` squares, from its square and again from where it went; and a square can be moved
        to by at most eight queens, the nearest in each direction.
        """
        sight = self.files + self.ranks - 2 + 2 * (min(self.files, self.ranks) - 1)
        return min(self.queens * sight, 8 * (self.files * self.ranks - self.queens)) * sight


RULES = {
    "amazons": Amazons(6, 6, 2),
    "amazons-8x8": Amazons(8, 8, 4, fixed=1),
    "amazons-10x10": Amazons(10, 10, 4, fixed=1),
}
"""Game to the rules of its usual start."""


@kernel
def is_small(game: Amazons) -> bool:
    """Tell whether a set of squares is one word."""
    return game.files * (game.ranks + 1) <= WORD


@kernel
def is_chessboard(game: Amazons) -> bool:
    """Tell whether the board has eight files and eight ranks."""
    return game.files == CHESSBOARD and game.ranks == CHESSBOARD


@kernel
def one_word(position: Words, i: int) -> OneWord:
    """Return the set that begins at word `i`, on a small board."""
    return OneWord(position[i])


@kernel
def two_words(position: Words, i: int) -> TwoWords:
    """Return the set that begins at word `i`, on a larger board."""
    return TwoWords(position[i], position[i + 1])


@kernel
def free_squares(game: Amazons, position: Words) -> int:
    """Return how many squares are empty: neither blocked nor under a queen."""
    return size(two_words(position, EMPTY))


@generate.register(Amazons)
def _(game: Amazons, position: Words, moves: Moves) -> int:
    queens = 2 * turn(position)
    if is_small(game):
        return list_moves(one_word(position, queens), one_word(position, EMPTY), game.ranks + 1, moves)
    return list_moves(two_words(position, queens), two_words(position, EMPTY), game.ranks + 1, moves)


@kernel
def list_moves(queens: Any, empty: Any, stride: int, moves: Moves) -> int:
    """Write the moves of `queens`, ascending; return how many."""
    found = 0
    while not is_empty(queens):
        start = first(queens)
        queen = only(queens, start)
        queens = without(queens, queen)
        free = either(empty, queen)
        targets = reach(queen, empty, stride)
        while not is_empty(targets):
            end = first(targets)
            target = only(targets, end)
            targets = without(targets, target)
            found = append(reach(target, free, stride), start << FROM_SHIFT | end << TO_SHIFT, moves, found)
    return found


@count.register(Amazons)
def _(game: Amazons, position: Words, moves: Moves) -> int:
    queens = 2 * turn(position)
    if is_small(game):
        return count_moves(one_word(position, queens), one_word(position, EMPTY), game.ranks + 1)
    return count_moves(two_words(position, queens), two_words(position, EMPTY), game.ranks + 1)


@kernel
def count_moves(queens: Any, empty: Any, stride: int) -> int:
    """Return how many moves `queens` have."""
    total = 0
    while not is_empty(queens):
        queen = only(queens, first(queens))
        queens = without(queens, queen)
        total += count_slides(reach(queen, empty, stride), either(empty, queen), stride)
    return total


@sample.register(Amazons)
def _(game: Amazons, position: Words, moves: Moves, random: Words) -> int:
    queens = 2 * turn(position)
    if is_small(game):
        return sample_move(one_word(position, queens), one_word(position, EMPTY), game.ranks + 1, random)
    return sample_move(two_words(position, queens), two_words(position, EMPTY), game.ranks + 1, random)


@kernel
def sample_move(queens: Any, empty: Any, stride: int, random: Words) -> int:
    """Return a random move of `queens` without listing any: the queen by its number of moves, then one of those."""
    total, chosen_shots = 0, 0
    chosen, chosen_targets = queens, queens
    while not is_empty(queens):
        queen = only(queens, first(queens))
        queens = without(queens, queen)
        targets = reach(queen, empty, stride)
        shots = count_slides(targets, either(empty, queen), stride)
        total += shots
        # the latest of n queens takes over with its share of the moves so far: in the end each has its share of all
        if shots > 0 and below(random, total) < shots:
            chosen, chosen_targets, chosen_shots = queen, targets, shots
    if total == 0:
        return NO_MOVE
    shot = nth_shot(chosen_targets, either(empty, chosen), stride, below(random, chosen_shots))
    return first(chosen) << FROM_SHIFT | shot


@kernel
def nth_shot(targets: Any, free: Any, stride: int, index: int) -> int:
    """Return ``to << 7 | blocked`` of shot number `index`, in the order in which `count_slides` counts them."""
    for axis in range(AXES):
        step = step_of(axis, stride)
        distance = step
        front = both(ahead(targets, step), free)
        while not is_empty(front):
            shots = size(front)
            if index < shots:
                blocked = nth(front, index)
                return (blocked - distance) << TO_SHIFT | blocked
            index -= shots
            distance += step
            front = both(ahead(front, step), free)
        distance = step
        front = both(back(targets, step), free)
        while not is_empty(front):
            shots = size(front)
            if index < shots:
                blocked = nth(front, index)
                return (blocked + distance) << TO_SHIFT | blocked
            index -= shots
            distance += step
            front = both(back(front, step), free)
    return NO_MOVE


@order.register(Amazons)
def _(game: Amazons, position: Words, moves: Moves, size: int) -> None:
    if game.ranks < LARGEST:
        sort_moves(moves, size)
        return
    for i in range(size):
        moves[i] = rank_ten_first(moves[i])
    sort_moves(moves, size)
    for i in range(size):
        moves[i] = rank_ten_last(moves[i])


@kernel
def rank_ten_first(move: int) -> int:
    """Renumber the ranks of a move on ten ranks so that it sorts as its text.

    ``a10b1/`` comes before ``a1b1/`` (a digit before a letter), but ``/a10`` and ``a10/`` right after ``/a1`` and
    ``a1/`` (the end of a text, and a slash, before a digit).
    """
    stride = LARGEST + 1
    start, end, blocked = move >> FROM_SHIFT, move >> TO_SHIFT & SQUARE_MASK, move & SQUARE_MASK
    start += -LARGEST + 1 if start % stride == LARGEST - 1 else 1
    end += -LARGEST + 2 if end % stride == LARGEST - 1 else int(end % stride > 0)
    blocked += -LARGEST + 2 if blocked % stride == LARGEST - 1 else int(blocked % stride > 0)
    return start << FROM_SHIFT | end << TO_SHIFT | blocked


@kernel
def rank_ten_last(move: int) -> int:
    """Reverse `rank_ten_first`."""
    stride = LARGEST + 1
    start, end, blocked = move >> FROM_SHIFT, move >> TO_SHIFT & SQUARE_MASK, move & SQUARE_MASK
    start += LARGEST - 1 if start % stride == 0 else -1
    end += LARGEST - 2 if end % stride == 1 else -int(end % stride > 1)
    blocked += LARGEST - 2 if blocked % stride == 1 else -int(blocked % stride > 1)
    return start << FROM_SHIFT | end << TO_SHIFT | blocked


@play.register(Amazons)
def _(game: Amazons, position: Words, move: int, child: Words) -> None:
    start, end, blocked = move >> FROM_SHIFT, move >> TO_SHIFT & SQUARE_MASK, move & SQUARE_MASK
    for i in range(LAST):
        child[i] = position[i]
    queens = 2 * turn(position)
    child[queens + start // WORD] ^= bit(start % WORD)
    child[queens + end // WORD] |= bit(end % WORD)
    child[EMPTY + start // WORD] |= bit(start % WORD)
    child[EMPTY + end // WORD] ^= bit(end % WORD)
    child[EMPTY + blocked // WORD] ^= bit(blocked % WORD)
    child[LAST] = position[LAST] ^ ONE


@outcome.register(Amazons)
def _(game: Amazons, position: Words, moves: Moves) -> int:
    side = turn(position)
    stride = game.ranks + 1
    if is_small(game):
        stuck = is_empty(both(neighbours(one_word(position, 2 * side), stride), one_word(position, EMPTY)))
    else:
        stuck = is_empty(both(neighbours(two_words(position, 2 * side), stride), two_words(position, EMPTY)))
    if not stuck:
        return ONGOING
    return outcome_code(BLACK_WINS if side == WHITE else WHITE_WINS, 0)


@is_position.register(Amazons)
def _(game: Amazons, position: Words, moves: Moves) -> bool:
    low = high = ZERO
    for file in range(game.files):
        for square in range(file * (game.ranks + 1), file * (game.ranks + 1) + game.ranks):
            if square < WORD:
                low |= bit(square)
            else:
                high |= bit(square - WORD)
    for word in range(2):
        white, black, empty = position[word], position[2 + word], position[EMPTY + word]
        board = low if word == 0 else high
        if (white | black | empty) & ~board | white & black | (white | black) & empty != ZERO:
            return False
    queens = popcount(position[0]) + popcount(position[1]), popcount(position[2]) + popcount(position[3])
    return min(queens) > 0 and max(queens) == game.queens and position[LAST] <= ONE


def events(before: "Position", after: "Position", steps: Sequence[str]) -> list[Event]:
    """Return what happens when a queen moves: a square burns, and queens that cannot move any more."""
    found = [Event("fire", steps[-1:], f"Fire blocks {steps[-1]} for the rest of the game.")]
    stuck = shut_in(after, set(after.pieces)) - shut_in(before, set(before.pieces))
    for square in sorted(stuck):
        side = owner(after.game, after.pieces[square])
        if side is not None:
            text = f"{after.game.colors[side]}'s queen on {square} is walled in: it cannot move any more."
            found.append(Event("walled", (square,), text, sign="⊘"))
    return found
