"""Tournaments in worker processes: hostile players, hangs, a killed referee, the command line."""

import contextlib
import errno
import json
import multiprocessing
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import pytest

from arena.inline import plan
from left_running import left_running
from plyground.arena import worker
from plyground.arena.output import json_text
from plyground.arena.report import report_html
from plyground.arena.store import TournamentStore
from plyground.arena.task import Played
from plyground.arena.time_control import TimeControl
from plyground.arena.tournament import Tournament
from plyground.arena.worker import GameWorker
from plyground.cli import main
from plyground.core.errors import InvalidSetting
from plyground.jobs import LocalExecutor
from plyground.jobs import worker as jobs_worker

MARK = f"plyground-marked-{os.getpid()}"
"""In the name of every hostile program, by which its processes are found."""

HOSTILE = {
    "crash": "import os; os.kill(os.getpid(), 11)",
    "hang": "while True: pass",
    "flood": "[print('x' * 1_000_000) for _ in range(1000)]",
    "fork": "import os, time\n    for _ in range(4):\n        if os.fork() == 0:\n            os.setsid()\n"
    "            os.fork()\n            time.sleep(300)\n    return None",
    "illegal": "return (('a', 0), ('e', 4))",
    "garbage": "return {object(): b'x'}",
}
REASONS = {
    "crash": {"crash"},
    "hang": {"time"},
    "flood": {"crash", "time"},  # on a busy machine its time may be up first
    "fork": {"illegal move"},
    "illegal": {"illegal move"},
    "garbage": {"illegal move"},
}


def test_hostile_players_lose_honest_ones_do_not_and_nothing_is_left_running(tmp_path):
    texts = ["greedy", "random@honest"]
    for name, body in HOSTILE.items():
        path = tmp_path / f"{MARK}-{name}.py"
        path.write_text(f"def studentAgent(gameboard):\n    {body}\n")
        texts.append(f"program:{path}@{name}")
    plans = [
        plan(*texts, form="gauntlet", rounds=1, time_control=TimeControl(movetime=0.4)),
        plan(*texts[2:5], rounds=1, time_control=TimeControl(movetime=0.4)),
    ]
    tournament, among_hostile = tournaments = [Tournament(each, TournamentStore(None)) for each in plans]
    with LocalExecutor(GameWorker, 2) as executor:
        for each in tournaments:
            each.run(executor)
    games = tournament.games() + among_hostile.games()
    assert len(games) == sum(each.games_planned for each in tournaments) == 20
    for game in games:
        honest = [name for name in (game.white, game.black) if name not in HOSTILE]
        if len(honest) == 1:
            (hostile,) = {game.white, game.black} - set(honest)
            assert {0: game.white, 1: game.black}.get(game.winner) == honest[0], game
            assert game.termination in REASONS[hostile], game
            assert game.detail
        elif not honest:
            loser = {0: game.black, 1: game.white}[game.winner]
            assert game.termination in REASONS[loser], game
    deadline = time.monotonic() + 60
    while left_running(MARK) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert left_running(MARK) == []
    page = report_html(tournament)
    assert "Games lost by failure" in page
    assert "wrote more than" in page
    assert json.loads(json_text(tournament))["players"][0]["games"] == 14


def arena_workers():
    """Return the processes that play for this one."""
    return [child.pid for child in multiprocessing.active_children() if child.is_alive()]


def test_a_game_whose_process_is_killed_is_played_again():
    """Somebody's `kill -9`, or the system out of memory, is no player's fault."""
    a_plan = plan("random@left", "greedy@right", rounds=3, seed=4)
    undisturbed, tournament = Tournament(a_plan, TournamentStore(None)), Tournament(a_plan, TournamentStore(None))
    killed = []

    def kill_once_a_game(_, task, played):
        if played is None and task.number <= 3:
            (pid,) = arena_workers()
            os.kill(pid, signal.SIGSTOP)
            threading.Timer(0.3, os.kill, (pid, signal.SIGKILL)).start()
            killed.append(pid)

    with LocalExecutor(GameWorker, 1) as executor:
        undisturbed.run(executor)
    with LocalExecutor(GameWorker, 1) as executor:
        tournament.run(executor, kill_once_a_game)
    assert len(set(killed)) == 3
    games = [(game.number, game.winner, game.termination, game.plies) for game in tournament.games()]
    assert games == [(game.number, game.winner, game.termination, game.plies) for game in undisturbed.games()]
    assert "crash" not in {game.termination for game in tournament.games()}


