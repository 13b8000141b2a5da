"""What a pupil sees of the class, and what the teacher sees.

A pupil sees the class's name, their own things, the task without the answers of others, the standings once rounds are
played, and the board that the teacher shows to all. Browsers and their tokens are never told to anybody.
"""

from typing import Literal, TypedDict, TypeVar

from plyground.web.lesson.classes import Classes
from plyground.web.lesson.rounds import NOBODY, ClassGame, ClassTournament
from plyground.web.lesson.school_class import Pupil, SchoolClass
from plyground.web.lesson.tasks import ClassTask
from plyground.web.lesson.tiles import Tile
from plyground.web.service.views import game_of


class AnswerCount(TypedDict):
    """How many gave an answer."""

    answer: str
    count: int


class TaskView(TypedDict):
    """A task, with one's own answer; the right one and the counts once they are revealed."""

    number: int
    kind: Literal["question", "position", "page"]
    text: str
    choices: list[str]
    game: str
    position: str
    path: str
    step: int
    open: bool
    revealed: bool
    answer: str
    right: str
    is_right: bool | None
    counts: list[AnswerCount]


class Place(TypedDict):
    """A line of the standings."""

    place: int
    name: str
    points: float
    buchholz: float
    wins: int
    draws: int
    losses: int
    you: bool


class RoundView(TypedDict):
    """The round that is played, for one pupil: their game, whether it goes on, or whether they sit out."""

    number: int
    label: str
    game: str
    against: str
    going_on: bool
    sits_out: bool


class ProgramView(TypedDict):
    """A program that is connected."""

    number: int
    name: str
    label: str


class ClassView(TypedDict):
    """A class as a pupil sees it; ``name`` is null if there is none, ``you`` one's nickname, "" before joining.

    ``waiting`` is the nickname under which one waits to be let in, else "".

    ``revision`` grows with the news: an answer that comes after a newer view is not shown any more.
    """

    revision: int
    name: str | None
    open: bool
    you: str
    waiting: str
    removed: bool
    teacher: bool
    locks: list[str]
    task: TaskView | None
    round: RoundView | None
    given: str
    standings: list[Place]
    projected: Tile | None
    programs: list[ProgramView]


def class_view(classes: Classes, visitor: str, *, is_teacher: bool) -> ClassView:
    """Return the class as a visitor sees it."""
    # read first: what is shown is at least as new
    revision = classes.revision
    found = classes.current
    pupil = found.pupil_of(visitor) if found is not None else None
    is_in = pupil is not None and not pupil.is_removed
    newcomer = found.newcomer_of(visitor) if found is not None else None
    view: ClassView = {
        "revision": revision,
        "name": found.name if found is not None else None,
        "open": found is not None and found.is_open,
        "you": pupil.nickname if pupil is not None and is_in else "",
        "waiting": newcomer.nickname if newcomer is not None else "",
        "removed": pupil is not None and pupil.is_removed,
        "teacher": is_teacher,
        "locks": list(found.locks) if found is not None else [],
        "task": None,
        "round": None,
        "given": "",
        "standings": [],
        "projected": None,
        "programs": [],
    }
    if found is not None and found.task is not None and (is_in or is_teacher):
        view["task"] = _task_view(found.task, pupil if is_in else None)
    if found is None or not is_in or pupil is None:
        return view
    if found.tournament is not None:
        view["round"] = _round_view(found, found.tournament, pupil)
        view["standings"] = places(found, found.tournament, pupil)
    view["programs"] = [
        {"number": each.number, "name": each.nickname, "label": game_of(each.plays).label}
        for each in found.taking_part()
        if each.is_program and each is not pupil and classes.is_here(each)
    ]
    tile = classes.tile(pupil)
    own = view["round"]["game"] if view["round"] else ""
    if tile is not None and tile["id"] != own and pupil.nickname in tile["names"] and not tile["outcome"]:
        view["given"] = tile["id"]
    if found.projected:
        shown = classes.tile(found.pupil(found.projected))
        # who knows a game's id can look on: that is for the teacher to give
        view["projected"] = {**shown, "id": ""} if shown is not None else None
    return view


def _task_view(task: ClassTask, pupil: Pupil | None) -> TaskView:
    answer = task.answers.get(pupil.number, "") if pupil is not None else ""
    is_revealed = task.is_revealed
    return {
        "number": task.number,
        "kind": task.kind,
        "text": task.text,
        "choices": task.choices,
        "game": task.game,
        "position": task.position,
        "path": task.path,
        "step": task.step,
        "open": task.is_open,
        "revealed": is_revealed,
        "answer": answer,
        "right": task.right if is_revealed else "",
        "is_right": task.is_right(answer) if is_revealed and answer else None,
        "counts": counts(task) if is_revealed else [],
    }


def counts(task: ClassTask) -> list[AnswerCount]:
    """Return how many gave which answer."""
    return [{"answer": answer, "count": count} for answer, count in task.counts()]


def _round_view(found: SchoolClass, tournament: ClassTournament, pupil: Pupil) -> RoundView | None:
    last = tournament.rounds[-1] if tournament.rounds else []
    own = next((game for game in last if pupil.number in (game.white, game.black)), None)
    if own is None:
        return None
    other = own.black if own.white == pupil.number else own.white
    return {
        "number": len(tournament.rounds),
        "label": game_of(tournament.game).label,
        "game": own.id,
        "against": found.pupil(other).nickname if other != NOBODY else "",
        "going_on": bool(own.id) and not own.result,
        "sits_out": own.black == NOBODY,
    }


