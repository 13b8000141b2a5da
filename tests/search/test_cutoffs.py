import random

import pytest

from plyground import get_game
from plyground.search.cutoffs import cutoffs, explain
from plyground.search.drawn_tree import parse, search
from plyground.search.plain import search as plain_search
from plyground.search.textbook import count_to
from plyground.search.textbook import search as textbook
from plyground.search.tree import Tree

HOMEWORK = "0,S1,0,0,0,0,0,0/0,0,C1,0,0,0,0,0/0,0,0,S1,0,0,0,0/" + "/".join(["0,0,0,0,0,0,0,0"] * 5) + " s"


def explanations(tree, *, named=True):
    return [explain(tree, cutoff, tree.cut[cutoff.node] if named else ()) for cutoff in cutoffs(tree)]


def test_the_homeworks_second_example_is_explained():
    root = get_game("starcircle").position(HOMEWORK)
    tree = Tree.of(root, textbook(root, 2, alphabeta=True, keep=100), 2, alphabeta=True, evaluation="handmade")
    assert explanations(tree) == [
        "MIN already has 120 here, not more than alpha = 160: MAX has F4-H2 worth 160 at the root, "
        "so G3-F4 cannot matter."
    ]


def test_both_players_cut_and_moves_are_named_or_counted():
    tree = search(parse("(((5 6) (7 4 9 9 9)) ((3 2) (6 1)))"))
    assert explanations(tree) == [
        "MAX already has 7 here, not less than beta = 6: MIN has aa worth 6 after a, so abb, abc and 2 more cannot "
        "matter.",
        "MIN already has 3 here, not more than alpha = 6: MAX has a worth 6 at the root, so bb cannot matter.",
    ]
    assert [text.partition(", so ")[2] for text in explanations(tree, named=False)] == [
        "the other 4 moves cannot matter.",
        "the other move cannot matter.",
    ]


def test_a_deep_cutoff_names_the_ancestor_whose_bound_cuts():
    tree = search(parse("(5 (((4 9) 8) 7))"))
    (cutoff,) = cutoffs(tree)
    assert cutoff.is_deep(tree)
    assert (tree.nodes[cutoff.node].move, cutoff.ancestor, tree.nodes[cutoff.alternative].move) == ("baa", 0, "a")


def check(tree):
    """Every cutoff's numbers are those of the tree: the bound is what the alternative is worth, and it is reached."""
    found = cutoffs(tree)
    assert [cutoff.node for cutoff in found] == list(tree.cut)
    for cutoff in found:
        node, alternative = tree.nodes[cutoff.node], tree.nodes[cutoff.alternative]
        assert tree.nodes[cutoff.refutation].parent == cutoff.node
        assert alternative.parent == cutoff.ancestor
        assert alternative.id < node.id
        assert tree.nodes[cutoff.ancestor].maximises != node.maximises
        bound, value = float(alternative.value), float(tree.nodes[cutoff.refutation].value)
        assert value >= bound if node.maximises else value <= bound
        line = node.id
        while tree.nodes[line].parent != cutoff.ancestor:
            line = tree.nodes[line].parent
        assert alternative.id < line, "the alternative was searched before the line that is cut"


@pytest.mark.parametrize(("name", "depth"), [("gardner", 4), ("starcircle", 5), ("connect-four", 4), ("halma", 2)])
def test_the_bound_is_the_alternatives_value_in_every_game(name, depth):
    root = get_game(name).position()
    for tree in (
        plain_search(root, min(depth, 3), "handmade", count_to()),
        Tree.of(
            root,
            textbook(root, depth, alphabeta=True, evaluation="handmade", keep=100_000),
            depth,
            alphabeta=True,
            evaluation="handmade",
        ),
    ):
        check(tree)


def test_without_the_moves_that_were_cut_off_the_value_is_the_same():
    """What a sentence says cannot matter does not: any other value of those leaves gives the root the same value."""
    chooser = random.Random(9)
    for _ in range(60):
        leaves = [chooser.randrange(10) for _ in range(16)]
        text = "(((({} {}) ({} {})) (({} {}) ({} {}))) ((({} {}) ({} {})) (({} {}) ({} {}))))"
        tree = search(parse(text.format(*leaves)))
        check(tree)
        visited = {node.move for node in tree.nodes}
        unseen = [i for i, leaf in enumerate(parse(text.format(*leaves)).leaves) if leaf.path not in visited]
        for value in (-100, 100):
            others = [value if i in unseen else leaf for i, leaf in enumerate(leaves)]
            assert search(parse(text.format(*others)), "minimax").value == tree.value
