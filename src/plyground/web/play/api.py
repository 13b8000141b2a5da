"""Games in progress against the engine or between two people at one screen."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from random import Random
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import numpy as np
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from plyground.core.errors import IllegalMove, InvalidSetting, PlygroundError
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.web.addresses import qr_svg
from plyground.web.api.endpoints import Api, Forbidden, json_text
from plyground.web.api.fields import AskNothing, Name, RecordText, Text
from plyground.web.api.schema import Between, Most
from plyground.web.api.socket_session import GONE, each_text, ignore, turn_away
from plyground.web.api.thinking import LineView
from plyground.web.api.views import PositionView, game_of, position_view, steps_of
from plyground.web.api.visitors import Visitor
from plyground.web.play.chess_clock import ChessClock
from plyground.web.play.live_game import YOU, LiveGame, LiveGameSummary, LiveGameView, Seat, ShownGame
from plyground.web.play.seating import Request, Seating
from plyground.web.services import Services

api = Api()
Side = Literal["white", "black", "random"]


class AskClock(TypedDict):
    """A clock: seconds at the start, and seconds added for every move."""

    initial: Annotated[int, Between(5, 36_000)]
    increment: Annotated[int, Between(0, 600)]


class AskNewGame(TypedDict):
    """A new game. ``you`` is your colour, or "both" for two people at one screen, or "none" to watch the engine.

    With ``friend`` the other side is for whoever opens the invitation. A ``perfect`` engine plays what the endgame
    tables say where they say anything.
    """

    game: Name
    you: Literal["white", "black", "random", "both", "none"]
    level: NotRequired[Annotated[int, Between(1, 10)]]
    other_level: NotRequired[Annotated[int, Between(1, 10)]]
    perfect: NotRequired[bool]
    friend: NotRequired[bool]
    first: NotRequired[Side]
    clock: NotRequired[AskClock | None]
    rules: NotRequired[dict[str, Annotated[str, Most(60)]]]
    start: NotRequired[Text]
    moves: NotRequired[Annotated[list[Annotated[str, Most(200)]], Most(1000)]]


class AskLiveGame(TypedDict):
    """A game in progress by its id."""

    id: Annotated[str, Most(40)]


class AskMove(AskLiveGame):
    """A move and its ply: a tab that has missed an earlier move is refused.

    ``careful``: against a low level, a move after which the king can be taken is not made but answered with a warning.
    """

    move: Annotated[str, Most(200)]
    careful: NotRequired[bool]
    ply: Annotated[int, Between(0, 100_000)]


class AskSide(AskLiveGame):
    """A side; needed if two people sit at one screen."""

    side: NotRequired[Literal["white", "black"]]


class AskSeat(AskLiveGame):
    """The secret of an invitation."""

    secret: Annotated[str, Most(60)]


class AskText(TypedDict):
    """What a QR code says."""

    text: Annotated[str, Most(300)]


class Addresses(TypedDict):
    """URLs of this server."""

    addresses: list[str]


class AskPly(AskLiveGame):
    """A ply of a game, 0 being its start."""

    ply: Annotated[int, Between(0, 100_000)]


class AskList(TypedDict):
    """Which games to list."""

    open: NotRequired[bool]


class LiveGameList(TypedDict):
    """Games, the latest first."""

    games: list[LiveGameSummary]


@api.get("/api/play")
def list_live_games(services: Services, ask: AskList, visitor: Visitor) -> LiveGameList:
    """List the visitor's games in progress, or the finished ones."""
    return {"games": services.games.latest(visitor, finished=not ask.get("open", True), most=50)}


def _shown(services: Services, view: LiveGameView, visitor: Visitor, warning: str = "") -> ShownGame:
    """Return a game as the visitor sees it."""
    live = services.games.live(view["id"])
    yours, seating, side = live.belongs_to(visitor), live.seating, live.side_of(visitor)
    names = view["names"] if yours else ["Player" if name == YOU else name for name in view["names"]]
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
    }


def _names_of_two(seating: Seating, view: LiveGameView, side: int | None) -> list[str]:
    """Return how the two players are called for who plays `side`, or watches."""
    if side is None:
        return view["names"]
    other = "Your friend" if seating.is_complete else "Waiting for your friend"
    return [YOU, other] if side == 0 else [other, YOU]


def _premoves(live: LiveGame) -> list[list[str]]:
    """Return the moves of the side that is not to move, as if it were."""
    if live.is_over:
        return []
    position = live.record.position
    words = position.words.copy()
    words[-1] ^= np.uint64(1)
    turned = Position(position.game, position.rules, words)
    return [] if turned.outcome is not None else position_view(turned)["moves"]


