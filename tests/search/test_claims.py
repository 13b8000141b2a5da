"""What the chapters and the tutorial say of all trees, tried on random ones."""

from itertools import combinations, product
from math import ceil, floor, inf, log, sqrt
from random import Random

import pytest

from plyground.core.registry import all_games
from plyground.search import drawn_tree, plain, textbook
from plyground.search.curriculum import chapter, chapters
from plyground.search.cutoffs import cutoffs
from plyground.search.tree import MAX_NODES, Bound, Tree


def value_of(tree, is_max=True):
    return tree if isinstance(tree, int) else (max if is_max else min)(value_of(each, not is_max) for each in tree)


def negamax(tree, colour=1):
    return colour * tree if isinstance(tree, int) else max(-negamax(each, -colour) for each in tree)


def leaves(tree):
    return 1 if isinstance(tree, int) else sum(map(leaves, tree))


def ordered(tree, is_max, best_first):
    if isinstance(tree, int):
        return tree
    children = [ordered(each, not is_max, best_first) for each in tree]
    return sorted(children, key=lambda child: value_of(child, not is_max), reverse=is_max == best_first)


def text_of(tree):
    return str(tree).replace("[", "(").replace("]", ")").replace(",", "")


def searched(tree, algorithm="alphabeta", depth=None):
    return drawn_tree.search(drawn_tree.parse(text_of(tree)), algorithm, depth)


def visited(tree):
    """Count the leaves that alpha-beta looks at."""
    return sum(node.moves == 0 for node in searched(tree).nodes)


def drawn(random, plies, widths=(1, 2, 3, 4), values=range(-9, 10)):
    """Draw a tree of any shape: no depth and no width is the same everywhere."""
    if plies == 0 or (plies < 3 and random.random() < 0.2):
        return random.choice(values)
    return [drawn(random, plies - 1, widths, values) for _ in range(random.choice(widths))]


def all_different(tree, random):
    values = iter(random.sample(range(10_000), leaves(tree)))

    def changed(node):
        return next(values) if isinstance(node, int) else [changed(each) for each in node]

    return changed(tree)


TREES = [drawn(Random(seed), 2 + seed % 4) for seed in range(120)]
TREES = [tree for tree in TREES if isinstance(tree, list)]


@pytest.mark.parametrize("algorithm", [name for name in plain.ALGORITHMS if name != "quiescence"])
def test_the_roots_value_and_its_move_are_those_of_minimax(algorithm):
    for tree in TREES:
        full, found = searched(tree, "minimax"), searched(tree, algorithm)
        assert found.value == full.value == str(value_of(tree))
        assert value_of(tree[ord(found.best) - 97], False) == value_of(tree)
        if algorithm in ("alphabeta", "table"):
            assert found.best == full.best


def test_negamax_is_minimax_seen_by_who_moves():
    for tree in TREES:
        assert negamax(tree) == value_of(tree)
        for child in tree:
            assert negamax(child, -1) == -value_of(child, False)


def test_where_something_was_cut_off_the_number_is_a_bound_and_it_holds():
    for tree in TREES:
        found, full = searched(tree), searched(tree, "minimax")
        values = {line(full, node): node.value for node in full.nodes}
        for node in found.nodes:
            true, bound = int(values[line(found, node)]), found.bounds[node.id]
            number = int(node.value)
            assert bound != Bound.EXACT or true == number
            assert bound != Bound.UPPER or true <= number
            assert bound != Bound.LOWER or true >= number
            if node.searched < node.moves:
                assert bound == (Bound.LOWER if node.maximises else Bound.UPPER)
        assert found.bounds[0] == Bound.EXACT


def line(tree, node):
    return () if node.parent is None else (*line(tree, tree.nodes[node.parent]), node.move)


def test_worse_play_cannot_give_max_less_than_the_minimax_value():
    random = Random(2)

    def played(tree, is_max):
        """MAX plays by minimax, MIN at random."""
        if isinstance(tree, int):
            return tree
        if is_max:
            return played(max(tree, key=lambda child: value_of(child, False)), False)
        return played(random.choice(tree), True)

    for tree in TREES:
        assert played(tree, True) >= value_of(tree)


