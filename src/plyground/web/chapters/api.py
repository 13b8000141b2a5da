"""The chapters on game search, and their figures."""

from importlib.resources import files
from typing import Annotated, Literal, NotRequired, TypedDict

from plyground.search.curriculum import Chapter, chapter, chapters
from plyground.search.exercises import HARNESS, Exercise, answer_of, exercise, exercises, input_of, verdict
from plyground.search.question_bank import MAX_QUESTIONS, SIMULATIONS, BankQuestion, bank, drill
from plyground.search.question_formats import FORMATS
from plyground.web.explorer.api import TreeQuestionView, question_view
from plyground.web.service.endpoints import Api, File
from plyground.web.service.fields import AskNothing
from plyground.web.service.schema import BadRequest, Between, Most
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


class PassageView(TypedDict):
    """A piece of a text, and where in the figure it is to be seen ("": nowhere); `plyground.search.curriculum`."""

    text: str
    place: str


class QuestionView(TypedDict):
    """A question, its choices, the right one, and why."""

    text: str
    choices: list[str]
    answer: str
    why: str


class NoteView(TypedDict):
    """What goes beyond the chapter; null: no tree shows it."""

    title: str
    text: str
    figure: FigureView | None


class ExerciseView(TypedDict):
    """Code to be completed, help, and a solution."""

    task: str
    hints: list[str]
    code: str
    solution: str


class AskCode(TypedDict):
    """A chapter by its name, and the completed code."""

    name: Annotated[str, Most(60)]
    code: Annotated[str, Most(20_000)]


class CodeFiles(TypedDict):
    """What tries completed code beside the page: a program, and what it reads besides ``code.py``."""

    main: str
    cases: str


class AskVerdict(TypedDict):
    """A chapter by its name, and what the program has printed there."""

    name: Annotated[str, Most(60)]
    printed: Annotated[str, Most(1_000_000)]


class CodeVerdict(TypedDict):
    """What is said of the code; the tree, its search, and the node where the two part (null: there is none to show)."""

    right: bool
    said: str
    printed: str
    figure: FigureView | None
    path: list[str] | None


class ChapterView(ChapterTitle):
    """A whole chapter; ``exercises`` are the chapters with code, ``algorithm`` and ``depth`` are for a real game."""

    paragraphs: list[list[PassageView]]
    figure: FigureView
    questions: list[QuestionView]
    exercise: ExerciseView | None
    exercises: list[ChapterTitle]
    notes: list[NoteView]
    next: str
    algorithm: str
    depth: int


class AskDrill(TypedDict):
    """A chapter by its name, and what its fresh tree is drawn by."""

    name: Annotated[str, Most(60)]
    seed: Annotated[int, Between(0, 2**31)]


class DrillView(TypedDict):
    """A fresh tree, how it is searched, and questions on it."""

    task: str
    figure: FigureView
    questions: list[TreeQuestionView]


class AskBank(TypedDict):
    """Chapters by their names, with commas between them; how many questions of each, and what they are drawn by."""

    chapters: Annotated[str, Most(400)]
    count: Annotated[int, Between(1, MAX_QUESTIONS)]
    seed: Annotated[int, Between(0, 2**31)]


class AskExport(AskBank):
    """A bank, the format, and the names of the questions that are left out, with commas between them."""

    format: Literal["moodle", "gift", "qti"]
    without: NotRequired[str]


