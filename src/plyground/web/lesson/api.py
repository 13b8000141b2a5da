"""What pupils ask of the class: to join, to answer, and how it stands.

``/api/class/live`` sends a `ClassView` after every change, ``/api/class/wall`` the teacher's view: what has changed of
``{"dashboard": ...}``, and ``{"tiles": {"3": ...}}``, the boards that have changed, by the pupil's number.
"""

import contextlib
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.core.outcome import Color, Termination
from plyground.web.lesson.games import game_between
from plyground.web.lesson.school_class import Pupil
from plyground.web.lesson.tasks import MAX_ANSWER
from plyground.web.lesson.views import ClassView, class_view, dashboard_view, says_the_same
from plyground.web.play.live_game import LiveGame
from plyground.web.play.shown import AskLiveGame
from plyground.web.service.endpoints import Api, Busy, Forbidden
from plyground.web.service.fields import AskNothing, Name
from plyground.web.service.schema import Between, Most
from plyground.web.service.services import Services
from plyground.web.service.session import Feed, Following
from plyground.web.service.views import game_of
from plyground.web.service.visitors import Visitor

api = Api()
MAX_AT_ONCE = 4
"""Games that a program plays at the same time."""
SEND_EVERY = 0.25
"""Seconds between two messages to one page."""


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


@api.post("/api/class/join")
def join_class(services: Services, ask: AskJoin, visitor: Visitor, address: str) -> ClassView:
    """Take part in the class, or wait to be let in, under a nickname; who takes part already gets that nickname."""
    known = services.classes.demand().pupil_of(visitor)
    plays = game_of(ask["plays"]).name if "plays" in ask else ""
    may_enter = partial(services.classes.entrance.spend, address)
    pupil = services.classes.change(lambda found: found.join(ask["nickname"], visitor, plays, may_enter))
    if known is None and pupil is not None:
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
        [game.id for game in tournament.open_games() if pupil.number in (game.white, game.black)] if tournament else []
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


@api.get("/api/class")
def show_class(services: Services, ask: AskNothing, visitor: Visitor, is_teacher: bool) -> ClassView:
    """Show the class."""
    return class_view(services.classes, visitor, is_teacher=is_teacher)


# ------------------------------------------------------------------------------------------------------- the feeds


class _ClassNews:
    """The class as a visitor sees it, after every change."""

    def __init__(self, services: Services, visitor: Visitor, is_teacher: bool, note: Callable[[], None]) -> None:
        self._classes, self._visitor, self._is_teacher = services.classes, visitor, is_teacher
        self._sent: ClassView | None = None
        self.leave = services.classes.subscribe(note, visitor)

    def news(self) -> ClassView | None:
        """Return the class, if it has changed."""
        view = class_view(self._classes, self._visitor, is_teacher=self._is_teacher)
        if says_the_same(view, self._sent):
            return None
        self._sent = view
        return view


class _WallNews:
    """What has changed for the teacher."""

    def __init__(self, services: Services, note: Callable[[], None]) -> None:
        self._services = services
        self._dashboard: Any = None
        self._tiles: dict[str, Any] = {}
        self._is_over = False
        self.leave = services.classes.subscribe(note)

    def news(self) -> dict[str, Any] | None:
        """Return the dashboard and the boards that have changed."""
        classes = self._services.classes
        found = classes.current
        if found is None:
            was_over, self._is_over = self._is_over, True
            return None if was_over else {"over": True}
        message: dict[str, Any] = {}
        dashboard = dashboard_view(classes, self._services.addresses)
        if not says_the_same(dashboard, self._dashboard):
            message["dashboard"] = self._dashboard = dashboard
        changed = {}
        for pupil in found.taking_part():
            tile, number = classes.tile(pupil), str(pupil.number)
            if tile is not None and tile != self._tiles.get(number):
                changed[number] = self._tiles[number] = tile
        if changed:
            message["tiles"] = changed
        self._is_over = False
        return message or None


def _follow(
    services: Services, ask: AskNothing, visitor: Visitor, is_teacher: bool, note: Callable[[], None]
) -> Following:
    return _ClassNews(services, visitor, is_teacher, note)


def _watch(
    services: Services, ask: AskNothing, visitor: Visitor, is_teacher: bool, note: Callable[[], None]
) -> Following:
    if not is_teacher:
        raise Forbidden("Only the teacher sees this.")
    return _WallNews(services, note)


CLASS = Feed("/api/class/live", AskNothing, _follow, SEND_EVERY)
WALL = Feed("/api/class/wall", AskNothing, _watch, SEND_EVERY)
