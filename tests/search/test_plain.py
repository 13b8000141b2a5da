import random

import pytest

from plyground.core.registry import get_game
from plyground.search import drawn_tree, plain
from plyground.search.cutoffs import cutoffs, explain
from plyground.search.drawn_tree import parse
from plyground.search.textbook import count_to, search
from plyground.search.tree import Bound, Tree
from search.reference_search import Twin


@pytest.mark.parametrize(("name", "depth"), [("gardner", 3), ("starcircle", 5), ("congo", 2), ("minichess", 3)])
def test_ordering_changes_the_nodes_but_not_the_value(name, depth):
    root = get_game(name).position()
    tree = plain.search(root, depth, "handmade", count_to())
    textbook = search(root, depth, alphabeta=True, evaluation="handmade")
    assert int(tree.value) == textbook.value
    assert tree.nodes[0].move is None
    assert tree.best == tree.nodes[min(tree.best_line() - {0})].move


def test_an_evaluation_from_whites_view_is_turned():
    root = get_game("amazons").position("1q4/2Q3/*****q/6/6/2Q3 b")
    tree = plain.search(root, 1, "seed", count_to())
    assert float(tree.value) == pytest.approx(search(root, 1, evaluation="seed").value, abs=0.01)


def test_what_is_cut_off_is_what_was_not_searched():
    tree = plain.search(get_game("gardner").position(), 4, "handmade", count_to())
    assert tree.cut
    for node, cut in tree.cut.items():
        searched = [tree.nodes[child].move for child in tree.children[node]]
        assert not set(searched) & set(cut)
        assert len(searched) == tree.nodes[node].searched
        assert len(searched) + len(cut) == tree.nodes[node].moves


def test_a_search_ends_where_there_are_too_many_nodes():
    count = count_to(50)
    assert plain.search(get_game("gardner").position(), 4, "handmade", count) is None
    assert count[0] == 51


# ------------------------------------------------------------------------------------------- every algorithm

CASES = [("gardner", 3), ("starcircle", 4), ("connect-four", 4), ("congo", 2)]


def tree_of(name, depth, algorithm, forcing=None):
    return plain.search(get_game(name).position(), depth, "handmade", count_to(), algorithm=algorithm, forcing=forcing)


@pytest.mark.parametrize(("name", "depth"), CASES)
def test_minimax_and_alphabeta_visit_what_the_kernels_visit(name, depth):
    root = get_game(name).position()
    for algorithm, pruned in (("minimax", False), ("alphabeta", True)):
        tree = tree_of(name, depth, algorithm)
        result = search(root, depth, alphabeta=pruned, evaluation="handmade", keep=100_000)
        kernels = Tree.of(root, result, depth, alphabeta=pruned, evaluation="handmade")
        assert tree.nodes == kernels.nodes
        assert (tree.cut, tree.bounds, tree.best) == (kernels.cut, kernels.bounds, kernels.best)


TWINS = {
    "ordered": {"orders": True},
    "deepening": {},
    "table": {"table": True},
    "pvs": {"orders": True, "scouts": True},
}


@pytest.mark.parametrize("algorithm", TWINS)
@pytest.mark.parametrize(("name", "depth"), CASES)
def test_an_algorithm_visits_what_its_twin_visits_and_finds_the_minimax_value(name, depth, algorithm):
    root = get_game(name).position()
    twin = Twin(root, "handmade", **TWINS[algorithm])
    value = (twin.deepen if algorithm == "deepening" else twin.search)(root, depth)
    tree = tree_of(name, depth, algorithm)
    assert tree.size == twin.nodes
    assert int(tree.value) == value == search(root, depth, evaluation="handmade").value


