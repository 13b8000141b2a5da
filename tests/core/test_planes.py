"""A position's pieces, planes and indices of moves, as Python asks for them."""

import numpy as np
import pytest

from plugins import Plugins
from plyground import IllegalMove, get_game
from plyground.core.errors import InvalidNotation

GARDNER = get_game("gardner")


def test_pieces():
    pieces = GARDNER.position().pieces
    assert len(pieces) == 20
    assert (pieces["a1"], pieces["e5"]) == ("white-rook", "black-king")


def test_an_index_leads_back_to_its_move():
    position = GARDNER.position()
    for move in position.legal_moves:
        assert position.move_at(position.move_index(move)) == move
    assert position.move_index("a2a3") == 25 * 15 + 10


def test_an_index_without_a_move():
    with pytest.raises(IllegalMove, match="has the index 0"):
        GARDNER.position().move_at(0)


def test_a_text_that_is_no_move():
    with pytest.raises(InvalidNotation):
        GARDNER.position().move_index("pawn")


def test_planes_are_a_new_array_each_time():
    position = GARDNER.position()
    position.planes().fill(7)
    assert position.planes().max() == 1


def test_three_actions_make_a_move_of_amazons():
    position = get_game("amazons").position()
    encoding = position.encoding
    assert (encoding.actions, encoding.steps, encoding.indices) == (36, 3, 36**3)
    digits = np.unravel_index(position.move_index("a4b5/a5"), (36, 36, 36))
    assert [int(digit) for digit in digits] == [12, 7, 6]


@pytest.mark.parametrize(
    ("without", "changes"), [(("planes.py",), {}), ((), {"planes.py": [("def encoding", "def f")]})]
)
def test_a_game_without_planes(tmp_path, without, changes):
    plugins = Plugins(tmp_path)
    plugins.add("plain", without=without, changes=changes)
    (tmp_path / "ask.py").write_text(
        "from plyground import PlygroundError, get_game\n"
        "try:\n    get_game('plain').position().planes()\n"
        "except PlygroundError as error:\n    print(error)\n"
    )
    assert "plain" in plugins.python("ask.py")
    assert "planes.py" in plugins.python("ask.py")