class BankView(TypedDict):
    """A question of a bank; without choices the answer is a number."""

    name: str
    chapter: str
    text: str
    choices: list[str]
    answer: str
    why: str
    hint: str


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
        "paragraphs": [
            [{"text": each.text, "place": each.place} for each in paragraph] for paragraph in found.paragraphs
        ],
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
        "exercise": _exercise(found.name),
        "exercises": [_title(each) for each in chapters() if each.name in exercises()],
        "notes": [
            {
                "title": each.title,
                "text": each.text,
                "figure": _figure_view(each.tree, each.algorithm) if each.tree else None,
            }
            for each in found.notes
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


@api.get("/api/chapters/{name}/drill")
def draw_questions(services: Services, ask: AskDrill) -> DrillView:
    """Draw a fresh tree for a chapter, and questions on it."""
    drawn = drill(chapter(ask["name"]), ask["seed"])
    return {
        "task": drawn.drill.task,
        "figure": {
            "tree": drawn.text,
            "algorithm": drawn.drill.algorithm,
            "caption": drawn.drill.task,
            "depth": drawn.drill.depth,
            "simulations": SIMULATIONS,
            "also": None,
        },
        "questions": [question_view(question) for question in drawn.questions],
    }


@api.get("/api/chapters/{name}/code")
def show_code_files(services: Services, ask: AskChapter) -> CodeFiles:
    """Show what tries completed code, for a page that runs it in the visitor's own browser."""
    return {"main": _harness(), "cases": input_of(exercise(ask["name"]))}


def _harness() -> str:
    return files("plyground.search").joinpath(HARNESS).read_text(encoding="utf-8")


@api.post("/api/chapters/{name}/code", waits=True)
def try_code(services: Services, ask: AskCode) -> CodeVerdict:
    """Run completed code on trees and games, and say where it parts from the right search."""
    chosen = exercise(ask["name"])
    given = {"main.py": _harness(), "code.py": ask["code"], "cases.json": input_of(chosen)}
    return _verdict(chosen, services.runtime.run_python(given))


@api.post("/api/chapters/{name}/verdict")
def judge_code(services: Services, ask: AskVerdict) -> CodeVerdict:
    """Say what the program has found that was run beside the page."""
    return _verdict(exercise(ask["name"]), ask["printed"])


def _verdict(chosen: Exercise, printed: str) -> CodeVerdict:
    found = verdict(chosen, answer_of(printed))
    figure = _figure(chosen.chapter, found.tree) if found.tree else None
    path = None if found.path is None else list(found.path)
    return {
        "right": found.is_right,
        "said": found.said,
        "printed": found.printed,
        "figure": figure,
        "path": path,
    }


def _figure(name: str, tree: str) -> FigureView:
    return _figure_view(tree, "alphabeta" if name == "negamax" else chapter(name).drill.algorithm)


def _figure_view(tree: str, algorithm: str) -> FigureView:
    return {
        "tree": tree,
        "algorithm": algorithm,
        "caption": "",
        "depth": None,
        "simulations": SIMULATIONS,
        "also": None,
    }


def _exercise(name: str) -> ExerciseView | None:
    found = exercises().get(name)
    if found is None:
        return None
    return {"task": found.task, "hints": list(found.hints), "code": found.code, "solution": found.solved}


@api.get("/api/questions")
def list_questions(services: Services, ask: AskBank) -> list[BankView]:
    """List the questions of a bank: some chapters', drawn by a seed."""
    return [
        {
            "name": each.name,
            "chapter": each.chapter.title,
            "text": each.text,
            "choices": list(each.question.choices or ()),
            "answer": each.question.answer,
            "why": each.question.why,
            "hint": each.question.hint,
        }
        for each in _bank(ask)
    ]


@api.get("/api/questions/export/{format}")
def export_questions(services: Services, ask: AskExport) -> File:
    """Write the questions of a bank for a learning platform, without those that are left out."""
    left_out = set(ask.get("without", "").split(","))
    questions = [each for each in _bank(ask) if each.name not in left_out]
    if not questions:
        raise BadRequest("No question is chosen.")
    written = FORMATS[ask["format"]]
    return File(written.write(questions), written.media_type, f"questions{written.ending}")


def _bank(ask: AskBank | AskExport) -> list[BankQuestion]:
    return bank([chapter(name) for name in ask["chapters"].split(",")], ask["count"], ask["seed"])


def _title(found: Chapter) -> ChapterTitle:
    return {"number": found.number, "name": found.name, "title": found.title}
