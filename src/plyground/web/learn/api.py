"""The rules, taught by example: the lessons of the games that have one (`plyground.web.learn.lesson`)."""

from typing import Annotated, TypedDict

from plyground.core.registry import get_game
from plyground.core.steps import Steps
from plyground.web.learn.goals import GoalProgress, judge_all, try_moves
from plyground.web.learn.lesson import Example
from plyground.web.learn.lessons import LessonView, lessons
from plyground.web.service.endpoints import Api, NotFound
from plyground.web.service.fields import AskNothing
from plyground.web.service.schema import Between, Most
from plyground.web.service.services import Services
from plyground.web.service.views import PositionView, position_view

api = Api()


class AskLesson(TypedDict):
    """A lesson by the family of its games."""

    family: Annotated[str, Most(60)]


class AskGoal(AskLesson):
    """Moves on the board of a lesson's example that has a goal; ``example`` counts a lesson's examples from 0."""

    example: Annotated[int, Between(0, 1000)]
    moves: Annotated[list[Annotated[str, Most(200)]], Most(20)]


class LessonTitle(TypedDict):
    """A lesson, for a list."""

    family: str
    title: str
    summary: str


class LessonBoard(TypedDict):
    """The board of an example; ``tries`` is what is said of moves on it, if it has a goal, as `judge_all` has them."""

    start: PositionView
    tries: dict[str, GoalProgress]


@api.get("/api/lessons")
def list_lessons(services: Services, ask: AskNothing) -> list[LessonTitle]:
    """List the lessons."""
    return [
        {"family": lesson["family"], "title": lesson["title"], "summary": lesson["summary"]}
        for lesson in lessons().values()
    ]


@api.get("/api/lessons/{family}")
def show_lesson(services: Services, ask: AskLesson) -> LessonView:
    """Teach a family of games: text and positions."""
    return _lesson(ask["family"])


@api.get("/api/lessons/{family}/boards")
def show_boards(services: Services, ask: AskLesson) -> Steps[list[LessonBoard]]:
    """Return the boards of a lesson, in order, with what is needed to try its goals without the server."""
    lesson = _lesson(ask["family"])
    if (found := _BOARDS.get(lesson["family"])) is None:
        found = _BOARDS[lesson["family"]] = yield from _boards(lesson)
    return found


@api.post("/api/lessons/{family}/try")
def try_goal(services: Services, ask: AskGoal) -> GoalProgress:
    """Judge moves by the goal of an example."""
    examples = _examples(_lesson(ask["family"]))
    if ask["example"] >= len(examples) or "goal" not in examples[ask["example"]]:
        raise NotFound(f"The lesson on {ask['family']} has no goal for its example {ask['example']}.")
    example = examples[ask["example"]]
    return try_moves(example, example["goal"], ask["moves"])


def _lesson(family: str) -> LessonView:
    found = lessons()
    if family not in found:
        raise NotFound(f"There is no lesson on {family[:60]!r}; there are {', '.join(found)}.")
    return found[family]


def _examples(lesson: LessonView) -> list[Example]:
    return [example for section in lesson["sections"] for example in section["examples"]]


_BOARDS: dict[str, list[LessonBoard]] = {}
"""The boards that were asked for, by family."""


def _boards(lesson: LessonView) -> Steps[list[LessonBoard]]:
    found: list[LessonBoard] = []
    for example in [*_examples(lesson), *lesson.get("endgames", [])]:
        start = position_view(get_game(example["game"]).position(example["position"]))
        tries = (yield from judge_all(example, example["goal"])) if "goal" in example else {}
        found.append({"start": start, "tries": tries})
        yield
    return found
