"""What a move does in Congo beyond taking and threatening: who enters the river, leaves it, or stays and drowns."""

from collections.abc import Sequence

from plyground.core.position import Position

_RIVER = "4"


def remarks(before: Position, after: Position, steps: Sequence[str]) -> list[tuple[str, float]]:
    """Return what else a move does, and how much that speaks for it."""
    man = before.pieces.get(steps[0], "").partition("-")[2]
    if man == "crocodile" or not after.pieces.get(steps[-1], "").startswith(before.turn.name.lower()):
        return []
    was_wet, is_wet = steps[0][1] == _RIVER, steps[-1][1] == _RIVER
    if is_wet and not was_wet:
        return [(f"puts the {man} into the river, where it drowns if it is still there after your next move", 0)]
    return [(f"brings the {man} out of the river", 1)] if was_wet and not is_wet else []
