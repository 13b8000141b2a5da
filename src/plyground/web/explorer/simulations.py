"""Monte-Carlo tree search for the explorer, with every simulation."""

from collections.abc import Generator
from typing import Annotated, NotRequired, TypedDict

from plyground.core.steps import Steps
from plyground.search import drawn_tree, montecarlo
from plyground.search.montecarlo import EXPLORATION, MAX_SIMULATIONS, MonteCarlo
from plyground.web.lesson.lesson import lock_of_search
from plyground.web.lesson.school_class import Lock
from plyground.web.service.elsewhere import as_asked
from plyground.web.service.endpoints import Api
from plyground.web.service.evaluations import evaluation_name
from plyground.web.service.fields import Name, Text
from plyground.web.service.runtime import Turn, in_turns
from plyground.web.service.schema import BadRequest, Between, Most
from plyground.web.service.services import Services
from plyground.web.service.views import game_of

api = Api()
MAX_SECONDS = 60.0
"""Seconds after which an unfinished search is refused."""


class AskSimulations(TypedDict):
    """What to search: a position of a game, or a tree; how deep, how often, with which constant of UCB."""

    game: NotRequired[Name]
    position: NotRequired[Text]
    evaluation: NotRequired[Annotated[str, Most(60)]]
    tree: NotRequired[Text]
    depth: NotRequired[Annotated[int, Between(1, 200)]]
    simulations: Annotated[int, Between(1, MAX_SIMULATIONS)]
    exploration: NotRequired[Annotated[float, Between(0, 100)]]
    seed: NotRequired[Annotated[int, Between(0, 2**31)]]


class Simulated(TypedDict):
    """The nodes in the order in which they were added, and the simulations.

    ``parent`` is -1 and ``move`` "" at the root; ``moves`` is how many moves a node has, 0 at a leaf. A simulation went
    down to ``node`` (added by it if ``is_new``), on by ``plies`` random moves, and had ``result``, from 0 to 1.
    """

    position: str
    best: str | None
    value: float
    exploration: float
    parent: list[int]
    move: list[str]
    maximises: list[bool]
    moves: list[int]
    node: list[int]
    is_new: list[bool]
    plies: list[int]
    result: list[float]


def _lock(services: Services, ask: AskSimulations) -> Lock | None:
    """Return the lock that a search is under."""
    is_own = "tree" in ask or "game" not in ask
    return None if is_own else lock_of_search(services.classes, ask["game"], ask.get("position"), ask.get("depth", 1))


@api.post("/api/explorer/simulations", waits=True, lock=_lock, elsewhere=as_asked)
def simulate(services: Services, ask: AskSimulations) -> Simulated:
    """Search by simulations and return every one."""

    def work(turn: Turn) -> Generator[None, Turn, Simulated]:
        return _view_of((yield from in_turns(_search(ask), turn)))

    return services.searches.wait("simulations", work, MAX_SECONDS)


def _search(ask: AskSimulations) -> Steps[MonteCarlo]:
    constant, seed = ask.get("exploration", EXPLORATION), ask.get("seed", 1)
    if "tree" in ask:
        tree = drawn_tree.parse(ask["tree"])
        return montecarlo.search_drawn_in_steps(tree, ask["simulations"], seed, constant, ask.get("depth"))
    if "game" not in ask or "depth" not in ask:
        raise BadRequest("The search needs a tree, or a game and a depth.")
    game = game_of(ask["game"])
    evaluation = evaluation_name(game, ask.get("evaluation"))
    root = game.position(ask.get("position"))
    return montecarlo.search_in_steps(root, ask["depth"], ask["simulations"], evaluation, seed, constant)


def _view_of(found: MonteCarlo) -> Simulated:
    return {
        "position": found.root.text,
        "best": found.best,
        "value": found.value,
        "exploration": found.exploration,
        "parent": [-1 if node.parent is None else node.parent for node in found.nodes],
        "move": [node.move or "" for node in found.nodes],
        "maximises": [node.maximises for node in found.nodes],
        "moves": [node.moves for node in found.nodes],
        "node": [simulation.node for simulation in found.simulations],
        "is_new": [simulation.is_new for simulation in found.simulations],
        "plies": [simulation.plies for simulation in found.simulations],
        "result": [simulation.result for simulation in found.simulations],
    }
