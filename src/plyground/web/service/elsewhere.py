"""`Elsewhere`: what a browser that thinks for itself asks the service beside it, instead of having it thought here.

The server has looked first at what only it knows: whose game it is, what a class has locked. What is asked then needs
nothing that is kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Elsewhere:
    """A request.

    Attributes
    ----------
    ask
        Its fields.
    game
        Of which game; None where no game is needed.
    path
        Where it goes; "" for where the browser has asked.
    """

    ask: Mapping[str, Any]
    game: str | None
    path: str = ""


def as_asked(services: Any, ask: Mapping[str, Any]) -> Elsewhere:
    """Let the browser answer what it has asked: all that is needed is in it."""
    return Elsewhere(ask, ask.get("game"))
