"""The chapters on game search, and their figures."""

from typing import Annotated, TypedDict

from plyground.search.curriculum import Chapter, chapter, chapters
from plyground.web.service.endpoints import Api, File
from plyground.web.service.fields import AskNothing
from plyground.web.service.schema import Most
from plyground.web.service.services import Services

api = Api()


class AskChapter(TypedDict):
    """A chapter by its name."""

    name: Annotated[str, Most(60)]


class ChapterTitle(TypedDict):
    """A chapter, for a list."""

    number: int
    name: str
    title: str


class FigureView(TypedDict):
    """What `plyground.search.curriculum.Figure` says; null where it is not said."""

    tree: str
    algorithm: str
    caption: str
    depth: int | None
    simulations: int
    also: int | None


class QuestionView(TypedDict):
    """A question, its choices, the right one, and why."""

    text: str
    choices: list[str]
    answer: str
    why: str


class ChapterView(ChapterTitle):
    """A whole chapter; ``algorithm`` and ``depth`` are for a real game."""

    text: list[str]
    figure: FigureView
    questions: list[QuestionView]
    next: str
    algorithm: str
    depth: int


@api.get("/api/chapters")
def list_chapters(services: Services, ask: AskNothing) -> list[ChapterTitle]:
    """List the chapters."""
    return [_title(each) for each in chapters()]


@api.get("/api/chapters/{name}")
def show_chapter(services: Services, ask: AskChapter) -> ChapterView:
    """Show a chapter: text, figure and questions."""
    found = chapter(ask["name"])
    figure = found.figure
    return {
        **_title(found),
        "text": list(found.text),
        "figure": {
            "tree": figure.tree,
            "algorithm": figure.algorithm,
            "caption": figure.caption,
            "depth": figure.depth,
            "simulations": figure.simulations,
            "also": figure.also,
        },
        "questions": [
            {"text": each.text, "choices": list(each.choices), "answer": each.answer, "why": each.why}
            for each in found.questions
        ],
        "next": found.next,
        "algorithm": found.game["algorithm"],
        "depth": found.game["depth"],
    }


@api.get("/api/chapters/{name}/figure")
def draw_chapter(services: Services, ask: AskChapter) -> File:
    """Draw the figure of a chapter as SVG, for slides."""
    found = chapter(ask["name"])
    return File(found.svg(), name=f"{found.number:02d}-{found.name}.svg")


def _title(found: Chapter) -> ChapterTitle:
    return {"number": found.number, "name": found.name, "title": found.title}
