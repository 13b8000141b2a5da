"""The tables as a search asks them say what they say to everybody else, also with room for few blocks."""

import pytest

from endgame.table_positions import VARIANTS, random_table_positions
from plyground import get_game
from plyground.endgame import probe
from plyground.endgame.lookup import usual_tables
from plyground.endgame.store import Tables
from plyground.endgame.tablebase import NOT_IN_TABLE, NoTables, Tablebase, has_counter, idle_probe, table_value
from plyground.endgame.values import verdict_of
from plyground.kernel.compile import JIT

NUMBER = 300 if JIT else 4


def tablebase_of(name, most_men=7):
    return Tablebase(usual_tables(get_game(name), None), most_men)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("slots", [1, 3, 512])
def test_a_search_finds_what_a_probe_finds(name, slots, monkeypatch):
    monkeypatch.setattr("plyground.endgame.tablebase.MAX_SLOTS", slots)
    reader = tablebase_of(name).open()
    for position in random_table_positions(name, NUMBER, seed=8):
        if position.outcome is None:
            value = int(table_value(reader.probe, position.rules, position.words))
            assert verdict_of(value) == probe(position).verdict, position.text


@pytest.mark.parametrize(("usual", "asked", "is_shared"), [(512, None, True), (2, None, False), (2, 512, True)])
def test_readers_share_their_blocks_where_all_of_them_fit(usual, asked, is_shared, monkeypatch):
    monkeypatch.setattr("plyground.endgame.tablebase.MAX_SLOTS", usual)
    tablebase = tablebase_of("gardner")
    readers = [tablebase.open(asked) for _ in range(2)]
    positions = [each for each in random_table_positions("gardner", NUMBER, seed=3) if each.outcome is None]
    loaded = []
    load = tablebase.load
    monkeypatch.setattr(tablebase, "load", lambda block: loaded.append(block) or load(block))
    for reader in readers:
        for position in positions:
            table_value(reader.probe, position.rules, position.words)
    assert (len(loaded) == len(set(loaded))) is is_shared


@pytest.mark.parametrize("name", VARIANTS)
def test_what_no_table_reaches_is_not_known(name):
    game = get_game(name)
    reader = tablebase_of(name).open()
    assert table_value(reader.probe, game.rules, game.position().words) == NOT_IN_TABLE
    reader.switch(on=False)
    found = random_table_positions(name, 3, seed=8)
    assert {int(table_value(reader.probe, game.rules, each.words)) for each in found} == {NOT_IN_TABLE}
    few = tablebase_of(name, most_men=3).open()
    for position in random_table_positions(name, 20, seed=9):
        if usual_tables(game, None).men(position.words) > 3:
            assert table_value(few.probe, game.rules, position.words) == NOT_IN_TABLE


def test_two_kings_of_a_colour_are_in_no_table():
    position = get_game("minichess").position("k3k/5/5/5/K4 w - - 0 1")
    assert table_value(tablebase_of("minichess").open().probe, position.rules, position.words) == NOT_IN_TABLE


def test_games_without_tables_are_compiled_without_them():
    halma = get_game("halma-8x8")
    assert idle_probe(halma) == NoTables()
    assert table_value(NoTables(), halma.rules, halma.position().words) == NOT_IN_TABLE
    assert not has_counter(NoTables())


def test_each_metric_is_known_for_what_it_is():
    assert has_counter(tablebase_of("gardner").open().probe)
    assert not has_counter(tablebase_of("congo").open().probe)


def test_a_damaged_block_is_never_believed(tmp_path):
    game = get_game("gardner")
    packaged = Tables(game).package_folder() / "gardner" / "KQvK.table"
    data = bytearray(packaged.read_bytes())
    data[-10] ^= 255
    (tmp_path / "gardner").mkdir()
    (tmp_path / "gardner" / "KQvK.table").write_bytes(data)
    tablebase = Tablebase(Tables(game, tmp_path))
    reader = tablebase.open()
    position = game.position("5/5/2k2/Q4/K4 w - - 0 1")
    assert table_value(reader.probe, game.rules, position.words) == NOT_IN_TABLE
    assert len(tablebase.unusable) == 1
    assert "damaged in block 0" in tablebase.unusable[0]
    reader.switch(on=True)
    assert table_value(reader.probe, game.rules, position.words) == NOT_IN_TABLE


def test_threads_read_side_by_side():
    tablebase = tablebase_of("congo")
    readers = [tablebase.open() for _ in range(2)]
    for position in random_table_positions("congo", 20, seed=10):
        values = {int(table_value(reader.probe, position.rules, position.words)) for reader in readers}
        assert len(values) == 1
    assert readers[0].probe.address != readers[1].probe.address


def test_tables_for_another_counter_are_left_alone():
    game = get_game("minichess").with_settings({"quiet-plies": "20"})
    tablebase = Tablebase(usual_tables(game, None))
    assert all(not tablebase.tables.has_other_limit(file) for file in tablebase._files)
    assert len(tablebase._files) < len(tablebase_of("minichess")._files)