@api.post("/api/play")
def new_live_game(services: Services, ask: AskNewGame, visitor: Visitor) -> ShownGame:
    """Start a game."""
    game = game_of(ask["game"], ask.get("rules"))
    start = _start(game.position(ask.get("start")), ask.get("first"), services.random)
    record = Record(game, start)
    for move in ask.get("moves", []):
        record.play(move)
    clock = ask.get("clock")
    live = LiveGame(
        LiveGame.new_id(),
        record,
        _seats(ask, services.random),
        ChessClock(clock["initial"], clock["increment"]) if clock else None,
        owner=visitor,
    )
    if ask.get("friend", False):
        side = {"white": 0, "black": 1}.get(ask["you"], services.random.randrange(2))
        live.seats = [{"kind": "person"}, {"kind": "person"}]
        live.seating = Seating.begun_by(visitor, side)
    return _shown(services, services.games.open(live), visitor)


def _seats(ask: AskNewGame, random: Random) -> list[Seat]:
    you, level = ask["you"], ask.get("level", 3)
    if you == "both":
        return [{"kind": "person"}, {"kind": "person"}]
    if you == "none":
        return [{"kind": "engine", "level": level}, {"kind": "engine", "level": ask.get("other_level", level)}]
    side = {"white": 0, "black": 1}.get(you, random.randrange(2))
    engine: Seat = {"kind": "engine", "level": level}
    if ask.get("perfect", False):
        engine["perfect"] = True
    seats: list[Seat] = [engine, engine.copy()]
    seats[side] = {"kind": "person"}
    return seats


def _start(start: Position, first: Side | None, random: Random) -> Position:
    """Return the start with `first` to move."""
    if first is None:
        return start
    side = {"white": 0, "black": 1}.get(first, random.randrange(2))
    return start if side == int(start.turn) else start.turned_over()


@api.get("/api/play/{id}")
def show_live_game(services: Services, ask: AskLiveGame, visitor: Visitor) -> ShownGame:
    """Show a game."""
    return _shown(services, services.games.view(ask["id"]), visitor)


@api.get("/api/play/{id}/ply")
def show_ply(services: Services, ask: AskPly) -> PositionView:
    """Show the position of a game after some plies, without its moves."""
    record = services.games.record(ask["id"])
    if ask["ply"] > record.plies:
        raise InvalidSetting(f"The game has {record.plies} plies, not {ask['ply']}.")
    view = position_view(record.positions[ask["ply"]])
    if ask["ply"]:
        move = record.moves[ask["ply"] - 1]
        view["last"], view["move"] = steps_of(record.positions[ask["ply"] - 1], move.code), move.text
    view["moves"] = []
    return view


@api.get("/api/play/{id}/record")
def show_record(services: Services, ask: AskLiveGame) -> RecordText:
    """Write a game as a record."""
    record = services.games.record(ask["id"])
    names = services.games.view(ask["id"])["names"]
    record.tags |= {"White": names[0], "Black": names[1]}
    return {"text": record.text()}


def _changed(
    services: Services, ask: AskLiveGame, visitor: Visitor, action: Callable[[LiveGame, float], None]
) -> ShownGame:
    """Change a game of the visitor's."""

    def change(live: LiveGame, now: float) -> None:
        live.claim(visitor)
        action(live, now)

    return _shown(services, services.games.change(ask["id"], change), visitor)


@api.post("/api/play/{id}/move")
def make_move(services: Services, ask: AskMove, visitor: Visitor) -> ShownGame:
    """Make a move."""

    def play(live: LiveGame, now: float) -> None:
        if live.engine_level is not None:
            raise PlygroundError("It is the engine's turn.")
        if live.seating is not None and live.side_of(visitor) != live.turn:
            raise IllegalMove("It is not your turn.")
        if live.seating is not None and not live.seating.is_complete:
            raise IllegalMove("Your friend is not here yet.")
        live.play(ask["move"], ask["ply"], now)

    if ask.get("careful", False):
        services.games.claim(ask["id"], visitor)
        warning = services.games.warning(ask["id"], ask["move"])
        if warning:
            return _shown(services, services.games.view(ask["id"]), visitor, warning)
    return _changed(services, ask, visitor, play)


@api.post("/api/play/{id}/take-back")
def take_back(services: Services, ask: AskLiveGame, visitor: Visitor) -> ShownGame:
    """Take the last move of a person back, with the engine's answer; a friend has to agree."""
    if services.games.live(ask["id"]).seating is not None:
        return _asked_of_friend(services, ask, visitor, "take-back")
    return _changed(services, ask, visitor, LiveGame.take_back)


@api.post("/api/play/{id}/resign")
def resign(services: Services, ask: AskSide, visitor: Visitor) -> ShownGame:
    """Resign: for the person, or of two people the one named, by default the one to move."""

    def give_up(live: LiveGame, now: float) -> None:
        if live.seating is not None:
            live.resign(live.seating.demand_side(visitor), now)
            return
        people = [side for side in (0, 1) if live.seats[side]["kind"] == "person"]
        named = {"white": 0, "black": 1}.get(ask.get("side", ""))
        side = named if named is not None and named in people else people[0] if len(people) == 1 else live.turn
        live.resign(side, now)

    return _changed(services, ask, visitor, give_up)


