from math import log, sqrt

import pytest

from plyground.core.errors import InvalidSetting
from plyground.core.registry import get_game
from plyground.search.drawn_tree import parse
from plyground.search.montecarlo import EXPLORATION, search, search_drawn

RUSSELL_AND_NORVIG = parse("((3 12 8) (2 4 6) (14 5 2))")


def replayed(found):
    """Replay the simulations by the rule alone; yield (node, visits, totals) before each."""
    visits, totals = {}, {}
    for simulation in found.simulations:
        yield simulation, visits, totals
        here = simulation.node
        while here is not None:
            visits[here] = visits.get(here, 0) + 1
            totals[here] = totals.get(here, 0) + simulation.result
            here = found.nodes[here].parent


def test_every_choice_has_the_largest_upper_confidence_bound():
    found = search_drawn(RUSSELL_AND_NORVIG, 300)
    choices = 0
    for simulation, visits, totals in replayed(found):
        child = simulation.node
        while (parent := found.nodes[child].parent) is not None:
            siblings = [each for each in found.nodes[parent].children if each in visits]
            if child in visits and len(siblings) == found.nodes[parent].moves:
                own = 1 if found.nodes[parent].maximises else -1

                def bound(each, visits=visits, totals=totals, parent=parent, own=own):
                    mean = totals[each] / visits[each]
                    mean = mean if own == 1 else 1 - mean
                    return mean + EXPLORATION * sqrt(log(visits[parent]) / visits[each])

                assert bound(child) == pytest.approx(max(bound(each) for each in siblings))
                choices += 1
            child = parent
    assert choices > 300


def test_visits_add_up_and_a_node_is_added_by_each_simulation_while_there_are_some():
    found = search_drawn(RUSSELL_AND_NORVIG, 200)
    assert found.nodes[0].visits == len(found.simulations) == 200
    assert len(found.nodes) == 13
    assert [simulation.is_new for simulation in found.simulations[:5]] == [False, True, True, True, True]
    for node in found.nodes[1:]:
        if node.children:
            assert node.visits == 1 + sum(found.nodes[child].visits for child in node.children)


def test_it_finds_what_minimax_finds_when_it_may_try_long_enough():
    assert search_drawn(RUSSELL_AND_NORVIG, 2000).best == "a"
    # the mean of b is better than that of a, but one answer refutes it
    trap = parse("((5 5 6) (0 9 9))")
    assert search_drawn(trap, 3).best == "a"
    assert search_drawn(trap, 1000).best == "a"
    assert search_drawn(trap, 1000).value == pytest.approx(5 / 9, abs=0.06)


def test_a_games_position_is_searched_and_the_same_seed_gives_the_same():
    root = get_game("gardner").position()
    found = search(root, 3, 60, "handmade", seed=4)
    again = search(root, 3, 60, "handmade", seed=4)
    assert found.simulations == again.simulations
    assert found.best in [move.text for move in root.legal_moves]
    assert all(0 <= simulation.result <= 1 and simulation.plies <= 3 for simulation in found.simulations)
    assert max(node.ply for node in found.nodes) <= 3


def test_it_can_be_stopped_and_refuses_what_is_too_much():
    root = get_game("gardner").position()
    assert len(search(root, 2, 50, "handmade", is_stopped=iter([False] * 7 + [True]).__next__).simulations) == 7
    with pytest.raises(InvalidSetting, match="1 to 5,000"):
        search(root, 2, 0, "handmade")
