"""The rules of Halma as kernels.

Words: White's men in four words, Black's men in four, the last word; `squares` says which bit is which square. A
move is 256 * start + end in square numbers: two ways to the same end are one move. A player wins by
a play after which the opposing camp is full; so a position is over when that is true for the player who is NOT to move
(or, by convention, when the player to move has no play: it loses).

Once a man is in the opposing camp, no play may end with it outside. ``halma-usc2019`` adds: a play that starts outside
a player's own camp may not end in it; and a player with men at home must move one out, or else move one further from
its corner, and only if neither is possible play with the men outside (source: the addendum of USC CSCI 561, Fall 2019,
homework 2).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from plyground.core.events import Event
from plyground.core.rules import (
    BLACK_WINS,
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
from plyground.games.halma.chains import Four, count_plays, list_plays
from plyground.games.halma.squares import BOARD, CAMP, COLUMNS, END_PLACE, NAMES, ROWS, START_PLACE, camp
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, bit
from plyground.kernel.words import BLACK, Moves, Words, sort_moves, turn

if TYPE_CHECKING:
    from plyground.core.position import Position

TERMINATIONS = ("camp filled", "no moves")
ENDINGS = {
    "camp filled": "{winner} has filled the opposite camp",
    "no moves": "none of {loser}'s men can move",
}
"""What the reasons mean, for people."""
CAMP_FILLED, NO_MOVES = 0, 1
STATE = 8
"""Index of the last word."""
NOWHERE = (ZERO, ZERO, ZERO, ZERO)
LEAVING, STAYING, TRAVELLING, ARRIVED = range(4)
"""The groups of men by what they may do: leave their own camp or stay in it, come and go, stay in the goal."""


class Halma(NamedTuple):
    """The rules: the board's size (16, 10, 8, 6 or 5), and whether the 2019 addendum holds (1) or not (0)."""

    size: int
    addendum: int

    @property
    def words(self) -> int:
        """The number of words of a position."""
        return STATE + 1

    @property
    def max_moves(self) -> int:
        """Chains: at most 32 men times 32 empty squares in each class; steps: the 930 pairs of adjacent squares."""
        return 4 * 32 * 32 + 930


RULES = {
    "halma": Halma(16, 0),
    "halma-usc2019": Halma(16, 1),
    "halma-8x8": Halma(8, 0),
    "halma-10x10": Halma(10, 0),
    "halma-6x6": Halma(6, 0),
    "halma-5x5": Halma(5, 0),
}


@kernel
def men_of(position: Words, color: int) -> Four:
    """Return the men of `color`."""
    first = 4 * color
    return position[first], position[first + 1], position[first + 2], position[first + 3]


@kernel
def camp_of(game: Halma, color: int) -> Four:
    """Return the squares on which `color` starts."""
    camp = CAMP[game.size, color]
    return camp[0], camp[1], camp[2], camp[3]


@kernel
def both(these: Four, those: Four) -> Four:
    """Return the squares in `these` and in `those`."""
    return these[0] & those[0], these[1] & those[1], these[2] & those[2], these[3] & those[3]


@kernel
def without(these: Four, those: Four) -> Four:
    """Return the squares in `these` and not in `those`."""
    return these[0] & ~those[0], these[1] & ~those[1], these[2] & ~those[2], these[3] & ~those[3]


@kernel
def is_any(squares: Four) -> bool:
    """Tell whether `squares` holds one."""
    return squares[0] | squares[1] | squares[2] | squares[3] != ZERO


@kernel
def occupancy(position: Words) -> Four:
    """Return the squares on which a man of either color stands."""
    return (
        position[0] | position[4],
        position[1] | position[5],
        position[2] | position[6],
        position[3] | position[7],
    )


@kernel
def empty_squares(game: Halma, position: Words) -> Four:
    """Return the empty squares of the board."""
    board = BOARD[game.size]
    return without((board[0], board[1], board[2], board[3]), occupancy(position))


@kernel
def has_filled_camp(game: Halma, position: Words, color: int) -> bool:
    """Tell whether `color` has men in the opposing camp and no square of it is empty."""
    goal = camp_of(game, 1 - color)
    return is_any(both(goal, men_of(position, color))) and not is_any(both(goal, empty_squares(game, position)))


