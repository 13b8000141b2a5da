"""The rules, taught by example: the lessons of the games that have one (`plyground.core.lesson`)."""

from typing import Annotated, TypedDict

from plyground.core.lesson import Lesson
from plyground.core.registry import all_games
from plyground.web.api.endpoints import Api, NotFound
from plyground.web.api.fields import AskNothing
from plyground.web.api.schema import Most
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


class LessonView(Lesson):
    """A lesson and the family of games it belongs to."""

    family: str
    title: str


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


def lessons() -> dict[str, LessonView]:
    """Return every lesson by its family, in the order of the games."""
    found: dict[str, LessonView] = {}
    for game in all_games().values():
        module = game.optional_submodule("lesson") if game.family not in found else None
        if module is not None:
            lesson: Lesson = module.LESSON
            found[game.family] = {"family": game.family, "title": game.title, **lesson}
    return found
