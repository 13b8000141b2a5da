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


# --- which files are read ---


def lay(folder, files):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


@pytest.mark.parametrize(
    "beside",
    [
        {"__init__.py": ""},
        {"test_ab.py": "import pytest\nimport AB\n"},
        {"plot.py": "import matplotlib.pyplot as plt\nimport os\n"},
        {"old.py": 'print "hi"\n'},
        {"scratch.py": "def f(:\n"},
        {"notes.py": "notes".encode("utf-16")},
        {"._AB.py": b"\0\x05\x16\x07" + bytes(100)},
        {"AB_friend.py": "import subprocess\n" + GOOD, "CSP.py": "import sys\n"},
        {"lib/broken.py": "x = = 1\n", "lib/os.py": "import os\n"},
        {f"A{number}.py": "import os\n" for number in range(30)},
        {"helper.so": b"\x7fELF", "helper.pyc": b"\0", "lib.zip": b"PK\x05\x06" + bytes(18)},
        # what Python's own random imports, but long before AB.py
        {"token.py": "def f(:\n", "os.py": "import socket\n"},
    ],
)
def test_what_is_not_imported_is_at_most_mentioned(tmp_path, beside):
    lay(tmp_path, beside)
    assert {kind for kind, _, _ in reported(tmp_path, "import random\n" + GOOD)} <= {"beside"}


@pytest.mark.parametrize(
    ("head", "files", "found"),
    [
        ("import os\n", {f"A{number}.py": "X = 1\n" for number in range(30)}, ("module", 1, "os")),
        ("import subprocess\n", {"subprocess/notes.txt": "x"}, "subprocess (Python's own, whatever lies beside AB.py)"),
        ("import os\n", {"os/__init__.py": ""}, "os (Python's own, whatever lies beside AB.py)"),
        ("import pkg\n", {"pkg/__init__.py": "import os\n"}, "os in pkg/__init__.py"),
        ("import lib.helper\n", {"lib/helper.py": "import os\n"}, "os in lib/helper.py"),
        ("from lib import helper\n", {"lib/helper.py": "import os\n"}, "os in lib/helper.py"),
        ("from lib.helper import f as g\n", {"lib/helper.py": "import os\n"}, "os in lib/helper.py"),
        ("import a.b.c\n", {"a/b/c.py": "", "a/b/__init__.py": "import os\n"}, "os in a/b/__init__.py"),
        ("import a\n", {"a/__init__.py": "from . import b\n", "a/b.py": "import os\n"}, "os in a/b.py"),
        ("import a.b.c\n", {"a/b/c.py": "from ..d import e\n", "a/d.py": "import os\n"}, "os in a/d.py"),
        (
            "import one\n",
            {"one.py": "import two\n", "two.py": "import three\n", "three.py": "import os\n"},
            "os in three.py",
        ),
        ("from a import *\n", {"a/__init__.py": "__all__ = ['b']\n", "a/b.py": "import os\n"}, "os in a/b.py"),
        ("def f():\n    import one\n", {"one.py": "import os\n"}, "os in one.py"),
        # a file that takes the place of an allowed module, directly or below random
        ("import queue\n", {"queue.py": "import os\n"}, "os in queue.py"),
        ("import statistics\n", {"statistics.py": "import os\n"}, "os in statistics.py"),
        ("import random\n", {"bisect.py": "import os\n"}, "os in bisect.py"),
        ("import operators\n", {"operators.py": "import os\n"}, "os in operators.py"),
        # a package comes before a file, a compiled module before its source
        ("import one\n", {"one.py": "", "one/__init__.py": "import os\n"}, "os in one/__init__.py"),
        ("import one\n", {"one.py": "", "one.so": b"\x7fELF"}, "one.so"),
        ("import one\n", {"one.pyc": b"\0"}, "one.pyc"),
        ("import one\n", {"one.py": b"# coding: latin-1\nname = '\xe9'\nimport os\n"}, "os in one.py"),
        ("import one\n", {"one.py": b"\xef\xbb\xbfimport os\n"}, "os in one.py"),
        ("import one\n", {"one.py": b"# coding: utf-7\n+AGkAbQBwAG8AcgB0ACAAbwBz-\n"}, "os in one.py"),
        ("import sys\nsys.path.append('lib')\nimport one\n", {"lib/one.py": "import os\n"}, "os in lib/one.py"),
        (
            "import sys as s\np = s.path\np[:0] = ['lib']\nimport one\n",
            {"lib/one.py": "import os\n"},
            "os in lib/one.py",
        ),
        (
            "import sys\nsys.path += [__file__[:-5] + 'lib']\nimport one\n",
            {"lib/one.py": "import os\n"},
            "os in lib/one.py",
        ),
        ("import sys\nsys.path.insert(0, 'z.zip')\nimport one\n", {"z.zip": "PK"}, "sys.path for z.zip"),
        ("import sys\nsys.path.insert(0, 'z.zip')\nimport one\n", {"z.zip": "PK"}, ("module", 3, "one")),
        ("import one\n", {"one.py": "def f(:\n"}, ("syntax", 1, "one.py: invalid syntax\ndef f(:")),
        (
            "import one\n",
            {"one.py": "x".encode("utf-16")},
            "one.py: it is not UTF-8 text, it looks like UTF-16; save it",
        ),
    ],
)
def test_what_is_imported_is_read_wherever_it_is(tmp_path, head, files, found):
    lay(tmp_path, files)
    seen = reported(tmp_path, head + GOOD)
    if isinstance(found, tuple):
        assert found in seen
    else:
        assert any(detail.startswith(found) for kind, _, detail in seen if kind in {"module", "file"}), seen