@kernel
def _keep_further_from_corner(moves: Moves, size: int, color: int) -> int:
    """Keep the plays that end further from the home corner in one coordinate and closer in none; return how many."""
    kept = 0
    for i in range(size):
        start, end = moves[i] >> 8, moves[i] & 255
        columns, rows = COLUMNS[end] - COLUMNS[start], ROWS[end] - ROWS[start]
        if (columns >= 0 and rows >= 0) if color == BLACK else (columns <= 0 and rows <= 0):
            moves[kept] = moves[i]
            kept += 1
    return kept


@kernel
def _plays(game: Halma, position: Words, moves: Moves, listing: bool) -> int:
    """Return how many plays there are; write them into `moves` if `listing`, else use it as scratch.

    The men are taken in groups. Those at home matter only under the addendum: if one can leave, or else go further from
    the corner, no other man may move. (One loop, so that the generator is compiled once: it takes seconds.)
    """
    color = turn(position)
    if has_filled_camp(game, position, 1 - color):
        return 0
    men, goal = men_of(position, color), camp_of(game, 1 - color)
    home = camp_of(game, color) if game.addendum == 1 else NOWHERE
    occupied, empty = occupancy(position), empty_squares(game, position)
    size = 0
    for group in range(LEAVING, ARRIVED + 1):
        if group == LEAVING:
            movers, landing = both(men, home), without(empty, home)
        elif group == STAYING:
            movers, landing = both(men, home), both(empty, home)
        elif group == TRAVELLING:
            movers, landing = without(without(men, home), goal), without(empty, home)
        else:
            movers, landing = both(men, goal), both(empty, goal)
        if not is_any(movers):
            continue
        if listing or group == STAYING:
            size = list_plays(moves, size, movers, landing, empty, occupied)
        else:
            size += count_plays(movers, landing, empty, occupied)
        if group == STAYING:
            size = _keep_further_from_corner(moves, size, color)
        if group <= STAYING and size > 0:
            break
    return size


@generate.register(Halma)
def _(game: Halma, position: Words, moves: Moves) -> int:
    return _plays(game, position, moves, True)


@count.register(Halma)
def _(game: Halma, position: Words, moves: Moves) -> int:
    return _plays(game, position, moves, False)


@play.register(Halma)
def _(game: Halma, position: Words, move: int, child: Words) -> None:
    for i in range(STATE):
        child[i] = position[i]
    child[STATE] = position[STATE] ^ ONE
    start, end = move >> 8, move & 255
    first = 4 * turn(position)
    child[first + (start >> 6)] ^= bit(start & 63)
    child[first + (end >> 6)] |= bit(end & 63)


@outcome.register(Halma)
def _(game: Halma, position: Words, moves: Moves) -> int:
    opponent_wins = WHITE_WINS if turn(position) == BLACK else BLACK_WINS
    if has_filled_camp(game, position, 1 - turn(position)):
        return outcome_code(opponent_wins, CAMP_FILLED)
    if _plays(game, position, moves, False) == 0:
        return outcome_code(opponent_wins, NO_MOVES)
    return ONGOING


@order.register(Halma)
def _(game: Halma, position: Words, moves: Moves, size: int) -> None:
    for i in range(size):
        place = (START_PLACE[moves[i] >> 8] << 8) | END_PLACE[moves[i] & 255]
        moves[i] |= place << 16
    sort_moves(moves, size)
    for i in range(size):
        moves[i] &= 0xFFFF


@is_position.register(Halma)
def _(game: Halma, position: Words, moves: Moves) -> bool:
    for word in range(4):
        white, black = position[word], position[4 + word]
        if (white | black) & ~BOARD[game.size, word] | white & black != ZERO:
            return False
    return position[STATE] <= ONE


def events(before: "Position", after: "Position", steps: Sequence[str]) -> list[Event]:
    """Return what happens when a man moves: a chain of jumps, and that it arrives in the opposing camp."""
    side, name, found = before.turn, before.game.colors[before.turn], list[Event]()
    if len(steps) > 2:
        text = f"{name} makes {len(steps) - 1} jumps, from {steps[0]} to {steps[-1]}."
        found.append(Event("jump", tuple(steps), text, sign="»"))
    goal = [NAMES[square] for square in camp(before.rules.size, side.other)]
    if steps[-1] in goal and steps[0] not in goal:
        there = sum(after.pieces.get(square) == before.pieces[steps[0]] for square in goal)
        text = f"A man of {name}'s has arrived: {there} of {len(goal)} in the camp."
        found.append(Event("arrival", steps[-1:], text, sign="•"))
    return found
