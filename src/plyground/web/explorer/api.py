"""The API of the search explorer: a textbook search with its whole tree, and the node counts of other algorithms.

A page (`plyground.web.host.socket_session`) sends ``{"do": "search", "token": 7, "game": ..., "algorithm": "minimax",
"depth": 3}`` and is sent ``{"token": 7, "visited": 123456}`` while the search lasts, then ``{"token": 7, "found":
{...}}``. With ``"do": "compare"`` it is sent ``{"token": 7, "algorithm": "minimax", "depth": 2, "nodes": 61}`` for each
algorithm and depth. POST requests do the same for trees that are small enough to be shown.
"""

import asyncio
from collections.abc import Callable
from typing import Annotated, Literal, NotRequired, TypedDict, TypeVar

from plyground.core.course import AnswerCheck, all_courses
from plyground.search import handmade
from plyground.search.plain import Algorithm
from plyground.search.tree import MAX_NODES
from plyground.web.explorer.exploration import COMPILED, MAX_COUNTED, Exploration, Found
from plyground.web.explorer.tree_columns import TreeColumns, columns
from plyground.web.host.pool import Job
from plyground.web.host.socket_session import SocketSession, socket_route
from plyground.web.lesson.lesson import lock_of_search
from plyground.web.lesson.school_class import Lock
from plyground.web.service.endpoints import Api, Busy
from plyground.web.service.evaluations import usual_name
from plyground.web.service.fields import AskNothing, Name, Text
from plyground.web.service.schema import BadRequest, Between, Most
from plyground.web.service.services import Services
from plyground.web.service.views import game_of

api = Api()
Answer = TypeVar("Answer")
MAX_SEARCHED = 1 << 62
"""The largest tree that is searched for a tab, which can stop that; it is shown only if it is small enough."""
MAX_SECONDS = 600.0
"""Seconds after which an unfinished search is stopped."""
TELL_EVERY = 0.2
"""Seconds between two messages about how far a search has got."""


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
    algorithm: Algorithm
    depth: NotRequired[Annotated[int, Between(1, handmade.MAX_DEPTH)]]


class AskHomework(TypedDict):
    """A course's input file, and a student's answer."""

    input: Text
    answer: Annotated[str, Most(500)]


class HomeworkChecked(TypedDict):
    """The answer compared with the right one, and the search (`plyground.core.course.AnswerCheck`)."""

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
    """What a tab sends through the WebSocket."""

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


class NodeCount(TypedDict):
    """The nodes of one algorithm to each depth; null if that would be too many."""

    algorithm: Algorithm
    nodes: list[int | None]


class Comparison(TypedDict):
    """Node counts side by side."""

    counts: list[NodeCount]


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


@api.post("/api/explorer/search", waits=True, lock=_lock)
def explore(services: Services, ask: AskSearch) -> Searched:
    """Search and return every node that was visited."""
    exploration = _exploration(ask, MAX_NODES)
    return services.searches.wait("search", _search(services, exploration), MAX_SECONDS)


def _exploration(ask: AskSearch, most: int, algorithm: Algorithm | None = None) -> Exploration:
    root = game_of(ask["game"]).position(ask.get("position"))
    return Exploration(root, algorithm or ask["algorithm"], ask["depth"], ask.get("evaluation"), most)


def _search(services: Services, exploration: Exploration) -> Callable[[Job], Searched]:
    """Return what searches in the pool, unless that has just been done."""

    def work(job: Job) -> Searched:
        def search() -> tuple[Searched, int]:
            found = exploration.search(job)
            return _searched(exploration, found), found.nodes

        return services.recent_searches.get(exploration.asked, search)

    return work


def _searched(exploration: Exploration, found: Found) -> Searched:
    return {
        "algorithm": exploration.algorithm,
        "position": exploration.root.text,
        "depth": exploration.depth,
        "evaluation": exploration.evaluation,
        "best": found.best,
        "value": found.value,
        "nodes": found.nodes,
        "tree": columns(found.tree) if found.tree else None,
    }


