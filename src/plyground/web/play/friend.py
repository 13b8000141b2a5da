"""Games with a friend: the invitation, the free seat, and what one player asks of the other."""

import io
from typing import Annotated, NotRequired, TypedDict

from plyground.core.errors import IllegalMove
from plyground.core.record import Record
from plyground.web.play.chess_clock import ChessClock
from plyground.web.play.live_game import LiveGame
from plyground.web.play.live_view import ShownGame
from plyground.web.play.seating import Request, Seating
from plyground.web.play.shown import AskLiveGame, change_game, view_for
from plyground.web.service.endpoints import Api, File, Forbidden
from plyground.web.service.fields import AskNothing
from plyground.web.service.schema import Most
from plyground.web.service.services import Services
from plyground.web.service.views import game_of
from plyground.web.service.visitors import Visitor

api = Api()


class AskSeat(AskLiveGame):
    """The secret of an invitation."""

    secret: Annotated[str, Most(60)]


class AskText(TypedDict):
    """What a QR code says."""

    text: Annotated[str, Most(300)]


class Addresses(TypedDict):
    """URLs of this server; ``joinable`` if other machines could be let in."""

    addresses: list[str]
    joinable: NotRequired[bool]


@api.post("/api/play/{id}/sit")
def sit_down(services: Services, ask: AskSeat, visitor: Visitor) -> ShownGame:
    """Take the open seat of a game with a friend, if the secret of the invitation is right; else watch."""
    live = services.games.live(ask["id"])
    if live.seating is None or live.seating.is_complete or live.side_of(visitor) is not None:
        return view_for(services, services.games.view(ask["id"]), visitor)

    def sit(live: LiveGame, now: float) -> None:
        if live.seating is not None and live.seating.sit(visitor, ask["secret"]):
            live.notice = "Both players are here."

    return view_for(services, services.games.change(ask["id"], sit), visitor)


@api.get("/api/invitations")
def list_addresses(services: Services, ask: AskNothing) -> Addresses:
    """List the addresses under which other machines reach this server; none if it listens for this machine alone."""
    found: Addresses = {"addresses": list(services.addresses)}
    if not services.addresses and services.let_others_join is not None:
        found["joinable"] = True
    return found


@api.post("/api/invitations/join")
def let_others_join(services: Services, ask: AskNothing) -> Addresses:
    """Let other machines of the network reach this server, too, until it ends."""
    if not services.addresses:
        if services.let_others_join is None:
            raise Forbidden("This server was begun for this machine alone; --host 0.0.0.0 lets others in.")
        services.addresses = services.let_others_join()
    return list_addresses(services, ask)


@api.get("/api/invitations/qr.svg")
def draw_qr_code(services: Services, ask: AskText) -> File:
    """Draw a QR code, dark on light whatever the theme."""
    try:
        import segno
    except ImportError:  # a browser's Python has no such package
        raise Forbidden("A QR code of an invitation needs a server.") from None
    out = io.BytesIO()
    segno.make(ask["text"], error="m").save(out, kind="svg", scale=6, border=3, dark="#14201b", light="#ffffff")
    return File(out.getvalue().decode())


@api.post("/api/play/{id}/decline")
def decline(services: Services, ask: AskLiveGame, visitor: Visitor) -> ShownGame:
    """Decline what the friend has asked, or withdraw what one has asked oneself."""

    def drop(live: LiveGame, now: float) -> None:
        if live.seating is not None and live.seating.offer is not None:
            live.seating.offer = None
            live.notice = "Declined."

    return change_game(services, ask, visitor, drop)


def ask_friend(services: Services, ask: AskLiveGame, visitor: Visitor, kind: Request) -> ShownGame:
    """Ask the friend for something, or agree to what was asked."""

    def agree(live: LiveGame, now: float) -> None:
        seating = live.seating
        if seating is None:
            return
        side = seating.demand_side(visitor)
        if live.is_over != (kind == "rematch"):
            raise IllegalMove("The game is over." if live.is_over else "The game is not over yet.")
        if kind == "draw" and not live.may_be_drawn:
            raise IllegalMove(f"{live.record.game.title} cannot end in a draw.")
        asker = seating.offer["by"] if seating.offer is not None else side
        if kind == "take-back" and not live.has_moved(asker):
            raise IllegalMove("There is no move to take back.")
        if not seating.agree(kind, side):
            return
        if kind == "take-back":
            live.take_back_for(asker, now)
        elif kind == "draw":
            live.agree_on_draw(now)
        else:
            next_game = again(services, live.id, Visitor(seating.owners[1]))
            next_game.seating = Seating(seating.owners[::-1])
            services.games.open(next_game)
            seating.next = next_game.id

    return change_game(services, ask, visitor, agree)


def again(services: Services, name: str, visitor: Visitor) -> LiveGame:
    """Return a game like another one, with the colours exchanged."""
    old = services.games.view(name)
    game = game_of(old["view"]["game"], old["rules"])
    clock = old["clock"]
    return LiveGame(
        LiveGame.new_id(),
        Record(game, game.position(old["start"])),
        old["seats"][::-1],
        ChessClock(clock["initial"], clock["increment"], days=clock["days"]) if clock else None,
        owner=visitor,
    )
