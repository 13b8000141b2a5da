"""`Event`: what happens on the board when a move is made, in the words of the game: captures, promotions, passes.

What can be seen on the board (men that are taken, lost or made) is known for every game. A game whose rules do more may
have a function ``events`` in its ``rules.py``, from the positions before and after a move and the squares that the move
touches to what happens; it may begin with what `board_events` finds. The app shows, speaks, sounds and lists them.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from plyground.core.outcome import Color

if TYPE_CHECKING:
    from plyground.core.game import Game
    from plyground.core.move import Move
    from plyground.core.position import Position


class Event(NamedTuple):
    """Something that a move makes happen.

    Attributes
    ----------
    kind
        What it is, in a word: "capture", "loss", "promotion", "pass", or a word of the game, "drown". Boards have
        sounds for some of them.
    squares
        Where it happens.
    text
        A sentence that tells it to who has only seen the board before.
    does
        The same as it goes on after the move: "takes the pawn on b3"; "" where there is no need to say it of a move.
    sign
        A character that marks the move in a list; "" if its text tells already.
    men
        The men that leave the board, as `Position.pieces` names them.
    """

    kind: str
    squares: Sequence[str]
    text: str
    does: str = ""
    sign: str = ""
    men: tuple[str, ...] = ()


def events(before: "Position", move: "Move") -> list[Event]:
    """Return what happens when `move` is made, in the order in which it is told.

    >>> from plyground import get_game
    >>> position = get_game("congo").position("3l3/7/7/2P4/7/7/4L2 w 0")
    >>> [event.kind for event in events(position, position.move("e1e2"))]
    ['drown']
    """
    after, steps = before.play(move), before.steps(move)
    told = getattr(before.game.submodule("rules"), "events", board_events)
    found: list[Event] = told(before, after, steps)
    return found


def board_events(before: "Position", after: "Position", steps: Sequence[str]) -> list[Event]:
    """Return what can be seen on any board: men that are taken, made or lost, and a pass."""
    name = before.game.colors[before.turn]
    if not steps:
        return [Event("pass", (), f"{name} passes.")]
    men, left, side, found = before.pieces, after.pieces, before.turn, list[Event]()

    def is_of(pieces: dict[str, str], square: str, color: Color) -> bool:
        return square in pieces and owner(before.game, pieces[square]) is color

    def add(kind: str, squares: Sequence[str], does: str, sign: str) -> None:
        gone = () if kind == "promotion" else tuple(men[square] for square in squares)
        found.append(Event(kind, tuple(squares), f"{name} {does}.", does, sign, gone))

    if taken := [square for square in men if is_of(men, square, side.other) and not is_of(left, square, side.other)]:
        add("capture", taken, f"takes {name_men(men, taken)}", "x")
    if is_of(men, steps[0], side) and is_of(left, steps[-1], side) and left[steps[-1]] != men[steps[0]]:
        add("promotion", steps[-1:], f"makes a {left[steps[-1]].partition('-')[2].replace('-', ' ')}", "↑")
    # who has moved is gone from where it stood, and lost only if it has arrived nowhere
    has_arrived = any(is_of(left, square, side) and not is_of(men, square, side) for square in left)
    gone = [square for square in men if is_of(men, square, side) and not is_of(left, square, side)]
    if lost := [square for square in gone if square != steps[0] or not has_arrived]:
        add("loss", lost, f"loses {name_men(men, lost)}", "†")
    return found


def owner(game: "Game", man: str) -> Color | None:
    """Return whose a man is by its name, which begins with a side's: "white-rook", "star"; None for "fire"."""
    first = man.partition("-")[0]
    return next((side for side in Color if first in (side.name.lower(), game.colors[side].lower())), None)


def name_men(men: dict[str, str], squares: Iterable[str]) -> str:
    """Name the men on squares, three at most: "the pawn on a2, the rook on a1 and 3 more"."""
    places = sorted(squares)
    kinds = [men[square].partition("-")[2] or men[square] for square in places[:3]]
    names = [f"the {kind.replace('-', ' ')} on {square}" for kind, square in zip(kinds, places, strict=False)]
    more = len(places) - len(names)
    names += [f"{more} more"] if more else []
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
