"""The API of the search explorer: a textbook search with its whole tree, and the node counts of other algorithms.

A page (`plyground.web.service.session`) sends ``{"do": "search", "token": 7, "game": ..., "algorithm": "minimax",
"depth": 3}`` and is sent ``{"token": 7, "visited": 123456}`` while the search lasts, then ``{"token": 7, "found":
{...}}``. With ``"do": "compare"`` it is sent ``{"token": 7, "algorithm": "minimax", "depth": 2, "nodes": 61}`` for each
algorithm and depth. A POST request searches a tree that is small enough to be shown.
"""

from collections.abc import Generator
from dataclasses import asdict
from functools import partial
from importlib.resources import files
from typing import Annotated, Any, Literal, NotRequired, TypedDict, cast

from plyground.core.errors import alternatives
from plyground.core.steps import Steps, finish
from plyground.courses.course import AnswerCheck, Course, all_courses
from plyground.search import chance, drawn_tree
from plyground.search.plain import Algorithm
from plyground.search.questions import KINDS, TreeQuestion, all_questions, questions_of
from plyground.search.tree import MAX_NODES, Tree
from plyground.web.explorer.exploration import COMPILED, MAX_COUNTED, Exploration, Found
from plyground.web.explorer.tree_columns import TreeColumns, columns
from plyground.web.lesson.lesson import lock_of_search
from plyground.web.lesson.school_class import Lock
from plyground.web.service.elsewhere import Elsewhere, as_asked
from plyground.web.service.endpoints import Api, json_text
from plyground.web.service.evaluations import usual_name
from plyground.web.service.fields import AskNothing, Name, Text
from plyground.web.service.runtime import Thinking, Turn, in_turns
from plyground.web.service.schema import BadRequest, Between, Most
from plyground.web.service.services import Services
from plyground.web.service.session import Answering, Send, Session
from plyground.web.service.views import game_of

api = Api()
MAX_SEARCHED = 1 << 62
"""The largest tree that is searched for a tab, which can stop that; it is shown only if it is small enough."""
MAX_OFFERED = 150
"""The most questions that are offered one by one."""
MAX_SECONDS = 600.0
"""Seconds after which an unfinished search is stopped."""


class AskSearch(TypedDict):
    """A search: where, how, how deep, by which evaluation."""

    game: Name
    position: NotRequired[Text]
    algorithm: Algorithm
    depth: Annotated[int, Between(1, 20)]
    evaluation: NotRequired[Annotated[str, Most(60)]]


class AskHandmade(TypedDict):
    """A search of a tree that somebody has made up: ``((3 12 8) (2 4 6) (14 5 2))``."""

    tree: Text
    algorithm: drawn_tree.Algorithm
    depth: NotRequired[Annotated[int, Between(1, drawn_tree.MAX_DEPTH)]]


class AskHomework(TypedDict):
    """A course's input file, and a student's answer."""

    input: Text
    answer: Annotated[str, Most(500)]


class AskProgram(TypedDict):
    """A homework's own program, in Python, and its input file."""

    program: Annotated[str, Most(200_000)]
    input: Text


class Printed(TypedDict):
    """What a program has printed."""

    printed: str


class Runner(TypedDict):
    """The program that runs a homework's own one: ``main.py`` beside ``homework.py`` and ``input.txt``."""

    main: str


class AskQuestions(TypedDict):
    """Questions about a search: of these kinds, so many, drawn by a seed; or by their places among all, `only` those.

    With ``is_all`` all there are, if they are at most `MAX_OFFERED`. A position is a game's, or a tree.
    """

    game: NotRequired[Name]
    position: Text
    algorithm: drawn_tree.Algorithm
    depth: NotRequired[Annotated[int, Between(1, 20)]]
    evaluation: NotRequired[Annotated[str, Most(60)]]
    kinds: Annotated[list[str], Most(len(KINDS))]
    count: Annotated[int, Between(1, 99)]
    seed: Annotated[int, Between(0, 2**31)]
    only: NotRequired[Annotated[list[int], Most(99)]]
    is_all: NotRequired[bool]


