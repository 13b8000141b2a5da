"""Positions as values: immutable, hashable, comparable; moves that answer ``in``."""

import pytest

from plyground import IllegalMove, InvalidNotation, Record, get_game
from plyground.core.move import Move


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


def test_a_move_of_another_game_is_read_anew():
    start = get_game("gardner").position()
    alien = next(iter(get_game("congo").position().legal_moves))
    for move in (alien, Move("a2a3", 2**60), Move("b1b2", start.move("a2a3").code)):
        there = str(move) in start.legal_moves
        assert (move in start.legal_moves) == there
        for take in (start.play, start.move_index, start.steps, Record("gardner").play):
            if there:
                take(move)
            else:
                with pytest.raises(IllegalMove, match=f"The move '{move}' cannot be played"):
                    take(move)
    assert start.play(Move("a2a3", 2**60)) == start.play("a2a3")
    own = start.move("a2a3")
    assert start.move(own) is own
    assert Record.from_moves("minichess", [own]).moves[0].code == get_game("minichess").position().move("a2a3").code


def test_illegal_move_says_where():
    with pytest.raises(IllegalMove, match="The move 'b1b2' cannot be played: it is not a move in 'rnbqk"):
        get_game("gardner").position().play("b1b2")


def test_no_move_after_the_end():
    position = get_game("congo").position("3l3/7/7/7/7/7/7 w 3")
    assert list(position.legal_moves) == []
    with pytest.raises(IllegalMove, match=r"the game is over \(black wins: lion captured\)"):
        position.play("d7d6")
    counted = get_game("starcircle").position("/".join(["0,0,0,0,0,0,0,0"] * 8) + " s 10,20,30,40,50,60,70,80")
    with pytest.raises(IllegalMove, match=r"the game is over \(0 for Star\)"):  # not "over: 0"
        counted.play("A1-B2")


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
