"""Planes and actions of minichess: promotions, the counter, Black's view."""

import numpy as np
import pytest

from plyground import get_game

GARDNER = get_game("gardner")
PROMOTING = "1r1rk/2P2/5/5/K4 w - - 0 1"


def test_the_planes_of_the_start():
    planes = GARDNER.position().planes()
    assert planes.shape == (13, 5, 5)
    assert planes[0].tolist() == [[0] * 5, [0] * 5, [0] * 5, [1] * 5, [0] * 5]
    assert np.argwhere(planes[3]).tolist() == [[4, 0]]
    assert planes.sum() == 20


def test_the_counter_is_a_plane():
    planes = GARDNER.position("3k1/5/5/5/K3R w - - 37 40").planes()
    assert (planes[-1] == 37).all()


def test_every_promotion_has_an_action():
    position = GARDNER.position(PROMOTING)
    found = {move.text: position.move_index(move) for move in position.legal_moves if len(move.text) == 5}
    assert len(found) == len(set(found.values())) == 12
    assert found["c4c5q"] == 25 * (5 + 2) + 2
    assert found["c4b5n"] == 625 + 3 * 2
    assert found["c4d5r"] == 625 + 2 * 15 + 3 * 2 + 2


def test_black_promotes_by_the_same_action():
    position = GARDNER.position("k4/5/5/2p2/1R1RK b - - 0 1")
    assert position.move_index("c2b1n") == GARDNER.position(PROMOTING).move_index("c4b5n")


@pytest.mark.parametrize(("name", "actions"), [("gardner", 670), ("minichess", 625)])
def test_pawns_of_the_assignment_are_not_promoted(name, actions):
    assert get_game(name).position().encoding.actions == actions
