"""Actions of Congo's monkeys, of which one may stand for several captures; and what Black sees."""

import numpy as np
import pytest

from plyground import get_game

CONGO = get_game("congo")


@pytest.mark.parametrize(
    ("text", "same_ends", "chosen"),
    [
        ("3lM2/3p1p1/5p1/7/7/2p3p/2pL1p1 w 0", ("e7c7", "e7g5e5c7"), "e7c7"),
        ("3l3/2p4/2M4/3p3/3p3/p2pp2/3L1p1 w 0", ("c5e3", "c5e3c3e1e3"), "c5e3c3e1e3"),
        ("3p1pM/2pl3/1p1p3/7/4p2/pp5/3L3 w 0", ("g7e7c5", "g7e7c7c5"), "g7e7c5"),
        ("3p1pM/2pl3/1p1p3/7/4p2/pp5/3L3 w 0", ("g7e7c7c5e5", "g7e7c7e5"), "g7e7c7e5"),
    ],
    ids=["the lion, first", "the most pieces", "the lion, before more", "the lion, later"],
)
def test_an_action_stands_for_one_of_several_captures(text, same_ends, chosen):
    position = CONGO.position(text)
    indices = {position.move_index(move) for move in same_ends}
    assert len(indices) == 1
    assert position.move_at(indices.pop()).text == chosen


def test_black_sees_the_board_upside_down():
    white, black = CONGO.position(), CONGO.position().play("a2a3")
    own, other = white.encoding.planes.index("own pawns"), white.encoding.planes.index("other pawns")
    assert np.argwhere(white.planes()[own]).tolist() == [[5, file] for file in range(7)]
    assert np.argwhere(black.planes()[own]).tolist() == [[5, file] for file in range(7)]
    assert np.argwhere(black.planes()[other]).tolist() == [[1, file] for file in range(1, 7)] + [[2, 0]]


def test_the_chance_of_bare_lions_is_a_plane_where_the_rules_know_it():
    game = CONGO.with_settings({"bare-lions": "may-capture"})
    assert game.position().encoding.shape == (17, 7, 7)
    facing = game.position("7/3l3/7/7/7/7/3L3 w 0")
    assert not facing.planes()[-1].any()
    assert CONGO.position().encoding.shape == (16, 7, 7)