class HomeworkChecked(TypedDict):
    """The answer compared with the right one, and the search (`plyground.courses.course.AnswerCheck`)."""

    game: str
    position: str
    algorithm: Algorithm
    depth: int
    evaluation: str
    right: bool
    said: str
    causes: list[str]
    node: int | None


class AskExplorer(TypedDict):
    """What a page asks for."""

    do: Literal["search", "compare", "stop"]
    token: NotRequired[int]
    game: NotRequired[Name]
    position: NotRequired[Text]
    algorithm: NotRequired[Algorithm]
    depth: NotRequired[Annotated[int, Between(1, 20)]]
    evaluation: NotRequired[Annotated[str, Most(60)]]


class Searched(TypedDict):
    """What a search found, with its tree (null where that is too large to be shown)."""

    algorithm: str
    position: str
    depth: int
    evaluation: str
    best: str | None
    value: str
    nodes: int
    tree: TreeColumns | None


class TreeQuestionView(TypedDict):
    """A question about a search (`plyground.search.questions.TreeQuestion`)."""

    kind: str
    node: int
    step: int
    after: int
    text: str
    answer: str
    choices: list[str] | None
    hint: str
    why: str


class HomeworkExample(TypedDict):
    """An example of the homework, with the numbers its hand-out prints."""

    name: str
    game: str
    position: str
    algorithm: Algorithm
    depth: int
    evaluation: str
    move: str
    myopic: str
    farsighted: str
    nodes: int


class Examples(TypedDict):
    """The homework's examples."""

    examples: list[HomeworkExample]


def _lock(services: Services, ask: AskSearch | AskExplorer) -> Lock | None:
    """Return the lock that a search is under."""
    return lock_of_search(services.classes, ask.get("game", ""), ask.get("position"), ask.get("depth", 1))


@api.post("/api/explorer/search", waits=True, lock=_lock, elsewhere=as_asked)
def explore(services: Services, ask: AskSearch) -> Searched:
    """Search and return every node that was visited."""
    work = partial(_search, services, _exploration(ask, MAX_NODES))
    return services.searches.wait("search", work, MAX_SECONDS)


def _exploration(ask: AskSearch, most: int, algorithm: Algorithm | None = None) -> Exploration:
    root = game_of(ask["game"]).position(ask.get("position"))
    return Exploration(root, algorithm or ask["algorithm"], ask["depth"], ask.get("evaluation"), most)


def _search(services: Services, exploration: Exploration, turn: Turn) -> Generator[None, Turn, Searched]:
    """Search, unless that has just been done."""
    recent, asked = services.recent_searches, exploration.asked
    answer: Searched | None = recent.find(asked)
    if answer is None:
        found = yield from exploration.search(turn)
        answer = yield from in_turns(_view_of(exploration, found), turn, exploration.too_long)
        recent.keep(asked, answer, found.nodes)
    return answer


def _view_of(exploration: Exploration, found: Found) -> Steps[Searched]:
    return {
        "algorithm": exploration.algorithm,
        "position": exploration.root.text,
        "depth": exploration.depth,
        "evaluation": exploration.evaluation,
        "best": found.best,
        "value": found.value,
        "nodes": found.nodes,
        "tree": (yield from columns(found.tree)) if found.tree else None,
    }


def _counting(ask: AskSearch, algorithm: Algorithm) -> Exploration:
    return _exploration(ask, MAX_COUNTED[algorithm], algorithm)


@api.post("/api/explorer/handmade")
def explore_handmade(services: Services, ask: AskHandmade) -> Searched:
    """Search a tree that somebody has made up."""
    tree = drawn_tree.search(drawn_tree.parse(ask["tree"]), ask["algorithm"], ask.get("depth"))
    return {
        "algorithm": tree.algorithm,
        "position": tree.root.text,
        "depth": tree.depth,
        "evaluation": tree.evaluation,
        "best": tree.best,
        "value": tree.value,
        "nodes": tree.size,
        "tree": finish(columns(tree)),
    }


