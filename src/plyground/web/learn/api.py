"""The rules, taught by example: the lessons of the games that have one (`plyground.core.lesson`)."""

from typing import Annotated, TypedDict

from plyground.web.api.endpoints import Api, NotFound
from plyground.web.api.fields import AskNothing
from plyground.web.api.schema import Most
from plyground.web.learn.lessons import LessonView, lessons
from plyground.web.services import Services

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
def list_lessons(services: Services, ask: AskNothing) -> list[LessonTitle]:
    """List the lessons."""
    return [
        {"family": lesson["family"], "title": lesson["title"], "summary": lesson["summary"]}
        for lesson in lessons().values()
    ]


@api.get("/api/lessons/{family}")
def show_lesson(services: Services, ask: AskLesson) -> LessonView:
    """Teach a family of games: text and positions."""
    found = lessons()
    if ask["family"] not in found:
        raise NotFound(f"There is no lesson on {ask['family'][:60]!r}; there are {', '.join(found)}.")
    return found[ask["family"]]
