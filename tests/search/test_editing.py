import pytest

from plyground.core.errors import PlygroundError
from plyground.core.registry import get_game
from plyground.search.editing import position_of_pieces

NAMES = ["congo", "congo-2021", "amazons", "amazons-10x10", "minichess", "gardner", "halma", "halma-8x8", "starcircle"]


@pytest.mark.parametrize("name", NAMES)
def test_the_pieces_of_a_position_give_it_back(name):
    position = get_game(name).position()
    for _ in range(6):
        again = position_of_pieces(position, position.pieces, int(position.turn))
        assert again.text == position.text
        position = position.play(position.legal_moves.codes() and next(iter(position.legal_moves)))


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_board_is_another_position(name):
    start = get_game(name).position()
    pieces = start.pieces
    mover = next(iter(start.legal_moves))
    after = start.play(mover).pieces
    edited = position_of_pieces(start, after, 1 - int(start.turn))
    assert edited.pieces == after != pieces
    assert int(edited.turn) != int(start.turn)


def test_what_is_no_position_is_refused():
    start = get_game("congo").position()
    pieces = start.pieces
    pieces["a4"] = "white-lion"
    with pytest.raises(PlygroundError, match="lion"):
        position_of_pieces(start, pieces, 0)
    with pytest.raises(PlygroundError, match="no piece"):
        position_of_pieces(start, {"a1": "white-dragon"}, 0)
