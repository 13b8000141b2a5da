"""What can be drawn over a minichess position: what can be taken."""

from plyground.core.position import Position
from plyground.web.board.overlays import Overlay, threats

TITLES = {"threats": "Threats"}
AT_FIRST = ("threats",)


def overlays(position: Position) -> list[Overlay]:
    """Return the threats of both sides."""
    return [
        {
            **threats(position, "king"),
            "terms": ["hanging", "attacked by pawn", "attacked by minor", "queen attacked by rook"],
        }
    ]
