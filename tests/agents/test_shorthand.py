"""Moves as people type them."""

import pytest

from plyground import IllegalMove, InvalidNotation, PlygroundError, get_game
from plyground.agents.shorthand import parse_shorthand

CASES = [
    ("gardner", None, "e2e3", "e2e3"),
    ("gardner", None, "E2-E3", "e2e3"),
    ("gardner", None, "e2 e3", "e2e3"),
    ("gardner", None, "e3", "e2e3"),
    ("gardner", None, "e2", "e2e3"),
    ("gardner", None, "b1c", "b1c3"),
    ("gardner", "4k/P4/5/5/4K w - - 0 1", "a5q", "a4a5q"),
    ("starcircle", None, "c1d2", "C1-D2"),
    ("starcircle", None, "d8", "C7-D8"),
    ("halma", None, "L2-K3", "l2k3"),
    ("congo", None, "d2 d3", "d2d3"),
    # a knight gets there, too; chess players mean the pawn
    ("gardner", None, "c3", "c2c3"),
]


@pytest.mark.parametrize(("game", "position", "typed", "move"), CASES)
def test_shorthand(game, position, typed, move):
    assert str(parse_shorthand(get_game(game).position(position), typed)) == move


def test_amazons_move_without_its_arrow_when_only_one_is_possible():
    position = get_game("amazons").position("Q***/****/****/***q w")
    assert position.legal_moves.count() == 0
    position = get_game("amazons").position("Q1**/****/****/**1q w")
    assert str(parse_shorthand(position, "a4b4")) == "a4b4/a4"
    assert str(parse_shorthand(position, "b4/a4")) == "a4b4/a4"


@pytest.mark.parametrize(
    ("typed", "error", "sentence"),
    [
        ("b", InvalidNotation, "'b' could be any of 3 moves"),
        ("e5", InvalidNotation, "should be two squares"),
        ("e2e4", IllegalMove, "cannot be played"),
        ("hello", InvalidNotation, "should be two squares"),
        ("", InvalidNotation, "should be two squares"),
        ("...", InvalidNotation, "should be two squares"),
    ],
)
def test_what_is_unclear_is_refused(typed, error, sentence):
    with pytest.raises(error) as caught:
        parse_shorthand(get_game("gardner").position(), typed)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(("text", "move"), [("Nc3", "b1c3"), ("Qxa3", None), ("bxc3", None), ("Nb1c3+", "b1c3")])
def test_moves_as_chess_players_write_them(text, move):
    position = get_game("gardner").position()
    if move is None:
        with pytest.raises(PlygroundError):
            parse_shorthand(position, text)
    else:
        assert parse_shorthand(position, text).text == move


def test_a_move_without_a_letter_is_a_pawns_in_a_record():
    assert parse_shorthand(get_game("gardner").position(), "c3", is_record=True).text == "c2c3"


def test_a_promotion_and_the_rank_that_tells_two_rooks_apart():
    position = get_game("gardner").position("4k/P4/5/R4/R3K w - - 0 1")
    assert parse_shorthand(position, "a5=N").text == "a4a5n"
    assert parse_shorthand(position, "R2a3").text == "a2a3"
