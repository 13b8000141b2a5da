"""Minichess: games of a program that draws no lots are played together, and are those that it plays alone."""

import ast
from contextlib import closing
from dataclasses import replace

import pytest

from plyground.core.record import Record
from plyground.courses.minichess import source_rules
from plyground.courses.minichess.player import ab_text
from plyground.courses.minichess.shared_games import SharedGames
from plyground.grading.assignment import make
from plyground.grading.check import Check
from plyground.grading.run import grade_all
from plyground.grading.store import CheckStore
from plyground.grading.submission import Submission

QUICK = ab_text().replace("GAME_NODES = 700000", "GAME_NODES = 6000").replace("MIN_NODES = 600", "MIN_NODES = 100")
"""Our AB.py with a hundredth of its nodes: it remembers what it has searched, and how many nodes are left."""
PLAYERS = {"random": "random", "greedy": "greedy", "minimax": "minimax:depth=2,evaluation=smart"}


def opponents():
    return [
        {"name": name, "title": name, "player": player, "points": 1.0, "required": 1.0}
        for name, player in PLAYERS.items()
    ]


def handed_in(tmp_path, source):
    (tmp_path / "AB.py").write_text(source)
    return Submission("ann", tmp_path, digest="ann")


@pytest.fixture
def assignment(launcher):
    """Four games against each of three opponents."""
    tables = {"minichess": {"games": 4, "reference_games": 0, "certainty": 0.0, "opponents": opponents()}}
    return make("minichess", tables, {}, launcher, 1)


def started(monkeypatch, launcher):
    """Return a list to which each start of a program adds its command."""
    commands, start = [], type(launcher).start

    def counted(self, submission, command, **options):
        commands.append(command)
        return start(self, submission, command, **options)

    monkeypatch.setattr(type(launcher), "start", counted)
    return commands


def records(grade):
    return {(check.case, check.number): check.record for found in grade.cases for check in found.checks}


def test_games_together_are_those_of_processes_of_their_own(assignment, launcher, tmp_path, monkeypatch):
    submission, commands = handed_in(tmp_path, QUICK), started(monkeypatch, launcher)
    (together,) = grade_all(assignment, [submission], CheckStore(None, {}))
    assert len(commands) == 1 + 3 + 1, "the reader of the source, the first game of each case, and one for all others"
    assert together.facts["Games"].startswith("9 played together, since AB.py draws no lots")
    assert [check.is_shared for check in together.cases[0].checks] == [False, True, True, True]
    assert not together.remarks, "it is nothing that is to be told"
    monkeypatch.setattr(assignment, "plays_together", lambda looked: False)
    (alone,) = grade_all(assignment, [submission], CheckStore(None, {}))
    assert records(together) == records(alone)
    assert together.points == alone.points


def test_a_program_that_draws_lots_plays_alone(assignment, tmp_path):
    source = QUICK.replace("random.Random(3243)", "random.Random()")
    assert source != QUICK
    (grade,) = grade_all(assignment, [handed_in(tmp_path, source)], CheckStore(None, {}))
    assert not any(check.is_shared for found in grade.cases for check in found.checks)
    assert "Games" not in grade.facts


def test_nothing_counts_if_a_game_of_its_own_shows_other_answers(assignment, tmp_path):
    submission = handed_in(tmp_path, QUICK)
    case = assignment.cases[0]
    first = assignment.check(submission, case, 1)
    tasks = [(case, 2), (case, 3)]
    assert len(assignment.check_together(submission, tasks, [first])) == 2
    other = "b2b3" if Record.parse(first.record).moves[0].text != "b2b3" else "c2c3"
    doubtful = replace(first, record=Record.from_moves(assignment._game, [other]).text())
    assert assignment.check_together(submission, tasks, [first, doubtful]) == []
    assert assignment.check_together(submission, tasks, [replace(first, verdict="illegal")]) == []


CRASHING = QUICK.replace("def studentAgent(gameboard", "def play(gameboard") + (
    "\nMOVES = []\n"
    "def studentAgent(gameboard):\n"
    "    MOVES.append(1)\n"
    "    if len(MOVES) == 2 and ('a', 2) in gameboard:\n"
    "        raise ValueError('not this one')\n"
    "    return play(gameboard)\n"
)