def places(found: SchoolClass, tournament: ClassTournament, you: Pupil | None = None) -> list[Place]:
    """Return the standings with nicknames."""
    return [
        {
            "place": line["place"],
            "name": found.pupil(line["pupil"]).nickname,
            "points": line["points"],
            "buchholz": line["buchholz"],
            "wins": line["wins"],
            "draws": line["draws"],
            "losses": line["losses"],
            "you": you is not None and line["pupil"] == you.number,
        }
        for line in tournament.standings()
    ]


class AudienceView(TypedDict):
    """What all may see on a projector: no name, and no count before the answers are revealed."""

    name: str
    address: str
    here: int
    answered: int
    task: TaskView | None


def audience_view(classes: Classes, addresses: tuple[str, ...]) -> AudienceView:
    """Return the class as it is projected."""
    found = classes.demand()
    return {
        "name": found.name,
        "address": f"{addresses[0]}class" if addresses else "",
        "here": sum(classes.is_here(pupil) for pupil in found.taking_part()),
        "answered": len(found.task.answers) if found.task is not None else 0,
        "task": _task_view(found.task, None) if found.task is not None else None,
    }


View = TypeVar("View", ClassView, "DashboardView")


def says_the_same(view: View, other: View | None) -> bool:
    """Tell whether two views differ in nothing but their revision."""
    return other is not None and {**view, "revision": 0} == {**other, "revision": 0}


# ------------------------------------------------------------------------------------------------------ the teacher


class PupilLine(TypedDict):
    """A pupil, for the teacher: ``left`` says that the next to give this nickname goes on as them."""

    number: int
    name: str
    here: bool
    program: bool
    removed: bool
    left: bool
    game: str
    answer: str
    is_right: bool | None


class WaitingLine(TypedDict):
    """Somebody who waits to be let in."""

    number: int
    name: str
    program: bool


class Pairing(TypedDict):
    """A game of a round; ``black`` is "" if White sits out."""

    id: str
    white: str
    black: str
    result: str


class ClassTournamentView(TypedDict):
    """The tournament of the class."""

    form: str
    label: str
    rounds: int
    pairings: list[Pairing]
    standings: list[Place]


MOST_EARLIER = 40
"""How many of the tasks that were shown before are listed."""


class DashboardTask(TypedDict):
    """A task as the teacher sees it."""

    number: int
    kind: str
    text: str
    choices: list[str]
    right: str
    game: str
    position: str
    path: str
    step: int
    open: bool
    revealed: bool
    counts: list[AnswerCount]
    answered: int


class EarlierTask(TypedDict):
    """A task that is not shown any more, and how many have answered it."""

    number: int
    text: str
    answered: int


class DashboardView(TypedDict):
    """The class as the teacher sees it, apart from the boards.

    ``revision`` is that of a `ClassView`.
    """

    revision: int
    name: str
    addresses: list[str]
    open: bool
    waiting_room: bool
    waiting: list[WaitingLine]
    locks: list[str]
    pupils: list[PupilLine]
    task: DashboardTask | None
    tasks: int
    earlier: list[EarlierTask]
    projected: int
    tournament: ClassTournamentView | None


def dashboard_view(classes: Classes, addresses: tuple[str, ...]) -> DashboardView:
    """Return the class as the teacher sees it."""
    # read first: what is shown is at least as new
    revision = classes.revision
    found = classes.demand()
    task, tournament = found.task, found.tournament
    return {
        "revision": revision,
        "name": found.name,
        "addresses": [f"{address}class" for address in addresses],
        "open": found.is_open,
        "waiting_room": found.has_waiting_room,
        "waiting": [
            {"number": each.number, "name": each.nickname, "program": bool(each.plays)} for each in found.waiting
        ],
        "locks": list(found.locks),
        "pupils": [_line(classes, pupil, task) for pupil in found.pupils],
        "task": _dashboard_task(task) if task is not None else None,
        "tasks": len(found.tasks),
        "earlier": [_earlier(each) for each in reversed(found.tasks) if each is not task][:MOST_EARLIER],
        "projected": found.projected,
        "tournament": _tournament_view(found, tournament) if tournament is not None else None,
    }


def _line(classes: Classes, pupil: Pupil, task: ClassTask | None) -> PupilLine:
    answer = task.answers.get(pupil.number, "") if task is not None else ""
    return {
        "number": pupil.number,
        "name": pupil.nickname,
        "here": classes.is_here(pupil),
        "program": pupil.is_program,
        "removed": pupil.is_removed,
        "left": not pupil.visitor,
        "game": pupil.game,
        "answer": answer,
        "is_right": task.is_right(answer) if task is not None and answer else None,
    }


def _earlier(task: ClassTask) -> EarlierTask:
    title = task.text or task.path or f"{game_of(task.game).label}: a position"
    return {"number": task.number, "text": title, "answered": len(task.answers)}


def _dashboard_task(task: ClassTask) -> DashboardTask:
    return {
        "number": task.number,
        "kind": task.kind,
        "text": task.text,
        "choices": task.choices,
        "right": task.right,
        "game": task.game,
        "position": task.position,
        "path": task.path,
        "step": task.step,
        "open": task.is_open,
        "revealed": task.is_revealed,
        "counts": counts(task),
        "answered": len(task.answers),
    }


def _tournament_view(found: SchoolClass, tournament: ClassTournament) -> ClassTournamentView:
    def pairing(game: ClassGame) -> Pairing:
        black = found.pupil(game.black).nickname if game.black != NOBODY else ""
        return {"id": game.id, "white": found.pupil(game.white).nickname, "black": black, "result": game.result}

    return {
        "form": tournament.form,
        "label": game_of(tournament.game).label,
        "rounds": len(tournament.rounds),
        "pairings": [pairing(game) for game in (tournament.rounds[-1] if tournament.rounds else [])],
        "standings": places(found, tournament),
    }
