"""Tables against forward search: random positions of four men, solved by the rules without any table."""

import prove_tables
import pytest

from plyground import get_game
from plyground.endgame.store import Tables


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gardner", "minichess", "congo", "congo-2021"])
def test_forward_search_without_tables_finds_their_values(name, monkeypatch):
    monkeypatch.setattr("plyground.solving.solver.load_tables", prove_tables.no_tables)
    tables = Tables(get_game(name), Tables(get_game(name)).package_folder())
    proved, _, faults = prove_tables.compare(tables, pieces=4, number=30, nodes=100_000, seed=1)
    assert faults == []
    assert proved >= 10
