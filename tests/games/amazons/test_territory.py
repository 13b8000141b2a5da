"""What is known of an Amazons position without a search: it is true, others see it too, and equal keys are equal."""

import random
from functools import cache

import numpy as np
import pytest

from plyground import get_game
from plyground.core.rules import WIN_VALUE
from plyground.engine.hooks import recognize
from plyground.engine.parameters import parameters_of
from plyground.games.amazons.territory import YES, can_make
from plyground.kernel.compile import JIT
from plyground.solving.checker import load_bounds
from plyground.solving.hooks import LIMIT, MEMORY, bounds, bounds_to_check, essential_key, has_own_move, new_scratch

AMAZONS = get_game("amazons")
load_bounds(AMAZONS)
parameters_of(AMAZONS)
BOARDS = ["1q1q/4/4/Q1Q1 w", "q1q1/1Q1Q/4/4 b", "q2Q/2q1/Q3/4/4 w", "Q3q/5/2Q2/q4 w", "qqqq/4/4/QQQQ b"]
needs_kernels = pytest.mark.skipif(not JIT, reason="thousands of positions")


@cache
def is_won(position):
    """Tell whether the side to move wins, by looking at every game."""
    return any(not is_won(position.play(move)) for move in position.legal_moves)


@cache
def plies_to_end(position):
    """Return how long the game lasts if the winner hurries and the loser does not; less than 0 if the mover loses."""
    children = [plies_to_end(position.play(move)) for move in position.legal_moves]
    lost = [plies for plies in children if plies <= 0]
    if lost:
        return 1 - max(lost)
    return -1 - max(children) if children else 0


def late_positions(number, most_free, seed):
    """Return positions out of random games with at most `most_free` empty squares, and not over."""
    generator, found = random.Random(seed), []
    while len(found) < number:
        position = AMAZONS.position(generator.choice(BOARDS))
        most = generator.randint(3, most_free)
        while position.outcome is None and free(position) > most:
            position = position.play(generator.choice(list(position.legal_moves)))
        if position.outcome is None:
            found.append(position)
    return found


def free(position):
    return sum(int(letter) for letter in position.text.split()[0] if letter.isdigit())


def known(position):
    """Return who wins by the solver's bounds, and by the checker's: 1 White, -1 Black, 0 not known."""
    said = (
        bounds(position.rules, position.words, np.zeros(MEMORY, np.uint64)),
        bounds_to_check(position.rules, position.words, new_scratch(position.rules)),
    )
    assert all(pair in {(-LIMIT, LIMIT), (WIN_VALUE, WIN_VALUE), (-WIN_VALUE, -WIN_VALUE)} for pair in said)
    return tuple((pair[0] + pair[1]) // (2 * WIN_VALUE) for pair in said)


@needs_kernels
def test_what_is_known_without_a_search_is_true_and_the_checker_knows_it_too():
    settled = 0
    for position in late_positions(500, 7, seed=1):
        searcher, checker = known(position)
        if searcher:
            assert checker == searcher, position.text
            settled += 1
        if checker:
            assert (checker == 1) == (is_won(position) == (position.turn == 0)), position.text
    assert settled > 120


@needs_kernels
def test_the_engine_recognizes_what_the_solver_knows_and_wins_in_time():
    """It has less memory, and says in how many plies at most."""
    seen = 0
    for position in late_positions(250, 5, seed=3):
        plies = int(recognize(position.rules, position.words))
        assert (plies > 0) - (plies < 0) == known(position)[0] * (1 if position.turn == 0 else -1), position.text
        if plies:
            exact = plies_to_end(position)
            assert plies >= exact > 0 or plies <= exact < 0, position.text
            seen += 1
    assert seen > 60


def test_the_engine_recognizes_nothing_on_large_boards():
    position = get_game("amazons-10x10").position("Q9/" + "/".join(["*" * 10] * 8) + "/q9 w")
    assert int(recognize(position.rules, position.words)) == 0


def test_a_wall_keeps_its_squares_by_staying_or_by_blocking_the_square_it_leaves():
    """White's queen on b1 closes the way to a1 and further squares, and Black on d1 has c1 and no other."""
    assert known(AMAZONS.position("1***/1***/1***/1Q1q b")) == (1, 1)
    assert known(AMAZONS.position("****/****/1***/1Q1q w")) == (1, 1)
    assert known(AMAZONS.position("****/****/*1**/1Q1q w")) == (0, 0)  # b2 is beside c1
    # of the two guarded squares she fills the second only if she leaves b1 open
    stride = 5
    corner = np.uint64(1 << 0 | 1 << 1)  # a1, a2
    queen = np.uint64(1 << stride)  # b1
    memory = np.zeros(MEMORY, np.uint64)
    assert can_make(queen, queen, corner, 2, stride, memory) == YES
    assert can_make(queen, queen, corner, 3, stride, memory) != YES
    assert can_make(queen, np.uint64(0), corner, 3, stride, memory) != YES


@needs_kernels
def test_positions_of_one_essential_key_are_worth_the_same():
    groups = {}
    memory = np.zeros(MEMORY, np.uint64)
    for position in late_positions(1500, 6, seed=2):
        own = int(essential_key(position.rules, position.words, memory))
        groups.setdefault((own, position.rules.ranks, position.rules.files), []).append(position)
    shared = [group for group in groups.values() if len({position.text for position in group}) > 1]
    assert len(shared) > 20
    for group in shared:
        assert len({is_won(position) for position in group}) == 1, [position.text for position in group]


def test_mirror_images_share_a_key_but_no_move():
    memory = np.zeros(MEMORY, np.uint64)
    rows = ["1Q*1q", "5", "3*1", "2*1q", "*Q3"]
    images = [rows, rows[::-1], [row[::-1] for row in rows], [row[::-1] for row in rows[::-1]]]
    positions = [AMAZONS.position(f"{'/'.join(image)} {side}") for side in "wb" for image in images]
    keys = [int(essential_key(each.rules, each.words, memory)) for each in positions]
    assert len(set(keys[:4])) == len(set(keys[4:])) == 1
    assert keys[0] != keys[4]
    position = positions[0]
    assert all(has_own_move(position.rules, position.words, move.code) for move in position.legal_moves)


def test_large_boards_have_keys_of_their_own():
    position = get_game("amazons-10x10").position()
    other = position.play(next(iter(position.legal_moves)))
    memory = np.zeros(MEMORY, np.uint64)
    keys = {int(essential_key(each.rules, each.words, memory)) for each in (position, other)}
    assert keys == {position.key, other.key}
    assert not has_own_move(position.rules, position.words, next(iter(position.legal_moves)).code)


@needs_kernels
def test_the_checker_needs_no_longest_sequence_where_a_short_one_wins():
    """On 17 squares the longest one takes too long to find; White needs one move, as Black has one."""
    assert known(AMAZONS.position("5*/2*Q2/**1*2/q*1***/*Q2*q/1*2*1 b")) == (1, 1)
