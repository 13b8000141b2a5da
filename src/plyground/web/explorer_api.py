"""The API's fourth part: the search explorer: a textbook search with its whole tree, and how others compare."""

from importlib.resources import files
from typing import Annotated, Literal, NotRequired, TypedDict

from plyground.core.errors import InvalidSetting
from plyground.core.position import Position
from plyground.search import textbook
from plyground.web.desk import Desk
from plyground.web.endpoints import Api
from plyground.web.games_api import AskNothing, Name, Text
from plyground.web.ordered_search import OrderedSearch
from plyground.web.pool import Turn
from plyground.web.schema import Between, Most
from plyground.web.search_tree import SearchTree, TreeColumns
from plyground.web.views import game_of

api = Api()
Algorithm = Literal["minimax", "alphabeta", "ordered"]
MOST_NODES = 100_000
"""The largest tree that is shown."""
MOST_COUNTED = 3_000_000
"""The largest tree that is counted."""
MOST_ORDERED = 30_000
"""The largest tree that the plain Python search makes."""
MOST_SECONDS = 180.0


class AskSearch(TypedDict):
    """A search: where, how, how deep, by which evaluation."""

    game: Name
    position: NotRequired[Text]
    algorithm: Algorithm
    depth: Annotated[int, Between(1, 20)]
    evaluation: NotRequired[Annotated[str, Most(60)]]


class Searched(TypedDict):
    """What a search found, with its tree."""

    algorithm: Algorithm
    position: str
    depth: int
    evaluation: str
    best: str | None
    value: str
    nodes: int
    tree: TreeColumns


class Count(TypedDict):
    """The nodes of one algorithm to each depth; null where that would be too many."""

    algorithm: Algorithm
    nodes: list[int | None]


class Comparison(TypedDict):
    """Node counts beside each other."""

    counts: list[Count]


class Example(TypedDict):
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

    examples: list[Example]


@api.post("/api/explorer/search", waits=True)
def explore(desk: Desk, ask: AskSearch) -> Searched:
    """Search and return every node that was visited."""
    root = game_of(ask["game"]).position(ask.get("position"))
    evaluation, depth, algorithm = ask.get("evaluation", root.game.usual_evaluation), ask["depth"], ask["algorithm"]
    tree = desk.pool.wait("explorer", lambda turn: _search(root, algorithm, depth, evaluation), MOST_SECONDS)
    top = [node.move for node in tree.nodes if node.parent == 0 and node.value == tree.nodes[0].value]
    return {
        "algorithm": algorithm,
        "position": root.text,
        "depth": depth,
        "evaluation": evaluation,
        "best": top[0] if top else None,
        "value": tree.value_text(tree.nodes[0].value),
        "nodes": len(tree.nodes),
        "tree": tree.columns(),
    }


def _search(root: Position, algorithm: Algorithm, depth: int, evaluation: str) -> SearchTree:
    if algorithm == "ordered":
        return OrderedSearch(root, evaluation, MOST_ORDERED).run(depth)
    _demand_small(root, algorithm, depth, evaluation, MOST_NODES)
    result = textbook.search(root, depth, alphabeta=algorithm == "alphabeta", evaluation=evaluation, room=MOST_NODES)
    if result.nodes > MOST_NODES:
        raise InvalidSetting(
            f"The tree has {result.nodes:,} nodes; at most {MOST_NODES:,} can be shown: search less deep."
        )
    return SearchTree.of_result(root, evaluation, result)


def _demand_small(root: Position, algorithm: Algorithm, depth: int, evaluation: str, most: int) -> None:
    """Refuse a search whose shallower ones already tell that it will be far too large: it could not be stopped."""
    counts = _counts(root, algorithm, depth - 1, evaluation, most)
    if None in counts:
        raise InvalidSetting(f"The tree would have more than {most:,} nodes; search less deep.")
    if len(counts) > 1 and _next(counts) > 50 * most:
        raise InvalidSetting(
            f"The tree would have about {_next(counts):,.0f} nodes; at most {most:,}: search less deep."
        )


def _counts(root: Position, algorithm: Algorithm, depth: int, evaluation: str, most: int) -> list[int | None]:
    """Count the nodes to depth 1, 2, ...; None from where the next tree is expected to be larger than `most`."""
    counts: list[int | None] = []
    for each in range(1, depth + 1):
        if counts and (counts[-1] is None or _next(counts) > most):
            counts.append(None)
            continue
        try:
            if algorithm == "ordered":
                nodes = len(OrderedSearch(root, evaluation, min(most, MOST_ORDERED)).run(each).nodes)
            else:
                nodes = textbook.search(root, each, alphabeta=algorithm == "alphabeta", evaluation=evaluation).nodes
        except InvalidSetting:
            counts.append(None)
            continue
        counts.append(nodes)
    return counts


def _next(counts: list[int | None]) -> float:
    """Guess how many nodes one ply more would visit, from how the last ones grew (every second ply grows alike)."""
    known = [count for count in counts if count]
    if len(known) >= 3:
        return known[-1] * known[-2] / known[-3]
    return known[-1] * max(known[0], 2.0)


@api.post("/api/explorer/compare", waits=True)
def compare(desk: Desk, ask: AskSearch) -> Comparison:
    """Count the nodes of all three algorithms, to every depth up to the one asked for."""
    root = game_of(ask["game"]).position(ask.get("position"))
    evaluation, depth = ask.get("evaluation", root.game.usual_evaluation), ask["depth"]
    root.game.evaluation(evaluation)

    def work(turn: Turn) -> list[Count]:
        return [
            Count(algorithm=algorithm, nodes=_counts(root, algorithm, depth, evaluation, most))
            for algorithm, most in _LIMITS
        ]

    return {"counts": desk.pool.wait("explorer", work, MOST_SECONDS)}


_LIMITS: tuple[tuple[Algorithm, int], ...] = (
    ("minimax", MOST_COUNTED),
    ("alphabeta", MOST_COUNTED),
    ("ordered", MOST_ORDERED),
)


@api.get("/api/explorer/examples")
def show_examples(desk: Desk, ask: AskNothing) -> Examples:
    """Show the Star/Circle homework's examples with the numbers its hand-out prints."""
    from plyground.assignments import starcircle

    examples: list[Example] = []
    folder = files("plyground.web") / "examples"
    for number in range(1, 6):
        homework = starcircle.parse((folder / f"ex{number}.in").read_text(encoding="utf-8"))
        move, myopic, farsighted, nodes = (folder / f"ex{number}.out").read_text(encoding="utf-8").split()
        examples.append(
            {
                "name": f"Example {number}",
                "game": "starcircle",
                "position": homework.position.text,
                "algorithm": "alphabeta" if homework.alphabeta else "minimax",
                "depth": homework.depth,
                "evaluation": homework.position.game.usual_evaluation,
                "move": move,
                "myopic": myopic,
                "farsighted": farsighted,
                "nodes": int(nodes),
            }
        )
    return {"examples": examples}