def test_the_best_order_is_the_least_effort_in_trees_with_as_many_moves_everywhere_and_not_in_all():
    """Why chapter 5 says "with b moves everywhere": elsewhere a worse move may refute with less work."""
    random = Random(3)
    for moves, plies in ((2, 3), (2, 4), (3, 3)):
        least = moves ** ceil(plies / 2) + moves ** floor(plies / 2) - 1
        for _ in range(30):
            tree = drawn(random, plies, (moves,), range(100))
            tree = tree if leaves(tree) == moves**plies else full(random, moves, plies)
            best = visited(ordered(tree, True, best_first=True))
            assert best == least <= min(visited(shuffled(tree, random)) for _ in range(5))
    uneven = [3, [[1, 0, 0, 0], 2]]
    assert ordered(uneven, True, best_first=True) == uneven
    assert visited([3, [2, [1, 0, 0, 0]]]) < visited(uneven)
    assert "with b moves everywhere" in chapter("ordering").text[0]


def full(random, moves, plies):
    return random.randrange(100) if plies == 0 else [full(random, moves, plies - 1) for _ in range(moves)]


def shuffled(tree, random):
    if isinstance(tree, int):
        return tree
    return random.sample([shuffled(each, random) for each in tree], len(tree))


def test_the_worst_order_cuts_nothing_in_three_plies_unless_leaves_are_alike():
    random = Random(4)
    for _ in range(80):
        tree = all_different(drawn(random, 3), random)
        if isinstance(tree, list):
            worst = ordered(tree, True, best_first=False)
            assert visited(worst) == leaves(worst)
    assert visited([[3, 3], [3, 3]]) < 4, "why the chapter says that no two leaves are alike"
    assert "no two leaves alike" in chapter("ordering").text[0]


def test_twice_the_square_root_holds_for_an_even_number_of_plies_only():
    def share(moves, plies):
        return (moves ** ceil(plies / 2) + moves ** floor(plies / 2) - 1) / sqrt(moves**plies)

    assert all(1.8 < share(moves, plies) < 2 for moves in (10, 35) for plies in (2, 4, 6))
    assert all(share(moves, plies) > 3 for moves in (10, 35) for plies in (3, 5))
    assert "If d is even" in chapter("ordering").text[1]


def test_no_search_is_certain_with_fewer_leaves_than_the_best_order_visits():
    """A set of leaves is enough if the root's value is the same whatever the other leaves are: all sets are tried."""
    random = Random(5)
    for _ in range(10):
        tree = all_different(full(random, 2, 3), random)
        places = list(product(range(2), repeat=3))
        enough = [
            size
            for size in range(9)
            for known in combinations(places, size)
            if limit(tree, known, -inf) == limit(tree, known, inf)
        ]
        assert min(enough) == 2**2 + 2 - 1 == visited(ordered(tree, True, best_first=True))


def limit(tree, known, unknown, path=(), is_max=True):
    """Return the root's value if all leaves but the known ones are worth `unknown`."""
    if isinstance(tree, int):
        return tree if path in known else unknown
    below = (limit(each, known, unknown, (*path, i), not is_max) for i, each in enumerate(tree))
    return (max if is_max else min)(below)


def without_deep_cuts(tree, is_max=True, bound=None):
    """Knuth and Moore's F1: only the parent's best value is handed down. Return the value and the leaves visited."""
    if isinstance(tree, int):
        return tree, 1
    best, count = None, 0
    for each in tree:
        value, seen = without_deep_cuts(each, not is_max, best)
        count += seen
        best = value if best is None else (max if is_max else min)(best, value)
        if bound is not None and (best >= bound if is_max else best <= bound):
            break
    return best, count


def test_what_deep_cuts_save_where_the_best_moves_come_first():
    """One more ply multiplies the leaves by the root of b; without deep cuts by 1/2 + the root of b - 3/4."""

    def counts(moves, most):
        one, two = [1, moves], [1, 1]  # leaves below a node on the line of best play, and below one to be refuted
        for _ in range(most):
            one.append(one[-1] + (moves - 1) * two[-1])
            two.append(one[-2])
        return one

    random = Random(6)
    for moves, plies in ((2, 4), (3, 3), (3, 4), (2, 6)):
        tree = ordered(all_different(full(random, moves, plies), random), True, best_first=True)
        assert without_deep_cuts(tree) == (value_of(tree), counts(moves, plies)[plies])
    for moves in (2, 10, 35):
        many = counts(moves, 400)
        assert many[-1] / many[-2] == pytest.approx(0.5 + sqrt(moves - 0.75))
    assert [round(sqrt(35), 1), round(0.5 + sqrt(34.25), 1)] == [5.9, 6.4]


