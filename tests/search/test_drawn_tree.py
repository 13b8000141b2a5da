import random

import pytest

from plyground.core.errors import InvalidNotation, InvalidSetting
from plyground.search.drawn_tree import MAX_CHILDREN, MAX_DEPTH, MAX_LEAVES, parse, search
from plyground.search.tree import html_text, json_text, svg_text

RUSSELL_AND_NORVIG = "((3 12 8) (2 4 6) (14 5 2))"


def minimax(tree):
    values = [minimax(child) for child in tree.children]
    return (min if tree.turn else max)(values) if values else tree.value


def random_text(chooser, depth):
    if depth == 0 or chooser.random() < 0.2:
        return str(chooser.randrange(-9, 10))
    return f"({' '.join(random_text(chooser, depth - 1) for _ in range(chooser.randrange(1, 4)))})"


EVERYTHING = "(x=4:((1 2) !7) !((3 -9) x5=(1 (2 !3))) (!2 x5 (y=!(-1 2) 3 y)))"


def test_estimates_forcing_moves_and_names_are_read_back_as_they_are_written():
    for text in (EVERYTHING.replace("y=!", "!y="), "((4 y=(1 2)) (y 3))", "(x=1 (2 3) x)"):
        assert parse(text).text == text
        assert parse(parse(text).text) == parse(text)
    tree = parse("(a=5:(1 2) a (3 4))")
    assert [child.static_value for child in tree.children] == [5, 5, 3.5]
    assert [child.key for child in tree.children] == ["a", "a", "c"]
    assert [leaf.key for leaf in tree.children[1].leaves] == ["aa", "ab"]
    assert [leaf.path for leaf in tree.children[1].leaves] == ["ba", "bb"]


def test_names_do_not_make_a_tree_larger_than_it_may_be():
    text = "(" + " ".join([f"x0=({'1 ' * 26})", *(f"x{i}=({' '.join(['(9)'] * 3)})" for i in range(1, 3))]) + ")"
    assert len(parse(text).leaves) == 32
    with pytest.raises(InvalidSetting, match="more than 1,000 leaves"):
        parse(f"(({'1 ' * 26}) x=(({'1 ' * 26}) ({'1 ' * 26})) {'x ' * 24})")


def test_russell_and_norvigs_tree():
    assert (len(search(parse(RUSSELL_AND_NORVIG), "minimax").nodes), minimax(parse(RUSSELL_AND_NORVIG))) == (13, 3)
    tree = search(parse(RUSSELL_AND_NORVIG))
    assert (tree.value, tree.best, len(tree.nodes)) == ("3", "a", 11)
    assert {tree.nodes[node].move: moves for node, moves in tree.cut.items()} == {"b": ("bb", "bc")}


@pytest.mark.parametrize(("width", "depth"), [(2, 3), (2, 4), (3, 3), (3, 4), (4, 2)])
def test_the_best_order_visits_knuth_and_moores_minimal_tree(width, depth):
    """With the best move first everywhere, alpha-beta sees b^ceil(d/2) + b^floor(d/2) - 1 leaves (1975)."""

    def best_first(left, value, maximises):
        if left == 0:
            return str(value)
        worse = -1 if maximises else 1
        below = [best_first(left - 1, value, not maximises)]
        below += [best_first(left - 1, value + worse * i, not maximises) for i in range(1, width)]
        return f"({' '.join(below)})"

    tree = search(parse(best_first(depth, 0, True)))
    leaves = sum(node.moves == 0 for node in tree.nodes)
    assert leaves == width ** -(-depth // 2) + width ** (depth // 2) - 1


def test_a_tree_is_read_back_as_it_is_written():
    chooser = random.Random(5)
    for _ in range(200):
        text = f"({random_text(chooser, 4)} {random_text(chooser, 3)})"
        tree = parse(text)
        assert parse(tree.text) == tree
        assert tree.text == text


def test_both_searches_find_the_minimax_value():
    chooser = random.Random(6)
    for _ in range(300):
        tree = parse(f"({random_text(chooser, 5)} {random_text(chooser, 5)})")
        full, pruned = search(tree, "minimax"), search(tree)
        assert float(full.value) == float(pruned.value) == minimax(tree)
        assert full.best == pruned.best
        assert len(pruned.nodes) <= len(full.nodes)
        assert not full.cut


def test_fractions_are_written_with_as_many_digits_as_they_need():
    tree = search(parse("((0.5 2) (-1.25 3))"), "minimax")
    assert [node.value for node in tree.nodes] == ["0.50", "0.50", "0.50", "2.00", "-1.25", "-1.25", "3.00"]


def test_its_search_is_drawn_like_any_other():
    tree = search(parse(RUSSELL_AND_NORVIG))
    assert "tree: alphabeta of depth 2, 11 nodes, value 3" in svg_text(tree)
    assert '"position": "((3 12 8) (2 4 6) (14 5 2))"' in json_text(tree)
    assert "MIN already has 2 here" in html_text(tree)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("", InvalidNotation, "nothing at its end"),
        ("3", InvalidNotation, "begins with a parenthesis"),
        ("((3 5) (6 9)", InvalidNotation, "1 parenthesis is still open"),
        ("((3 5) (6 9", InvalidNotation, "2 parentheses are still open"),
        ("((3 5) (6 9)))", InvalidNotation, "ends before character 14"),
        ("((3 ?))", InvalidNotation, "at character 5 it has '?))'"),
        ("((3 x))", InvalidNotation, "The name x at character 5 stands for no node"),
        ("(x=(x 3))", InvalidNotation, "The name x at character 5 stands for no node"),
        ("(x=(2 3) x=(2 3))", InvalidNotation, "The name x is given twice, the second time at character 10"),
        ("(x=(2 3) (x 4))", InvalidNotation, "The node x has MIN to move; at character 11 it cannot stand"),
        ("(4: 5)", InvalidNotation, "nothing at character 5 where a number or a parenthesis should open"),
        ("((3 1e5))", InvalidNotation, "at character 5"),
        ("(())", InvalidNotation, "no children"),
        (")", InvalidNotation, "nothing at character 1"),
        ("(" * (MAX_DEPTH + 1) + "1" + ")" * (MAX_DEPTH + 1), InvalidSetting, "deeper than"),
        ("(" + "1 " * (MAX_CHILDREN + 1) + ")", InvalidSetting, "more than 26 children"),
        (f"({'(' + '1 ' * 26 + ')'})".replace("1", f"({'1 ' * 26})"), None, None),
        ("(" + f"({'(' + '1 ' * 26 + ')'})" * 26 + ")", None, None),
        ("(" + ("(" + f"({'1 ' * 26})" * 26 + ")") * 2 + ")", InvalidSetting, f"more than {MAX_LEAVES:,} leaves"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(text, error, words):
    if error is None:
        assert parse(text).children
        return
    with pytest.raises(error) as caught:
        parse(text)
    assert words in str(caught.value)
