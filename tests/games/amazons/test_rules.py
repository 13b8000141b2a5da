"""Amazons, the rules: the kernels against the reference twin, and what the rules text says in so many words."""

import random
import re
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from games.amazons.setups import WALLED, random_game, random_setup
from plyground import IllegalMove, get_game
from plyground.core.rules import NO_MOVE, sample, scratch
from plyground.kernel.random import seed_stream
from reference import amazons as twin

VARIANTS = list(twin.VARIANTS)
FINISHED = "Q*2/**2/4/3q w"


def assert_agree(variant: str, text: str, rng: random.Random) -> None:
    """Compare everything the twin says about a position with what the kernels say."""
    position = get_game(variant).position(text)
    moves = twin.moves(variant, text)
    assert position.text == text
    assert [str(move) for move in position.legal_moves] == moves, text
    assert position.legal_moves.count() == len(moves) <= position.rules.max_moves
    assert position.outcome_text == twin.outcome(variant, text)
    assert position.evaluate("seed") == pytest.approx(float(twin.seed_evaluation(variant, text)), abs=1e-11)
    for move in rng.sample(moves, min(20, len(moves))):
        assert position.play(move).text == twin.play(variant, text, move)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(4))
def test_random_games_agree_with_the_twin(variant: str, seed: int) -> None:
    rng = random.Random(f"{variant} {seed}")
    game = random_game(variant, rng)
    for text in [*rng.sample(game[:-1], 6), game[-2], game[-1]]:
        assert_agree(variant, text, rng)


@pytest.mark.parametrize("seed", range(60))
def test_random_setups_agree_with_the_twin(seed: int) -> None:
    rng = random.Random(seed)
    assert_agree("amazons", random_setup(rng), rng)


@pytest.mark.parametrize("size", [(4, 4), (4, 10), (10, 4), (7, 8), (8, 7), (8, 8), (6, 10), (5, 10), (10, 10)])
def test_boards_on_either_side_of_one_word(size: tuple[int, int]) -> None:
    files, ranks = size
    rows = ["." * files for _ in range(ranks)]
    rows[0] = "q" + "." * (files - 2) + "Q"
    rows[-1] = "Q" + "." * (files - 2) + "q"
    text = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows) + " b"
    assert_agree("amazons", text, random.Random(1))


@pytest.mark.parametrize(("variant", "first_moves"), [("amazons", 424), ("amazons-8x8", 1232), ("amazons-10x10", 2176)])
def test_first_moves(variant: str, first_moves: int) -> None:
    assert get_game(variant).position().legal_moves.count() == first_moves


def test_a_queen_may_block_the_square_it_left_and_shoot_past_it() -> None:
    position = get_game("amazons").position("6/6/6/1Q4/6/4q1 w")
    assert "b3c3/b3" in position.legal_moves
    assert "b3c3/a3" in position.legal_moves
    assert "b3c3/c3" not in position.legal_moves


def test_the_side_that_cannot_move_has_lost() -> None:
    assert get_game("amazons").position(FINISHED).outcome_text == "black wins: no moves"
    assert get_game("amazons").position("q*2/**2/4/3Q b").outcome_text == "white wins: no moves"
    assert list(get_game("amazons").position(FINISHED).legal_moves) == []


@pytest.mark.parametrize(
    "text", ["Q2q/*1**/1**1/**1* w", "Q*3/1*1*1/3*1/*1*1Q/q4 w", "9q/10/1*8/*9/Q9/*9/10/1*8/10/1*1*6 w"]
)
def test_sampled_moves_are_all_the_moves_with_equal_chances(text: str) -> None:
    position = get_game("amazons").position(text)
    rng, moves = np.zeros(1, np.uint64), scratch(position.rules)
    seed_stream(rng, 7, 0)
    draws = 400 * position.legal_moves.count()
    found = Counter(int(sample(position.rules, position.words, moves, rng)) for _ in range(draws))
    assert sorted(found) == sorted(position.legal_moves.codes())
    # each count is binomial with mean 400 and standard deviation 20
    assert all(280 < number < 520 for number in found.values())


def test_no_move_is_sampled_in_a_finished_game() -> None:
    position = get_game("amazons").position(FINISHED)
    moves = scratch(position.rules)
    assert sample(position.rules, position.words, moves, np.ones(1, np.uint64)) == NO_MOVE


@pytest.mark.parametrize("text", ["a4a4/c4", "a4b6/c4", "d6d5/d4", "a4a6/a6", "a4f4/f3"])
def test_moves_that_the_rules_forbid(text: str) -> None:
    with pytest.raises(IllegalMove, match="cannot be played"):
        get_game("amazons").position().move(text)


@pytest.mark.parametrize("variant", VARIANTS)
def test_fairy_stockfish_lists_the_same_moves(variant: str) -> None:
    pyffish = pytest.importorskip("pyffish")
    size = twin.read(twin.VARIANTS[variant]).width
    name, last_file = f"amazons{size}", "abcdefghij"[size - 1]
    pyffish.load_variant_config(f"[{name}:amazons]\nmaxRank={size}\nmaxFile={last_file}\n")
    for text in random_game(variant, random.Random(17))[::3]:
        theirs = [re.findall(r"[a-j]\d+", move) for move in pyffish.legal_moves(name, f"{text} - - 0 1", [])]
        ours = [str(move) for move in get_game(variant).position(text).legal_moves]
        assert sorted(f"{start}{end}/{blocked}" for start, end, _, blocked in theirs) == ours, text


def test_open_spiel_counts_the_same_moves() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    rng = random.Random(3)
    state, position = pyspiel.load_game("amazons").new_initial_state(), get_game("amazons-10x10").position()
    for _ in range(12):
        assert _open_spiel_moves(state, 3) == position.legal_moves.count()
        squares = []
        for _ in range(3):
            action = rng.choice(state.legal_actions())
            squares.append(f"{'abcdefghij'[action % 10]}{10 - action // 10}")
            state.apply_action(action)
        position = position.play(f"{squares[0]}{squares[1]}/{squares[2]}")


def _open_spiel_moves(state, phases: int) -> int:
    """Count the moves of a game state in which a move is three actions: queen, destination, arrow."""
    if phases == 1:
        return len(state.legal_actions())
    return sum(_open_spiel_moves(state.child(action), phases - 1) for action in state.legal_actions())


def test_the_twin_itself_on_the_public_sample() -> None:
    assert twin.seed_evaluation("amazons", WALLED) == Fraction(-241, 630)
