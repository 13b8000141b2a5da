"""What puzzles of Star and Circle are about: a blockade, a jump, a man who arrives."""

from collections.abc import Iterator, Sequence

from plyground.core.move import Move
from plyground.core.position import Position

THEMES = {"blockade": "Blockade", "jump": "Jump", "arrival": "Reach the last row"}
"""Name to title."""


def themes(positions: Sequence[Position], moves: Sequence[Move]) -> Iterator[str]:
    """Yield the themes of a line: its positions, one more than moves, the solver's at even places."""
    for i in range(0, len(moves), 2):
        steps = positions[i].steps(moves[i])
        after = positions[i + 1]
        if after.outcome is None and list(map(str, after.legal_moves)) == ["pass"]:
            yield "blockade"
        if steps and abs(ord(steps[0][0]) - ord(steps[-1][0])) == 2:
            yield "jump"
        if steps and steps[-1][0] in "AH":
            yield "arrival"
