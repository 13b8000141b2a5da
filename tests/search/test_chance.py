"""Chance nodes: the searches against independent ones written from the papers, for the player to move."""

import re
from fractions import Fraction
from math import inf
from random import Random

import pytest

from plyground.core.errors import InvalidNotation, InvalidSetting
from plyground.search import chance, drawn_tree, montecarlo
from plyground.search.cutoffs import cutoffs, explain
from plyground.search.drawn_tree import parse
from plyground.search.questions import KINDS, all_questions
from plyground.search.tree import Bound, document, html_text
from plyground.search.tree_drawing import svg_text
from plyground.search.walk import Walk

# A tree of the reference: a number; ("player", children); ("chance", [(weight, child), ...])


def drawn(random, plies, after_player=True):
    if plies == 0 or (plies < 3 and random.random() < 0.15):
        return random.randrange(10)
    if after_player and random.random() < 0.65:
        below = [drawn(random, plies - 1, False) for _ in range(random.choice((1, 2, 3)))]
        return "chance", [(random.choice((1, 1, 2, 3)), child) for child in below]
    return "player", [drawn(random, plies - 1) for _ in range(random.choice((1, 2, 3)))]


def text_of(tree):
    if isinstance(tree, int):
        return str(tree)
    kind, children = tree
    if kind == "player":
        return f"({' '.join(map(text_of, children))})"
    return f"{{{' '.join(('' if weight == 1 else f'{weight}*') + text_of(child) for weight, child in children)}}}"


def numbers(tree):
    if isinstance(tree, int):
        return [tree]
    return [number for child in tree[1] for number in numbers(child if tree[0] == "player" else child[1])]


class Twin:
    """Negamax with chance nodes, fail-soft; `nodes` counts the visits (Ballard 1983; Hauk, Buro, Schaeffer 2004)."""

    def __init__(self, tree, kind):
        self.kind, self.nodes = kind, 0
        self.low, self.high = min(numbers(tree)), max(numbers(tree))

    def limits(self, colour):
        return (self.low, self.high) if colour > 0 else (-self.high, -self.low)

    def search(self, tree, colour, alpha, beta):
        """Return the value for the player of this colour, or a bound outside the window."""
        self.nodes += 1
        if isinstance(tree, int):
            return colour * Fraction(tree)
        if tree[0] == "chance":
            return self.mean(tree[1], colour, alpha, beta)
        best = -inf
        for child in tree[1]:
            best = max(best, -self.search(child, -colour, -beta, -alpha))
            alpha = max(alpha, best)
            if self.kind != "expectimax" and alpha >= beta:
                break
        return best

    def mean(self, children, colour, alpha, beta):
        low, high = self.limits(colour)
        total = sum(weight for weight, _ in children)
        shares = [Fraction(weight, total) for weight, _ in children]
        lows, highs = [Fraction(low)] * len(children), [Fraction(high)] * len(children)

        def rest(ends, i):
            return sum(share * end for j, (share, end) in enumerate(zip(shares, ends, strict=True)) if j != i)

        for is_probe in [True, False] if self.kind == "star2" else [False]:
            for i, (_, child) in enumerate(children):
                if lows[i] == highs[i] or (is_probe and (isinstance(child, int) or child[0] == "chance")):
                    continue
                if self.kind == "expectimax":
                    lows[i] = highs[i] = self.search(child, colour, -inf, inf)
                    continue
                a = max((alpha - rest(highs, i)) / shares[i], low)
                b = min((beta - rest(lows, i)) / shares[i], high)
                if is_probe:
                    # the mover has this at least; a mean of one's own is probed from the mover's side
                    self.nodes += 1
                    value = -self.search(child[1][0], -colour, -b, -a)
                    lows[i] = max(lows[i], value if value > a else low)
                    if len(child[1]) == 1 and (a < value < b or value in (low, high)):
                        lows[i] = highs[i] = value
                else:
                    value = self.search(child, colour, a, b)
                    if value <= a and value != low:
                        highs[i] = min(highs[i], value)
                    elif value >= b and value != high:
                        lows[i] = max(lows[i], value)
                    else:
                        lows[i] = highs[i] = value
                least, most = rest(lows, None), rest(highs, None)
                if most <= alpha or least >= beta:
                    return most if most <= alpha else least
        assert lows == highs
        return rest(lows, None)


