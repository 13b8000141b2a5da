"""The API's seventh part: the rules, taught by example."""

from typing import Annotated, TypedDict

from plyground.web.desk import Desk
from plyground.web.endpoints import Api, NotFound
from plyground.web.games_api import AskNothing
from plyground.web.lessons import LESSONS, Lesson
from plyground.web.schema import Most

api = Api()


class AskLesson(TypedDict):
    """A lesson by the family of its games."""

    family: Annotated[str, Most(60)]


class LessonTitle(TypedDict):
    """A lesson, for a list."""

    family: str
    title: str
    summary: str


@api.get("/api/lessons")
def list_lessons(desk: Desk, ask: AskNothing) -> list[LessonTitle]:
    """List the lessons."""
    return [
        {"family": lesson["family"], "title": lesson["title"], "summary": lesson["summary"]}
        for lesson in LESSONS.values()
    ]


@api.get("/api/lessons/{family}")
def show_lesson(desk: Desk, ask: AskLesson) -> Lesson:
    """Teach a family of games: text and positions."""
    if ask["family"] not in LESSONS:
        raise NotFound(f"There is no lesson on {ask['family'][:60]!r}; there are {', '.join(LESSONS)}.")
    return LESSONS[ask["family"]]
