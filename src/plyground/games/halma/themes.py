"""What puzzles of Halma are about: ladders of jumps, and the last man who comes home."""

from collections.abc import Iterator, Sequence

from plyground.core.move import Move
from plyground.core.position import Position

THEMES = {"ladder": "Ladder", "building": "Build a ladder", "race": "The last steps"}
"""Name to title."""
_LADDER_JUMPS = 2


def themes(positions: Sequence[Position], moves: Sequence[Move]) -> Iterator[str]:
    """Yield the themes of a line: its positions, one more than moves, the solver's at even places."""
    jumps = [_jumps(positions[i], moves[i]) for i in range(0, len(moves), 2)]
    if max(jumps) >= _LADDER_JUMPS:
        yield "ladder"
    if len(jumps) > 1 and jumps[0] == 0 and max(jumps[1:]) > 0:
        yield "building"
    if positions[-1].outcome is not None:
        yield "race"


def _jumps(position: Position, move: Move) -> int:
    """Return how many jumps a move makes; 0 for a step."""
    steps = position.steps(move)
    length = max(abs(ord(steps[0][0]) - ord(steps[1][0])), abs(int(steps[0][1:]) - int(steps[1][1:])))
    return 0 if length == 1 else len(steps) - 1
