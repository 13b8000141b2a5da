"""What the teacher does: lock, show tasks and boards, look after pupils, pair them, end games, export results."""

import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict

from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.web.lesson.export import EXPORTS
from plyground.web.lesson.games import game_between
from plyground.web.lesson.rounds import ClassTournament
from plyground.web.lesson.school_class import SchoolClass
from plyground.web.lesson.tasks import MAX_ANSWER, ClassTask
from plyground.web.lesson.views import AudienceView, DashboardView, audience_view, dashboard_view
from plyground.web.play.live_game import LiveGame
from plyground.web.service.endpoints import Api, File
from plyground.web.service.fields import AskClock, AskNothing, Name, Text
from plyground.web.service.schema import Between, Most
from plyground.web.service.services import Services
from plyground.web.service.views import game_of

if TYPE_CHECKING:
    from plyground.web.play.live_view import Seat

api = Api()
_PATH = re.compile(r"/(?![/\\])[^\\\s]*")
"""A page of this app: another server's address would begin with two slashes."""


class AskLocks(TypedDict):
    """What pupils may not use, whether somebody new may join, and whether they wait to be let in."""

    engine: NotRequired[bool]
    hints: NotRequired[bool]
    open: NotRequired[bool]
    waiting_room: NotRequired[bool]


class AskTask(TypedDict):
    """A task: see `plyground.web.lesson.tasks.ClassTask`."""

    kind: Literal["question", "position", "page"]
    text: NotRequired[Annotated[str, Most(500)]]
    choices: NotRequired[Annotated[list[Annotated[str, Most(MAX_ANSWER)]], Most(8)]]
    right: NotRequired[Annotated[str, Most(MAX_ANSWER)]]
    game: NotRequired[Name]
    position: NotRequired[Text]
    path: NotRequired[Text]
    step: NotRequired[Annotated[int, Between(0, 10**9)]]


class AskTaskChange(TypedDict):
    """What changes of the task that is shown."""

    open: NotRequired[bool]
    revealed: NotRequired[bool]
    shown: NotRequired[bool]
    step: NotRequired[Annotated[int, Between(0, 10**9)]]
    path: NotRequired[Text]


class AskTaskNumber(TypedDict):
    """A task by its number."""

    number: Annotated[int, Between(1, 10**6)]


class AskPupil(TypedDict):
    """A pupil by number; 0, where that makes sense, is nobody."""

    number: Annotated[int, Between(0, 10**6)]


class AskNewcomer(TypedDict):
    """Somebody who waits to be let in, by the number in the dashboard's list; 0: all of them."""

    number: Annotated[int, Between(0, 10**9)]


class AskRename(AskPupil):
    """A pupil and another nickname."""

    nickname: Annotated[str, Most(60)]


class AskPairs(TypedDict):
    """A tournament; ``everybody`` pairs those, too, whose pages are closed."""

    form: Literal["round-robin", "swiss"]
    game: Name
    clock: NotRequired[AskClock | None]
    everybody: NotRequired[bool]


class AskRound(TypedDict):
    """The next round."""

    everybody: NotRequired[bool]


class AskEngineGames(TypedDict):
    """A game against the engine for everybody."""

    game: Name
    level: Annotated[int, Between(0, 10)]
    position: NotRequired[Text]


class AskResult(TypedDict):
    """How a game that goes on ends."""

    id: Annotated[str, Most(40)]
    result: Literal["1-0", "0-1", "1/2-1/2"]


class AskExport(TypedDict):
    """Which table."""

    what: Literal["standings", "games", "answers", "pupils"]


NO_TOURNAMENT = ClassTournament("swiss", "")
Change = Callable[[SchoolClass], Any]


def _change(services: Services, change: Change) -> DashboardView:
    services.classes.change(change)
    return dashboard_view(services.classes, services.addresses)


@api.get("/api/class/dashboard", for_teacher=True)
def show_dashboard(services: Services, ask: AskNothing) -> DashboardView:
    """Show the class as the teacher sees it."""
    return dashboard_view(services.classes, services.addresses)


@api.post("/api/class/locks", for_teacher=True)
def set_locks(services: Services, ask: AskLocks) -> DashboardView:
    """Lock or unlock the engine, hints, and the door."""

    def change(found: SchoolClass) -> None:
        wanted = {"engine": "engine" in found.locks, "hints": "hints" in found.locks}
        wanted |= {name: ask[name] for name in ("engine", "hints") if name in ask}
        found.locks = [name for name in ("engine", "hints") if wanted[name]]
        found.is_open = ask.get("open", found.is_open)
        found.has_waiting_room = ask.get("waiting_room", found.has_waiting_room)

    return _change(services, change)


