"""Congo, the rules: the kernels against the reference twin, and what the rules text says in so many words."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as run
from hypothesis import strategies as st

from games.congo.setups import EXAMPLES, ROUND_TRIP, VARIANTS, moves_of, play, random_setup
from plyground import get_game
from plyground.core.rules import generate, scratch
from plyground.games.congo.movement import count_moves, list_moves
from plyground.kernel.compile import JIT
from reference import congo as twin


def random_game(variant: str, rng: random.Random, plies: int) -> list[str]:
    """Return the texts of a random game, by the twin."""
    texts = [twin.VARIANTS[variant]]
    for _ in range(plies):
        moves = twin.moves(variant, texts[-1])
        if not moves:
            break
        texts.append(twin.play(variant, texts[-1], rng.choice(moves)))
    return texts


def moves_from(text: str, square: str, variant: str = "congo") -> str:
    """Return the end of each move of the piece on a square."""
    return " ".join(move[2:] for move in moves_of(text, variant) if move.startswith(square))


def assert_agree(variant: str, text: str, bare_lions: str = "draw") -> None:
    """Compare everything the twin says about a position with what the kernels say."""
    position = get_game(variant).with_settings({"bare-lions": bare_lions}).position(text)
    assert position.text == text
    assert position.outcome_text == twin.outcome(variant, text, bare_lions=bare_lions), text
    expected = twin.moves(variant, text, bare_lions=bare_lions)
    assert [str(move) for move in position.legal_moves] == expected, text
    assert position.legal_moves.count() == len(expected), text
    for move in expected:
        child = position.play(move)
        assert child.text == twin.play(variant, text, move), (text, move)
        assert child.outcome_text == twin.outcome_after(variant, text, move, bare_lions=bare_lions), (text, move)


# --- the twin ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_agree_with_the_twin(variant, seed):
    for text in random_game(variant, random.Random(seed), 80 if JIT else 10):
        assert_agree(variant, text)


@run(max_examples=EXAMPLES)
@given(st.integers(0, 2**32).map(random.Random), st.sampled_from(VARIANTS), st.sampled_from(["draw", "may-capture"]))
def test_random_setups_agree_with_the_twin(rng, variant, bare_lions):
    assert_agree(variant, random_setup(rng), bare_lions)


@run(max_examples=EXAMPLES)
@given(st.integers(0, 2**32).map(random.Random))
def test_both_sides_can_be_listed_and_counted(rng):
    text = random_setup(rng)
    position = get_game("congo").position(text)
    for side, letter in enumerate("wb"):
        expected = len(twin.side_moves(twin.read(text), letter))
        assert count_moves(position.words, side) == expected, text
        assert list_moves(position.words, side, scratch(position.rules)) == expected, text


# --- the pieces, as the rules text has them ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "square", "ends"),
    [
        pytest.param("2l4/7/7/7/7/2PP3/2LP3 w 0", "c1", "", id="a lion shut in by its own"),
        pytest.param("4l2/7/7/7/2L4/7/P6 w 0", "c3", "c2 d2 d3", id="a lion keeps its castle"),
        pytest.param("3l3/7/7/7/3L3/7/P6 w 0", "d3", "c2 c3 d2 d7 e2 e3", id="flight along the file"),
        pytest.param("3l3/7/3p3/7/3L3/7/P6 w 0", "d3", "c2 c3 d2 e2 e3", id="no flight past a piece"),
        pytest.param("7/7/4l2/7/2L4/7/P6 w 0", "c3", "c2 d2 d3 e5", id="flight along the diagonal"),
        pytest.param("7/7/2l4/7/4L2/7/P6 b 0", "c5", "c6 d5 d6 e3", id="flight along the other diagonal"),
        pytest.param("7/7/4l2/3Z3/2L4/7/P6 w 0", "c3", "c2 d2 d3", id="the diagonal must be empty"),
        pytest.param("7/4l2/7/7/1PL4/7/7 w 0", "c3", "c2 d2 d3", id="no other diagonal"),
        pytest.param("3l3/7/7/6Z/7/7/3L3 w 0", "g4", "e3 e5 f2 f6", id="zebra"),
        pytest.param("3l3/7/7/7/7/EP5/pP1L3 w 0", "a2", "a1 a3 a4 c2", id="elephant leaps, but not onto its own"),
        pytest.param("3l3/7/7/7/p1p4/pp5/Gp1L3 w 0", "a1", "a3 c1 c3", id="giraffe captures at two only"),
        pytest.param("3l3/5C1/7/5p1/7/7/3L3 w 0", "f6", "e5 e6 e7 f4 f5 f7 g5 g6 g7", id="crocodile to the river"),
        pytest.param("3l3/7/7/1C3p1/7/7/3L3 w 0", "b4", "a3 a4 a5 b3 b5 c3 c4 c5 d4 e4 f4", id="crocodile in it"),
        pytest.param("3l3/7/7/7/5p1/7/3L1C1 w 0", "f1", "e1 e2 f2 f3 g1 g2", id="crocodile stopped on its way"),
        pytest.param("3l3/7/3P3/7/7/7/3L3 w 0", "d5", "c6 d3 d4 d6 e6", id="a pawn past the river retreats"),
        pytest.param("3l3/7/3P3/3z3/7/7/3L3 w 0", "d5", "c6 d6 e6", id="a retreat does not capture or leap"),
        pytest.param("3l3/7/7/3P3/7/7/3L3 w 0", "d4", "c5 d5 e5", id="no retreat from the river"),
        pytest.param("3l3/7/7/3p3/7/7/3L3 b 0", "d4", "c3 d3 e3", id="nor for Black"),
        pytest.param("1P1l3/7/7/7/7/7/3L3 w 0", "b7", "b5 b6", id="a pawn on its last rank only retreats"),
        pytest.param("3l3/7/7/4s2/7/7/3L3 b 0", "e4", "c6 d3 d4 d5 e3 e5 e6 f3 f4 f5 g6", id="superpawn"),
        pytest.param("3l3/2p4/3p3/4s2/7/7/3L3 b 0", "e4", "d3 d4 e3 e5 e6 f3 f4 f5 g6", id="superpawn held back"),
    ],
)  # fmt: skip
def test_moves_of_a_piece(text, square, ends):
    assert moves_from(text, square) == ends


@pytest.mark.parametrize(
    ("text", "square", "ends"),
    [
        pytest.param("3l3/7/7/7/1p5/M6/3L3 w 0", "a2", "a1 a3 b1 b2 c4", id="a step captures nothing"),
        pytest.param("3l3/7/7/1p1p3/7/1p5/M2L3 w 0", "a1", "a2 b1 c3 c3a5 c3e5", id="it may stop or go on"),
        pytest.param("3l3/7/7/1pp4/1p5/M6/3L3 w 0", "a2", "a1 a3 b1 b2", id="the square beyond must be empty"),
        pytest.param("4l2/7/3p3/7/7/3M3/3L3 w 0", "d2", "c1 c2 c3 d3 e1 e2 e3", id="not from afar"),
        pytest.param("4l2/3p3/3M3/7/7/7/3L3 w 0", "d5", "c4 c5 c6 d4 d7 d7f7 e4 e5 e6", id="over d6, then e7"),
        pytest.param("4l2/3M3/7/7/7/7/3L3 w 0", "d6", "c5 c6 c7 d5 d7 e5 e6", id="never off the board"),
        pytest.param(
            "7/3p3/1p1l3/M6/7/7/3L3 w 0", "a4", "a3 a5 b3 b4 c6 c6e4 c6e6 c6e6c4", id="jumping the lion ends the move"
        ),
        pytest.param(
            "3l3/7/1p1p3/7/1p1p3/2M4/3L3 w 0",
            "c2",
            "a4 a4c6 a4c6e4 a4c6e4c2 b1 b2 c1 c3 d2 e4 e4c6 e4c6a4",
            id="home again: two round trips are one move",
        ),
    ],
)
def test_moves_of_a_monkey(text, square, ends):
    assert moves_from(text, square) == ends


def test_same_end_and_different_captures_are_different_moves():
    moves = moves_of(ROUND_TRIP)
    assert {"c2a4c6", "c2e4c6"} <= set(moves)
    assert play(ROUND_TRIP, "c2a4c6") != play(ROUND_TRIP, "c2e4c6")


# --- the river -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move", "result"),
    [
        pytest.param("3l3/7/7/1P5/7/7/Z2L3 w 0", "a1c2", "3l3/7/7/7/7/2Z4/3L3 b 0", id="it did not move"),
        pytest.param("3l3/7/7/1E5/7/7/3L3 w 0", "b4d4", "3l3/7/7/7/7/7/3L3 b 0", id="it moved along the river"),
        pytest.param("3l3/7/7/1E1p3/7/7/3L3 w 0", "b4d4", "3l3/7/7/7/7/7/3L3 b 0", id="what it took stays taken"),
        pytest.param("3l3/7/7/1E5/7/7/3L3 w 0", "b4b5", "3l3/7/1E5/7/7/7/3L3 b 0", id="it left"),
        pytest.param("3l3/7/7/7/1E5/7/3L3 w 0", "b3b4", "3l3/7/7/1E5/7/7/3L3 b 0", id="it has just come"),
        pytest.param("3l3/7/7/1C1p3/7/7/3L3 w 0", "b4c4", "3l3/7/7/2Cp3/7/7/3L3 b 0", id="a crocodile swims"),
        pytest.param("3l3/7/7/1C1z3/7/7/3L3 b 4", "d7c7", "2l4/7/7/1C5/7/7/3L3 w 5", id="only the mover's own"),
        pytest.param("3l3/7/1p1p3/2M4/7/7/3L3 w 0", "c4a6", "3l3/M6/3p3/7/7/7/3L3 b 0", id="a monkey gets out"),
        pytest.param(
            "3l3/1p1p3/1p1p3/2M4/7/7/3L3 w 0", "c4b4", "3l3/1p1p3/1p1p3/7/7/7/3L3 b 0", id="a monkey wades and drowns"
        ),
        pytest.param("4l2/7/1ppp3/M6/7/7/3L3 w 0", "a4c6c4", "4l2/7/3p3/7/7/7/3L3 b 0", id="out and back in"),
        pytest.param("4l2/7/3P3/M6/7/7/3L3 w 0", "d5d4", "4l2/7/7/3P3/7/7/3L3 b 0", id="one comes, one drowns"),
        pytest.param(
            "7/7/3l3/1E1E3/3L3/7/7 w 9", "d4d5", "7/7/3E3/7/3L3/7/7 b 9", id="also on the move that takes the lion"
        ),
    ],
)
def test_who_drowns(text, move, result):
    assert play(text, move) == result


# --- pawns and editions --------------------------------------------------------------------------------------------


def test_a_pawn_is_promoted_where_the_edition_promotes():
    text = "3l3/P5p/7/7/7/7/3L3 w 0"
    assert play(text, "a6a7") == "S2l3/6p/7/7/7/7/3L3 b 0"
    assert play(text, "a6a7", "congo-2022") == "S2l3/6p/7/7/7/7/3L3 b 0"
    assert play(text, "a6a7", "congo-2021") == "P2l3/6p/7/7/7/7/3L3 b 0"
    assert play("3l3/7/7/7/7/p6/1Z1L3 b 7", "a2b1") == "3l3/7/7/7/7/7/1s1L3 w 8"


def test_a_pawn_that_stands_on_the_last_rank_stays_one():
    assert play("P2l3/6p/7/7/7/7/Z2L3 w 0", "a1b3") == "P2l3/6p/7/7/1Z5/7/3L3 b 0"
    assert moves_from("P2l3/6p/7/7/7/7/Z2L3 w 0", "a7") == "a5 a6"


# --- the end -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("3L3/7/7/7/7/7/P6 b 3", "white wins: lion captured"),
        ("7/7/7/7/7/7/3L3 b 3", "white wins: lion captured"),
        ("3l3/7/7/7/7/7/P6 w 3", "black wins: lion captured"),
        ("3l3/7/7/7/7/7/4L2 w 3", "draw: bare lions"),
        ("3l3/7/7/7/7/7/3L3 w 3", "draw: bare lions"),
        ("3l3/7/7/7/7/7/3L2P w 3", "ongoing"),
        ("3l3/7/7/7/7/1pEGpp1/1pGLGp1 w 3", "ongoing"),
    ],
)
def test_outcomes(text, outcome):
    position = get_game("congo").position(text)
    assert position.outcome_text == outcome
    assert bool(position.legal_moves) == (outcome == "ongoing")


FULL_OF_MONKEYS = "MMMlMMM/MMMMMMM/MMMMMMM/MMMMMMM/MMMMMMM/MMMMMMM/MMMLMMM"


def test_without_a_move_one_has_lost():
    game = get_game("congo")
    assert game.position(f"{FULL_OF_MONKEYS} w 3").outcome_text == "black wins: no moves"
    assert moves_of(f"{FULL_OF_MONKEYS} w 3") == []
    assert moves_of(f"{FULL_OF_MONKEYS} b 3") == ["d7c6", "d7c7", "d7d6", "d7e6", "d7e7"]
    upside_down = "/".join(reversed(FULL_OF_MONKEYS.swapcase().split("/")))
    assert game.position(f"{upside_down} b 3").outcome_text == "white wins: no moves"


MAY_CAPTURE = {"bare-lions": "may-capture"}


def test_bare_lions_may_capture_once():
    game = get_game("congo").with_settings(MAY_CAPTURE)
    position = game.position("3l3/7/7/7/7/7/3L3 w 5")
    assert position.outcome_text == "ongoing"
    assert position.play("d1d7").outcome_text == "white wins: lion captured"
    # the flight stays open, but the chance was White's alone
    assert position.play("d1d2").outcome_text == "draw: bare lions"
    assert position.play("d1c1").outcome_text == "draw: bare lions"
    assert game.position("3l3/7/7/7/7/7/4L2 w 5").outcome_text == "draw: bare lions"


def test_the_capture_that_bares_the_lions_leaves_the_choice_to_the_other():
    game = get_game("congo").with_settings(MAY_CAPTURE)
    position = game.position("3l3/7/7/7/7/3z3/3L3 w 5").play("d1d2")
    assert position.outcome_text == "ongoing"
    assert "d7d2" in position.legal_moves
    assert get_game("congo").position("3l3/7/7/7/7/3z3/3L3 w 5").play("d1d2").outcome_text == "draw: bare lions"


# --- many jumps ----------------------------------------------------------------------------------------------------


MANY_JUMPS = "4l2/7/1ppp3/1p1p3/1ppp3/2M4/3L3 w 0"
A_FULL_ARMY_OF_JUMPS = "4l2/7/2p1p2/1ppppp1/2pMp2/2pppp1/4L2 w 0"


@pytest.mark.parametrize("text", [MANY_JUMPS, A_FULL_ARMY_OF_JUMPS] if JIT else [MANY_JUMPS])
def test_many_jumps_are_listed_counted_and_sorted(text):
    position = get_game("congo").position(text)
    expected = twin.moves("congo", text)
    assert len(expected) > 100
    assert [str(move) for move in position.legal_moves] == expected
    assert position.legal_moves.count() == len(expected)


def test_a_full_list_is_not_written_beyond():
    """A monkey whose jumps do not fit leaves the rest out instead of writing over what comes next."""
    position = get_game("congo").position(MANY_JUMPS)
    room = np.full(100, -1, np.int64)
    assert list_moves(position.words, 0, room[:60]) == 60
    assert (room[60:] == -1).all()


def test_generate_says_nothing_once_the_game_is_over():
    for text in ("3l3/7/7/7/7/7/3L3 w 3", "7/7/7/7/7/7/3L3 w 3"):
        position = get_game("congo").position(text)
        assert generate(position.rules, position.words, scratch(position.rules)) == 0
