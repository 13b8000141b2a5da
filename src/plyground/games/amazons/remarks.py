"""What a move does in Amazons: the empty squares that its side reaches first, and the queens that it shuts in."""

from collections.abc import Sequence

from plyground.core.position import Position
from plyground.games.amazons.overlays import territory
from plyground.games.amazons.themes import shut_in

_LITTLE = 2
"""A change of fewer squares is not worth a word."""


def remarks(before: Position, after: Position, steps: Sequence[str]) -> list[tuple[str, float]]:
    """Return what a move does, and how much that speaks for it."""
    own, other = before.turn.name.lower(), before.turn.other.name.lower()
    queens = {
        color: {square for square, man in after.pieces.items() if man == f"{color}-queen"} for color in (own, other)
    }
    found = list[tuple[str, float]]()
    for color, whose, worth in ((other, "the queen", 1), (own, "your own queen", -1)):
        shut = shut_in(after, queens[color]) - shut_in(before, queens[color])
        found += [(f"shuts {whose} on {square} in", worth) for square in sorted(shut)]
    was, now = territory(before), territory(after)
    gained = (now[own] - now[other]) - (was[own] - was[other])
    squares = "1 empty square" if now[own] == 1 else f"{now[own]} empty squares"
    count = f"{squares} nearest to your queens, {now[other]} to the others"
    if abs(gained) >= _LITTLE:
        found.append((f"{'wins' if gained > 0 else 'loses'} ground, with {count}", gained))
    return found
