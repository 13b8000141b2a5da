"""The search answers right in games that go round in circles, whatever was searched before, and with any memory."""

import numpy as np
import pytest

from plyground.solving.dfpn import DELTA, NODE_LIMIT, NODES, NOTHING, PHI, RESTS, Question, new_search, run
from plyground.solving.numbers import new_table
from plyground.solving.tables import NoTables
from solving.graph_game import Graph, has_forced_win, random_graph, words_of


def answers(graph, side, table, roots):
    """Return, for each (node, side to move) in `roots` whose game is not over, whether `side` wins."""
    question = Question(side, 1, 1, 100, 0)
    search = new_search(graph, table, np.zeros(1, np.int64), NoTables())
    found = {}
    for node, turn in roots:
        search.rows[0] = words_of(node, turn)
        search.counts[NODES], search.counts[NODE_LIMIT] = 0, 1_000_000
        run(graph, question, search, 0)
        phi, delta, rests = (int(search.counts[i]) for i in (PHI, DELTA, RESTS))
        assert 0 in (phi, delta), "the search gave up"
        assert rests == NOTHING
        found[node, turn] = (phi == 0) == (turn == side)
    return found


@pytest.mark.parametrize("seed", range(40))
def test_no_answer_rests_on_how_a_position_was_reached(seed):
    """One table serves every root, in a random order: an entry that is true on one path only would show."""
    random = np.random.default_rng(seed)
    graph = random_graph(random, 40)
    roots = [(node, turn) for node in range(40) if graph.ends[node] == 0 for turn in (0, 1)]
    random.shuffle(roots)
    for side in (0, 1):
        won = has_forced_win(graph, side)
        found = answers(graph, side, new_table(1), roots)
        assert found == {root: bool(won[root]) for root in roots}


def test_a_failure_by_repetition_is_not_remembered_for_other_paths():
    """Graph history interaction (A. Palay 1983; A. Kishimoto and M. Mueller 2004), in its smallest form.

    White wants to reach 9, by way of 8. Both 2-3-7 and 5-6-7 lead from 1 to 7 and 8, and 8 leads to 1, a repetition,
    or to 9. From 6 Black may go to 4 instead, from where White can only go back. Each position is asked about first
    once, so that what is remembered of it is used on paths that it was not found on.
    """
    edges = np.full((10, 3), -1, np.int64)
    for node, targets in {1: (2, 5), 2: (3,), 3: (7,), 5: (6,), 6: (7, 4), 7: (8, 4), 8: (1, 9), 4: (1, 5)}.items():
        edges[node, : len(targets)] = targets
    ends = np.zeros(10, np.int64)
    ends[0], ends[9] = 3, 1
    graph = Graph(edges, ends)
    for roots in ([(1, 0)], [(8, 0), (1, 0)], [(7, 1), (4, 0), (1, 0)], [(5, 0), (6, 1), (1, 0), (2, 1)]):
        won = has_forced_win(graph, 0)
        assert answers(graph, 0, new_table(1), roots) == {root: bool(won[root]) for root in roots}


def test_a_search_ends_at_its_limit_and_goes_on_from_there():
    graph = random_graph(np.random.default_rng(5), 60)
    table = new_table(1)
    question = Question(0, 1, 1, 100, 0)
    search = new_search(graph, table, np.zeros(1, np.int64), NoTables())
    root = next(node for node in range(60) if graph.ends[node] == 0)
    for _ in range(10_000):
        search.rows[0] = words_of(root, 0)
        search.counts[NODES], search.counts[NODE_LIMIT] = 0, 2
        run(graph, question, search, 0)
        if 0 in (search.counts[PHI], search.counts[DELTA]):
            break
    assert (search.counts[PHI] == 0) == bool(has_forced_win(graph, 0)[root, 0])


def test_a_stopped_search_leaves_at_once():
    graph = random_graph(np.random.default_rng(5), 60)
    search = new_search(graph, new_table(1), np.ones(1, np.int64), NoTables())
    root = next(node for node in range(60) if graph.ends[node] == 0)
    search.rows[0] = words_of(root, 0)
    search.counts[NODE_LIMIT] = 1_000_000
    run(graph, Question(0, 1, 1, 100, 0), search, 0)
    assert search.counts[NODES] == 1