def test_a_game_that_brings_down_one_process_after_the_other_comes_to_an_end():
    tournament = Tournament(plan("random@left", "greedy@right", rounds=1), TournamentStore(None))
    done = threading.Event()

    def kill_all():
        while not done.wait(0.05):
            for pid in arena_workers():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill_all)
    with LocalExecutor(GameWorker, 1) as executor:
        killer.start()
        try:
            executor.submit(next(tournament._missing()))
            played = executor.next_finished()
        finally:
            done.set()
            killer.join()
    assert played.termination == "crash"
    assert played.detail == "The process ended 5 times (signal 9)."


def test_a_full_disk_is_a_sentence_and_nobodys_loss(monkeypatch):
    """Where a program's folder cannot be laid out, neither player is at fault."""
    monkeypatch.setattr(worker, "_play", _full)
    tournament = Tournament(plan("random@left", "greedy@right", rounds=1), TournamentStore(None))
    with LocalExecutor(GameWorker, 1) as executor:
        executor._workers[0].close()
        executor._workers[0] = _threaded()
        with pytest.raises(InvalidSetting) as said:
            tournament.run(executor)
    assert str(said.value) == "Game 1 could not be played here: No space left on device: /tmp/work"
    assert tournament.games_played == 0


def _full(*_):
    raise OSError(errno.ENOSPC, "No space left on device", "/tmp/work")


def _threaded():
    """Return a worker whose process is a thread of this one."""
    found = object.__new__(GameWorker)
    found.task, found._deaths, found._shared = None, 0, [0.0, 0.0]
    found.connection, other = multiprocessing.Pipe()
    thread = threading.Thread(target=_serve_here, args=(other, found._shared), daemon=True)
    thread.start()
    found._process = SimpleNamespace(is_alive=lambda: True, pid=None, join=lambda timeout=None: None)
    return found


def _serve_here(connection, shared):
    with (
        mock.patch.object(worker, "die_with_parent"),
        mock.patch.object(worker, "adopt_orphans"),
        mock.patch.object(jobs_worker.signal, "signal"),
    ):
        jobs_worker.serve(connection, partial(worker._referee, shared))


def test_what_a_player_is_said_to_have_done_may_be_any_text(tmp_path):
    store = TournamentStore(tmp_path / "games.db")
    a_plan = plan("random@left", "greedy@right", rounds=1)
    tournament = Tournament(a_plan, store)
    task = next(tournament._missing())
    store.add(tournament.number, task, Played(task.number, None, "crash", "said \ud800", ()))
    assert tournament.games()[0].detail == "said ?"
    store.close()


def test_a_player_within_the_process_that_does_not_answer_is_stopped():
    """A search of 40 plies cannot be interrupted from inside; the process is ended and the tournament goes on."""
    a_plan = plan("minimax:depth=40", "random", rounds=1, game="gardner", time_control=TimeControl(movetime=0.2))
    tournament = Tournament(a_plan, TournamentStore(None))
    with LocalExecutor(GameWorker, 2) as executor:
        tournament.run(executor)
    assert [(game.result, game.termination) for game in tournament.games()] == [("0-1", "time"), ("1-0", "time")]


def command(*arguments):
    return [sys.executable, "-m", "plyground", *map(str, arguments)]


def arguments_of_match(path, concurrency=2):
    options = ["--game", "minichess", "--rounds", 100, "--seed", 9, "--openings", "random:2"]
    options += ["--concurrency", concurrency]
    return ["match", "random@left", "greedy@right", *options, *(["--db", path] if path else [])]


def table(path):
    with sqlite3.connect(path) as database:
        rows = database.execute(
            "SELECT number, white, black, opening, result, termination, (SELECT group_concat(text, ' ') FROM "
            "(SELECT text FROM move WHERE game = game.id ORDER BY ply)) FROM game WHERE counted ORDER BY number"
        ).fetchall()
    database.close()
    return rows


def test_a_match_that_is_killed_is_resumed_to_the_table_of_an_unbroken_one(capsys, tmp_path):
    unbroken, broken = tmp_path / "unbroken.db", tmp_path / "broken.db"
    _, whole, _ = run(capsys, *arguments_of_match(unbroken, concurrency=1))
    process = subprocess.Popen(
        command(*arguments_of_match(broken)), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        time.sleep(0.02)
        if broken.exists() and _count(broken) >= 10:
            break
    workers = _children(process.pid)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    played = _count(broken)
    assert 10 <= played < 200
    deadline = time.monotonic() + 60
    while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers), "the workers go with their tournament"
    resumed = subprocess.run(
        command(*arguments_of_match(broken), "--resume"), capture_output=True, text=True, check=True
    )
    assert resumed.stdout == whole
    assert resumed.stderr.count("Finished game") == 200 - played, "no game is played twice"
    assert table(broken) == table(unbroken)


