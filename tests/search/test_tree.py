"""The recorded tree: the homework's drawn examples, and the three ways to write it."""

import json
import xml.etree.ElementTree as ET

import pytest

from plyground import InvalidSetting, get_game
from plyground.search import drawn_tree, textbook
from plyground.search.tree import WRITERS, Bound, Tree
from plyground.search.tree_drawing import svg_text
from plyground.search.walk import Walk

EXAMPLE = "0,S1,0,0,0,0,0,0/0,0,C1,0,0,0,0,0/0,0,0,S1,0,0,0,0/" + "/".join(["0,0,0,0,0,0,0,0"] * 5) + " s"


def tree_of(alphabeta, depth=2, text=EXAMPLE, name="starcircle"):
    root = get_game(name).position(text)
    result = textbook.search(root, depth, alphabeta=alphabeta, keep=1000)
    return Tree.of(root, result, depth, alphabeta=alphabeta, evaluation="handmade")


def test_first_homework_example_as_it_is_drawn():
    tree = tree_of(alphabeta=False)
    assert [(node.ply, node.move, node.value) for node in tree.nodes] == [
        (0, None, "160"),
        (1, "F4-H2", "160"),  # a leaf: Circle has no piece left
        (1, "F4-G5", "120"),
        (2, "G3-F2", "120"),
        (2, "G3-F4", "120"),
    ]
    assert tree.best == "F4-H2"
    assert tree.value == "160"
    assert not tree.cut


def test_alphabeta_cuts_one_node_in_the_second_example():
    full, pruned = tree_of(alphabeta=False), tree_of(alphabeta=True)
    assert (len(full.nodes), len(pruned.nodes)) == (5, 4)
    assert sum(len(cut) for cut in pruned.cut.values()) == 1
    assert pruned.value == full.value


def test_values_follow_from_the_children():
    tree = tree_of(alphabeta=False, depth=3, text=None, name="connect-four")
    children = tree.children
    for node in tree.nodes:
        if children[node.id]:
            below = [int(tree.nodes[child].value) for child in children[node.id]]
            assert int(node.value) == (max(below) if node.maximises else min(below))
    assert 0 in tree.best_line()
    assert len(tree.best_line()) == 4


def test_windows_are_those_of_alphabeta():
    tree = tree_of(alphabeta=True, depth=4, text=None, name="connect-four")
    assert tree.nodes[0].alpha is None
    for node in tree.nodes:
        if node.alpha is not None and node.beta is not None:
            assert int(node.alpha) < int(node.beta)
    assert tree.cut


@pytest.mark.parametrize(("name", "depth"), [("connect-four", 4), ("gardner", 3), ("starcircle", 3)])
def test_bounds_hold_for_the_minimax_values(name, depth):
    tree = tree_of(alphabeta=True, depth=depth, text=None, name=name)
    for node, position in tree._positions():
        sign = 1 if node.maximises else -1
        value = sign * (textbook.search(position, depth - node.ply).value if node.ply < depth else _leaf(position))
        number = int(node.value)
        assert {Bound.EXACT: value == number, Bound.UPPER: value <= number, Bound.LOWER: value >= number}[
            tree.bounds[node.id]
        ]
    assert tree.bounds[0] is Bound.EXACT
    assert {Bound.EXACT, Bound.UPPER, Bound.LOWER} == set(tree.bounds)


def _leaf(position):
    """Return what the position is worth to the player to move, as a search of depth 0 would."""
    return textbook.search(position, 1, evaluation=None).value if position.outcome else position.evaluate()


def test_minimax_returns_no_bounds():
    assert set(tree_of(alphabeta=False).bounds) == {Bound.EXACT}


def test_a_sibling_that_was_cut_off_is_a_bound():
    tree = tree_of(alphabeta=True)
    (cut,) = tree.cut
    assert tree.number_text(tree.nodes[cut]) == "≤ 120"
    assert "≤ 120" in WRITERS[".svg"](tree)
    assert json.loads(WRITERS[".json"](tree))["nodes"][cut]["bound"] == "upper"


def test_a_tree_and_a_result_draw_themselves_in_a_notebook(monkeypatch):
    tree = tree_of(alphabeta=True)
    assert tree._repr_svg_() == WRITERS[".svg"](tree)
    assert repr(tree) == "<starcircle: alphabeta of depth 2, 4 nodes, value 160>"
    monkeypatch.setattr("plyground.search.tree.MAX_DRAWN", 3)
    assert tree._repr_svg_() is None
    result = textbook.search(tree.root, 2)
    assert "<td>F4-H2</td><td>160</td><td>5</td>" in result._repr_html_()
    assert repr(result) == "<move F4-H2 value 160 nodes 5>"


def test_json_is_one_document():
    document = json.loads(WRITERS[".json"](tree_of(alphabeta=True)))
    assert document["algorithm"] == "alphabeta"
    assert len(document["nodes"]) == 4
    assert document["nodes"][0]["move"] is None


def test_svg_shows_every_node_and_cut():
    tree = tree_of(alphabeta=True)
    root = ET.fromstring(WRITERS[".svg"](tree))
    space = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f"{space}rect")) == len(tree.nodes) + 1
    assert "cut off" in [text.text for text in root.iter(f"{space}text")]


def test_html_needs_nothing_else():
    page = WRITERS[".html"](tree_of(alphabeta=True))
    assert "{{" not in page
    assert "http://" not in page
    assert "https://" not in page
    assert '"best": "F4-H2"' in page


def test_a_tree_that_is_too_large_is_refused():
    root = get_game("connect-four").position()
    result = textbook.search(root, 4, keep=100)
    with pytest.raises(InvalidSetting, match="more than 100 nodes, the most that are kept"):
        Tree.of(root, result, 4, alphabeta=False, evaluation="handmade")


def test_a_drawing_says_in_words_what_it_shows_and_no_more():
    tree = drawn_tree.search(drawn_tree.parse("((3 5) (2 9))"))
    space = "{http://www.w3.org/2000/svg}"
    whole = ET.fromstring(svg_text(tree)).findtext(f"{space}desc")
    assert whole == "root: MAX, 3; a: MIN, 3; aa: 3; ab: 5; b: MIN, ≤ 2, 1 cut off; ba: 2."
    begun = ET.fromstring(svg_text(tree, "", Walk(tree).number_text(4))).findtext(f"{space}desc")
    assert begun == "root: MAX, ?; a: MIN, ?; aa: 3."
