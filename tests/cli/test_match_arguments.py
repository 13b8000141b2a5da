"""What `match` takes beside its options: a file of settings, fastchess's options, a log of UCI."""

import logging
import os
import sqlite3
import sys

import pytest

from plyground import get_game
from plyground.agents.roster import Entry
from plyground.agents.uci import UCI_LOG
from plyground.arena.store import TournamentStore
from plyground.core.outcome import Color

ENGINE = """
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == 'uci': print('uciok', flush=True)
    elif words[0] == 'isready': print('readyok', flush=True)
    elif words[0] == 'go': print('info depth 3 score cp 12\\nbestmove a2a3', flush=True)
"""
SETTINGS = """players = ["random@A", "dummy@B"]
game = "gardner"
rounds = 2
seed = 7
json = false
rule = ["ply-cap=40"]
win = { moves = 4, score = 600 }
"""


@pytest.fixture
def settings(tmp_path):
    path = tmp_path / "match.toml"
    path.write_text(SETTINGS)
    return path


def test_settings_come_from_a_file(command_line, settings, tmp_path):
    status, output, said = command_line("match", "--config", settings, "--db", tmp_path / "a.db")
    assert (status, "Results of A vs B" in output) == (0, True), said
    assert output.splitlines()[-1].startswith("result games 4 ")
    by_hand = command_line(
        "match", "random@A", "dummy@B", "--game", "gardner", "--rounds", 2, "--seed", 7, "--rule", "ply-cap=40",
        "--win", "moves=4,score=600",
    )  # fmt: skip
    assert by_hand[1] == output


def test_the_command_line_comes_first(command_line, settings):
    _, output, _ = command_line("match", "dummy@C", "random@D", "--config", settings, "--rounds=1")
    assert "Results of C vs D" in output
    assert output.splitlines()[-1].startswith("result games 2 ")
    _, output, _ = command_line("tournament", "--config", settings, "--rounds", "1")
    assert "A" in output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rounds = ", "are not TOML"),
        ("rouns = 3", "rouns"),
        ("players = 3", "`players`"),
        ("rounds = 1979-05-27", "it is a text or a number"),
        ("\xff", "are not TOML"),
        (None, "There is no file"),
    ],
)
def test_a_file_that_cannot_be_used_is_a_sentence(command_line, tmp_path, text, said):
    path = tmp_path / "match.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    status, output, error = command_line("match", "random", "dummy", "--game", "gardner", "--config", path)
    assert (status, output, error.count("\n")) == (2, "", 1)
    assert said in error


@pytest.mark.parametrize(
    ("token", "ours"),
    [
        ("-engine", "uci:COMMAND"),
        ("-each", "--tc S+INC"),
        ("-rounds", "--rounds N"),
        ("-games", "--rounds N"),
        ("-sprt", "--sprt elo0=0,elo1=5"),
        ("-openings", "--openings FILE"),
        ("-resign", "--win moves=4,score=600"),
        ("-pgnout", "--pgnout FILE.pgn"),
        ("-srand", "--seed N"),
        ("-quick", "--tc S+INC"),
        ("-noswap", "colours swapped"),
        ("-event", "--pgnout FILE.pgn"),
        ("-output", "--json"),
        ("-autosaveinterval", "--db FILE"),
        ("-tb", "--win moves=4"),
        ("-crc32", "--db FILE"),
        ("-testEnv", "not needed"),
        ("-force-concurrency", "--concurrency N"),
    ],
)
def test_fastchess_s_options_are_answered_by_ours(command_line, token, ours):
    status, output, said = command_line("match", token, "cmd=./a", "-zzz")
    assert (status, output, said.count("\n")) == (2, "", 1)
    assert said.startswith(f"plyground: fastchess's {token} is here ")
    assert ours in said
    assert "two hyphens" in command_line("match", "a", "b", "-zzz")[2]


def engine(tmp_path):
    path = tmp_path / "engine.py"
    path.write_text(ENGINE)
    return f"uci:{sys.executable} {path}"


def test_what_engines_are_told_is_logged(tmp_path, caplog):
    game = get_game("gardner")
    with caplog.at_level(logging.DEBUG, "plyground.uci"), Entry.parse(engine(tmp_path)).create(game) as player:
        player.new_game(game, Color.WHITE, 0)
    lines = [record.getMessage() for record in caplog.records if record.name == "plyground.uci"]
    assert any(line.endswith(" < uci") for line in lines)
    assert any(line.endswith(" > uciok") for line in lines)


def test_the_log_of_a_match_is_a_file(command_line, tmp_path, monkeypatch):
    monkeypatch.setitem(os.environ, UCI_LOG, "")
    path = tmp_path / "uci.log"
    command_line(
        "match", f"{engine(tmp_path)}@E", "random", "--game", "gardner", "--rounds", 1, "--nodes", 5, "--uci-log", path
    )
    text = path.read_text()
    assert " < go nodes 5\n" in text
    assert " > bestmove a2a3\n" in text
    status, _, said = command_line(
        "match", engine(tmp_path), "random", "--game", "gardner", "--uci-log", tmp_path / "none" / "uci.log"
    )
    assert (status, said.count("\n")) == (2, 1)


def test_scores_are_numbers_in_databases_old_and_new(tmp_path):
    path = tmp_path / "old.db"
    old = sqlite3.connect(path)
    TournamentStore(path).close()
    for column in ("cp", "mate"):  # as it was before there were any
        old.execute(f"ALTER TABLE move DROP COLUMN {column}")
    old.execute("PRAGMA foreign_keys = OFF")
    scores = ["cp 263", "cp -5", "win 5", "win 1", "loss 4", "exact 20", ""]
    old.executemany(
        "INSERT INTO move VALUES (1, ?, 'a2a3', ?, 3, 5, 0.1)", [(ply, score) for ply, score in enumerate(scores)]
    )
    old.commit()
    old.close()
    store = TournamentStore(path, must_exist=True)
    assert [move.score for move in store.moves(1)] == scores
    store.close()
    found = sqlite3.connect(path).execute("SELECT cp, mate FROM move ORDER BY ply").fetchall()
    assert found == [(263, None), (-5, None), (None, 3), (None, 1), (None, -2), (None, None), (None, None)]
