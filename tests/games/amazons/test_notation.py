"""Amazons, texts: positions and moves read and written, mirrored, refused."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.amazons.setups import random_setup
from plyground import InvalidNotation, get_game
from plyground.core.position import Position


def test_moves_on_ten_ranks_sort_as_text() -> None:
    moves = [str(move) for move in get_game("amazons-10x10").position("Q9/10/10/10/10/10/10/10/q9/Q8Q w").legal_moves]
    assert moves == sorted(moves)
    assert moves.index("a10a9/a10") < moves.index("a1b1/a1")
    assert moves.index("j1j10/i10") < moves.index("j1j2/i1")


def test_both_spellings_of_a_move_are_the_same_move() -> None:
    position = get_game("amazons").position()
    assert position.move("a4-a6/c4") == position.move("a4a6/c4")
    assert position.play("a4-a6/c4").text == "Q2q2/6/2*3/5Q/6/2q3 b"


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_turned_positions_have_turned_moves_and_the_same_score(seed: int) -> None:
    position = get_game("amazons").position(random_setup(random.Random(seed)))
    notation = position.notation
    turned = Position(position.game, position.rules, notation.mirrored(position.rules, position.words))
    codes = {notation.mirrored_move(position.rules, position.words, code) for code in position.legal_moves.codes()}
    assert codes == set(turned.legal_moves.codes())
    assert turned.evaluate() == position.evaluate()
    # the turned board's floats are summed in another order, so the last of twelve decimals may differ (seed 74)
    assert turned.evaluate("seed") == pytest.approx(-position.evaluate("seed"), abs=1e-11)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_every_legal_move_is_listed_once_and_read_back(seed: int) -> None:
    position = get_game("amazons").position(random_setup(random.Random(seed), 7, 7))
    moves = list(position.legal_moves)
    assert len({move.text for move in moves}) == len(moves) == position.legal_moves.count()
    assert [position.move(move.text) for move in moves[:10]] == moves[:10]


@pytest.mark.parametrize(
    ("variant", "text", "complaint"),
    [
        ("amazons", "", "a board, a blank, and the side to move"),
        ("amazons", "3q2/6/Q5/5Q/6/2q3", "a board, a blank, and the side to move"),
        ("amazons", "3q2/6/Q5/5Q/6/2q3 w extra", "a board, a blank, and the side to move"),
        ("amazons", "3q2/6/Q5/5Q/6/2q3 x", "should be w or b"),
        ("amazons", "3q2/6/Q5/5Q/6/2k3 w", "Rank 1 of the board is '2k3', and 'k' in it"),
        ("amazons", "3q2/6/Q5/5Q/6/2q4 w", "Rank 1 of .* has 7 squares; it should have 6"),
        ("amazons", "3q2/6/Q5/5Q/6/2q03 w", "'03' in it"),
        ("amazons", "3q2/33/Q5/5Q/6/2q3 w", "Rank 5 of the board is '33'"),
        ("amazons", "3q2/6/Q5/5Q/6/2q٣ w", "should be Q, q, "),
        ("amazons", "3q2//Q5/5Q/6/2q3 w", "Rank 5 of .* has 0 squares"),
        ("amazons", "Q2q/4/4 w", "3 ranks; it should have 4 to 10"),
        ("amazons", "Qq1/3/3/3 w", "has 3 squares; it should have 4 to 10"),
        ("amazons", "Qq9/10*/10*/10* w", "has 11 squares; it should have 4 to 10"),
        ("amazons", "3q2/6/6/6/6/2q3 w", "no queen of White"),
        ("amazons", "3Q2/6/6/6/6/2Q3 w", "no queen of Black"),
        ("amazons-8x8", "3q2/6/Q5/5Q/6/2q3 w", "is 6x6; it should be 8x8"),
        ("amazons-10x10", "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w", "is 8x8; it should be 10x10"),
    ],
)
def test_broken_positions_are_named(variant: str, text: str, complaint: str) -> None:
    with pytest.raises(InvalidNotation, match=complaint):
        get_game(variant).position(text)


@pytest.mark.parametrize("text", ["", "a4a6", "a4a6c4", "a4 a6/c4", "a4--a6/c4", "a04a6/c4", "k4a6/c4", "a4a6/c11"])
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(InvalidNotation, match="should be where the queen comes from"):
        get_game("amazons").position().move(text)


def test_squares_beyond_the_board() -> None:
    with pytest.raises(
        InvalidNotation, match="no square a7 on this board; it has the files a to f and the ranks 1 to 6"
    ):
        get_game("amazons").position().move("a4a7/c4")