@api.post("/api/class/end", for_teacher=True)
def end_class(services: Services, ask: AskNothing) -> AskNothing:
    """End the lesson."""
    services.classes.end()
    return {}


# ----------------------------------------------------------------------------------------------------------- tasks


@api.get("/api/class/audience", for_teacher=True)
def show_audience(services: Services, ask: AskNothing) -> AudienceView:
    """Show what all may see on a projector."""
    return audience_view(services.classes, services.addresses)


@api.post("/api/class/tasks", for_teacher=True)
def show_task(services: Services, ask: AskTask) -> DashboardView:
    """Show a question, a position or a page to all."""
    task = _task_of(ask)
    return _change(services, lambda found: found.show(task))


def _task_of(ask: AskTask) -> ClassTask:
    kind, text = ask["kind"], ask.get("text", "").strip()
    task = ClassTask(0, kind, text, right=" ".join(ask.get("right", "").split()), step=ask.get("step", 0))
    if kind == "question":
        if not text:
            raise InvalidSetting("The question is empty.")
        task.choices = [each for each in (" ".join(choice.split()) for choice in ask.get("choices", [])) if each]
        if len(set(task.choices)) < len(task.choices) or len(task.choices) == 1:
            raise InvalidSetting("The choices should be at least two, and different.")
        if task.choices and task.right and task.right not in task.choices:
            raise InvalidSetting("The right answer should be one of the choices.")
    elif kind == "position":
        position = game_of(ask.get("game", "")).position(ask.get("position"))
        task.game, task.position = position.game.name, position.text
    else:
        task.path = _page(ask.get("path", ""))
    return task


def _page(path: str) -> str:
    if not _PATH.fullmatch(path) or path.startswith("/api/"):
        raise InvalidSetting("A page is an address of this app, as /learn/congo.")
    return path


@api.post("/api/class/task", for_teacher=True)
def change_task(services: Services, ask: AskTaskChange) -> DashboardView:
    """Stop or take answers, reveal them, go to another step of the search, or show nothing any more."""

    def change(found: SchoolClass) -> None:
        task = found.demand_task()
        task.is_open = ask.get("open", task.is_open)
        if ask.get("revealed", False):
            task.is_open, task.is_revealed = False, True
        task.step, task.path = ask.get("step", task.step), _page(ask["path"]) if "path" in ask else task.path
        if not ask.get("shown", True):
            found.shown = 0

    return _change(services, change)


@api.post("/api/class/task/again", for_teacher=True)
def show_task_again(services: Services, ask: AskTaskNumber) -> DashboardView:
    """Show a task that was shown before, with the answers that it has got."""
    return _change(services, lambda found: found.show_again(ask["number"]))


@api.post("/api/class/project", for_teacher=True)
def project_board(services: Services, ask: AskPupil) -> DashboardView:
    """Show a pupil's board to all; nobody's for 0."""

    def change(found: SchoolClass) -> None:
        found.projected = found.pupil(ask["number"]).number if ask["number"] else 0

    return _change(services, change)


# ---------------------------------------------------------------------------------------------------------- pupils


@api.post("/api/class/pupils/admit", for_teacher=True)
def admit_pupil(services: Services, ask: AskNewcomer) -> DashboardView:
    """Let somebody in who waits, or all."""
    return _change(services, lambda found: found.admit(ask["number"]))


@api.post("/api/class/pupils/refuse", for_teacher=True)
def refuse_pupil(services: Services, ask: AskNewcomer) -> DashboardView:
    """Refuse somebody who waits, or all; they may ask again."""
    return _change(services, lambda found: found.refuse(ask["number"]))


@api.post("/api/class/pupils/rename", for_teacher=True)
def rename_pupil(services: Services, ask: AskRename) -> DashboardView:
    """Give a pupil another nickname."""
    return _change(services, lambda found: found.rename(ask["number"], ask["nickname"]))


@api.post("/api/class/pupils/remove", for_teacher=True)
def remove_pupil(services: Services, ask: AskPupil) -> DashboardView:
    """Send a pupil away: they lose the games that they are playing, and their browser cannot join again."""
    found = services.classes.demand()
    pupil = found.pupil(ask["number"])

    def change(changed: SchoolClass) -> None:
        changed.pupil(pupil.number).is_removed = True
        if changed.projected == pupil.number:
            changed.projected = 0

    services.classes.change(change)
    for game in found.tournament.open_games() if found.tournament is not None else []:
        if pupil.number in (game.white, game.black):
            _adjudicate(services, game.id, Color.BLACK if pupil.number == game.white else Color.WHITE)
    return dashboard_view(services.classes, services.addresses)


