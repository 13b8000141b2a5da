"""What a move does in Halma: how much nearer to the corner it brings a man, and in how many hops."""

from collections.abc import Sequence

from plyground.core.position import Position
from plyground.games.halma.squares import SQUARES
from plyground.games.halma.terms import TO_GO


def remarks(before: Position, after: Position, steps: Sequence[str]) -> list[tuple[str, float]]:
    """Return what a move does, and how much that speaks for it."""
    start, end = (int(TO_GO[before.rules.size, before.turn, SQUARES[square]]) for square in (steps[0], steps[-1]))
    if start == end:
        return [("goes sideways, no nearer to the corner", 0)]
    steps_on, hops = abs(start - end), f" in {len(steps) - 1} hops" if len(steps) > 2 else ""
    count = "1 step" if steps_on == 1 else f"{steps_on} steps"
    return [(f"goes {count} {'nearer to' if end < start else 'away from'} the corner{hops}", start - end)]
