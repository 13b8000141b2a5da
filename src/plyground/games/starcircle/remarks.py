"""What a move does in Star and Circle: men that arrive, men that nothing can stop any more, blockades."""

from collections.abc import Sequence

from plyground.core.position import Position
from plyground.games.starcircle.cells import SQUARES
from plyground.games.starcircle.race import free_circles, free_stars


def remarks(before: Position, after: Position, steps: Sequence[str]) -> list[tuple[str, float]]:
    """Return what a move does, and how much that speaks for it."""
    found = list[tuple[str, float]]()
    if steps[-1][0] in "AH":
        found.append(("brings a man to the last row", 1))
    elif _free(after, before.turn) - _free(before, before.turn):
        found.append(("gets a man past all that could stop it", 2))
    if _free(after, before.turn.other) - _free(before, before.turn.other):
        found.append(("lets an enemy past", -2))
    if after.outcome is None and list(map(str, after.legal_moves)) == ["pass"]:
        found.append(("leaves the other side no move", 1))
    return found


def _free(position: Position, side: int) -> set[str]:
    free = int((free_stars, free_circles)[side](position.words))
    return {name for i, name in enumerate(SQUARES) if free >> i & 1}
