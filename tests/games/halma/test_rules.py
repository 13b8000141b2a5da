"""Halma, the rules: the kernels against the reference twin, and what the rules text says in so many words."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.halma.setups import VARIANTS, random_game, random_setup, words_of
from plyground import get_game
from plyground.core.rules import sample, scratch
from plyground.games.halma import notation
from plyground.search.perft import perft
from reference import halma as twin

LARGE = ["halma", "halma-usc2019"]


def assert_agree(variant: str, text: str) -> None:
    """Compare everything the twin says about a position with what the kernels say."""
    position = get_game(variant).position(text)
    moves = twin.moves(variant, text)
    assert position.text == text
    assert position.outcome_text == twin.outcome(variant, text), text
    assert [str(move) for move in position.legal_moves] == moves, text
    assert position.legal_moves.count() == len(moves), text
    for move in moves[:: 1 + len(moves) // 8]:
        assert position.play(move).text == twin.play(variant, text, move)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_agree_with_the_twin(variant: str, seed: int) -> None:
    for text in random_game(variant, random.Random(seed), 150)[:: 5 if variant in LARGE else 1]:
        assert_agree(variant, text)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_random_setups_agree_with_the_twin(variant: str, seed: int) -> None:
    rng = random.Random(100 + seed)
    for _ in range(40):
        assert_agree(variant, random_setup(variant, rng))


@pytest.mark.parametrize("variant", VARIANTS)
def test_perft_agrees_with_the_twin_from_random_setups(variant: str) -> None:
    rng = random.Random(11)
    for _ in range(3):
        text = random_setup(variant, rng)
        position = get_game(variant).position(text)
        depth = 2 if variant == "halma-8x8" else 1
        assert perft(position, depth) == perft(position, depth, bulk=False) == twin.perft(variant, text, depth), text


def test_a_quick_win_of_the_rules_text() -> None:
    position = get_game("halma-8x8").position()
    for move in ("e1d2", "a5b4", "g1a5"):
        position = position.play(move)
    assert position.outcome_text == "white wins: camp filled"
    assert position.legal_moves.count() == 0


@pytest.mark.parametrize(
    ("variant", "text", "outcome"),
    [
        # the sentence is true at the start but for its last clause, "and at least one of them is"
        ("halma-8x8", "BBBB4/BBB5/BB6/B7/7W/6WW/5WWW/4WWWW w", "ongoing"),
        # only the player who has just played can have won
        ("halma-8x8", "BBBB4/BBB5/BB6/W7/8/8/8/7W b", "white wins: camp filled"),
        ("halma-8x8", "BBBB4/BBB5/BB6/W7/8/8/8/7W w", "ongoing"),
        ("halma-8x8", "8/8/8/8/7B/6BB/5BBW/4BBBB w", "black wins: camp filled"),
        ("halma-8x8", "8/8/8/B7/7B/6BB/5BBW/4BBBB b", "ongoing"),
        ("halma-8x8", "8/8/8/8/8/8/8/4B3 w", "black wins: no moves"),
        ("halma-8x8", "WBB5/BBB5/BBB5/8/8/8/8/8 w", "black wins: no moves"),
    ],
)
def test_outcomes(variant: str, text: str, outcome: str) -> None:
    assert get_game(variant).position(text).outcome_text == outcome
    assert twin.outcome(variant, text) == outcome


def moves_of(variant: str, text: str) -> set[str]:
    return {str(move) for move in get_game(variant).position(text).legal_moves}


def board_text(variant: str, men: dict[str, str], colour: str) -> str:
    board = {twin.squares_named(variant, name)[0]: man for name, man in men.items()}
    return twin.write(variant, board, colour)


def test_a_chain_may_leave_the_opposing_camp_but_not_end_outside() -> None:
    assert moves_of("halma-8x8", "W7/1B1B4/8/8/8/8/8/7B w") == {"a8b8", "a8a7"}
    # from a8 over b7 to c6, outside the camp, over b6 back in to a6, over b7 again to c8
    assert moves_of("halma-8x8", "W7/1B6/1B6/8/8/8/8/7B w") == {"a8b8", "a8a7", "a8a6", "a8c8"}


def test_the_addendum_sends_men_out_of_the_camp_first() -> None:
    camp = {twin.name("halma-usc2019", square) for square in twin.camp("halma-usc2019", "W")}
    start = get_game("halma-usc2019").position()
    ends = [notation.move_steps(start.rules, start.words, move.code) for move in start.legal_moves]
    assert len(ends) == 40
    assert all(names[0] in camp and names[-1] not in camp for names in ends)


@pytest.mark.parametrize(
    ("men", "moves"),
    [
        # in the corner, nothing at hand leads out of the camp, so it must go further from the corner
        ({"p1": "W", "h8": "W"}, {"p1o1", "p1o2", "p1p2"}),
        # not back to o1, nor to o2, which is further in y but closer in x
        ({"n1": "W", "h8": "W"}, {"n1m1", "n1m2", "n1n2"}),
        # a man that can leave must, though the man in the corner could move inside
        ({"p1": "W", "o5": "W"}, {"o5n5", "o5n6", "o5o6", "o5p6"}),
        # a jump out of the camp is leaving it, too: over m2 to k2, and no further
        ({"o2": "W", "n2": "B", "l2": "B"}, {"o2k2"}),
        # shut in by men that cannot be jumped: the man outside plays as usual, but not into the camp
        (dict.fromkeys(("o1", "n1", "o2", "n3", "p2", "p3"), "B") | {"p1": "W", "k1": "W"}, {"k1j1", "k1j2", "k1k2"}),
        # nobody at home: everything but into the camp
        ({"k1": "W"}, {"k1j1", "k1j2", "k1k2"}),
        # shut in, and nobody outside: it has lost
        (dict.fromkeys(("o1", "n1", "o2", "n3", "p2", "p3"), "B") | {"p1": "W"}, set()),
    ],
)
def test_the_addendum_case_by_case(men: dict[str, str], moves: set[str]) -> None:
    text = board_text("halma-usc2019", men | {"a1": "B"}, "W")
    assert moves_of("halma-usc2019", text) == moves
    assert set(twin.moves("halma-usc2019", text)) == moves


@settings(deadline=None, max_examples=60)
@given(variant=st.sampled_from(VARIANTS), seed=st.integers(0, 2**32))
def test_order_is_the_order_of_the_texts(variant: str, seed: int) -> None:
    position = words_of(variant, seed)
    texts = [str(move) for move in position.legal_moves]
    assert texts == sorted(set(texts))


def test_sampling_gives_each_move_a_chance() -> None:
    position = get_game("halma-8x8").position()
    random_state, moves = np.array([1], np.uint64), scratch(position.rules)
    seen = {int(sample(position.rules, position.words, moves, random_state)) for _ in range(1000)}
    assert seen == {move.code for move in position.legal_moves}
