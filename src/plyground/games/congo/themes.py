"""What puzzles of Congo are about: the river, the lions' line, monkeys, the lion's castle."""

from collections.abc import Iterator, Sequence

from plyground.core.move import Move
from plyground.core.position import Position

THEMES = {
    "drowning": "Drowning",
    "flying-lion": "Flying lion",
    "monkey-chain": "Monkey chain",
    "lion-hunt": "Lion hunt",
    "promotion": "Superpawn",
}
"""Name to title."""
_RIVER = "4"


def themes(positions: Sequence[Position], moves: Sequence[Move]) -> Iterator[str]:
    """Yield the themes of a line: its positions, one more than moves, the solver's at even places."""
    solver = positions[0].turn.name.lower()
    for i, move in enumerate(moves):
        before, after = positions[i].pieces, positions[i + 1].pieces
        steps, mover = positions[i].steps(move), positions[i].turn.name.lower()
        if any(square[1] == _RIVER and square != steps[0] for square in _squares_of_losses(before, after, mover)):
            yield "drowning"
        if i % 2:
            continue
        kind = before[steps[0]].removeprefix(f"{solver}-")
        if kind == "monkey" and len(steps) > 2:
            yield "monkey-chain"
        if kind == "pawn" and after.get(steps[-1]) == f"{solver}-superpawn":
            yield "promotion"
        if kind == "lion" and abs(int(steps[0][1]) - int(steps[-1][1])) > 1:
            yield "flying-lion"
        if before.get(steps[-1], "").endswith("-lion"):
            yield "lion-hunt"


def _squares_of_losses(before: dict[str, str], after: dict[str, str], side: str) -> list[str]:
    """Return the squares on which a piece of a side stood, and nothing of its own stands now."""
    return [
        square
        for square, piece in before.items()
        if piece.startswith(side) and not after.get(square, "").startswith(side)
    ]
