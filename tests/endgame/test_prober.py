"""The tables as a search asks them say what they say to everybody else, also with room for few blocks."""

import pytest

from endgame.table_positions import VARIANTS, random_table_positions
from plyground import get_game
from plyground.endgame import probe, prober
from plyground.endgame.lookup import usual_tables
from plyground.endgame.prober import NOT_KNOWN, NoTables, Shelf, has_counter, idle_prober, table_value
from plyground.endgame.store import Tables
from plyground.endgame.values import verdict_of
from plyground.kernel.compile import JIT

NUMBER = 300 if JIT else 4


def shelf_of(name, most_men=7):
    return Shelf(usual_tables(get_game(name), None), most_men)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("slots", [1, 3, 512])
def test_a_search_finds_what_a_probe_finds(name, slots, monkeypatch):
    monkeypatch.setattr(prober, "MAX_SLOTS", slots)
    reader = shelf_of(name).open()
    for position in random_table_positions(name, NUMBER, seed=8):
        if position.outcome is None:
            value = int(table_value(reader.prober, position.rules, position.words))
            assert verdict_of(value) == probe(position).verdict, position.text


@pytest.mark.parametrize(("slots", "is_shared"), [(512, True), (2, False)])
def test_readers_share_their_blocks_where_all_of_them_fit(slots, is_shared, monkeypatch):
    monkeypatch.setattr(prober, "MAX_SLOTS", slots)
    shelf = shelf_of("gardner")
    readers = [shelf.open() for _ in range(2)]
    positions = [each for each in random_table_positions("gardner", NUMBER, seed=3) if each.outcome is None]
    loaded = []
    load = shelf.load
    monkeypatch.setattr(shelf, "load", lambda block: loaded.append(block) or load(block))
    for reader in readers:
        for position in positions:
            table_value(reader.prober, position.rules, position.words)
    assert (len(loaded) == len(set(loaded))) is is_shared


@pytest.mark.parametrize("name", VARIANTS)
def test_what_no_table_reaches_is_not_known(name):
    game = get_game(name)
    reader = shelf_of(name).open()
    assert table_value(reader.prober, game.rules, game.position().words) == NOT_KNOWN
    reader.switch(on=False)
    found = random_table_positions(name, 3, seed=8)
    assert {int(table_value(reader.prober, game.rules, each.words)) for each in found} == {NOT_KNOWN}
    few = shelf_of(name, most_men=3).open()
    for position in random_table_positions(name, 20, seed=9):
        if usual_tables(game, None).men(position.words) > 3:
            assert table_value(few.prober, game.rules, position.words) == NOT_KNOWN


def test_two_kings_of_a_colour_are_in_no_table():
    position = get_game("minichess").position("k3k/5/5/5/K4 w - - 0 1")
    assert table_value(shelf_of("minichess").open().prober, position.rules, position.words) == NOT_KNOWN


def test_games_without_tables_are_compiled_without_them():
    halma = get_game("halma-8x8")
    assert idle_prober(halma) == NoTables()
    assert table_value(NoTables(), halma.rules, halma.position().words) == NOT_KNOWN
    assert not has_counter(NoTables())


def test_each_metric_is_known_for_what_it_is():
    assert has_counter(shelf_of("gardner").open().prober)
    assert not has_counter(shelf_of("congo").open().prober)


def test_a_damaged_block_is_never_believed(tmp_path):
    game = get_game("gardner")
    packaged = Tables(game).packaged_folder() / "gardner" / "KQvK.table"
    data = bytearray(packaged.read_bytes())
    data[-10] ^= 255
    (tmp_path / "gardner").mkdir()
    (tmp_path / "gardner" / "KQvK.table").write_bytes(data)
    shelf = Shelf(Tables(game, tmp_path))
    reader = shelf.open()
    position = game.position("5/5/2k2/Q4/K4 w - - 0 1")
    assert table_value(reader.prober, game.rules, position.words) == NOT_KNOWN
    assert len(shelf.left_out) == 1
    assert "damaged in block 0" in shelf.left_out[0]
    reader.switch(on=True)
    assert table_value(reader.prober, game.rules, position.words) == NOT_KNOWN


def test_threads_read_side_by_side():
    shelf = shelf_of("congo")
    readers = [shelf.open() for _ in range(2)]
    for position in random_table_positions("congo", 20, seed=10):
        values = {int(table_value(reader.prober, position.rules, position.words)) for reader in readers}
        assert len(values) == 1
    assert readers[0].prober.facts != readers[1].prober.facts


def test_tables_for_another_counter_are_left_alone():
    game = get_game("minichess").with_settings({"quiet-plies": "20"})
    shelf = Shelf(usual_tables(game, None))
    assert all(not shelf.tables.has_other_limit(file) for file in shelf._files)
    assert len(shelf._files) < len(shelf_of("minichess")._files)
