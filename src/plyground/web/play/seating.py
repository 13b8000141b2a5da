"""`Seating`: who sits where in a game between two people at two screens, and what they ask of each other.

Who begins such a game takes a seat; the other seat belongs to the first person to open the invitation, a link with a
secret. From then on each seat is a browser's (`plyground.web.service.visitors`), and everybody else watches.
"""

import secrets
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TypedDict

from plyground.web.service.endpoints import Forbidden
from plyground.web.service.visitors import NOBODY

Request = Literal["take-back", "draw", "rematch"]
OPEN = ""
"""The owner of a seat that nobody has taken."""
_SECRET_BYTES = 12


class Offer(TypedDict):
    """What a side asks of the other."""

    kind: Request
    by: int


@dataclass
class Seating:
    """Two seats.

    Attributes
    ----------
    owners
        White's and Black's browser; `OPEN` for a seat that nobody has taken yet.
    secret
        Who knows it may take the open seat.
    offer
        What one side has asked and the other not answered.
    next
        The id of the rematch, once it has been agreed on.
    """

    owners: list[str]
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(_SECRET_BYTES))
    offer: Offer | None = None
    next: str = ""

    @classmethod
    def begin(cls, visitor: str, side: int) -> "Seating":
        """Return the seats of a new game in which `visitor` has `side`; raises `Forbidden` for nobody."""
        if visitor == NOBODY:
            raise Forbidden("A game with a friend needs a browser that keeps cookies.")
        owners = [OPEN, OPEN]
        owners[side] = visitor
        return cls(owners)

    @property
    def is_complete(self) -> bool:
        """Whether both seats are taken."""
        return OPEN not in self.owners

    def side_of(self, visitor: str) -> int | None:
        """Return the side that `visitor` plays; None for who watches."""
        return self.owners.index(visitor) if visitor != NOBODY and visitor in self.owners else None

    def demand_side(self, visitor: str) -> int:
        """Return the side that `visitor` plays; raises `Forbidden` for who watches."""
        side = self.side_of(visitor)
        if side is None:
            raise Forbidden("Both seats of this game are taken, or it was not you who was invited; you can watch.")
        return side

    def sit(self, visitor: str, secret: str) -> bool:
        """Give `visitor` the open seat if it knows the secret; return whether it has just sat down."""
        if self.side_of(visitor) is not None or self.is_complete or visitor == NOBODY:
            return False
        if not secrets.compare_digest(secret.encode(), self.secret.encode()):
            return False
        self.owners[self.owners.index(OPEN)] = visitor
        return True

    def agree(self, kind: Request, side: int) -> bool:
        """Ask for something, or agree to what the other side has asked; return whether both want it now."""
        if self.offer is not None and self.offer["kind"] == kind and self.offer["by"] != side:
            self.offer = None
            return True
        self.offer = {"kind": kind, "by": side}
        return False

    def state(self) -> dict[str, Any]:
        """Return what to store."""
        return asdict(self)