@api.post("/api/class/pupils/release", for_teacher=True)
def release_pupil(services: Services, ask: AskPupil) -> DashboardView:
    """Let a pupil in from another browser, or in again: the next to join by this nickname goes on as them."""

    def change(found: SchoolClass) -> None:
        pupil = found.pupil(ask["number"])
        if pupil.is_program:
            raise InvalidSetting("A program comes back by itself, with its token.")
        pupil.visitor, pupil.is_removed = "", False

    return _change(services, change)


# ----------------------------------------------------------------------------------------------------------- games


@api.post("/api/class/pairs", for_teacher=True)
def begin_pairs(services: Services, ask: AskPairs) -> DashboardView:
    """Begin a tournament, and its first round."""
    game, clock = game_of(ask["game"]), ask.get("clock")
    seconds = {"initial": clock["initial"], "increment": clock["increment"]} if clock else None
    tournament = ClassTournament(ask["form"], game.name, seconds)
    return _next_round(services, tournament, everybody=ask.get("everybody", False))


@api.post("/api/class/round", for_teacher=True)
def begin_round(services: Services, ask: AskRound) -> DashboardView:
    """Begin the next round; who has come since takes part."""
    return _next_round(services, None, everybody=ask.get("everybody", False))


def _next_round(services: Services, new: ClassTournament | None, *, everybody: bool) -> DashboardView:
    current = services.classes.demand()
    game = (new or current.tournament or NO_TOURNAMENT).game
    present = [
        pupil.number
        for pupil in current.taking_part()
        if pupil.visitor and (everybody or services.classes.is_here(pupil)) and pupil.plays in ("", game)
    ]

    def pair(found: SchoolClass) -> None:
        if new is not None:
            if found.tournament is not None and (left := len(found.tournament.open_games())):
                raise InvalidSetting(f"{left} games of the last tournament go on; end them first.")
            found.tournaments.append(new)
        tournament = found.tournament
        if tournament is None:
            raise InvalidSetting("There is no tournament yet.")
        for each in tournament.pair(present):
            if each.black:
                live = game_between(
                    game_of(tournament.game), tournament.clock, found.pupil(each.white), found.pupil(each.black)
                )
                each.id = live.id
                services.games.open(live)

    services.classes.change(pair)
    return dashboard_view(services.classes, services.addresses)


@api.post("/api/class/engine-games", for_teacher=True)
def begin_engine_games(services: Services, ask: AskEngineGames) -> DashboardView:
    """Give every pupil a game against the engine."""
    game = game_of(ask["game"])
    start = game.position(ask.get("position"))
    for pupil in services.classes.demand().taking_part():
        if pupil.visitor and not pupil.is_program:
            seats: list[Seat] = [{"kind": "person", "name": pupil.nickname}, {"kind": "engine", "level": ask["level"]}]
            if int(start.turn) == Color.BLACK:
                seats.reverse()
            services.games.open(LiveGame(LiveGame.new_id(), Record(game, start), seats, owner=pupil.visitor))
    return dashboard_view(services.classes, services.addresses)


@api.post("/api/class/result", for_teacher=True)
def decide_game(services: Services, ask: AskResult) -> DashboardView:
    """End a game of the round that goes on."""
    found = services.classes.demand()
    games = found.tournament.open_games() if found.tournament is not None else []
    if not any(game.id == ask["id"] for game in games):
        raise InvalidSetting("That is no game of this round that goes on.")
    _adjudicate(services, ask["id"], {"1-0": Color.WHITE, "0-1": Color.BLACK}.get(ask["result"]))
    return dashboard_view(services.classes, services.addresses)


def _adjudicate(services: Services, name: str, winner: Color | None) -> None:
    try:
        services.games.change(name, lambda live, now: live.adjudicate(winner, now))
    except PlygroundError:
        # it has just ended by itself
        if not services.games.live(name).is_over:
            raise
    services.classes.settle()


@api.get("/api/class/export.csv", for_teacher=True)
def export_results(services: Services, ask: AskExport) -> File:
    """Write the results as CSV: the standings, the games with their moves, the answers, or the pupils."""
    found = services.classes.demand()
    # spreadsheets take a file without this mark for one of their system's old encoding
    text = "\ufeff" + EXPORTS[ask["what"]](found, services.games)
    stem = re.sub(r"[^\w-]+", "-", f"{found.name}-{ask['what']}-{time.strftime('%Y-%m-%d')}", flags=re.ASCII)
    return File(text, "text/csv", f"{stem}.csv")
