"""The lessons of all families of games that have one (`plyground.web.learn.lesson`)."""

from plyground.core.registry import all_games
from plyground.web.learn.lesson import Lesson


class LessonView(Lesson):
    """A lesson and the family of games it belongs to."""

    family: str
    title: str


def lessons() -> dict[str, LessonView]:
    """Return every lesson by its family, in the order of the games."""
    found: dict[str, LessonView] = {}
    for game in all_games().values():
        module = game.optional_submodule("lesson") if game.family not in found else None
        if module is not None:
            lesson: Lesson = module.LESSON
            found[game.family] = {"family": game.family, "title": game.title, **lesson}
    return found
