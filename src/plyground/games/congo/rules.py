"""The rules of Congo as kernels: the moves, what a move does, what drowns, and when the game is over.

How the pieces move is in `movement`, the monkey's captures in `jumps`. A position is the six words of `movement`: a
piece's kind is three bits in three words, so it can move, be captured, drown or be promoted without checking what it
is: its bits move along. Bit 1 of the last word says that two bare lions have missed their chance (`may_capture`).

Source: the project's Congo rules (the course's hand-outs; conventions after mindsports.nl and Wikipedia).
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from plyground.core.events import Event, board_events, name_men
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
)
from plyground.games.congo.jumps import MAX_MOVES, end_of, smallest_path, square_on_path, squares_jumped, start_of
from plyground.games.congo.movement import COLORS, LION, MONKEY, STATE, all_of_kind, count_moves, flight, list_moves
from plyground.games.congo.squares import BOARD, CASTLES, FIRST_RANK, LAST_RANK, RIVER
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, lowest, popcount, without_lowest
from plyground.kernel.words import BLACK, WHITE, Moves, Words, move_number, sort_moves, turn

if TYPE_CHECKING:
    from plyground.core.position import Position

TERMINATIONS = ("lion captured", "no moves", "bare lions")
ENDINGS = {
    "lion captured": "{winner} has taken {loser}'s lion",
    "no moves": "none of {loser}'s pieces can move",
    "bare lions": "only the two lions are left, which is a draw",
}
"""What the reasons mean, for people."""
LION_CAPTURED, NO_MOVES, BARE_LIONS = range(3)
ROYAL_CAPTURE = LION_CAPTURED
"""The reason that makes a threat a check, also to players that know nothing of Congo."""

ARMY = 14
"""The pieces of a full army; against this many, one monkey is known to have few enough captures."""
MAX_FULL_MOVES = 2**31
"""The move number has to fit into half a word."""

_PASSED = np.uint64(2)
_UNUSED = np.uint64(0xFFFFFFFC)
"""The bits below the move number that no position has."""
_NEXT_NUMBER = np.uint64(1 << 32)


class Congo(NamedTuple):
    """The rules.

    Attributes
    ----------
    edition
        The course's year: in 2021 pawns do not promote; the course's evaluations depend on it.
    may_capture
        1: with two bare lions, the side to move may capture the other one across the river; 0: they are a draw at once.
    """

    edition: int
    may_capture: int

    @property
    def words(self) -> int:
        """The number of words of a position."""
        return STATE + 1

    @property
    def max_moves(self) -> int:
        """The most moves a position can have."""
        return MAX_MOVES


def variant(name: str, settings: Mapping[str, str]) -> Congo:
    """Return the rules of the game called `name`."""
    return Congo(2021 if name == "congo-2021" else 2022, int(settings["bare-lions"] == "may-capture"))


@kernel
def lion_is_missing(position: Words) -> bool:
    """Tell whether a lion has been captured."""
    return without_lowest(all_of_kind(position, LION)) == ZERO


@kernel
def lions_are_bare(position: Words) -> bool:
    """Tell whether there is nothing but lions, whose kind has no bit."""
    return position[0] | position[1] | position[2] == ZERO


@kernel
def _bare_lions_draw(game: Congo, position: Words) -> bool:
    """Tell whether two bare lions are a draw here."""
    if game.may_capture == 0 or position[STATE] & _PASSED != ZERO:
        return True
    mine = position[COLORS + turn(position)]
    taken = position[COLORS] | position[COLORS + 1]
    return flight(lowest(mine), taken, taken & ~mine) == ZERO


@kernel
def _is_over(game: Congo, position: Words) -> bool:
    """Tell whether the game has ended, other than by a lack of moves."""
    return lion_is_missing(position) or (lions_are_bare(position) and _bare_lions_draw(game, position))


@generate.register(Congo)
def _(game: Congo, position: Words, moves: Moves) -> int:
    if _is_over(game, position):
        return 0
    return list_moves(position, turn(position), moves)


@count.register(Congo, inline=True)
def _(game: Congo, position: Words, moves: Moves) -> int:
    if _is_over(game, position):
        return 0
    return count_moves(position, turn(position))


@outcome.register(Congo)
def _(game: Congo, position: Words, moves: Moves) -> int:
    side = turn(position)
    if lion_is_missing(position):
        has_white_lion = all_of_kind(position, LION) & position[COLORS] != ZERO
        return outcome_code(WHITE_WINS if has_white_lion else BLACK_WINS, LION_CAPTURED)
    if lions_are_bare(position):
        return outcome_code(DRAW, BARE_LIONS) if _bare_lions_draw(game, position) else ONGOING
    if count_moves(position, side) == 0:
        return outcome_code(BLACK_WINS if side == WHITE else WHITE_WINS, NO_MOVES)
    return ONGOING


@play.register(Congo, inline=True)
def _(game: Congo, position: Words, move: int, child: Words) -> None:
    side = turn(position)
    start, end = np.uint64(start_of(move)), np.uint64(end_of(move))
    from_square, to_square = ONE << start, ONE << end
    own, enemy = position[COLORS + side], position[COLORS + 1 - side]
    removed = from_square | to_square | squares_jumped(move)
    low = (position[0] & ~removed) | (((position[0] >> start) & ONE) << end)
    middle = (position[1] & ~removed) | (((position[1] >> start) & ONE) << end)
    high = (position[2] & ~removed) | (((position[2] >> start) & ONE) << end)
    if game.edition != 2021:
        # pawns that reach the last rank now; one that a text has put there stays a pawn
        low |= to_square & (LAST_RANK if side == WHITE else FIRST_RANK) & middle & high
    # in the river before and now: pieces that stay or move from river to river (not those that arrive from land)
    stayed = own & ~from_square
    waded = to_square if from_square & RIVER != ZERO else ZERO
    drowned = (stayed | waded) & RIVER & (low | middle | ~high)
    own = (stayed | to_square) & ~drowned
    child[0] = low & ~drowned
    child[1] = middle & ~drowned
    child[2] = high & ~drowned
    child[COLORS + side] = own
    child[COLORS + 1 - side] = enemy & ~removed
    state = (position[STATE] ^ ONE) & ~_PASSED
    if side == BLACK:
        state += _NEXT_NUMBER
    if game.may_capture != 0 and lions_are_bare(position):
        state |= _PASSED
    child[STATE] = state


@order.register(Congo)
def _(game: Congo, position: Words, moves: Moves, size: int) -> None:
    """Sort as numbers, which is as texts but for the monkey's longer captures: those are then sorted by their paths."""
    sort_moves(moves, size)
    first = 0
    while first < size:
        end = first
        is_long = False
        while end < size and start_of(moves[end]) == start_of(moves[first]):
            is_long |= popcount(squares_jumped(moves[end])) > 1
            end += 1
        if is_long:
            _sort_by_paths(position, moves, first, end)
        first = end


