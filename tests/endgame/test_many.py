"""What tables say of many positions at once is what they say of each."""

import numpy as np
import pytest

from endgame.table_positions import VARIANTS, random_table_positions
from plyground import get_game
from plyground.endgame.lookup import usual_tables
from plyground.endgame.many import by_material, values_of
from plyground.endgame.values import HOLE, verdict_of
from plyground.kernel.compile import JIT

NUMBER = 300 if JIT else 10


@pytest.mark.parametrize("name", VARIANTS)
def test_each_has_its_value_and_its_material(name):
    tables = usual_tables(get_game(name), None)
    positions = [each for each in random_table_positions(name, NUMBER, seed=4) if each.outcome is None]
    positions.append(get_game(name).position())
    words = np.stack([each.words for each in positions])
    values, materials = values_of(tables, words)
    assert values[-1] == HOLE
    assert [verdict_of(int(value)) for value in values[:-1]] == [tables.verdict(each) for each in words[:-1]]
    assert materials == {tables.material_of(each)[0].normal for each in words[:-1]}
    rows = []
    for material, of_it in by_material(tables, words):
        rows += of_it.tolist()
        assert {tables.material_of(words[row])[0] for row in of_it} == {material}
    assert sorted(rows) == list(range(len(words) - 1))


def test_of_no_position_nothing_is_said():
    tables = usual_tables(get_game("gardner"), None)
    nothing = np.zeros((0, tables.rules.words), np.uint64)
    assert not list(by_material(tables, nothing))
    values, materials = values_of(tables, nothing)
    assert values.shape == (0,)
    assert not materials