@pytest.mark.parametrize(
    ("head", "files"),
    [
        (
            "import tables\nfrom pkg import inner\nimport pkg.sub.deep\n",
            ["tables.py", "pkg/__init__.py", "pkg/inner.py"],
        ),
        ("import sys\nsys.path.append('lib')\nimport one\n", ["lib/one.py"]),
        ("import sys\nsys.path.insert(0, '.')\nsys.path.append('..')\n", []),
        (
            "import collections.abc\nx = collections.abc.Mapping\nvars = {}\nopen = []\nopen.append(1)\n",
            [],
        ),
        ("class A:\n    def exec(self): self.__dict__.update(a=getattr(self, 'b' + str(1)))\nglobals()['x'] = 1\n", []),
    ],
)
def test_files_of_ones_own_and_usual_words_are_no_breach(tmp_path, head, files):
    lay(tmp_path, {**dict.fromkeys(files, ""), "pkg/sub/deep.py": ""})
    assert not reported(tmp_path, head + GOOD)


def test_a_name_of_pythons_may_be_another_modules(tmp_path):
    assert reported(tmp_path, "from re import compile\nx = compile('a')\n" + GOOD) == [("module", 1, "re")]


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("e = exec\n", "exec"),
        ("list(map(__import__, ['os']))\n", "__import__"),
        ("@exec\n@input\nclass A: pass\n", "exec"),
        ("getattr(__builtins__, 'ex' + 'ec')('import os')\n", "__builtins__"),
        ("import sys\nsys.modules['os']\n", "sys.modules"),
        ("import sys as s\nm = s\nm.modules\n", "sys.modules"),
        ("from sys import modules as m\n", "sys.modules"),
        ("from sys import *\nmodules['os']\n", "sys.modules"),
        ("import sys\ngetattr(sys, 'mod' + 'ules')\n", "sys.modules"),
        ("import sys\nvars(sys)['modules']\n", "sys.modules"),
        ("import sys\nsys.__dict__['modules']\n", "sys.modules"),
        ("import sys\ngetattr(sys, input())\n", "getattr() on sys"),
        ("import importlib\nimportlib.import_module('os')\n", "import_module"),
        ("import builtins\nbuiltins.exec('import os')\n", "builtins"),
        ("globals()['__builtins__']\n", "__builtins__"),
        ("globals()['__buil' + 'tins__']\n", "__builtins__"),
        ("globals()[''.join(['__built', 'ins__'])]\n", "__builtins__"),
        ("globals()['__snitliub__'[::-1]]\n", "__builtins__"),
        ("().__class__.__base__.__subclasses__()\n", "__subclasses__"),
        ("def f(): pass\nf.__globals__\n", "__globals__"),
        ("__loader__.load_module('os')\n", "__loader__"),
        ("import random\nrandom._os.system('ls')\n", "os (as random._os)"),
        ("from random import _os\n", "os (as random._os)"),
        ("eval(\"__import__('os')\")\n", "__import__()"),
        ("import enum\nenum.bltns.exec('1')\n", "builtins (as enum.bltns)"),
        ("print('x')\n" * 300 + "import os\n", "os"),
    ],
)
def test_other_names_for_what_imports_anything(tmp_path, source, named):
    assert named in {detail for kind, _, detail in reported(tmp_path, source + GOOD) if kind == "module"}


def test_more_files_than_are_read_is_no_pass(launcher, tmp_path):
    lay(tmp_path, {f"m{number}.py": f"import m{number + 1}\n" for number in range(400)})
    (tmp_path / "AB.py").write_text("import m0\n" + GOOD)
    looked = make("minichess", {}, {}, launcher, 1).look(Submission("ann", tmp_path))
    assert looked.trouble == "AB.py: it imports more than 300 files of its own; not all are read."


def test_the_file_of_a_breach_is_named(launcher, tmp_path):
    lay(tmp_path, {"AB.py": "import pkg.one\n" + GOOD, "pkg/one.py": "\nimport os\n", "own.py": "import os\n"})
    looked = make("minichess", {}, {}, launcher, 1).look(Submission("ann", tmp_path))
    assert looked.withheld.startswith("The points do not count, because of line 2 of pkg/one.py: It imports os")
    assert [remark.kind for remark in looked.remarks] == ["beside", "module"]
    (tmp_path / "pkg" / "one.py").write_text("def f(:\n")
    looked = make("minichess", {}, {}, launcher, 1).look(Submission("ann", tmp_path))
    assert looked.trouble.startswith("pkg/one.py, line 1: invalid syntax.")
