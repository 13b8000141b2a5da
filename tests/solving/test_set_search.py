"""For a set that grows a search says how a side does not lose, with what is in the set as known."""

import numpy as np
import pytest

from plyground.core.rules import NO_MOVE
from plyground.endgame.tablebase import NoTables
from plyground.solving.closure import CHOSEN, LOST, WAITING
from plyground.solving.dfpn import Question, new_search
from plyground.solving.numbers import new_table
from plyground.solving.positions import add, find, new_list, with_room
from plyground.solving.set_search import SetAndTables, SetSearch, find_move, recall_move, within
from solving.graph_game import has_forced_win, random_graph, words_of

NODES = 40


def held(graph, side):
    """Return, for each node and side to move, whether `side` need not lose: the other cannot force its win."""
    return ~has_forced_win(graph, 1 - side)


def own_positions(graph, side):
    """Return the nodes at which `side` may be to move."""
    return [node for node in range(NODES) if graph.ends[node] == 0]


def search_of(graph, side, positions):
    """Return a search for the set that holds these positions, (node, side to move) with a symbol each."""
    found = new_list(2)
    for (node, turn), symbol in positions.items():
        found.symbols[add(found, words_of(node, turn))] = symbol
    search = new_search(graph, new_table(1), np.zeros(1, np.int64), SetAndTables(found, NoTables(), side))
    return SetSearch(Question(1 - side, 1, 1, 100, 0), search)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("side", [0, 1])
def test_a_move_is_found_wherever_one_does_not_lose(side, seed):
    """Whatever is in the set, with one memory for all roots; also where only going round in circles holds."""
    random = np.random.default_rng(seed)
    graph = random_graph(random, NODES)
    holds = held(graph, side)
    positions = {
        (int(node), int(turn)): random.choice([WAITING, CHOSEN]) if holds[node, turn] else LOST
        for node, turn in np.argwhere(random.random((NODES, 2)) < 0.2)
        if graph.ends[node] == 0
    }
    searching, moves, child = search_of(graph, side, positions), np.zeros(3, np.int64), np.zeros(2, np.uint64)
    for node in own_positions(graph, side):
        move = find_move(graph, searching, words_of(node, side), 1_000_000)
        targets = [target for target in graph.edges[node] if target >= 0]
        assert (move != NO_MOVE) == holds[node, side]
        if move != NO_MOVE:
            assert move in targets
            assert holds[move, 1 - side]
            assert positions.get((move, 1 - side)) != LOST
        moves[: len(targets)] = targets
        again = recall_move(graph, searching, words_of(node, side), moves, len(targets), child)
        assert again == NO_MOVE or holds[again, 1 - side]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("side", [0, 1])
def test_all_moves_are_found_where_the_set_knows_what_comes_after(side, seed):
    graph = random_graph(np.random.default_rng(seed), NODES)
    holds = held(graph, side)
    after = {
        (node, 1 - side): CHOSEN if holds[node, 1 - side] else LOST for node in range(NODES) if graph.ends[node] == 0
    }
    searching = search_of(graph, side, after)
    for node in own_positions(graph, side):
        move = find_move(graph, searching, words_of(node, side), 1)
        assert (move != NO_MOVE) == holds[node, side]


def test_a_known_move_is_forgotten_when_it_leads_to_what_is_lost():
    graph = random_graph(np.random.default_rng(1), NODES)
    searching, moves, child = search_of(graph, 0, {}), np.zeros(3, np.int64), np.zeros(2, np.uint64)
    forgotten = 0
    for node in own_positions(graph, 0):
        targets = [target for target in graph.edges[node] if target >= 0 and graph.ends[target] == 0]
        moves[: len(targets)] = targets
        move = find_move(graph, searching, words_of(node, 0), 1_000_000)
        if move not in targets:
            continue
        known = recall_move(graph, searching, words_of(node, 0), moves, len(targets), child)
        if known == NO_MOVE:
            continue
        more = with_room(searching.search.tables.found, 10_000)
        more.symbols[add(more, words_of(known, 1))] = LOST
        wider = within(searching, more)
        assert wider.search.tables.found is more
        assert recall_move(graph, wider, words_of(node, 0), moves, len(targets), child) == NO_MOVE
        assert recall_move(graph, searching, words_of(node, 0), moves, 0, child) == NO_MOVE
        assert searching.search.tables.found.places[find(searching.search.tables.found, words_of(known, 1))] < 0
        forgotten += 1
    assert forgotten > 5