def _course_of(text: str) -> Course:
    """Return the course whose input file a text is."""
    courses = [course for course in all_courses().values() if course.has("homework")]
    readers = [course for course in courses if course.submodule("format").STARTS_FILE.match(text.lstrip())]
    # what no course knows by its beginning is read, and refused, by the first
    return (readers or courses)[0]


def _homework_elsewhere(services: Services, ask: AskHomework) -> Elsewhere:
    return Elsewhere(ask, _course_of(ask["input"]).games[0])


@api.post("/api/explorer/homework", waits=True, lock="engine", elsewhere=_homework_elsewhere)
def check_homework(services: Services, ask: AskHomework) -> HomeworkChecked:
    """Say what is wrong with a student's answer, and where its search goes another way."""
    check_in_steps = _course_of(ask["input"]).submodule("homework").check_in_steps

    def work(turn: Turn) -> Generator[None, Turn, HomeworkChecked]:
        return _view_of_check((yield from in_turns(check_in_steps(ask["input"], ask["answer"]), turn)))

    return services.searches.wait("homework", work, MAX_SECONDS)


def _view_of_check(checked: AnswerCheck) -> HomeworkChecked:
    game = checked.position.game
    return {
        "game": game.name,
        "position": checked.position.text,
        "algorithm": "alphabeta" if checked.alphabeta else "minimax",
        "depth": checked.depth,
        "evaluation": usual_name(game),
        "right": checked.is_right,
        "said": checked.said,
        "causes": list(checked.causes),
        "node": checked.node,
    }


@api.get("/api/explorer/homework/runner")
def show_runner(services: Services, ask: AskNothing) -> Runner:
    """Show what runs a homework's own program, for a page that runs it in the visitor's own browser."""
    return {"main": files("plyground.web.explorer").joinpath("run_homework.py").read_text(encoding="utf-8")}


@api.post("/api/explorer/homework/run", waits=True)
def run_homework(services: Services, ask: AskProgram) -> Printed:
    """Run a homework's own program in the sandbox, on its input file."""
    main = show_runner(services, {})["main"]
    given = {"main.py": main, "homework.py": ask["program"], "input.txt": ask["input"]}
    return {"printed": services.runtime.run_python(given)}


def question_view(question: TreeQuestion) -> TreeQuestionView:
    """Return a question as pages get it."""
    choices = None if question.choices is None else list(question.choices)
    view: dict[str, Any] = asdict(question) | {"choices": choices}
    return cast("TreeQuestionView", view)


def _lock_of_questions(services: Services, ask: AskQuestions) -> Lock | None:
    if "game" not in ask:
        return None
    return lock_of_search(services.classes, ask["game"], ask["position"], ask.get("depth", 1))


@api.post("/api/explorer/questions", waits=True, lock=_lock_of_questions, elsewhere=as_asked)
def ask_questions(services: Services, ask: AskQuestions) -> list[TreeQuestionView]:
    """Draw questions about a search."""
    for kind in ask["kinds"]:
        if kind not in KINDS:
            raise BadRequest(f"There are no questions of the kind {kind[:60]!r}; there are {alternatives(KINDS)}.")
    if "game" not in ask:
        tree = drawn_tree.search(drawn_tree.parse(ask["position"]), ask["algorithm"], ask.get("depth"))
        return _views_of_questions(tree, ask)
    if "depth" not in ask:
        raise BadRequest("A search of a game needs a depth.")
    algorithm = ask["algorithm"]
    if algorithm in chance.ALGORITHMS:
        raise BadRequest(f"In games chance does not decide; {algorithm} searches trees of one's own.")
    wanted = AskSearch(
        game=ask["game"], position=ask["position"], algorithm=cast("Algorithm", algorithm), depth=ask["depth"]
    )
    if "evaluation" in ask:
        wanted["evaluation"] = ask["evaluation"]
    exploration = _exploration(wanted, MAX_NODES)

    asked = "questions", json_text(ask)

    def work(turn: Turn) -> Generator[None, Turn, list[TreeQuestionView]]:
        questions: list[TreeQuestionView] | None = services.recent_searches.find(asked)
        if questions is None:
            tree = (yield from exploration.search(turn)).tree
            questions = [] if tree is None else _views_of_questions(tree, ask)
            services.recent_searches.keep(asked, questions, tree.size if tree else 0)
        return questions

    return services.searches.wait("search", work, MAX_SECONDS)


