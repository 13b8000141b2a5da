"""The file of tournaments."""

import sqlite3

import pytest

from arena.inline import InlineExecutor, plan
from plyground import Color, InvalidNotation, InvalidSetting, Record
from plyground.arena.openings import Opening
from plyground.arena.store import TournamentStore
from plyground.arena.task import Played, PlayedMove
from plyground.arena.tournament import Tournament


def filled(path):
    store = TournamentStore(path)
    Tournament(plan("random", "greedy"), store).run(InlineExecutor())
    return store


def test_games_are_kept_and_come_back_as_records(tmp_path):
    path = tmp_path / "games.db"
    filled(path).close()
    store = TournamentStore(path, must_exist=True)
    games = store.games()
    assert [game.number for game in games] == [1, 2, 3, 4]
    for game, record in zip(games, store.records(), strict=True):
        again = Record.parse(record.text())
        assert again.outcome.result == game.result
        assert again.outcome.termination == game.termination
        assert again.plies == game.plies
        assert again.tags["White"] == game.white
        assert "time" in again.comments[1]
    store.close()


def test_details_and_openings_are_kept(tmp_path):
    store = TournamentStore(tmp_path / "games.db")
    tournament = Tournament(plan("random", "dummy", rounds=1, game="gardner"), store)
    task = next(tournament._missing())
    task = type(task)(**{**vars(task), "opening": Opening(None, ("e2e3", "d4e3"))})
    moves = (PlayedMove("d2e3", "cp 12", 3, 400, 0.125),)
    store.add(tournament.number, task, Played(1, Color.WHITE, "crash", "It broke.", moves))
    (game,) = store.games(tournament.number)
    assert (game.termination, game.detail, game.plies, game.result) == ("crash", "It broke.", 1, "1-0")
    record = store.record(game)
    assert [str(move) for move in record.moves] == ["e2e3", "d4e3", "d2e3"]
    assert record.comments[3] == "score cp 12 depth 3 nodes 400 time 0.125"
    assert record.outcome_text == "white wins: crash"


def test_two_processes_on_one_tournament_and_a_full_disk_are_a_sentence(tmp_path):
    one = Tournament(plan("random", "greedy"), TournamentStore(tmp_path / "games.db"))

    def meanwhile(tournament, task, played):
        if played is not None and played.number == 1:
            Tournament(plan("random", "greedy"), TournamentStore(tmp_path / "games.db"), resume=True).run(
                InlineExecutor()
            )

    with pytest.raises(InvalidSetting, match=r"Another process plays the same tournament in the database .*games\.db"):
        one.run(InlineExecutor(), meanwhile)
    assert [game.number for game in one.games()] == [1, 2, 3, 4]
    full = TournamentStore(tmp_path / "full.db")
    (pages,) = full._database.execute("PRAGMA page_count").fetchone()
    full._database.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(InvalidSetting, match=r"database or disk is full\. The games it holds are kept"):
        Tournament(plan("random", "greedy", rounds=9), full).run(InlineExecutor())


def test_a_game_is_never_kept_twice(tmp_path):
    store = TournamentStore(tmp_path / "games.db")
    tournament = Tournament(plan("random", "dummy", rounds=1), store)
    task = next(tournament._missing())
    played = Played(1, None, "agreement", "", ())
    store.add(tournament.number, task, played)
    with pytest.raises(sqlite3.IntegrityError):
        store.add(tournament.number, task, played)
    assert len(store.games()) == 1


def test_the_file_is_strict_and_in_wal_mode(tmp_path):
    filled(tmp_path / "games.db").close()
    with sqlite3.connect(tmp_path / "games.db") as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("SELECT count(*) FROM pragma_table_list WHERE strict").fetchone() == (3,)
    database.close()


def test_files_that_are_no_store(tmp_path):
    with pytest.raises(InvalidSetting, match="There is no file"):
        TournamentStore(tmp_path / "missing.db", must_exist=True)
    empty = tmp_path / "empty.db"
    empty.touch()
    with pytest.raises(InvalidNotation, match="empty; it holds no tournament"):
        TournamentStore(empty, must_exist=True)
    assert empty.stat().st_size == 0
    (tmp_path / "text.db").write_text("no database at all, but long enough to be looked at " * 100)
    with pytest.raises(InvalidNotation, match="is not a database"):
        TournamentStore(tmp_path / "text.db")
    with sqlite3.connect(tmp_path / "other.db") as database:
        database.execute("CREATE TABLE game (x)")
    database.close()
    with pytest.raises(InvalidNotation, match="not one of tournaments"):
        TournamentStore(tmp_path / "other.db")
    with pytest.raises(InvalidSetting, match="cannot be opened"):
        TournamentStore(tmp_path / "no" / "folder.db")
