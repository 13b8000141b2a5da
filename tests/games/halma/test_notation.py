"""Halma, texts: positions and moves read and written, mirrored, refused."""

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.halma.setups import VARIANTS, random_setup, words_of
from plyground import IllegalMove, InvalidNotation, get_game
from plyground.core.position import Position
from plyground.games.halma import notation
from reference import halma as twin


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_written_way_of_a_move_is_a_legal_one(variant: str) -> None:
    rng = random.Random(5)
    for _ in range(8):
        text = random_setup(variant, rng)
        position = get_game(variant).position(text)
        board, _ = twin.read(variant, text)
        for move in list(position.legal_moves)[:40]:
            names = notation.move_steps(position.rules, position.words, move.code)
            squares = [twin.squares_named(variant, name)[0] for name in names]
            assert names[0] + names[-1] == str(move)
            assert len(set(names)) == len(names)
            without = {square: colour for square, colour in board.items() if square != squares[0]}
            if squares[1] not in twin.neighbours(variant, squares[0], 1):
                assert all(twin.is_jump(variant, without, a, b) for a, b in pairwise(squares)), (
                    text,
                    names,
                )
            assert position.move("".join(names)) == move


def test_every_way_is_read_and_a_shortest_one_is_written() -> None:
    position = get_game("halma-8x8").position().play("e1d2").play("a5b4")
    assert str(position.move("g1e1c3a5")) == "g1a5"
    assert notation.move_steps(position.rules, position.words, position.move("g1a5").code) == ("g1", "e1", "c3", "a5")
    # out, back over the same man, and on: a longer way to the same end
    assert str(position.move("g1e1c3e1c3a5")) == "g1a5"
    with pytest.raises(IllegalMove, match="g1e3a5"):
        position.move("g1e3a5")
    with pytest.raises(IllegalMove):
        position.move("g1e1g1")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has 0 fields"),
        ("BBBB4/BBB5/BB6/B7/7W/6WW/5WWW/4WWWW", "has 1 fields"),
        ("BBBB4/BBB5/BB6/B7/7W/6WW/5WWW/4WWWW x", "'x' should be w or b"),
        ("BBBB4/BBB5/BB6/B7/7W/6WW/5WWW w", "has 7 rows; it should have 8"),
        ("BBBB4/BBB5/BB6/B7/7W/6WW/5WWW/4WWWWW w", "Row 8 of the board, '4WWWWW', has 9 squares"),
        ("BBBB4/BBB5/BB6/B8/7W/6WW/5WWW/4WWWW w", "Row 4 of the board, 'B8', has 9 squares"),
        ("BBBB4/BBB5/BB6/B7/7w/6WW/5WWW/4WWWW w", "Row 5 of the board, '7w', has 'w'"),
        ("BBBB4/BBB5/BB06/B7/7W/6WW/5WWW/4WWWW w", "Row 3 of the board, 'BB06', has '0'"),
        ("BBBB4/BBB5/" + "9" * 5000 + "/B7/7W/6WW/5WWW/4WWWW w", "has 999 squares"),
    ],
)
def test_bad_positions_are_named(text: str, sentence: str) -> None:
    with pytest.raises(InvalidNotation, match=sentence.replace("(", r"\(")):
        get_game("halma-8x8").position(text)


@pytest.mark.parametrize("text", ["", "e1", "e1d", "e1-d2", "e0d1", "E1D2", "e1d2 ", "x1d2", "e1d9", "i1h1", "e1d2d10"])
def test_bad_moves_are_no_notation(text: str) -> None:
    position = get_game("halma-8x8").position()
    with pytest.raises(InvalidNotation):
        notation.parse_move(position.rules, position.words, text)


@settings(deadline=None, max_examples=60)
@given(variant=st.sampled_from(VARIANTS), seed=st.integers(0, 2**32))
def test_the_board_turned_has_the_turned_moves_and_the_same_score(variant: str, seed: int) -> None:
    position = words_of(variant, seed)
    turned = Position(position.game, position.rules, notation.mirrored(position.rules, position.words))
    expected = {notation.mirrored_move(position.rules, position.words, move.code) for move in position.legal_moves}
    assert {move.code for move in turned.legal_moves} == expected
    assert turned.evaluate() == position.evaluate()
    again = notation.mirrored(position.rules, turned.words)
    assert np.array_equal(again, position.words)
