"""What pupils ask of the class: to join, to answer, and how it stands; and the sign-in of the teacher.

``/api/class/live`` sends a `ClassView` after every change, ``/api/class/wall`` the teacher's view: ``{"desk": ...}``
when it has changed, and ``{"tiles": {"3": ...}}``, the boards that have changed, by the pupil's number.
"""

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.core.outcome import Color, Termination
from plyground.web.host.addresses import LOCAL_HOSTS, is_loopback
from plyground.web.host.security import TokenBucket
from plyground.web.host.socket_session import GONE, each_text, ignore, turn_away
from plyground.web.host.visitors import Visitor
from plyground.web.lesson import password
from plyground.web.lesson.games import game_between
from plyground.web.lesson.school_class import Pupil
from plyground.web.lesson.tasks import MAX_ANSWER
from plyground.web.lesson.views import ClassView, class_view, desk_view, says_the_same
from plyground.web.play.live_game import LiveGame
from plyground.web.play.shown import AskLiveGame
from plyground.web.service.endpoints import Api, Busy, Forbidden, JSONAnswer, error_response, json_text
from plyground.web.service.fields import AskNothing, Name
from plyground.web.service.schema import Between, Most, checked
from plyground.web.service.services import Services
from plyground.web.service.views import game_of

api = Api()
MAX_AT_ONCE = 4
"""Games that a program plays at the same time."""
SEND_EVERY = 0.25
"""Seconds between two messages to one page."""
TRIES = 10
"""Wrong passwords that an address may give, and then one every ten seconds."""


_LOCAL_NAMES = {name.strip("[]") for name in LOCAL_HOSTS}


class AskJoin(TypedDict):
    """A nickname; for a program also the game that it ``plays``."""

    nickname: Annotated[str, Most(60)]
    plays: NotRequired[Name]


class AskAnswer(TypedDict):
    """An answer to the task of that number."""

    task: Annotated[int, Between(1, 10**6)]
    answer: Annotated[str, Most(4 * MAX_ANSWER)]


class AskProgram(TypedDict):
    """A program, by its number, and one's own side."""

    number: Annotated[int, Between(1, 10**6)]
    you: Literal["white", "black"]


class AskForfeit(AskLiveGame):
    """A game, and why it is lost."""

    reason: Annotated[str, Most(300)]


class AskPassword(TypedDict):
    """The teacher's password."""

    password: Annotated[str, Most(200)]


class AskClass(AskPassword):
    """A class to begin, or to go on with."""

    name: Annotated[str, Most(40)]


@api.post("/api/class/join")
def join_class(services: Services, ask: AskJoin, visitor: Visitor) -> ClassView:
    """Take part in the class under a nickname; who takes part already is called so from now on."""
    known = services.classes.demand().pupil_of(visitor)
    plays = game_of(ask["plays"]).name if "plays" in ask else ""
    pupil = services.classes.change(lambda found: found.join(ask["nickname"], visitor, plays))
    if known is None:
        _take_over(services, pupil)
    return class_view(services.classes, visitor, is_teacher=False)


def _take_over(services: Services, pupil: Pupil) -> None:
    """Give who goes on as a pupil that pupil's games."""
    tournament = services.classes.demand().tournament

    def sit(live: LiveGame, now: float) -> None:
        if live.seating is not None:
            side = next((i for i, seat in enumerate(live.seats) if seat.get("name") == pupil.nickname), None)
            if side is not None:
                live.seating.owners[side] = pupil.visitor
        elif any("name" in seat for seat in live.seats):
            live.owner = pupil.visitor

    own = (
        [game.id for game in tournament.unfinished() if pupil.number in (game.white, game.black)] if tournament else []
    )
    for name in {*own, *([pupil.game] if pupil.game else [])}:
        with contextlib.suppress(PlygroundError):
            services.games.change(name, sit)


@api.post("/api/class/answer")
def answer_task(services: Services, ask: AskAnswer, visitor: Visitor) -> ClassView:
    """Answer the question or the position that is shown."""

    def take(found: Any) -> None:
        pupil, task = found.demand_pupil(visitor), found.demand_task()
        if task.number != ask["task"]:
            raise InvalidSetting("Another task is shown by now.")
        task.answer(pupil.number, ask["answer"])

    services.classes.change(take)
    return class_view(services.classes, visitor, is_teacher=False)