@api.post("/api/explorer/compare", waits=True, lock=_lock)
def compare(services: Services, ask: AskSearch) -> Comparison:
    """Count the nodes of all algorithms, to every depth up to the one requested."""

    def work(job: Job) -> list[NodeCount]:
        return [NodeCount(algorithm=each, nodes=list(_counting(ask, each).counts(job))) for each in MAX_COUNTED]

    return {"counts": services.searches.wait("compare", work, MAX_SECONDS)}


def _counting(ask: AskSearch, algorithm: Algorithm) -> Exploration:
    return _exploration(ask, MAX_COUNTED[algorithm], algorithm)


@api.post("/api/explorer/handmade")
def explore_handmade(services: Services, ask: AskHandmade) -> Searched:
    """Search a tree that somebody has made up."""
    tree = handmade.search(handmade.parsed(ask["tree"]), ask["algorithm"], ask.get("depth"))
    return {
        "algorithm": tree.algorithm,
        "position": tree.root.text,
        "depth": tree.depth,
        "evaluation": tree.evaluation,
        "best": tree.best,
        "value": tree.value,
        "nodes": tree.size,
        "tree": columns(tree),
    }


@api.post("/api/explorer/homework", waits=True, lock="engine")
def check_homework(services: Services, ask: AskHomework) -> HomeworkChecked:
    """Say what is wrong with a student's answer, and where its search goes another way."""
    courses = [course for course in all_courses().values() if course.has("homework")]
    readers = [course for course in courses if course.submodule("format").STARTS_FILE.match(ask["input"].lstrip())]
    # what no course knows by its beginning is read, and refused, by the first
    check_answer = (readers or courses)[0].submodule("homework").check_answer
    checked: AnswerCheck = services.searches.wait(
        "homework", lambda job: check_answer(ask["input"], ask["answer"]), MAX_SECONDS
    )
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


class ExplorerSession(SocketSession):
    """One tab's searches."""

    Ask = AskExplorer

    def lock(self, ask: AskExplorer) -> Lock | None:
        """Other positions than those of the lesson may be locked."""
        return _lock(self.services, ask) if ask["do"] != "stop" and "game" in ask else None

    async def answer(self, ask: AskExplorer, token: int | None) -> None:
        """Search, or count side by side, and report the number of nodes on the way."""
        if "game" not in ask or "algorithm" not in ask or "depth" not in ask:
            raise BadRequest("A search needs a game, an algorithm and a depth.")
        wanted = AskSearch(game=ask["game"], algorithm=ask["algorithm"], depth=ask["depth"])
        if "position" in ask:
            wanted["position"] = ask["position"]
        if "evaluation" in ask:
            wanted["evaluation"] = ask["evaluation"]
        await (self._search if ask["do"] == "search" else self._compare)(wanted, token)

    async def _search(self, ask: AskSearch, token: int | None) -> None:
        most = MAX_SEARCHED if ask["algorithm"] in COMPILED else MAX_NODES
        exploration = await asyncio.to_thread(_exploration, ask, most)
        found = await self._reported(exploration, token, _search(self.services, exploration))
        await self.send({"token": token, "found": found})

    async def _compare(self, ask: AskSearch, token: int | None) -> None:
        for algorithm in MAX_COUNTED:
            exploration = await asyncio.to_thread(_counting, ask, algorithm)

            def count(job: Job, exploration: Exploration = exploration, algorithm: Algorithm = algorithm) -> None:
                for depth, nodes in enumerate(exploration.counts(job), 1):
                    message = {"token": token, "algorithm": algorithm, "depth": depth, "nodes": nodes}
                    asyncio.run_coroutine_threadsafe(self.send(message), self.loop)

            await self._reported(exploration, token, count)

    async def _reported(self, exploration: Exploration, token: int | None, work: Callable[[Job], Answer]) -> Answer:
        """Do some work, and meanwhile send how many nodes have been visited."""

        async def tell() -> None:
            while True:
                await asyncio.sleep(TELL_EVERY)
                await self.send({"token": token, "visited": exploration.visited})

        teller = asyncio.create_task(tell())
        try:
            async with asyncio.timeout(MAX_SECONDS):
                return await self.services.searches.run(self.client, work)
        except TimeoutError:
            raise Busy(f"The search was stopped after {MAX_SECONDS:.0f} s.") from None
        finally:
            teller.cancel()


sockets = [socket_route("/api/explorer/live", ExplorerSession)]


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
