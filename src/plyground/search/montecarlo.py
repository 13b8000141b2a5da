"""Monte-Carlo tree search as in textbooks, every simulation on record.

A simulation has four parts. Selection descends from the root, always to the child with the largest upper confidence
bound, mean + `exploration` * sqrt(ln N / n), where the child has been visited n times and its parent N times; the mean
is that of the player who chooses. Expansion adds the first move that the node reached has not tried. A playout goes on
from there by random moves to a leaf, `depth` plies below the root at most. Its result, from 0 (the worst for the root
player) to 1, is added to every node on the way back. The most visited move of the root is played. Sources: Kocsis and
Szepesvari, "Bandit based Monte-Carlo planning", 2006; Russell and Norvig, "Artificial Intelligence", 4th edition,
section 5.4.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from math import log, sqrt, tanh
from typing import TYPE_CHECKING, Any

from plyground.core.errors import InvalidSetting, alternatives
from plyground.core.position import Position
from plyground.core.steps import Steps, finish
from plyground.search import chance
from plyground.search.drawn_tree import DrawnTree, static_value_in
from plyground.search.plain import static_value
from plyground.search.tree import SearchNode, Tree, TreeRoot

if TYPE_CHECKING:
    from plyground.core.move import Move

MAX_SIMULATIONS = 5_000
EXPLORATION = sqrt(2)
"""The usual constant: UCB1 for results from 0 to 1 (Auer, Cesa-Bianchi and Fischer, 2002)."""

Result = Callable[[Any], float]


@dataclass(slots=True)
class MonteCarloNode:
    """A node of the tree, in the order in which they were added.

    Attributes
    ----------
    parent, move
        None at the root.
    maximises
        Whether the root player is to move.
    moves
        How many moves it has; 0 at a leaf.
    visits, total
        How many simulations went through it, and the sum of their results.
    children
        The numbers of its children.
    """

    parent: int | None
    move: str | None
    ply: int
    maximises: bool
    moves: int
    visits: int = 0
    total: float = 0.0
    children: list[int] = field(default_factory=list)

    def mean(self, *, for_max: bool) -> float:
        """The mean result, for the root player or for the other."""
        return self.total / self.visits if for_max else 1 - self.total / self.visits


@dataclass(frozen=True, slots=True)
class Simulation:
    """One simulation.

    Attributes
    ----------
    node
        The node at which the playout began: it was added, unless it is a leaf that was reached again.
    is_new
        Whether it was added.
    plies
        The length of the playout.
    result
        From 0 to 1, for the root player.
    """

    node: int
    is_new: bool
    plies: int
    result: float


@dataclass(frozen=True)
class MonteCarlo:
    """A whole search: the nodes, and the simulations that made them."""

    root: TreeRoot
    exploration: float
    nodes: tuple[MonteCarloNode, ...]
    simulations: tuple[Simulation, ...]

    @property
    def best(self) -> str | None:
        """The most visited move of the root, the first of equal ones; None if the root is a leaf."""
        children = [self.nodes[child] for child in self.nodes[0].children]
        return max(children, key=lambda child: child.visits).move if children else None

    @property
    def value(self) -> float:
        """The mean result of the move that is played; of the root, if it is a leaf."""
        return next((each for each in self.nodes if each.parent == 0 and each.move == self.best), self.nodes[0]).mean(
            for_max=True
        )

    @property
    def tree(self) -> Tree:
        """The nodes as a tree that can be drawn: the mean on each, and how often it was visited."""
        nodes = tuple(
            SearchNode(
                id=i,
                parent=node.parent,
                ply=node.ply,
                move=node.move,
                code=node.ply,
                maximises=node.maximises,
                value=f"{node.mean(for_max=True):.2f}",
                alpha=None,
                beta=None,
                moves=len(node.children),
                searched=len(node.children),
                note=f"n = {node.visits}",
            )
            for i, node in enumerate(self.nodes)
        )
        depth = max(node.ply for node in self.nodes)
        return Tree(self.root, "Monte-Carlo tree search", depth, "playouts", self.best, nodes)


def upper_bound(node: MonteCarloNode, parent: MonteCarloNode, exploration: float) -> float:
    """Return the upper confidence bound of a child for the player who chooses at `parent`."""
    return node.mean(for_max=parent.maximises) + exploration * sqrt(log(parent.visits) / node.visits)


def search(
    root: Position,
    depth: int,
    simulations: int,
    evaluation: str,
    *,
    seed: int = 1,
    exploration: float = EXPLORATION,
    is_stopped: Callable[[], bool] = lambda: False,
) -> MonteCarlo:
    """Search a game's position.

    A playout ends `depth` plies below the root at the latest, with the evaluation: a score s counts (1 + tanh(s / c)) /
    2, where c is the game's `winning_scale`.
    """
    return finish(search_in_steps(root, depth, simulations, evaluation, seed, exploration, is_stopped))


def search_in_steps(
    root: Position,
    depth: int,
    simulations: int,
    evaluation: str,
    seed: int = 1,
    exploration: float = EXPLORATION,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Steps[MonteCarlo]:
    """Search like `search`, with a break after each move of a playout."""
    evaluate, scale = static_value(root, evaluation), float(root.game.winning_scale)
    return search_tree(
        root, depth, simulations, lambda leaf: (1 + tanh(evaluate(leaf) / scale)) / 2, seed, exploration, is_stopped
    )


def search_drawn(
    root: DrawnTree, simulations: int, *, seed: int = 1, exploration: float = EXPLORATION, depth: int | None = None
) -> MonteCarlo:
    """Search a tree that somebody has made up; its least leaf counts 0, its greatest 1.

    Examples
    --------
    >>> from plyground.search.drawn_tree import parse
    >>> search_drawn(parse("((3 12 8) (2 4 6) (14 5 2))"), 500).best
    'a'
    """
    return finish(search_drawn_in_steps(root, simulations, seed, exploration, depth))


def search_drawn_in_steps(
    root: DrawnTree, simulations: int, seed: int = 1, exploration: float = EXPLORATION, depth: int | None = None
) -> Steps[MonteCarlo]:
    """Search like `search_drawn`, with a break after each move of a playout."""
    if root.has_chance:
        raise InvalidSetting(f"In this tree chance decides: it is searched by {alternatives(chance.ALGORITHMS)}.")
    values = [leaf.value for leaf in root.leaves]
    low, high = min(values), max(values)
    evaluate = static_value_in(root)

    def result(leaf: DrawnTree) -> float:
        return min(1.0, max(0.0, (evaluate(leaf) - low) / (high - low))) if high > low else 0.5

    plies = root.depth if depth is None else min(depth, root.depth)
    return search_tree(root, plies, simulations, result, seed, exploration)


def search_tree(
    root: TreeRoot,
    depth: int,
    simulations: int,
    result: Result,
    seed: int,
    exploration: float,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Steps[MonteCarlo]:
    """Search anything that has moves; `result` says what a leaf counts for the root player, from 0 to 1.

    It ends early when `is_stopped`.
    """
    if not 1 <= simulations <= MAX_SIMULATIONS:
        raise InvalidSetting(f"There cannot be {simulations} simulations; there are 1 to {MAX_SIMULATIONS:,}.")
    growing = _Growing(root, depth, result, random.Random(seed), exploration)
    done: list[Simulation] = []
    while len(done) < simulations and not is_stopped():
        done.append((yield from growing.simulate()))
    return MonteCarlo(root, exploration, tuple(growing.nodes), tuple(done))


class _Growing:
    """The tree while it grows."""

    def __init__(self, root: TreeRoot, depth: int, result: Result, chooser: random.Random, exploration: float) -> None:
        self._depth, self._result, self._chooser, self._exploration = depth, result, chooser, exploration
        self._turn = root.turn
        self.nodes: list[MonteCarloNode] = []
        self._positions: list[Any] = []
        self._moves: list[list[Move]] = []
        self._add(root, None, None)

    def _add(self, position: Any, parent: int | None, move: str | None) -> int:
        ply = 0 if parent is None else self.nodes[parent].ply + 1
        moves = list(position.legal_moves) if ply < self._depth else []
        self.nodes.append(MonteCarloNode(parent, move, ply, position.turn == self._turn, len(moves)))
        self._positions.append(position)
        self._moves.append(moves)
        if parent is not None:
            self.nodes[parent].children.append(len(self.nodes) - 1)
        return len(self.nodes) - 1

    def simulate(self) -> Steps[Simulation]:
        """Select, expand, play out and back up, once."""
        here = 0
        while self.nodes[here].moves and len(self.nodes[here].children) == self.nodes[here].moves:
            here = self._select(here)
        # the first simulation looks at the root itself
        is_new = bool(self.nodes[here].moves) and self.nodes[0].visits > 0
        if is_new:
            move = self._moves[here][len(self.nodes[here].children)]
            here = self._add(self._positions[here].play(move), here, move.text)
        position, plies = self._positions[here], 0
        while self.nodes[here].ply + plies < self._depth and (moves := list(position.legal_moves)):
            position, plies = position.play(self._chooser.choice(moves)), plies + 1
            yield
        result = self._result(position)
        yield
        above: int | None = here
        while above is not None:
            self.nodes[above].visits += 1
            self.nodes[above].total += result
            above = self.nodes[above].parent
        return Simulation(here, is_new, plies, result)

    def _select(self, node: int) -> int:
        parent = self.nodes[node]
        return max(parent.children, key=lambda child: upper_bound(self.nodes[child], parent, self._exploration))
