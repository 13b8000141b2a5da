"""Positions as values: immutable, hashable, comparable; moves that answer ``in``."""

import pytest

from plyground import IllegalMove, InvalidNotation, get_game


def test_playing_makes_a_new_position():
    start = get_game("gardner").position()
    after = start.play("b1c3")
    assert start == get_game("gardner").position()
    assert after != start
    assert len({start, after, start.play("b1c3")}) == 2
    assert start != "rnbqk"


def test_moves_answer_in():
    moves = get_game("gardner").position().legal_moves
    assert "b1c3" in moves
    assert "b1b2" not in moves
    assert "nonsense" not in moves
    assert 7 not in moves
    assert len(moves) == 7
    assert moves
    assert repr(moves) == "<7 moves: a2a3 b1a3 b1c3 b2b3 c2c3 d2d3 e2e3>"


def test_illegal_move_says_where():
    with pytest.raises(IllegalMove, match="The move 'b1b2' cannot be played: it is not a move in 'rnbqk"):
        get_game("gardner").position().play("b1b2")


def test_no_move_after_the_end():
    position = get_game("congo").position("3l3/7/7/7/7/7/7 w 3")
    assert list(position.legal_moves) == []
    with pytest.raises(IllegalMove, match=r"the game is over \(black wins: lion captured\)"):
        position.play("d7d6")


def test_a_text_without_end_is_refused_before_it_is_read():
    with pytest.raises(InvalidNotation, match="20000 characters"):
        get_game("halma").position("9" * 20_000)


def test_variants_differ_even_where_the_board_is_the_same():
    text = "3l3/7/7/7/7/7/3L2P w 3"
    assert get_game("congo").position(text) != get_game("congo-2021").position(text)


def test_the_other_side_to_move():
    start = get_game("halma-8x8").position()
    assert start.turned_over().text == start.text.replace(" w", " b")
    assert start.turned_over().turned_over() == start


def test_a_position_that_cannot_be_is_not_turned_over():
    with pytest.raises(InvalidNotation):
        get_game("gardner").position("k4/5/5/5/4R w - - 0 1").turned_over()
