"""Minichess: what the source of an AB.py may hold, read in a process of its own."""

import json
import subprocess
import sys
from importlib.resources import files

import pytest

from plyground.courses.minichess.grade import ALLOWED_MODULES
from plyground.grading import python2
from plyground.grading.assignment import make
from plyground.grading.submission import Submission
from plyground.programs.ending import Ended
from plyground.programs.program import Program

REPORTER = files("plyground.courses.minichess").joinpath("source_report.py")


def reported(tmp_path, source):
    """Return what is found in an AB.py, by the reporter run as it is in the sandbox."""
    (tmp_path / "AB.py").write_text(source)
    done = subprocess.run(
        [sys.executable, str(REPORTER), *ALLOWED_MODULES], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    return [tuple(found) for found in json.loads(done.stdout)]


GOOD = "def studentAgent(gameboard): pass\n"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import sys, random, heapq\nfrom collections import deque\nfrom typing import *\n", []),
        ("from __future__ import annotations\nimport operator\n", []),
        ("import os\n", [("module", 1, "os")]),
        ("import random, time\n", [("module", 1, "time")]),
        ("def f():\n    from os.path import join\n", [("module", 2, "os.path")]),
        ("x = __import__('os')\n", [("module", 1, "__import__()")]),
        ("exec('import os')\n", [("module", 1, "exec()")]),
        ("open('x')\n", [("call", 1, "open()")]),
        ("open('x', 'rb')\n", [("call", 1, "open()")]),
        ("open('x', 'w')\n", [("module", 1, "open() for writing")]),
        ("open('x', mode='a')\n", [("module", 1, "open() for writing")]),
        ("eval('1')\ninput()\n", [("call", 1, "eval()"), ("call", 2, "input()")]),
        ("start = {('a', 0): ('Rook', 'White'), ('e', 4): ('King', 'Black')}\n", []),
        (
            "start = {('g', 6): ('Ferz', 'Black')}\n",
            [("edition", 1, "the piece Ferz"), ("edition", 1, "the square ('g', 6)")],
        ),
        ("\n\nprint('x')\n", [("print", 3, "")]),
        ("try: pass\nfinally:\n    raise ValueError\n", [("raise", 3, "")]),
        ("import sys\nsys.stdout.write('x')\n", [("output", 2, "sys.stdout")]),
        ("import sys\nconfig = sys.argv\n", []),
    ],
)
def test_what_the_source_may_hold(tmp_path, source, found):
    assert reported(tmp_path, source + GOOD) == found


def test_files_beside_it_may_be_imported_and_are_looked_at(tmp_path):
    (tmp_path / "tables.py").write_text("import socket\n")
    assert reported(tmp_path, "import tables\n" + GOOD) == [("module", 1, "socket in tables.py")]


@pytest.mark.parametrize(
    "source",
    [
        GOOD,
        f"async {GOOD}",
        "studentAgent = lambda board: None\n",
        "class studentAgent: pass\n",
        "from tables import studentAgent\n",
    ],
)
def test_ways_to_define_the_function(tmp_path, source):
    assert not [found for found in reported(tmp_path, source) if found[0] == "missing"]


@pytest.mark.parametrize(
    ("head", "sign"),
    [
        ("def studentAgent(gameboard: List[Tuple[str, str]]): pass\n", "a gameboard that is a list"),
        ("def studentAgent(gameboard, rows, cols): pass\n", "a studentAgent of 3 arguments"),
        ("def studentAgent(gameboard, depth=3): pass\n", ""),
        ("def studentAgent(gameboard: dict): pass\n", ""),
    ],
)
def test_a_function_that_another_year_asked_for(tmp_path, head, sign):
    assert [found[2] for found in reported(tmp_path, head) if found[0] == "edition"] == [sign][: bool(sign)]


@pytest.mark.parametrize(
    ("line", "sign"),
    [
        ("raise ValueError, 'no move'", "raise with a comma"),
        ("name = `3`", "backticks"),
        ("if 1 <> 2: pass", "<>"),
        ("most = 10L", "a number that ends with L"),
        ("x = = 10", ""),
        ("return (", ""),
    ],
)
def test_what_only_python_2_could_read(tmp_path, line, sign):
    ((kind, number, detail),) = reported(tmp_path, f"import sys\n{line}\n")
    assert (kind, number) == ("syntax", 2)
    assert python2.sentence(detail) == (f"This is Python 2 ({sign}); programs are run by Python 3." if sign else "")
    trace = subprocess.run([sys.executable, tmp_path / "AB.py"], capture_output=True, text=True, check=False).stderr
    assert python2.sentence(trace) == python2.sentence(detail)


def test_a_source_that_is_none(tmp_path):
    assert reported(tmp_path, "x = = 1\n") == [("syntax", 1, "AB.py: invalid syntax\nx = = 1")]
    assert reported(tmp_path, "x = 1\n") == [("missing", 0, "studentAgent")]


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"{}",
        b"not JSON",
        b'[["module", "<script>", "os"]]',
        b'[["module", -1, "os"]]',
        b'[["evil", 1, "os"]]',
        b'[["module", 1, {}]]',
        b'[["module", 1]]',
        b"[" * 100_000,
    ],
)
def test_an_answer_that_no_check_of_a_source_gives_is_not_believed(launcher, tmp_path, monkeypatch, answer):
    """Whoever can forge the answer can at most spoil it."""
    minichess = make("minichess", {}, {}, launcher, 1)
    (tmp_path / "AB.py").write_text("import os\n" + GOOD)
    submission = Submission("ann", tmp_path)
    assert [remark.kind for remark in minichess.look(submission).remarks] == ["module"]
    monkeypatch.setattr(Program, "communicate", lambda self: Ended(0, 0.0, 0.0, 0.0, answer, ""))
    looked = minichess.look(submission)
    assert looked.trouble == "AB.py could not be read: the one who read it ended with exit status 0."
    assert [remark.kind for remark in looked.remarks] == ["syntax"]


def test_half_a_character_in_a_source_can_be_told(launcher, tmp_path):
    (tmp_path / "AB.py").write_text("import os\n" + GOOD)
    (tmp_path / "half\udcff.py").write_text("import socket\n")
    looked = make("minichess", {}, {}, launcher, 1).look(Submission("ann", tmp_path))
    told = [remark.text for remark in looked.remarks]
    assert "\n".join(told).encode()
    assert any("socket" in text for text in told)
