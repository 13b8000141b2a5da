"""A game on any directed graph, for tests: two players move one token in turn; where it can stop is won, lost or drawn.

A position is the token's node and the side to move. Node i has the successors ``edges[i]`` (-1 for none); ``ends[i]``
is 0 where play goes on, else the outcome's result. `value_of_all` solves it by going backwards from the ends.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.evaluation import handmade
from plyground.core.rules import BLACK_WINS, WHITE_WINS, generate, outcome, outcome_code, play
from plyground.kernel.words import Moves, Words, state_word, turn

DEGREE = 3


class Graph(NamedTuple):
    edges: Moves
    ends: Moves

    @property
    def words(self) -> int:
        return 2

    @property
    def max_moves(self) -> int:
        return DEGREE


@generate.register(Graph)
def _(game: Graph, position: Words, moves: Moves) -> int:
    node = np.int64(position[0])
    if game.ends[node] != 0:
        return 0
    size = 0
    for i in range(DEGREE):
        if game.edges[node, i] >= 0:
            moves[size] = game.edges[node, i]
            size += 1
    return size


@play.register(Graph)
def _(game: Graph, position: Words, move: int, child: Words) -> None:
    child[1] = state_word(1 - turn(position), 0, 0, 0)
    child[0] = np.uint64(move)


@outcome.register(Graph)
def _(game: Graph, position: Words, moves: Moves) -> int:
    end = game.ends[np.int64(position[0])]
    return 0 if end == 0 else outcome_code(end, 0)


@handmade.register(Graph)
def _(game: Graph, position: Words) -> int:
    return 0


def words_of(node: int, side: int) -> Any:
    return np.array([node, side], np.uint64)


def random_graph(random: np.random.Generator, nodes: int) -> Graph:
    """Return a graph in which some nodes are ends, and the others have one to three successors, back or forth."""
    edges = np.full((nodes, DEGREE), -1, np.int64)
    ends = np.where(random.random(nodes) < 0.2, random.integers(1, 4, nodes), 0)
    for node in range(nodes):
        degree = random.integers(1, DEGREE + 1)
        edges[node, :degree] = random.integers(0, nodes, degree)
    return Graph(edges, ends.astype(np.int64))


def has_forced_win(graph: Graph, side: int) -> Any:
    """Return, for each node and side to move, whether `side` can force its win: shape (nodes, 2)."""
    nodes = len(graph.ends)
    won = np.zeros((nodes, 2), bool)
    won[graph.ends == (WHITE_WINS if side == 0 else BLACK_WINS)] = True
    while True:
        before = won.copy()
        for node in range(nodes):
            if graph.ends[node] != 0:
                continue
            targets = [target for target in graph.edges[node] if target >= 0]
            won[node, side] = any(before[target, 1 - side] for target in targets)
            won[node, 1 - side] = all(before[target, side] for target in targets)
        if (won == before).all():
            return won
