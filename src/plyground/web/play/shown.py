"""A game in progress as a visitor sees it, before and after it is changed."""

from collections.abc import Callable
from typing import Annotated, TypedDict

from plyground.core.position import Position
from plyground.kernel.words import turned
from plyground.web.play.live_game import LiveGame
from plyground.web.play.live_view import YOU, LiveGameView, ShownGame
from plyground.web.play.seating import Seating
from plyground.web.service.schema import Between, Most
from plyground.web.service.services import Services
from plyground.web.service.views import position_view
from plyground.web.service.visitors import Visitor


class AskLiveGame(TypedDict):
    """A game in progress by its id."""

    id: Annotated[str, Most(40)]


class AskPly(AskLiveGame):
    """A ply of a game, 0 being its start."""

    ply: Annotated[int, Between(0, 100_000)]


def view_for(services: Services, view: LiveGameView, visitor: Visitor, warning: str = "") -> ShownGame:
    """Return a game as the visitor sees it."""
    live = services.games.live(view["id"])
    yours, seating, side = live.belongs_to(visitor), live.seating, live.side_of(visitor)
    names = view["names"]
    if not yours:
        names = ["Player" if name == YOU else name for name in names]
    elif seating is None:
        names = [YOU if "name" in seat else name for seat, name in zip(view["seats"], names, strict=True)]
    online, watching = services.games.presence(live.id) if seating is not None else ([], 0)
    is_invited = seating is not None and side is not None and not seating.is_complete
    return {
        **view,
        "names": names if seating is None else _names_of_two(seating, view, side),
        "yours": yours,
        "warning": warning,
        "side": side,
        "invitation": f"/game/{live.id}?seat={seating.secret}" if seating is not None and is_invited else "",
        "online": online,
        "watching": watching,
        "offer": seating.offer if seating is not None else None,
        "next": seating.next if seating is not None else "",
        "premoves": _premoves(live) if side is not None and side != live.turn else [],
        "asks": services.games.question(live.id, visitor),
    }


def _names_of_two(seating: Seating, view: LiveGameView, side: int | None) -> list[str]:
    """Return how the two players are called for who plays `side`, or watches."""
    if side is None:
        return view["names"]
    if any("name" in seat for seat in view["seats"]):
        return [YOU if each == side else name for each, name in enumerate(view["names"])]
    other = "Your friend" if seating.is_complete else "Waiting for your friend"
    return [YOU, other] if side == 0 else [other, YOU]


def _premoves(live: LiveGame) -> list[list[str]]:
    """Return the moves of the side that is not to move, as if it were."""
    if live.is_over:
        return []
    position = live.record.position
    other = Position(position.game, position.rules, turned(position.words))
    return [] if other.outcome is not None else position_view(other)["moves"]


def change_game(
    services: Services, ask: AskLiveGame, visitor: Visitor, action: Callable[[LiveGame, float], None]
) -> ShownGame:
    """Change a game of the visitor's."""

    def change(live: LiveGame, now: float) -> None:
        live.claim(visitor)
        action(live, now)

    return view_for(services, services.games.change(ask["id"], change), visitor)
