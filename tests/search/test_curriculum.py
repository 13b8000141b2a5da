"""The chapters' numbers are those of the algorithms, and those of the textbooks."""

import xml.etree.ElementTree as ET
from math import ceil, floor, log, sqrt
from random import Random

import pytest

from plyground.core.errors import UnknownName
from plyground.search import drawn_tree, montecarlo
from plyground.search.curriculum import chapter, chapters

QUESTIONS = [(each, question) for each in chapters() for question in each.questions]


def found(algorithm, finds, text, depth):
    root = drawn_tree.parse(text)
    if algorithm == "mcts":
        return montecarlo.search_drawn(root, 1000).best
    tree = drawn_tree.search(root, algorithm, depth)
    counts = {
        "leaves": sum(node.moves == 0 and node.source is None for node in tree.nodes),
        "reused": sum(node.source is not None for node in tree.nodes),
        "nodes": tree.size,
        "value": tree.value,
        "best": tree.best,
    }
    return str(counts[finds])


@pytest.mark.parametrize(("each", "question"), QUESTIONS, ids=lambda value: getattr(value, "name", None))
def test_every_answer_that_a_search_can_give_is_the_searchs(each, question):
    assert question.answer in question.choices
    assert len(set(question.choices)) == len(question.choices) > 1
    if question.proof is None:
        return
    proof = question.proof
    depth = proof.depth if proof.depth is not None or proof.tree is not None else None
    answer = found(proof.algorithm, proof.finds, proof.tree or each.figure.tree, depth)
    assert answer == (proof.value or question.answer)


def test_there_are_twelve_chapters_of_three_questions_in_the_fields_order():
    names = [each.name for each in chapters()]
    assert names == [
        "game-trees",
        "minimax",
        "negamax",
        "alpha-beta",
        "ordering",
        "deep-cuts",
        "evaluation",
        "quiescence",
        "deepening",
        "transpositions",
        "monte-carlo",
        "learned-evaluation",
    ]
    assert all(len(each.questions) == 3 for each in chapters())
    assert sum(question.proof is not None for _, question in QUESTIONS) >= 21
    for each in chapters():  # two minutes, at 240 words a minute, with the questions
        assert 80 <= sum(len(text.split()) for text in each.text) <= 220


def test_russell_and_norvigs_example_is_theirs():
    """Figures 5.2 and 5.5: the root is worth 3, a, b and c are worth 3, 2 and 2, and two leaves are pruned."""
    figure = chapter("minimax").figure.search()
    assert [figure.value, *(node.value for node in figure.nodes if node.ply == 1)] == ["3", "3", "2", "2"]
    pruned = chapter("alpha-beta").figure.search()
    assert (pruned.size, figure.size, pruned.value) == (11, 13, "3")
    assert sorted(move for moves in pruned.cut.values() for move in moves) == ["bb", "bc"]


def test_the_order_of_the_ordering_chapter_is_knuth_and_moores_minimum():
    tree = chapter("ordering").figure.search()
    leaves = sum(node.moves == 0 for node in tree.nodes)
    assert leaves == 3 ** ceil(2 / 2) + 3 ** floor(2 / 2) - 1 == 5
    assert 10 ** ceil(4 / 2) + 10 ** floor(4 / 2) - 1 == 199


def test_the_captions_and_texts_numbers():
    assert chapter("deepening").figure.search().size == 19
    rounds = chapter("deepening").figure.search()
    assert [node.id for node in rounds.nodes if node.note.startswith("depth")] == [1, 7]  # six nodes, then thirteen
    assert drawn_tree.search(drawn_tree.parse(chapter("transpositions").figure.tree), "alphabeta").size == 23
    assert round(sqrt(log(16) / 4), 2) == 0.83
    deep = chapter("deep-cuts").figure.search()
    assert [deep.nodes[node].move for node in deep.cut] == ["baa"]
    figure = chapter("evaluation").figure
    for depth, values in ((1, ["6", "4"]), (None, ["5", "7"])):
        tree = drawn_tree.search(drawn_tree.parse(figure.tree), "minimax", depth)
        assert [node.value for node in tree.nodes if node.ply == 1] == values
    sizes = [
        drawn_tree.search(drawn_tree.parse(chapter(name).figure.tree), "ordered").size
        for name in ("learned-evaluation", "evaluation")
    ]
    assert sizes[0] < sizes[1], "good estimates cut more"


@pytest.mark.parametrize("each", chapters(), ids=lambda each: each.name)
def test_every_figure_is_drawn(each):
    drawn = ET.fromstring(each.svg())
    texts = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert f"{each.number}. {each.title}" in texts
    assert each.figure.search().number_text(each.figure.search().nodes[0]) in texts
    assert all(int(text.get("font-size", 14)) >= 12 for text in drawn.iter("{http://www.w3.org/2000/svg}text"))