def _children(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _count(path):
    try:
        with sqlite3.connect(path) as database:
            return database.execute("SELECT count(*) FROM game").fetchone()[0]
    except sqlite3.OperationalError:
        return 0
    finally:
        database.close()


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as left:
        main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return left.value.code, out, err


def test_the_commands(capsys, tmp_path):
    db, page = tmp_path / "games.db", tmp_path / "report.html"
    status, out, err = run(
        capsys, "match", "greedy", "dummy", "--game", "minichess", "--rounds", 3, "--db", db, "--report", page
    )
    assert status == 0
    assert out.splitlines()[-1].startswith("result games 6 wins ")
    assert err.count("Finished game") == 6
    assert page.read_text().startswith("<!doctype html>")
    status, out, _ = run(
        capsys,
        "tournament",
        "random",
        "greedy",
        "dummy",
        "--format",
        "swiss",
        "--game",
        "minichess",
        "--rounds",
        2,
        "--db",
        db,
        "--json",
    )
    assert status == 0
    assert [player["name"] for player in json.loads(out)["players"]] == ["random", "greedy", "dummy"]
    status, out, _ = run(capsys, "ratings", "--db", db)
    assert status == 0
    assert out.splitlines()[1].split()[1] == "greedy"
    assert json.loads(run(capsys, "ratings", "--db", db, "--json")[1])[0]["name"] == "greedy"
    status, out, _ = run(capsys, "games-of", "--db", db)
    assert (status, len(out.splitlines())) == (0, 10)
    status, out, _ = run(capsys, "games-of", "--db", db, "--export", "-")
    assert out.count("[Game ") == 10
    again = run(capsys, "match", "greedy", "dummy", "--game", "minichess", "--rounds", 3, "--db", db, "--resume")
    assert again[1].splitlines()[-1].startswith("result games 6 wins ")
    assert "Finished game" not in again[2]


def test_ctrl_c_prints_the_table_of_what_has_been_played_and_the_match_can_be_gone_on_with(tmp_path):
    path = tmp_path / "games.db"
    process = subprocess.Popen(
        command(*arguments_of_match(path)), stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, process_group=0
    )
    lines = []
    while len(lines) < 20 and (line := process.stderr.readline()):
        lines.append(line)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does it
    out, rest = process.communicate(timeout=60)
    err = "".join(lines) + rest
    assert process.returncode == 130
    assert "Traceback" not in err
    played = int(re.search(r"Interrupted after (\d+) of 200 games\.", err)[1])
    assert 10 <= played < 200
    # a game may have been kept, and its line not been printed yet
    shown = err.count("Finished game")
    assert shown in {played - 1, played}
    assert out.splitlines()[-1].startswith(f"result games {played} wins ")
    assert "Lost by" not in out
    last = next(line for line in reversed(err.splitlines()) if line.startswith("Score of"))
    assert last.endswith(f"] {shown}")
    assert _count(path) == played


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["match", "random", "--game", "gardner"], "needs PLAYER-B"),
        (["match", "random", "nobody", "--game", "gardner"], "There is no player 'nobody'"),
        (["match", "random", "human", "--game", "gardner"], "plyground play"),
        (["match", "random", "dummy", "--game", "checkers"], "There is no game"),
        (["match", "random", "dummy", "--game", "gardner", "--rounds", "0"], "number of rounds cannot be 0"),
        (["match", "random", "dummy", "--game", "gardner", "--concurrency", "0"], "concurrency cannot be 0"),
        (["match", "random", "dummy", "--game", "gardner", "--time", "0"], "time a move cannot be 0"),
        (["match", "random", "dummy", "--game", "gardner", "--tc", "soon"], "should be seconds and increment"),
        (["match", "random", "dummy", "--game", "gardner", "--openings", "/nowhere"], "cannot be read"),
        (["match", "random", "dummy", "--game", "gardner", "--sprt", "elo0=9"], "elo0 below elo1"),
        (["match", "random", "dummy", "--game", "gardner", "--resume"], "--resume needs --db"),
        (["match", "random", "dummy", "--game", "gardner", "--seed", "-1"], "seed cannot be -1"),
        (["match", "random", "dummy", "--game", "gardner", "--hang", "0"], "--hang cannot be 0"),
        (["match", "random", "minimax:evaluation=x", "--game", "gardner"], "no evaluation 'x'"),
        (["match", "random", "program:/nowhere", "--game", "gardner"], "which is no file"),
        (["match", "random", "dummy", "--game", "gardner", "--db", "/nowhere/games.db"], "cannot be opened"),
        (["tournament", "random", "--game", "gardner"], "at least two players"),
        (["tournament", "random", "dummy", "greedy", "--game", "gardner", "--sprt", ""], "two players"),
        (["ratings", "--db", "/nowhere/games.db"], "There is no file"),
        (["games-of", "--db", "/nowhere/games.db"], "There is no file"),
    ],
)
def test_bad_input_is_one_sentence(capsys, arguments, sentence):
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.strip().count("\n") == 0