@api.post("/api/class/challenge")
def challenge_program(services: Services, ask: AskProgram, visitor: Visitor) -> AskLiveGame:
    """Begin a game with a program that takes part; the answer is the game's id."""
    found = services.classes.demand()
    pupil, program = found.demand_pupil(visitor), found.pupil(ask["number"])
    if not program.is_program or program.is_removed or not services.classes.is_here(program):
        raise InvalidSetting("This program is not connected at the moment.")
    if len(services.games.latest(program.visitor, finished=False, most=MAX_AT_ONCE)) >= MAX_AT_ONCE:
        raise Busy(f"{program.nickname} plays {MAX_AT_ONCE} games already; try again in a while.")
    players = [pupil, program] if ask["you"] == "white" else [program, pupil]
    live = game_between(game_of(program.plays), None, *players)
    services.games.open(live)
    return {"id": live.id}


@api.post("/api/class/forfeit")
def forfeit_game(services: Services, ask: AskForfeit, visitor: Visitor) -> AskNothing:
    """Lose a game because one's program has failed, and say how."""

    def lose(live: LiveGame, now: float) -> None:
        if live.seating is None:
            raise Forbidden("This is no game between two.")
        side = live.seating.demand_side(visitor)
        if not live.seats[side].get("program", False):
            # a reason is for all to read: no pupil may write one
            raise Forbidden("A person resigns.")
        live.adjudicate(Color(side).other, now, Termination.CRASH)
        live.notice = " ".join(ask["reason"].split())

    services.games.change(ask["id"], lose)
    return {}


# ---------------------------------------------------------------------------------------- requests that need more


def _answering(function: Callable[[Request, Any], Any], kind: Any) -> Callable[[Request], Any]:
    """Return what answers a POST request with `function`, or with the sentence of its error."""

    async def answer(request: Request) -> Response:
        try:
            fields = json.loads(await request.body() or b"{}")
            ask = checked(kind, fields, "the request")
            found: Response = await asyncio.to_thread(function, request, ask)
        except (ValueError, RecursionError):
            return JSONAnswer({"error": "The body of the request should be JSON."}, 400)
        except PlygroundError as error:
            return error_response(error)
        return found

    return answer


class _Nothing(TypedDict):
    """A request without fields."""


def _show(request: Request, ask: _Nothing) -> Response:
    classes = request.app.state.services.classes
    is_teacher = classes.is_teacher(request.scope)
    return JSONAnswer(class_view(classes, request.scope["visitor"], is_teacher=is_teacher))


async def _show_class(request: Request) -> Response:
    return _show(request, {})


def _begin(request: Request, ask: AskClass) -> Response:
    """Begin a class from the app itself: on the machine that serves it."""
    classes, name = request.app.state.services.classes, " ".join(ask["name"].split())
    if not _is_local(request):
        raise Forbidden("A class is begun on the machine that runs the server.")
    if request.scope["has_key"] is False:
        raise Forbidden("A class is begun by who started the server, at the address for it that the terminal printed.")
    if classes.current is not None and not classes.is_teacher(request.scope):
        raise Forbidden(f"The class {classes.current.name} is being taught; its teacher can end it.")
    if not name:
        raise InvalidSetting("The class needs a name.")
    classes.begin(name, password.hashed(ask["password"]))
    return _signed_in(request, classes.sign_in(ask["password"]))


def _sign_in(budget: TokenBucket) -> Callable[[Request, AskPassword], Response]:
    def answer(request: Request, ask: AskPassword) -> Response:
        classes = request.app.state.services.classes
        # whatever others have tried at the same address, who has signed in, or started the server, gets in
        is_known = classes.is_teacher(request.scope) or request.scope["has_key"] is True
        if not is_known and not budget.spend(_address(request)):
            raise Forbidden("Too many wrong passwords; wait a minute.")
        return _signed_in(request, classes.sign_in(ask["password"]))

    return answer


