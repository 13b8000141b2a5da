"""What a move does, in words: what it takes, what it threatens, what it brings to safety.

A game may have a file ``remarks.py`` with a function ``remarks``, from the positions before and after a move and the
squares that it touches to what else it does. Each is a phrase as it goes on after the move, "goes 5 squares nearer to
the corner", with a number: how much that speaks for the move, below 0 against it. Numbers are compared between phrases
that begin with the same word.
"""

from collections.abc import Sequence
from typing import NamedTuple

from plyground.core.events import Event, events, name_men, owner
from plyground.core.move import Move
from plyground.core.position import Position
from plyground.web.board.overlays import loose, titles_of


class Remark(NamedTuple):
    """A phrase on a move, and how much it speaks for it."""

    text: str
    worth: float


def remarks(before: Position, move: Move) -> list[str]:
    """Return what a move does, each as it goes on after the move.

    >>> from plyground import get_game
    >>> position = get_game("gardner").position("4k/5/2n2/3P1/K4 w - - 0 1")
    >>> remarks(position, position.move("d2c3"))
    ['takes the knight on c3']
    """
    return [remark.text for remark in weigh(before, move)]


def weigh(before: Position, move: Move) -> list[Remark]:
    """Return what a move does, and how much each speaks for it."""
    after, steps = before.play(move), before.steps(move)
    if not steps:
        return []
    found = [Remark(event.does, _worth(before, event)) for event in events(before, move) if event.does]
    if "threats" in titles_of(before.game) and after.outcome is None:
        found += _threats(before, after, steps)
    module = before.game.optional_submodule("remarks")
    return found + ([Remark(*each) for each in module.remarks(before, after, steps)] if module is not None else [])


def better_reasons(before: Position, better: Move, played: Move) -> list[str]:
    """Return what speaks for one move and not, or less, for another."""
    others = weigh(before, played)

    def is_reason(remark: Remark) -> bool:
        first = remark.text.partition(" ")[0]
        return remark.worth > max([0, *(each.worth for each in others if each.text.partition(" ")[0] == first)])

    return [remark.text for remark in weigh(before, better) if is_reason(remark)]


def join_phrases(phrases: Sequence[str]) -> str:
    """Return phrases as one: "takes the pawn on b3, threatens the king on c5, and brings the rook out of the river"."""
    if len(phrases) < 2:
        return "".join(phrases)
    comma = "," if len(phrases) > 2 or any(" and " in phrase for phrase in phrases) else ""
    return f"{', '.join(phrases[:-1])}{comma} and {phrases[-1]}"


def _threats(before: Position, after: Position, steps: Sequence[str]) -> list[Remark]:
    """Say what could be taken by the next move and could not before, and which own men are in danger no more."""
    side, men = before.turn, after.pieces
    had, has = loose(before, side), loose(after, side)
    hung, hangs = loose(before, side.other), loose(after, side.other)
    found = list[Remark]()
    if aims := [square for square in has if square not in had]:
        found.append(Remark(f"threatens {name_men(men, aims)}", len(aims)))
    if steps[0] in hung and steps[-1] not in hangs:
        found.append(Remark(f"brings {name_men(before.pieces, [steps[0]])} to safety", 1))
    if kept := [square for square in hung if square not in hangs and _is(men, square, side.name.lower())]:
        found.append(Remark(f"protects {name_men(men, kept)}", len(kept)))
    return found


def _worth(before: Position, event: Event) -> int:
    """Return how many men an event gains, below 0 loses; 1 where it is about none."""
    own = sum(owner(before.game, man) is before.turn for man in event.men)
    return len(event.men) - 2 * own if event.men else 1


def _is(men: dict[str, str], square: str, color: str) -> bool:
    return men.get(square, "").startswith(color)
