"""The lessons of all families of games that have one (`plyground.core.lesson`)."""

from plyground.core.lesson import Lesson
from plyground.core.registry import all_games


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
