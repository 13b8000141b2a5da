"""Positions drawn from a table are what was asked for."""

from random import Random

import pytest

from plyground import get_game
from plyground.endgame import probe
from plyground.endgame.lookup import usual_tables
from plyground.endgame.material import Material
from plyground.endgame.sampling import longest_win, random_position


def tables_and(name, text):
    tables = usual_tables(get_game(name), None)
    return tables, Material.parse(tables.description.letters, text).normal


@pytest.mark.parametrize("sign", [1, 0, -1])
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("name", "text"), [("congo", "LMvLM"), ("gardner", "KQvKQ"), ("minichess", "KRvKR")])
def test_a_drawn_position_has_the_result_that_was_asked_for(name, text, sign, side):
    tables, material = tables_and(name, text)
    random = Random(5)
    positions = [random_position(tables, material, random, sign, side, 2) for _ in range(20)]
    assert len({position.text for position in positions}) > 10
    for position in positions:
        verdict = probe(position).verdict
        assert (verdict.sign, int(position.turn)) == (sign, side)
        assert sign == 0 or verdict.distance >= 2
        assert tables.material_of(position.words)[0].normal == material


def test_none_is_found_where_there_is_none():
    tables, material = tables_and("gardner", "KQvK")
    assert random_position(tables, material, Random(1), -1, 0) is None
    assert random_position(tables, material, Random(1), 1, 0, at_least=500) is None


def test_the_same_seed_draws_the_same_position():
    tables, material = tables_and("congo", "LZvL")
    assert random_position(tables, material, Random(3)) == random_position(tables, material, Random(3))


def test_the_longest_win_is_one():
    tables, material = tables_and("congo", "LZvL")
    assert probe(longest_win(tables, material)).verdict.distance == 17
