"""Star and Circle, texts: positions and moves read and written, mirrored, refused."""

import pytest
from hypothesis import given, settings

from games.starcircle.setups import EMPTY_ROW, GAME, board, positions
from plyground import IllegalMove, InvalidNotation
from plyground.core.position import Position
from plyground.games.starcircle.notation import mirrored, mirrored_move


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "0 fields"),
        (board(), "1 field separated"),
        (f"{board()} s 1,2,3,4,5,6,7,8 0 0", "5 fields"),
        (f"{board()} S", "'S'"),
        (f"{board()} sc", "'sc'"),
        (f"{board()}/{EMPTY_ROW} s", "9 rows"),
        (f"{board(e='0,0,0,0,0,0,0')} s", "Row E.* 7 cells"),
        (f"{board(e='0,0,0,0,0,0,0,0,0')} s", "Row E.* 9 cells"),
        (f"{board(e='0,S0,0,0,0,0,0,0')} s", "Row E, column 2: 'S0'"),
        (f"{board(e='0,s1,0,0,0,0,0,0')} s", "Row E, column 2: 's1'"),
        (f"{board(h='0,S33,0,0,0,0,0,0')} s", "'S33'"),
        (f"{board(e='S2,0,0,0,0,0,0,0')} s", "stack on row E"),
        (f"{board(h='0,C2,0,0,0,0,0,0')} s", "stack on row H.*last row, A"),
        (f"{board(e='0,S1,0,0,0,0,0,0')} s", "E2, a light square"),
        (f"{board()} s 1,2,3", "3 row values"),
        (f"{board()} s 1,2,3,4,5,6,7,7", "7 does not exceed 7"),
        (f"{board()} s 1,2,3,4,5,6,7,x", "'x'"),
        (f"{board()} s 1,2,3,4,5,6,7,1000000000000000", "15 digits"),
        (f"{board()} s 1,2,3,4,5,6,7,٩", "is not a row value"),
        (f"{board()} s 1,2,3,4,5,6,7,8 3", "passes is '3'"),
    ],
)
def test_broken_position_texts_are_named(text: str, named: str) -> None:
    with pytest.raises(InvalidNotation, match=named):
        GAME.position(text)


@pytest.mark.parametrize("text", ["", "C1", "c1-d2", "C1D2", "I1-H2", "A0-B1", "pass ", "C1-D2-E3", "PASS"])
def test_texts_that_are_no_moves(text: str) -> None:
    position = GAME.position()
    assert text not in position.legal_moves
    with pytest.raises((InvalidNotation, IllegalMove)):
        position.play(text)


def test_illegal_moves_are_told_from_texts_that_are_no_moves() -> None:
    for text in ("C1-C1", "C1-D4", "G1-F2", "pass"):
        with pytest.raises(IllegalMove):
            GAME.position().play(text)
    with pytest.raises(InvalidNotation):
        GAME.position().play("c1-d2")


@settings(max_examples=150, deadline=None)
@given(positions())
def test_turned_by_half_a_circle_the_sides_change_places(position: Position) -> None:
    turned = Position(GAME, position.rules, mirrored(position.rules, position.words))
    assert Position(GAME, position.rules, mirrored(position.rules, turned.words)) == position
    assert turned.evaluate("utility") == position.evaluate("utility")
    assert turned.turn is position.turn.other
    codes = {mirrored_move(position.rules, position.words, code) for code in position.legal_moves.codes()}
    assert codes == set(turned.legal_moves.codes())
