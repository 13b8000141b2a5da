"""The search as plain Python: small enough to be run without a compiler too (``PLYGROUND_JIT=0``)."""

import pytest

from plyground import get_game
from plyground.engine import Engine, Limits
from plyground.engine.parameters import PLAIN, parameters_of
from plyground.search import textbook

POSITIONS = {
    "gardner": "r1k2/5/1n3/1P3/R1K2 w - - 0 1",
    "minichess": "r1k2/5/1n3/1P3/R1K2 w - - 0 1",
    "congo": "2l4/7/3p3/7/3P3/7/3LZ2 w 0",
    "amazons": "1q2/**2/2*1/1Q2 w",
    "starcircle": "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,C1,0,C1,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,S1,0,0,0,0/"
    "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0 s",
    "halma-8x8": "8/8/2B5/8/5W2/8/8/8 w",
}


@pytest.mark.parametrize("name", POSITIONS)
def test_value_of_minimax(name):
    game = get_game(name)
    position = game.position(POSITIONS[name])
    engine = Engine(game, hash_mib=1, parameters=parameters_of(game).with_changes(PLAIN), evaluation="handmade")
    expected = textbook.search(position, 2, evaluation="handmade").value
    score = engine.search(position, Limits(depth=2)).score
    assert score.kind == "cp"
    assert score.value == expected


@pytest.mark.parametrize("name", POSITIONS)
def test_a_usual_search_has_a_legal_line(name):
    game = get_game(name)
    position = game.position(POSITIONS[name])
    info = Engine(game, hash_mib=1).search(position, Limits(depth=2))
    for move in info.lines[0].moves:
        assert move in position.legal_moves
        position = position.play(move)
