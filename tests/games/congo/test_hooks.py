"""Congo, what the engine is told: forcing moves, their order, and when passing proves something."""

import numpy as np
import pytest

from games.congo.setups import positions, promotes, squares
from plyground import get_game
from plyground.core.rules import scratch
from plyground.engine import Engine, Limits
from plyground.engine.hooks import forcing, may_pass, move_priority
from plyground.games.congo.exchange import captures_of
from plyground.games.congo.movement import LION, kind_on
from plyground.kernel.compile import JIT

GAME = get_game("congo")
GAME.submodule("hooks")


@pytest.mark.parametrize("variant", ["congo", "congo-2021", "congo-2022"])
def test_forcing_moves_are_captures_and_promotions_or_the_lions_capture_alone(variant):
    for position in positions(3, variant):
        moves = scratch(position.rules)
        found = moves[: forcing(position.rules, position.words, moves)].tolist()
        legal = position.legal_moves.codes()
        wanted = {m for m in legal if captures(position, m) or promotes(position, m)}
        if any(takes_lion(position, m) for m in legal):
            assert len(found) == 1
            assert takes_lion(position, found[0])
        else:
            assert len(found) == len(wanted)
            assert set(found) == wanted, position.text


def captures(position, move):
    return captures_of(position.words, move) != 0


def takes_lion(position, move):
    return any(kind_on(position.words, square) == LION for square in squares(captures_of(position.words, move)))


@pytest.mark.parametrize(
    ("text", "move", "sign"),
    [
        pytest.param("3l3/7/2z4/7/7/2Z4/4L2 w 0", "c2d4", 0, id="a quiet move"),
        pytest.param("3l3/3p3/2z4/1P5/7/7/4L2 w 0", "b4c5", 1, id="a pawn takes a protected zebra"),
        pytest.param("3l3/2p4/3p3/7/4Z2/7/4L2 w 0", "e3d5", -1, id="a zebra takes a protected pawn"),
        pytest.param("3l3/7/7/7/7/6z/4LZ1 w 0", "e1e2", 0, id="a lion steps"),
        pytest.param("3l3/7/7/Z6/7/7/4L2 w 0", "e1e2", -1, id="a zebra is left in the river"),
        pytest.param("3l3/7/7/C6/7/7/4L2 w 0", "e1e2", 0, id="crocodiles swim"),
        pytest.param("3l3/6P/7/7/7/7/4L2 w 0", "g6g7", 1, id="a promotion"),
        pytest.param("3l3/7/2Z4/7/7/7/4L2 w 0", "c5d7", 1, id="the lion falls"),
    ],
)
def test_priorities(text, move, sign):
    position = GAME.position(text)
    assert np.sign(move_priority(position.rules, position.words, position.move(move).code)) == sign


def test_passing_proves_nothing_with_a_piece_in_the_river_or_pawns_alone():
    for text, may in [
        ("3l3/7/7/7/Z6/7/4L2 w 0", True),
        ("3l3/7/7/Z6/7/7/4L2 w 0", False),
        ("3l3/7/7/7/PP5/7/4L2 w 0", False),
    ]:
        position = GAME.position(text)
        assert may_pass(position.rules, position.words) == may


@pytest.mark.skipif(not JIT, reason="thousands of nodes")
def test_it_saves_a_piece_from_the_river_and_takes_a_lion():
    saved = Engine("congo", hash_mib=1).play(GAME.position("3l3/7/7/Z6/7/7/4L2 w 0"), Limits(depth=4))
    assert str(saved).startswith("a4")
    info = Engine("congo", hash_mib=1).search(GAME.position("3l3/7/2Z4/7/7/7/4L2 w 0"), Limits(depth=4))
    assert (str(info.bestmove), str(info.score)) == ("c5d7", "win 1")
