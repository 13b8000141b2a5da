"""What puzzles of minichess are about: mate, promotion, a pawn that becomes less than a queen."""

from collections.abc import Iterator, Sequence

from plyground.core.move import Move
from plyground.core.position import Position
from plyground.engine.hooks import is_check

THEMES = {
    "mate": "Mate",
    "promotion": "Promotion",
    "underpromotion": "Underpromotion",
    "check": "Check",
    "stalemate": "Stalemate",
}
"""Name to title."""


def themes(positions: Sequence[Position], moves: Sequence[Move]) -> Iterator[str]:
    """Yield the themes of a line: its positions, one more than moves, the solver's at even places."""
    outcome = positions[-1].outcome
    if outcome is not None and outcome.termination in {"checkmate", "out of valid moves"}:
        yield "mate"
    if outcome is not None and outcome.termination == "stalemate":
        yield "stalemate"
    for i in range(0, len(moves), 2):
        before, after = positions[i].pieces, positions[i + 1].pieces
        steps = positions[i].steps(moves[i])
        color, _, kind = after[steps[-1]].partition("-")
        if before[steps[0]] == f"{color}-pawn" and kind != "pawn":
            yield "promotion" if kind == "queen" else "underpromotion"
        if is_check(positions[i + 1].rules, positions[i + 1].words):
            yield "check"
