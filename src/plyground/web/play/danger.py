"""Which moves take a king: what a beginner overlooks, in any game that ends when a king, or a lion, is taken.

The rules say which end of a game that is (``ROYAL_CAPTURE`` in ``rules.py``, an index into `TERMINATIONS`).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from plyground.core.events import events, name_men
from plyground.core.move import Move
from plyground.core.position import Position
from plyground.kernel.words import turned
from plyground.web.service.views import pieces_of, steps_of


@dataclass(frozen=True)
class KingCapture:
    """A move that takes a king.

    Attributes
    ----------
    squares
        Those that the move touches, in order.
    piece, square
        What is taken ("lion"), and where.
    """

    squares: list[str]
    piece: str
    square: str


def captures_of_king(position: Position) -> list[KingCapture]:
    """Return the moves of the side to move that end the game by capturing the king."""
    rules = position.game.submodule("rules")
    if not hasattr(rules, "ROYAL_CAPTURE") or position.outcome is not None:
        return []
    reason, before, found = rules.TERMINATIONS[rules.ROYAL_CAPTURE], pieces_of(position), []
    for move in position.playable_moves:
        child = position.play(move)
        outcome = child.outcome
        if outcome is None or outcome.termination != reason or outcome.winner != position.turn:
            continue
        squares = steps_of(position, move.code)
        lost = set(before.values()) - set(pieces_of(child).values())
        square = next((square for square in squares[1:] if before.get(square) in lost), squares[-1])
        found.append(KingCapture(squares, before.get(square, "king").rpartition("-")[2], square))
    return found


def warning_of_losses(position: Position) -> str:
    """Return a sentence on the men of the side to move that are lost unless they move now; "" where none are.

    A man is if every move of another man loses it, without anybody capturing it.
    """
    if position.outcome is not None:
        return ""
    kinds, left = dict[str, str](), set(position.pieces)
    starts = [(position.steps(move)[:1], move) for move in position.playable_moves]
    for start, move in _by_turns(starts):
        lost = {
            square: event.kind
            for event in events(position, move)
            if event.men and event.kind != "capture"
            for square in event.squares
        }
        kinds |= lost
        left &= lost.keys() | set(start)
        if not left:
            return ""
    found = sorted(left & kinds.keys())
    if not found:
        return ""
    men = name_men(position.pieces, found).removeprefix("the ")
    will = "will drown" if kinds[found[0]] == "drown" else "will be lost"
    return f"Your {men} {will}{' unless it moves now' if len(found) == 1 else ': you can move only one of them'}."


def _by_turns(starts: list[tuple[tuple[str, ...], Move]]) -> Iterator[tuple[tuple[str, ...], Move]]:
    """Yield moves with the squares that they leave, one of each man first: then most is known after a few."""
    first = dict(reversed(starts))
    yield from first.items()
    yield from (each for each in starts if first[each[0]] is not each[1])


def threats(position: Position) -> list[list[str]]:
    """Return the squares of each move by which the opponent could take the king if it were its turn."""
    other = Position(position.game, position.rules, turned(position.words))
    return [capture.squares for capture in captures_of_king(other)]