@kernel
def _sort_by_paths(position: Words, moves: Moves, first: int, end: int) -> None:
    """Sort one monkey's moves, ``moves[first:end]``, as their texts sort (Shell's sort)."""
    taken, lions = position[COLORS] | position[COLORS + 1], all_of_kind(position, LION)
    gap = 1
    while gap < (end - first) // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(first + gap, end):
            move = moves[i]
            j = i
            while j >= first + gap and _is_before(move, moves[j - gap], taken, lions):
                moves[j] = moves[j - gap]
                j -= gap
            moves[j] = move
        gap //= 3


@kernel
def _is_before(move: int, other: int, taken: np.uint64, lions: np.uint64) -> bool:
    """Tell whether the text of a monkey's move comes before that of another move of the same monkey."""
    jumps, other_jumps = popcount(squares_jumped(move)), popcount(squares_jumped(other))
    if jumps == 0 or other_jumps == 0:
        # no step ends where a jump does
        return _first_square(move, taken, lions) < _first_square(other, taken, lions)
    path, other_path = smallest_path(move, taken, lions), smallest_path(other, taken, lions)
    return path < other_path or (path == other_path and jumps < other_jumps)


@kernel
def _first_square(move: int, taken: np.uint64, lions: np.uint64) -> int:
    """Return the first square that a monkey's move names after its start."""
    if popcount(squares_jumped(move)) < 2:
        return end_of(move)
    return square_on_path(start_of(move), smallest_path(move, taken, lions), 1)


@is_position.register(Congo)
def _(game: Congo, position: Words, moves: Moves) -> bool:
    white, black = position[COLORS], position[COLORS + 1]
    kinds = position[0] | position[1] | position[2]
    if (white | black) & ~BOARD | white & black | kinds & ~(white | black) | position[STATE] & _UNUSED != ZERO:
        return False
    if move_number(position) >= MAX_FULL_MOVES:
        return False
    if position[STATE] & _PASSED != ZERO and not (game.may_capture != 0 and lions_are_bare(position)):
        return False
    lions, monkeys = all_of_kind(position, LION), all_of_kind(position, MONKEY)
    for side in range(2):
        mine, others = lions & position[COLORS + side], lions & position[COLORS + 1 - side]
        is_home = mine & ~CASTLES[side] == ZERO
        has_flown = others == ZERO and mine & ~CASTLES[1 - side] == ZERO
        if without_lowest(mine) != ZERO or not (is_home or has_flown):
            return False
        captures = popcount(monkeys & position[COLORS + side]) * popcount(position[COLORS + 1 - side])
        if captures > ARMY and list_moves(position, side, moves) == MAX_MOVES:
            return False
    return lions != ZERO


def events(before: "Position", after: "Position", steps: Sequence[str]) -> list[Event]:
    """Return what happens when a move is made: a man that is lost has drowned."""
    return [_drowning(before, event) if event.kind == "loss" else event for event in board_events(before, after, steps)]


def _drowning(before: "Position", lost: Event) -> Event:
    men = name_men(before.pieces, lost.squares).removeprefix("the ")
    they, drowns = ("it", "drowns") if len(lost.squares) == 1 else ("they", "drown")
    text = f"{before.game.colors[before.turn]}'s {men} drowned: {they} stayed in the river for a second turn."
    return lost._replace(kind="drown", text=text, does=f"{lost.does}, which {drowns}", sign="≈")
