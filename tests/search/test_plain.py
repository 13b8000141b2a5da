import pytest

from plyground.core.registry import get_game
from plyground.search import plain
from plyground.search.textbook import count_to, search


@pytest.mark.parametrize(("name", "depth"), [("gardner", 3), ("starcircle", 5), ("congo", 2), ("minichess", 3)])
def test_ordering_changes_the_nodes_but_not_the_value(name, depth):
    root = get_game(name).position()
    tree = plain.search(root, depth, "engine", count_to())
    textbook = search(root, depth, alphabeta=True, evaluation="engine")
    assert int(tree.value) == textbook.value
    assert tree.nodes[0].move is None
    assert tree.best == tree.nodes[min(tree.best_line() - {0})].move


def test_an_evaluation_from_whites_view_is_turned():
    root = get_game("amazons").position("1q4/2Q3/*****q/6/6/2Q3 b")
    tree = plain.search(root, 1, "seed", count_to())
    assert float(tree.value) == pytest.approx(search(root, 1, evaluation="seed").value, abs=0.01)


def test_what_is_cut_off_is_what_was_not_searched():
    tree = plain.search(get_game("gardner").position(), 4, "engine", count_to())
    assert tree.cut
    for node, cut in tree.cut.items():
        searched = [tree.nodes[child].move for child in tree.children[node]]
        assert not set(searched) & set(cut)
        assert len(searched) == tree.nodes[node].searched
        assert len(searched) + len(cut) == tree.nodes[node].moves


def test_a_search_ends_where_there_are_too_many_nodes():
    count = count_to(50)
    assert plain.search(get_game("gardner").position(), 4, "engine", count) is None
    assert count[0] == 51
