"""What can be drawn over a minichess position: what can be taken."""

from plyground.core.overlays import Overlay, threats
from plyground.core.position import Position

TITLES = {"threats": "Threats"}


def overlays(position: Position) -> list[Overlay]:
    """Return the threats of both sides."""
    return [
        {**threats(position), "terms": ["hanging", "attacked by pawn", "attacked by minor", "queen attacked by rook"]}
    ]