@pytest.mark.parametrize("each", chapters(), ids=lambda each: each.name)
def test_each_text_shows_at_least_two_places_of_its_figure(each):
    places = [passage.place for paragraph in each.paragraphs for passage in paragraph if passage.place]
    assert len(set(places)) >= 2
    assert "](" not in "".join(each.text)
    for place in places:
        if each.figure.algorithm == "mcts":
            assert 1 <= int(place) <= each.figure.simulations
        elif place.startswith("depth "):
            assert int(place.removeprefix("depth ")) == each.figure.also
        else:
            name, _, visit = place.partition("@")
            visits = [node for node in each.figure.search().nodes if node.move == (None if name == "root" else name)]
            assert 1 <= int(visit or 1) <= len(visits)
    assert (sum(place.startswith("depth ") for place in places) > 0) == (each.figure.also is not None)


def test_what_the_words_say_is_to_be_seen_there():
    """The numbers in the texts' marked words are those of their nodes."""
    said = {
        ("minimax", "a"): "3",
        ("minimax", "b"): "2",
        ("minimax", "c"): "2",
        ("minimax", "ca"): "14",
        ("negamax", "b"): "2",
        ("alpha-beta", "a"): "3",
        ("alpha-beta", "ba"): "2",
        ("alpha-beta", "b"): "≤ 2",
        ("deep-cuts", "a"): "5",
        ("deep-cuts", "baaa"): "4",
    }
    for (name, move), number in said.items():
        tree = chapter(name).figure.search()
        node = next(node for node in tree.nodes if node.move == move)
        assert tree.number_text(node) == number
        assert any(passage.place == move for paragraph in chapter(name).paragraphs for passage in paragraph)
    ordering = chapter("ordering").figure.search()
    assert (ordering.best, ordering.cut) == ("a", {5: ("bb", "bc"), 7: ("cb", "cc")})
    deepening = chapter("deepening").figure.search()
    (round_,) = [node for node in deepening.nodes if node.note == "depth 2"]
    assert deepening.nodes[deepening.children[round_.id][0]].move == "e"
    assert len(deepening.cut) == 4
    assert [node.move for node in chapter("transpositions").figure.search().nodes if node.source] == ["bb", "ca"]
    growing = montecarlo.search_drawn(drawn_tree.parse(chapter("monte-carlo").figure.tree), 100)

    def means(simulations):
        totals = {move: [] for move in "abc"}
        for each in growing.simulations[:simulations]:
            node = each.node
            while growing.nodes[node].parent:
                node = growing.nodes[node].parent
            if growing.nodes[node].move in totals:
                totals[growing.nodes[node].move].append(each.result)
        return {move: sum(results) / len(results) for move, results in totals.items()}

    assert max(means(12), key=means(12).get) == "b"
    assert max(means(30), key=means(30).get) == max(means(100), key=means(100).get) == "a"


def test_a_chapter_that_does_not_exist_is_told_of():
    with pytest.raises(UnknownName, match="there are game-trees, minimax"):
        chapter("expectimax")


def value_of(tree, is_max):
    return tree if isinstance(tree, int) else (max if is_max else min)(value_of(each, not is_max) for each in tree)


def ordered(tree, is_max, best_first):
    """Return a tree with its moves from the best to the worst for whoever is to move, or the other way round."""
    if isinstance(tree, int):
        return tree
    children = [ordered(each, not is_max, best_first) for each in tree]
    return sorted(children, key=lambda child: value_of(child, not is_max), reverse=is_max == best_first)


def drawn(random, moves, plies):
    # all leaves differ: where values are equal, more is cut
    leaves = iter(random.sample(range(10 * moves**plies), moves**plies))

    def grown(plies):
        return next(leaves) if plies == 0 else [grown(plies - 1) for _ in range(moves)]

    return grown(plies)


def leaves_visited(tree):
    text = str(tree).replace("[", "(").replace("]", ")").replace(",", "")
    return int(found("alphabeta", "leaves", text, None))


@pytest.mark.parametrize(("moves", "plies"), [(2, 2), (2, 3), (2, 4), (2, 5), (3, 2), (3, 3), (3, 4), (4, 2), (4, 3)])
def test_what_the_chapter_says_of_the_best_and_the_worst_order(moves, plies):
    """Knuth and Moore 1975: the best order visits the fewest leaves; the worst all, where no cut can be deep."""
    random, all_leaves, visited = Random(1), moves**plies, []
    for _ in range(40):
        tree = drawn(random, moves, plies)
        best = leaves_visited(ordered(tree, True, best_first=True))
        assert best == moves ** ceil(plies / 2) + moves ** floor(plies / 2) - 1
        visited.append(leaves_visited(ordered(tree, True, best_first=False)))
        assert best <= leaves_visited(tree) <= all_leaves
    assert (min(visited) == all_leaves) == (plies < 4)


def test_the_worst_order_of_four_moves_and_six_plies_spares_about_one_leaf_in_seven(monkeypatch):
    monkeypatch.setattr(drawn_tree, "MAX_LEAVES", 4**6)
    random = Random(1)
    shares = [leaves_visited(ordered(drawn(random, 4, 6), True, best_first=False)) / 4**6 for _ in range(10)]
    assert 0.83 < sum(shares) / len(shares) < 0.88


def test_a_tree_in_the_worst_order_that_is_cut():
    tree = [5, [[[4, 3], [9, 8]]]]
    assert ordered(tree, True, best_first=False) == tree
    assert leaves_visited(tree) == 4