def _signed_in(request: Request, cookie: str | None) -> Response:
    if cookie is None:
        raise Forbidden("That is not the teacher's password.")
    answer = JSONAnswer({})
    is_secure = request.url.scheme == "https"
    answer.set_cookie(
        password.COOKIE, cookie, password.SECONDS_VALID, httponly=True, samesite="strict", secure=is_secure
    )
    return answer


def _sign_out(request: Request, ask: _Nothing) -> Response:
    answer = JSONAnswer({})
    answer.delete_cookie(password.COOKIE, httponly=True, samesite="strict")
    return answer


def _address(request: Request) -> str:
    return request.client.host if request.client is not None else ""


def _is_local(request: Request) -> bool:
    """Tell whether a request comes from this machine itself: behind a proxy, everybody's address is this machine's."""
    is_forwarded = any(name in request.headers for name in ("forwarded", "x-forwarded-for", "x-real-ip", "via"))
    return is_loopback(_address(request)) and request.url.hostname in _LOCAL_NAMES and not is_forwarded


def routes() -> list[BaseRoute]:
    """Return the routes that are more than endpoints, and the sockets."""
    budget = TokenBucket(0.1, TRIES)
    return [
        Route("/api/class", _show_class, methods=["GET"]),
        Route("/api/class/begin", _answering(_begin, AskClass), methods=["POST"]),
        Route("/api/class/sign-in", _answering(_sign_in(budget), AskPassword), methods=["POST"]),
        Route("/api/class/sign-out", _answering(_sign_out, _Nothing), methods=["POST"]),
        WebSocketRoute("/api/class/live", _follow),
        WebSocketRoute("/api/class/wall", _watch),
    ]


# ----------------------------------------------------------------------------------------------------- the sockets


async def _follow(socket: WebSocket) -> None:
    """Send the class as a visitor sees it, after every change."""
    services: Services = socket.app.state.services
    visitor = socket.scope["visitor"]
    is_teacher = services.classes.is_teacher(socket.scope)
    sent: ClassView | None = None

    def news() -> ClassView | None:
        nonlocal sent
        view = class_view(services.classes, visitor, is_teacher=is_teacher)
        if says_the_same(view, sent):
            return None
        sent = view
        return view

    await socket.accept()
    await _send_news(socket, services, visitor, news)


async def _watch(socket: WebSocket) -> None:
    """Send the teacher what has changed."""
    services: Services = socket.app.state.services
    await socket.accept()
    if not services.classes.is_teacher(socket.scope):
        await turn_away(socket, 4004, "Only the teacher sees this.")
        return
    desk: Any = None
    tiles: dict[str, Any] = {}

    def news() -> dict[str, Any] | None:
        nonlocal desk
        found = services.classes.current
        if found is None:
            return {"over": True}
        message: dict[str, Any] = {}
        now = desk_view(services.classes, services.addresses)
        if not says_the_same(now, desk):
            message["desk"] = desk = now
        changed = {}
        for pupil in found.taking_part():
            tile, number = services.classes.tile(pupil), str(pupil.number)
            if tile is not None and tile != tiles.get(number):
                changed[number] = tiles[number] = tile
        if changed:
            message["tiles"] = changed
        return message or None

    await _send_news(socket, services, "", news)


async def _send_news(socket: WebSocket, services: Services, visitor: str, news: Callable[[], Any]) -> None:
    """Send what `news` returns, at first and after changes, until the page closes."""
    loop, change = asyncio.get_running_loop(), asyncio.Event()

    def note() -> None:
        loop.call_soon_threadsafe(change.set)

    leave = await asyncio.to_thread(services.classes.subscribe, note, visitor)

    async def send() -> None:
        with contextlib.suppress(*GONE):
            while True:
                message = await asyncio.to_thread(news)
                if message is not None:
                    await socket.send_text(json_text(message))
                await asyncio.sleep(SEND_EVERY)
                await change.wait()
                change.clear()

    sender = asyncio.create_task(send())
    try:
        await each_text(socket, ignore)
    finally:
        sender.cancel()
        # not awaited: it has to be done even if this task is cancelled
        loop.run_in_executor(None, leave)