@api.post("/api/play/{id}/offer-draw", waits=True)
def offer_draw(services: Services, ask: AskLiveGame, visitor: Visitor) -> ShownGame:
    """Offer a draw; of two people at one screen both agree at once."""
    services.games.claim(ask["id"], visitor)
    if services.games.live(ask["id"]).seating is not None:
        return _asked_of_friend(services, ask, visitor, "draw")
    return _shown(services, services.games.offer_draw(ask["id"]), visitor)


@api.post("/api/play/{id}/hint", waits=True)
def give_hint(services: Services, ask: AskLiveGame, visitor: Visitor) -> LineView:
    """Ask the engine for a hint."""
    services.games.claim(ask["id"], visitor)
    if services.games.live(ask["id"]).seating is not None:
        raise Forbidden("There are no hints in a game with a friend.")
    return services.games.hint(ask["id"])


@api.post("/api/play/{id}/rematch")
def rematch(services: Services, ask: AskLiveGame, visitor: Visitor) -> ShownGame:
    """Start the same game again with the colours exchanged; a friend has to agree."""
    services.games.claim(ask["id"], visitor)
    if services.games.live(ask["id"]).seating is not None:
        return _asked_of_friend(services, ask, visitor, "rematch")
    return _shown(services, services.games.open(_again(services, ask["id"], visitor)), visitor)


@api.post("/api/play/{id}/sit")
def sit_down(services: Services, ask: AskSeat, visitor: Visitor) -> ShownGame:
    """Take the open seat of a game with a friend, if the secret of the invitation is right; else watch."""
    live = services.games.live(ask["id"])
    if live.seating is None or live.seating.is_complete or live.side_of(visitor) is not None:
        return _shown(services, services.games.view(ask["id"]), visitor)

    def sit(live: LiveGame, now: float) -> None:
        if live.seating is not None and live.seating.sit(visitor, ask["secret"]):
            live.notice = "Your friend is here."

    return _shown(services, services.games.change(ask["id"], sit), visitor)


@api.get("/api/invitations")
def list_addresses(services: Services, ask: AskNothing) -> Addresses:
    """List the addresses under which other machines reach this server; none if it listens for this machine alone."""
    return {"addresses": list(services.addresses)}


@api.get("/api/invitations/qr.svg")
def draw_qr_code(services: Services, ask: AskText) -> Response:
    """Draw a QR code."""
    return Response(qr_svg(ask["text"]), media_type="image/svg+xml")


@api.post("/api/play/{id}/decline")
def decline(services: Services, ask: AskLiveGame, visitor: Visitor) -> ShownGame:
    """Decline what the friend has asked, or withdraw what one has asked oneself."""

    def drop(live: LiveGame, now: float) -> None:
        if live.seating is not None and live.seating.offer is not None:
            live.seating.offer = None
            live.notice = "Declined."

    return _changed(services, ask, visitor, drop)


def _asked_of_friend(services: Services, ask: AskLiveGame, visitor: Visitor, kind: Request) -> ShownGame:
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
            again = _again(services, live.id, Visitor(seating.owners[1]))
            again.seating = Seating(seating.owners[::-1])
            services.games.open(again)
            seating.next = again.id

    return _changed(services, ask, visitor, agree)


def _again(services: Services, name: str, visitor: Visitor) -> LiveGame:
    """Return a game like another one, with the colours exchanged."""
    old = services.games.view(name)
    game = game_of(old["view"]["game"], old["rules"])
    clock = old["clock"]
    return LiveGame(
        LiveGame.new_id(),
        Record(game, game.position(old["start"])),
        old["seats"][::-1],
        ChessClock(clock["initial"], clock["increment"]) if clock else None,
        owner=visitor,
    )


async def _follow(socket: WebSocket) -> None:
    """Send a game at every change, until the tab closes."""
    services: Services = socket.app.state.services
    await socket.accept()
    loop = asyncio.get_running_loop()
    views: asyncio.Queue[Any] = asyncio.Queue()

    def tell(view: LiveGameView) -> None:
        loop.call_soon_threadsafe(views.put_nowait, _shown(services, view, socket.scope["visitor"]))

    try:
        leave = await asyncio.to_thread(
            services.games.subscribe, socket.path_params["id"], tell, socket.scope["visitor"]
        )
    except (PlygroundError, sqlite3.Error) as error:
        # 4004 tells the page not to try again
        await turn_away(socket, 4004, str(error))
        return
    sender = asyncio.create_task(_send(socket, views))
    try:
        await each_text(socket, ignore)
    finally:
        sender.cancel()
        # not awaited: it has to be done even if this task is cancelled
        loop.run_in_executor(None, leave)


async def _send(socket: WebSocket, views: "asyncio.Queue[Any]") -> None:
    with contextlib.suppress(*GONE):
        while True:
            await socket.send_text(json_text(await views.get()))


sockets = [WebSocketRoute("/api/play/{id}/live", _follow)]
