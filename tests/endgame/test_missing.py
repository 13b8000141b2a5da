"""What is not built is said in a sentence, with the command that builds it."""

import shutil

import pytest

from plyground import get_game
from plyground.endgame.lookup import usual_tables
from plyground.endgame.missing import duration_text, missing_for, missing_of, size_text
from plyground.endgame.store import Tables

FIVE_MEN = "2k1q/4B/5/K4/1Q3 w - - 0 1"


@pytest.fixture(autouse=True)
def no_tables_of_the_user(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_TABLES", str(tmp_path / "tables"))


def test_five_men_are_missing_until_they_are_built(tmp_path):
    game = get_game("gardner")
    tables = Tables(game)
    found = missing_for(game.position(FIVE_MEN), tables)
    assert found.sentence.startswith("There is no table of KQBvKQ on this machine.")
    assert found.command == "plyground tablebase build gardner --pieces 5"
    found = missing_of(tables)
    assert found.sentence.startswith("110 tables of five men are not on this machine.")
    assert "5 min" in found.sentence
    assert "48.9 MiB" in found.sentence
    # any file will do here: whoever asks it is told what is wrong with it
    folder = tmp_path / "tables" / "gardner"
    folder.mkdir(parents=True)
    (folder / "KQBvKQ.table").write_bytes(b"")
    assert missing_for(game.position(FIVE_MEN), tables) is None
    assert missing_of(tables).sentence.startswith("109 tables of five men")


def test_what_no_table_could_know_is_not_missing():
    game = get_game("gardner")
    tables = Tables(game)
    for text in ("5/5/5/5/K1k2 w - - 0 1", "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", "5/5/2k2/Q4/K4 w - - 0 1"):
        assert missing_for(game.position(text), tables) is None
    assert missing_for(get_game("amazons").position(), None) is None


def test_a_table_of_six_men_is_built_by_itself():
    game = get_game("gardner")
    found = missing_for(game.position("2k1q/1p3/5/K1P2/1Q3 w - - 0 1"), Tables(game))
    assert found.sentence.startswith("There is no table of KQPvKQP on this machine.")
    assert found.command == "plyground tablebase build gardner --material KQPvKQP"
    assert missing_for(game.position("2k1q/1pB2/5/K1P2/1Q3 w - - 0 1"), Tables(game)) is None


def test_a_small_game_is_solved_as_a_whole():
    found = missing_for(get_game("halma-5x5").position(), None)
    assert found.command == "plyground solve halma-5x5 --all"


def test_a_table_that_is_built_later_is_found(tmp_path):
    game = get_game("minichess")
    tables = Tables(game, tmp_path)
    packaged = usual_tables(game, None)
    material = tables.materials(2)[0]
    tables.package_folder = lambda: tmp_path / "nowhere"
    assert tables.table(material) is None
    tables.path(material).parent.mkdir()
    shutil.copy(packaged.path(material, packaged.package_folder()), tables.path(material))
    assert tables.table(material) is not None


def test_times_and_sizes_for_people():
    assert [duration_text(seconds) for seconds in (3.4, 119, 300)] == ["3 s", "119 s", "5 min"]
    assert [size_text(size) for size in (90 << 10, 5 << 20)] == ["90 KiB", "5.0 MiB"]