def test_a_cut_is_deep_only_four_plies_below_the_root_or_further():
    random, depths = Random(7), set()
    for plies in (3, 4, 5):
        for _ in range(80):
            tree = drawn(random, plies, (2, 3), range(20))
            if isinstance(tree, list):
                found = searched(tree)
                depths |= {found.nodes[cut.node].ply + 1 for cut in cutoffs(found) if cut.is_deep(found)}
    assert depths == {4, 5}


@pytest.mark.parametrize("name", ["deep-cuts", "transpositions"])
def test_what_a_chapter_lets_look_for_on_a_real_game_is_there(name):
    """In the first choice of game, and in each that is searched that deep in a page; at three plies there is none."""
    depth, tried = chapter(name).game["depth"], 0
    for game in all_games().values():
        if game.name not in ("congo", "gardner", "starcircle"):
            continue
        root, evaluation = game.position(), game.usual_evaluation
        for plies in (3, depth):
            result = textbook.search(root, plies, alphabeta=True, evaluation=evaluation, keep=MAX_NODES)
            if name == "deep-cuts":
                tree = Tree.of(root, result, plies, alphabeta=True, evaluation=evaluation)
                found = sum(cut.is_deep(tree) for cut in cutoffs(tree))
            else:
                count = textbook.count_to(MAX_NODES)
                tree = plain.search(root, plies, evaluation, count, algorithm="table")
                found = sum(node.source is not None for node in tree.nodes)
            assert (found > 0) == (plies == depth)
        tried += 1
    assert tried == 3


def test_only_the_order_of_the_estimates_counts():
    """Chapter 7: the search only compares."""
    for tree in TREES:

        def changed(node):
            return 2 * node**3 + 50 if isinstance(node, int) else [changed(each) for each in node]

        assert searched(changed(tree)).best == searched(tree).best


def test_earlier_rounds_cost_a_ninth_and_a_quarter():
    for factor, share in ((10, 1 / 9), (5, 1 / 4)):
        rounds = [sum(factor**ply for ply in range(depth + 1)) for depth in range(1, 12)]
        assert sum(rounds[:-1]) / rounds[-1] == pytest.approx(share, rel=1e-3)


def test_deepening_does_not_always_pay_for_itself():
    """Why chapter 9 says "often": where the estimates say nothing, the rounds are more nodes."""
    more = [searched(tree, "deepening").size > searched(tree).size for tree in TREES]
    assert any(more)
    assert "often pay for themselves" in chapter("deepening").text[1]


def test_the_bonus_of_a_move_that_is_tried_shrinks_and_that_of_the_others_grows():
    for others in range(1, 60):
        for tried in range(1, 60):
            all_, bonus = tried + others, sqrt(log(tried + others) / tried)
            assert sqrt(log(all_ + 1) / (tried + 1)) < bonus
            assert sqrt(log(all_ + 1) / others) > sqrt(log(all_) / others)


def test_the_ply_that_a_slow_net_loses():
    assert round(log(2) / log(3), 1) == 0.6


def test_no_caption_gives_an_answer_away():
    """A caption says what is to be seen, not what is asked about it: no numbers but the book's and the settings'."""
    allowed = {"figure", "5.2", "5.5", "100", "0", "1", "6", "4"}
    for each in chapters():
        words = each.figure.caption.replace("(", " ").replace(")", " ").replace(",", " ").split()
        numbers = {word.rstrip(".;:") for word in words if word[0].isdigit()}
        assert numbers <= allowed, each.name
        assert "plays" not in each.figure.caption


def bounded(tree, is_max, alpha, beta):
    """Alpha-beta as the chapter writes it, in any window."""
    if isinstance(tree, int):
        return tree
    best = -inf if is_max else inf
    for each in tree:
        found = bounded(each, not is_max, alpha, beta)
        best = (max if is_max else min)(best, found)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best