def test_where_the_program_fails_games_are_played_alone_and_say_why(assignment, tmp_path):
    (grade,) = grade_all(assignment, [handed_in(tmp_path, CRASHING)], CheckStore(None, {}))
    checks = [check for found in grade.cases for check in found.checks]
    failed = [check for check in checks if check.verdict == "crash"]
    assert all("not this one" in check.sentence and not check.is_shared for check in failed)
    assert len(checks) == 12
    assert all(check.record for check in checks)


def test_answers_are_compared_where_both_have_been():
    shared = SharedGames()
    shared.answers = {(): "c2c3", ("c2c3", "a4a3"): "e2e3"}
    from plyground.core.registry import get_game

    game = get_game("minichess")
    assert shared.confirms(Record.from_moves(game, ["c2c3", "a4a3", "e2e3"]))
    assert shared.confirms(Record.from_moves(game, ["c2c3", "b4b3"]))
    assert not shared.confirms(Record.from_moves(game, ["c2c3", "a4a3", "d2d3"]))


@pytest.mark.parametrize(
    ("source", "is_alike"),
    [
        ("import random\nDICE = random.Random(5)\nDICE.random()", True),
        ("from random import Random\nDICE = Random('x')", True),
        ("import random\nrandom.seed(5)\ndef f(moves): return random.choice(moves)", True),
        ("import random", True),
        ("hash = 5\nhash", True),
        ("import random\ndef f(moves): return random.choice(moves)", False),
        ("import random\nrandom.choice([1])\nrandom.seed(5)", False),
        ("import random\nrandom.seed()\nrandom.random()", False),
        ("import random\nrandom.seed(5)\nrandom.Random()", False),
        ("import random\nDICE = random.Random(None)", False),
        ("import random as r\nr.SystemRandom(5).random()", False),
        ("from random import *\nshuffle([])", False),
        ("import random\nlots = random\nlots.random()", False),
        ("import random\ngetattr(random, 'random')()", False),
        ("def f(x): return id(x)", False),
        ("def f(x): return hash(x)", False),
    ],
)
def test_lots_are_seen_in_the_source(source, is_alike):
    tree = ast.parse(source)
    assert source_rules.is_deterministic(tree, source_rules.Names(tree, frozenset({"random"}))) == is_alike


@pytest.mark.parametrize(
    ("files", "is_alike"),
    [
        ({"AB.py": "import heapq, json"}, True),
        ({"AB.py": "import time"}, False),
        ({"AB.py": "import threading"}, False),
        ({"AB.py": "import numpy"}, False),
        ({"AB.py": "open('x')"}, False),
        ({"AB.py": "import engine", "engine.py": "import math"}, True),
        ({"AB.py": "import engine", "engine.py": "import random\nrandom.random()"}, False),
        ({"AB.py": "import engine", "engine.py": "import os"}, False),
        ({"AB.py": "from lib.engine import x", "lib/engine.py": "import uuid\nx = uuid.uuid4()"}, False),
    ],
)
def test_so_are_clocks_files_and_lots_in_what_it_imports(launcher, tmp_path, files, is_alike):
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text + "\n")
    (tmp_path / "AB.py").write_text(files["AB.py"] + "\ndef studentAgent(gameboard): pass\n")
    minichess = make("minichess", {}, {}, launcher, 1)
    looked = minichess.look(Submission("ann", tmp_path))
    assert minichess.plays_together(looked) == is_alike
    assert not make("minichess", {"minichess": {"opening_plies": 2}}, {}, launcher, 1).plays_together(looked)


def test_what_was_seen_is_kept(tmp_path, launcher):
    submission = handed_in(tmp_path, QUICK)
    with closing(CheckStore(tmp_path / "class.db", {})) as store:
        store.keep_look(submission, make("minichess", {}, {}, launcher, 1).look(submission))
        assert store.look(submission).is_deterministic


def test_that_it_was_shared_is_kept():
    check = Check("dummy", 2, 1.0, "won", "Won.", is_shared=True)
    assert Check.from_json(check.to_json()).is_shared