def between(twin, tree, colour, alpha, beta, most=26):
    """Star2 where each search returns between which numbers the value lies; it looks at `most` children of a player."""
    twin.nodes += 1
    low, high = twin.limits(colour)
    if isinstance(tree, int):
        return colour * tree, colour * tree
    kind, children = tree
    if kind == "player":
        ends = []
        for child in children[:most]:
            least, greatest = between(twin, child, -colour, -beta, -alpha)
            ends.append((-greatest, -least))
            alpha = max(alpha, -greatest)
            if alpha >= beta:
                break
        ends += [(low, high)] if len(ends) < len(children) else []
        return max(end[0] for end in ends), max(end[1] for end in ends)
    total = Fraction(sum(weight for weight, _ in children))
    known = dict.fromkeys(range(len(children)), (low, high))

    def mean(end, without=None):
        return sum(weight / total * known[i][end] for i, (weight, _) in enumerate(children) if i != without)

    for only in (1, 26):
        for i, (weight, child) in enumerate(children):
            if known[i][0] < known[i][1] and (only == 26 or (not isinstance(child, int) and child[0] == "player")):
                window = [(end - mean(1 - j, i)) * total / weight for j, end in enumerate((alpha, beta))]
                found = between(twin, child, colour, max(low, window[0]), min(high, window[1]), only)
                known[i] = max(known[i][0], found[0]), min(known[i][1], found[1])
                if mean(1) <= alpha or mean(0) >= beta:
                    return mean(0), mean(1)
    return mean(0), mean(1)


def trees():
    for seed in range(400):
        tree = drawn(Random(seed), 2 + seed % 4, after_player=False)
        if not isinstance(tree, int):
            yield tree


TREES = list(trees())


@pytest.mark.parametrize("algorithm", chance.ALGORITHMS)
def test_value_and_nodes_are_those_of_the_reference(algorithm):
    smaller = 0
    for tree in TREES:
        root = parse(text_of(tree))
        assert root.text == text_of(tree)
        found = drawn_tree.search(root, algorithm)
        twin = Twin(tree, algorithm)
        value = twin.search(tree, 1, -inf, inf)
        full = Twin(tree, "expectimax")
        assert value == full.search(tree, 1, -inf, inf)
        assert abs(float(found.value) - float(value)) < 0.01
        if algorithm == "star2":
            # a probed leaf outside its window is a bound for ours; for the papers' procedure it is none
            assert found.size <= twin.nodes
            twin.nodes = 0
            assert between(twin, tree, 1, -inf, inf) == (value, value)
        assert found.size == twin.nodes
        smaller += found.size < full.nodes
        best = tree[1][ord(found.best) - 97]
        assert -Twin(tree, "expectimax").search(best, -1, -inf, inf) == value, "the move has the root's value"
        assert found.bounds[0] == Bound.EXACT
    assert (smaller > 100) == (algorithm != "expectimax")


def test_bounds_hold_and_every_cut_is_explained():
    kinds = set()
    for tree in TREES:
        root = parse(text_of(tree))
        full = drawn_tree.search(root, "expectimax")
        values = {node.move: float(node.value) for node in full.nodes}
        for algorithm in ("star1", "star2"):
            found = drawn_tree.search(root, algorithm)
            for node, bound in zip(found.nodes, found.bounds, strict=True):
                value, number, close = values[node.move], float(node.value), 0.01
                assert bound != Bound.EXACT or abs(value - number) < close
                assert bound != Bound.UPPER or value <= number + close
                assert bound != Bound.LOWER or value >= number - close
            for cutoff in cutoffs(found):
                sentence = explain(found, cutoff, found.cut[cutoff.node])
                assert sentence.endswith(("cannot matter.", "is worth."))
                assert "None" not in sentence
                kinds |= {
                    key
                    for key in ("mean is at most", "mean is at least", "Only", "of all", "decided")
                    if key in sentence
                }
    assert kinds == {"mean is at most", "mean is at least", "Only", "of all", "decided"}


def test_star1_by_hand():
    """Limits 1 and 9; a is worth 5. At b the 1 comes with one half: the mean is at most (1 + 9) / 2, and b is left."""
    found = drawn_tree.search(parse("({2*3 9} {1 4} 4)"), "star1")
    assert [(node.move, found.number_text(node), node.alpha, node.beta) for node in found.nodes] == [
        (None, "5", None, None),
        ("a", "5", None, None),
        ("aa", "3", "1", "9"),
        ("ab", "9", "1", "9"),
        ("b", "≤ 5", "5", None),
        ("ba", "1", "1", "9"),
        ("c", "4", "5", None),
    ]
    assert found.cut == {4: ("bb",)}
    assert explain(found, cutoffs(found)[0], ("bb",)) == (
        "Whatever bb is worth, the mean is at most 5, not more than alpha = 5: "
        "MAX has a worth 5 at the root, so bb cannot matter."
    )