@pytest.mark.parametrize(("name", "depth"), CASES)
def test_aspiration_windows_and_questions_visit_what_their_twins_visit(name, depth):
    root = get_game(name).position()
    exact = search(root, depth, evaluation="handmade").value
    twin, tree = Twin(root, "handmade"), tree_of(name, depth, "aspiration")
    assert twin.aspire(root, depth, max(1, root.game.winning_scale // 8)) == exact == int(tree.value)
    assert tree.size == twin.nodes
    twin, tree = Twin(root, "handmade"), tree_of(name, depth, "mtdf")
    value, asked = twin.mtd(root, depth)
    questions = [(int(node.beta), int(node.value)) for node in tree.nodes if node.note == "question"]
    assert (questions, value, tree.size) == (asked, exact, twin.nodes)
    assert int(tree.value) == exact
    # a no comes last, and says nothing of the moves: the move is that of the last yes
    best = root.play(root.move(tree.best))
    assert -Twin(root, "handmade").search(best, depth - 1) == exact


def test_a_value_outside_an_aspiration_window_is_searched_again_with_that_side_open():
    tree = drawn_tree.search(parse("(5:(1 2) 3:(9 8) 4:(7 7))"), "aspiration")
    rounds = [(node.label, tree.number_text(node), node.alpha, node.beta) for node in tree.nodes if node.parent == 0]
    assert rounds == [
        ("depth 1", "5", None, None),
        ("depth 2", "≥ 8", "4", "6"),
        ("depth 2 again", "8", "4", None),
    ]
    (cutoff,) = [each for each in cutoffs(tree) if tree.nodes[each.node].ply == 1][:1]
    assert explain(tree, cutoff, ("ab",)) == (
        "MIN already has 1 here, not more than alpha = 4, an end of this round's window: it was only asked whether the "
        "root is worth between 4 and 6, so ab cannot matter."
    )


def test_mtd_f_asks_until_the_bounds_meet():
    tree = drawn_tree.search(parse("((3 12 8) (2 4 6) (14 5 2))"), "mtdf")
    asked = [(node.label, tree.number_text(node)) for node in tree.nodes if node.note == "question"]
    assert asked == [("≥ 6?", "≤ 5"), ("≥ 5?", "≤ 3"), ("≥ 3?", "≥ 3")]
    assert (tree.number_text(tree.nodes[0]), tree.best) == ("3", "a")
    last = max(node.id for node in tree.nodes if node.ply == 0)
    assert tree.best_line() == {
        0,
        last,
        *(node.id for node in tree.nodes if node.id > last and node.move in ("a", "aa")),
    }
    yes = cutoffs(tree)[-1]
    assert "it was only asked whether the root is worth at least 3, so b and c cannot matter" in explain(
        tree, yes, tree.cut[yes.node]
    )


def captures(position):
    """The moves that leave the opponent with fewer pieces."""
    return [move for move in position.legal_moves if len(position.play(move).pieces) < len(position.pieces)]


def test_quiescence_goes_beyond_the_horizon_as_its_twin_does():
    root = get_game("gardner").position()
    twin = Twin(root, "handmade", forcing=captures)
    value = twin.search(root, 3)
    tree = plain.search(root, 3, "handmade", count_to(), algorithm="quiescence", forcing=captures)
    assert (tree.size, int(tree.value)) == (twin.nodes, value)
    assert max(node.ply for node in tree.nodes) > 3
    assert all((node.ply > 3) <= (node.note == "quiet") for node in tree.nodes)


@pytest.mark.parametrize("algorithm", plain.ALGORITHMS)
def test_bounds_are_true_and_every_cut_is_explained(algorithm):
    chooser = random.Random(11)
    for _ in range(40):
        leaves = [chooser.randrange(12) for _ in range(18)]
        root = parse(
            "((({} {}) ({} {} 3)) x=(({} {}) ({} {} {})) (({}) ({} {} {} {}) !{}) x (!({} 2) !{}))".format(*leaves)
        )
        tree = drawn_tree.search(root, algorithm)
        exact = drawn_tree.search(root, "minimax")
        assert float(tree.value) == float(exact.value)
        whole = max(node.id for node in tree.nodes if node.ply == 0)  # the last iteration goes to the leaves
        values = {node.move: float(node.value) for node in exact.nodes}
        for node, bound in zip(tree.nodes, tree.bounds, strict=True):
            if node.move is None or node.id < whole:
                continue
            value, number = values[node.move], float(node.value)
            assert {"exact": value == number, "upper": value <= number, "lower": value >= number}[bound.value]
        for cutoff in cutoffs(tree):
            assert explain(tree, cutoff, tree.cut[cutoff.node]).endswith("cannot matter.")
            assert (cutoff.alternative is not None) + (cutoff.scout is not None) == 1


def test_a_table_spares_the_second_search_of_a_position_and_names_the_first():
    tree = drawn_tree.search(parse("((5 x=(4 7 9)) (6 x))"), "table")
    (hit,) = [node for node in tree.nodes if node.note == "table"]
    assert (hit.move, tree.nodes[hit.source].move, hit.value) == ("bb", "ab", "7")
    assert [tree.bounds[hit.id], tree.bounds[hit.source]] == [Bound.LOWER, Bound.LOWER]
    assert tree.size == drawn_tree.search(parse("((5 x=(4 7 9)) (6 x))"), "alphabeta").size - 2


def test_a_move_that_passes_the_null_window_is_searched_again():
    tree = drawn_tree.search(parse("(5:(6 9) 4:(8 9) 3:(1 9))"), "pvs")
    assert [(node.move, node.note) for node in tree.nodes if node.ply == 1] == [
        ("a", ""),
        ("b", "scout"),
        ("b", "again"),
        ("c", "scout"),
    ]
    told = explain(tree, cutoffs(tree)[-1], ("cb",))
    assert (
        told == "MIN already has 1 here, not more than alpha = 8: MAX has b worth 8 at the root, so cb cannot matter."
    )


def test_beyond_the_horizon_a_capture_shows_what_a_move_is_worth():
    root = parse("(9:(!2 8) 5)")
    assert drawn_tree.search(root, "alphabeta", 1).best == "a"
    quiet = drawn_tree.search(root, "quiescence", 1)
    assert (quiet.best, quiet.value, quiet.size) == ("b", "5", 4)
    (stand,) = [node for node in quiet.nodes if node.stand is not None]
    assert (stand.move, stand.stand, stand.value) == ("a", "9", "2")


def test_iterations_are_searches_of_their_own():
    root = parse("((9:(1 2) 7) (6 8) 3)")
    tree = drawn_tree.search(root, "deepening")
    rounds = [node for node in tree.nodes if node.note.startswith("depth")]
    assert [node.label for node in rounds] == ["depth 1", "depth 2", "depth 3"]
    assert [node.value for node in rounds] == [drawn_tree.search(root, "alphabeta", depth).value for depth in (1, 2, 3)]
    assert (tree.value, tree.best) == ("6", "b")
    assert 0 in tree.best_line()
    assert rounds[-1].id in tree.best_line()