def negamax_in(tree, colour, alpha, beta):
    if isinstance(tree, int):
        return colour * tree
    best = -inf
    for each in tree:
        best = max(best, -negamax_in(each, -colour, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def test_what_a_search_returns_in_a_window_and_why_negamax_swaps_it():
    random = Random(8)
    for tree in TREES:
        for _ in range(10):
            alpha, beta = sorted(random.sample(range(-12, 13), 2))
            found, true = bounded(tree, True, alpha, beta), value_of(tree)
            assert max(alpha, min(beta, found)) == max(alpha, min(beta, true))
            assert negamax_in(tree, 1, alpha, beta) == found


def test_mtd_f_finds_the_value_by_null_windows_from_any_guess():
    for tree in TREES:
        for guess in (-20, 0, 20):
            low, high, value = -inf, inf, guess
            while low < high:
                beta = value + 1 if value == low else value
                value = bounded(tree, True, beta - 1, beta)
                low, high = (low, value) if value < beta else (value, high)
            assert value == value_of(tree)


def sss(tree):
    """Stockman's SSS* (1979): the leaves in the order in which they are looked at, and the root's value."""

    def at(path):
        here = tree
        for i in path:
            here = here[i]
        return here

    seen, states = [], [((), "live", inf)]
    while True:
        # the greatest merit, of equal ones the leftmost
        path, status, merit = state = min(states, key=lambda each: (-each[2], each[0]))
        states.remove(state)
        is_max, node = len(path) % 2 == 0, at(path)
        if status == "live" and isinstance(node, int):
            seen.append(path)
            states.append((path, "solved", min(merit, node)))
        elif status == "live":
            states += [((*path, i), "live", merit) for i in range(len(node) if is_max else 1)]
        elif not path:
            return seen, merit
        elif not is_max:
            states = [each for each in states if each[0][: len(path) - 1] != path[:-1]]
            states.append((path[:-1], "solved", merit))
        elif path[-1] + 1 < len(at(path[:-1])):
            states.append(((*path[:-1], path[-1] + 1), "live", merit))
        else:
            states.append((path[:-1], "solved", merit))


def test_begun_above_all_values_mtd_f_looks_at_the_leaves_of_sss_in_its_order():
    """The root's estimate is the first guess (Plaat and others, 1996); SSS* looks at no leaf that alpha-beta spares."""
    fewer = 0
    for tree in TREES:
        found = drawn_tree.search(drawn_tree.parse(f"99:{text_of(tree)}"), "mtdf")
        leaves_seen = dict.fromkeys(node.move for node in found.nodes if node.moves == 0 and node.source is None)
        order, value = sss(tree)
        assert ["".join(chr(97 + i) for i in path) for path in order] == list(leaves_seen)
        assert value == value_of(tree) == int(found.value)
        alphabeta = {node.move for node in searched(tree).nodes if node.moves == 0}
        assert leaves_seen.keys() <= alphabeta
        fewer += len(leaves_seen) < len(alphabeta)
    assert fewer > 10


def test_a_null_window_lies_between_two_neighbouring_numbers():
    scouts = 0
    for tree in TREES[:60]:
        for node in searched(tree, "pvs").nodes:
            if node.note == "scout":
                assert int(node.beta) - int(node.alpha) == 1
                scouts += 1
    assert scouts > 20


def test_the_numbers_of_the_note_on_chance():
    """Russell and Norvig, section 5.5: a change of the evaluation that keeps the order changes the move."""

    def mean(one, other):
        return round(0.9 * one + 0.1 * other, 1)

    text = next(note.text for note in chapter("evaluation").notes if note.title == "Chance")
    for pair, expected in (((2, 3), 2.1), ((1, 4), 1.3), ((20, 30), 21), ((1, 400), 40.9)):
        assert mean(*pair) == expected
        assert f"{expected}" in text
    assert mean(2, 3) > mean(1, 4)
    assert mean(20, 30) < mean(1, 400)


def test_the_notes_show_what_they_say():
    notes = {note.title: note for each in chapters() for note in each.notes}
    means = notes["Chance"]
    sizes = [searched_text(means.tree, algorithm).size for algorithm in ("expectimax", "star1", "star2")]
    assert sizes[0] > sizes[1] > sizes[2]
    again = notes["Aspiration windows"]
    windows = [(node.alpha, node.beta) for node in again.search().nodes if node.note in ("depth 2", "depth 3")]
    assert None not in {end for window in windows for end in window}, "each round begins with a small window"
    assert again.search().size < searched_text(again.tree, "deepening").size
    null = notes["Null windows, and MTD(f)"]
    assert null.search().size < searched_text(null.tree, "alphabeta").size


def searched_text(text, algorithm):
    return drawn_tree.search(drawn_tree.parse(text), algorithm)


def test_every_note_has_its_source_or_its_figure():
    notes = [note for each in chapters() for note in each.notes]
    assert len(notes) == 7
    for note in notes:
        found = note.search()
        assert found is not None or any(year in note.text for year in ("19", "20")) or "round" in note.text