def test_star2_can_cut_by_its_probes_alone():
    text = "({(5 5 8) (6 4)} {2*(5 2 2) 2*(1 1) (3 7 0)} {(7 8 0) (5 6 8) 2*(3 3 7)})"
    sizes = [drawn_tree.search(parse(text), algorithm).size for algorithm in chance.ALGORITHMS]
    assert sizes == [34, 27, 25]
    found = drawn_tree.search(parse(text), "star2")
    said = [explain(found, cutoff, found.cut[cutoff.node]) for cutoff in cutoffs(found)]
    assert any(sentence.startswith("The probes show that the mean is at most") for sentence in said)


def test_without_chance_they_are_minimax_and_alpha_beta():
    root = parse("((3 12 8) (2 4 6) (14 5 2))")
    assert [drawn_tree.search(root, algorithm).size for algorithm in chance.ALGORITHMS] == [13, 11, 11]
    assert float(drawn_tree.search(root, "star1").value) == 3


def test_who_moves_after_chance_is_who_would_have_moved_there():
    found = drawn_tree.search(parse("({(1 9) (4 6)} ({2 8} 3))"), "expectimax")
    players = {node.move: ("chance" if node.is_chance else "MAX" if node.maximises else "MIN") for node in found.nodes}
    assert [players[move] for move in (None, "a", "aa", "b", "ba")] == ["MAX", "chance", "MIN", "MIN", "chance"]
    assert {node.move: node.share for node in found.nodes if node.share} == dict.fromkeys(
        ("aa", "ab", "baa", "bab"), "1/2"
    )
    assert (found.value, found.best) == ("3", "b")


def test_a_search_that_stops_at_a_chance_node_takes_the_mean_or_the_estimate():
    assert drawn_tree.search(parse("({2*3 9} 4:{1 4})"), "expectimax", 1).value == "5"
    assert drawn_tree.search(parse("({3 9} 8:{1 4})"), "star1", 1).best == "b"


def test_values_that_differ_look_different():
    found = drawn_tree.search(parse("({3 4 4} {11 11 11.004} {3 3.99 4})"), "expectimax")
    texts = {node.move: node.value for node in found.nodes}
    assert texts["b"] != texts["ba"]
    assert found.best_line() == {0, *(node.id for node in found.nodes if (node.move or "").startswith("b"))}


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "table", "mtdf"])
def test_the_others_do_not_search_where_chance_decides(algorithm):
    with pytest.raises(InvalidSetting, match="chance decides: it is searched by expectimax, star1 or star2"):
        drawn_tree.search(parse("({3 9} 4)"), algorithm)
    with pytest.raises(InvalidSetting, match="searched by expectimax, star1 or star2"):
        montecarlo.search_drawn(parse("({3 9} 4)"), 10)


FAULTY = {
    "({3 9)": "The tree has ) at character 6 where } should close a node.",
    "((3 9}": "The tree has } at character 6 where ) should close a node.",
    "({0*3 9})": "A chance is more than 0; at character 3 it is 0.",
    "({-1*3 9})": "A chance is more than 0; at character 3 it is -1.",
    "{3 9}": "A tree begins with a parenthesis",
    "({3 9}": "1 parenthesis is still open",
    "({})": "A node of the tree has no children",
    "(2*3 9)": "The tree has nothing at character 3",
}


@pytest.mark.parametrize("text", FAULTY)
def test_what_is_not_a_tree_is_told_with_its_place(text):
    with pytest.raises(InvalidNotation, match=re.escape(FAULTY[text])):
        parse(text)


def test_it_is_drawn_written_and_asked_about():
    found = drawn_tree.search(parse("({2*(7 8) 1} {(6 8) 3*(1 4)})"), "star1")
    drawing = svg_text(found)
    assert drawing.count('fill="#e6e3f3"') == 2
    assert ">2/3<" in drawing
    assert next(node["share"] for node in document(found)["nodes"] if "share" in node) == "2/3"
    assert "is_chance" in html_text(found)
    asked = all_questions(drawn_tree.search(parse("({2*(7 8) 1} {(6 8) 3*(1 4)})"), "expectimax"), [*KINDS])
    means = [(question.text, question.answer, question.why) for question in asked if question.kind == "mean"]
    assert means[0] == (
        "What is the node after a worth, where chance decides?",
        "5",
        "2/3 · 7 + 1/3 · 1 = 5.",
    )
    walk = Walk(found)
    assert walk.bounds_at(1, walk.left[1]).value is None