def _views_of_questions(tree: Tree, ask: AskQuestions) -> list[TreeQuestionView]:
    if ask.get("is_all") or ask.get("only"):
        questions = all_questions(tree)
        if only := ask.get("only"):
            questions = [question for i, question in enumerate(questions) if i in only]
        elif len(questions) > MAX_OFFERED:
            questions = []
    else:
        questions = questions_of(tree, ask["kinds"], ask["count"], ask["seed"])
    return [question_view(question) for question in questions]


class ExplorerSession(Session):
    """One page's searches."""

    PATH = "/api/explorer/live"
    Ask = AskExplorer
    MAX_SECONDS = MAX_SECONDS

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._exploration: Exploration | None = None

    @property
    def thinking(self) -> Thinking:
        """Where searches get their turns."""
        return self.services.searches

    def lock(self, ask: AskExplorer) -> Lock | None:
        """Other positions than those of the lesson may be locked."""
        return _lock(self.services, ask) if ask["do"] != "stop" and "game" in ask else None

    def progress(self) -> dict[str, int] | None:
        """Tell how many nodes have been visited."""
        exploration = self._exploration
        return {"visited": exploration.visited} if exploration is not None else None

    def answer(self, ask: AskExplorer, send: Send) -> Answering:
        """Search, or count side by side."""
        if "game" not in ask or "algorithm" not in ask or "depth" not in ask:
            raise BadRequest("A search needs a game, an algorithm and a depth.")
        wanted = AskSearch(game=ask["game"], algorithm=ask["algorithm"], depth=ask["depth"])
        if "position" in ask:
            wanted["position"] = ask["position"]
        if "evaluation" in ask:
            wanted["evaluation"] = ask["evaluation"]
        try:
            yield from (self._search if ask["do"] == "search" else self._compare)(wanted, send)
        finally:
            self._exploration = None

    def _search(self, ask: AskSearch, send: Send) -> Answering:
        most = MAX_SEARCHED if ask["algorithm"] in COMPILED else MAX_NODES
        self._exploration = exploration = _exploration(ask, most)
        turn = yield
        send({"found": (yield from _search(self.services, exploration, turn))})

    def _compare(self, ask: AskSearch, send: Send) -> Answering:
        for algorithm in MAX_COUNTED:
            self._exploration = exploration = _counting(ask, algorithm)
            nodes: int | None = 0
            for depth in range(1, ask["depth"] + 1):
                if nodes is not None:
                    turn = yield
                    nodes = yield from exploration.count(depth, turn)
                send({"algorithm": algorithm, "depth": depth, "nodes": nodes})


@api.get("/api/explorer/examples")
def show_examples(services: Services, ask: AskNothing) -> Examples:
    """Show the searches that the courses' hand-outs print, with their numbers."""
    examples: list[HomeworkExample] = []
    for course in all_courses().values():
        if not course.has("examples"):
            continue
        for number, example in enumerate(course.submodule("examples").search_examples(), 1):
            game = example.position.game
            examples.append(
                {
                    "name": f"Example {number}",
                    "game": game.name,
                    "position": example.position.text,
                    "algorithm": "alphabeta" if example.alphabeta else "minimax",
                    "depth": example.depth,
                    "evaluation": usual_name(game),
                    "move": example.move,
                    "myopic": example.myopic,
                    "farsighted": example.farsighted,
                    "nodes": example.nodes,
                }
            )
    return {"examples": examples}
