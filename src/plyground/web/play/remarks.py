"""What a move does, in words: what it takes, what it threatens, what it brings to safety.

A game may have a file ``remarks.py`` with a function ``remarks``, from the positions before and after a move and the
squares that it touches to what else it does, each as it goes on after the move: "goes 5 squares nearer to the corner".
"""

from collections.abc import Sequence

from plyground.core.events import events, listed
from plyground.core.move import Move
from plyground.core.position import Position
from plyground.web.board.overlays import loose, titles_of


def remarks(before: Position, move: Move) -> list[str]:
    """Return what a move does, each as it goes on after the move.

    >>> from plyground import get_game
    >>> position = get_game("gardner").position("4k/5/2n2/3P1/K4 w - - 0 1")
    >>> remarks(position, position.move("d2c3"))
    ['takes the knight on c3']
    """
    after, steps = before.play(move), before.steps(move)
    if not steps:
        return []
    found = [event.does for event in events(before, move) if event.does]
    if "threats" in titles_of(before.game) and after.outcome is None:
        found += _threats(before, after, steps)
    module = before.game.optional_submodule("remarks")
    return found + (module.remarks(before, after, steps) if module is not None else [])


def joined(phrases: Sequence[str]) -> str:
    """Return phrases as one: "takes the pawn on b3, threatens the king on c5, and brings the rook out of the river"."""
    if len(phrases) < 2:
        return "".join(phrases)
    comma = "," if len(phrases) > 2 or any(" and " in phrase for phrase in phrases) else ""
    return f"{', '.join(phrases[:-1])}{comma} and {phrases[-1]}"


def _threats(before: Position, after: Position, steps: Sequence[str]) -> list[str]:
    """Say what could be taken by the next move and could not before, and which own men are in danger no more."""
    side, men = before.turn, after.pieces
    had, has = loose(before, side), loose(after, side)
    hung, hangs = loose(before, side.other), loose(after, side.other)
    found = []
    if aims := [square for square in has if square not in had]:
        found.append(f"threatens {listed(men, aims)}")
    if steps[0] in hung and steps[-1] not in hangs:
        found.append(f"brings {listed(before.pieces, [steps[0]])} to safety")
    if kept := [square for square in hung if square not in hangs and _is(men, square, side.name.lower())]:
        found.append(f"protects {listed(men, kept)}")
    return found


def _is(men: dict[str, str], square: str, color: str) -> bool:
    return men.get(square, "").startswith(color)
