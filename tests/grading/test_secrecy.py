"""Without walls: our solver, our environment and other submissions cannot be read; a name is not ours by its look."""

import contextlib
import os
import sys
from pathlib import Path

import pytest

import plyground
from plyground.grading.launcher import PYTHON, Launcher
from plyground.grading.secrecy import hide_files, secrets
from plyground.grading.settings import SandboxSettings
from plyground.grading.submission import Submission, Wanted, collect
from plyground.programs import protection
from plyground.programs.protection import WALLS, available_modes, python_folders

UNSAFE = Launcher("limits", SandboxSettings(memory=256, files=8, output=1, processes=24))
READER = """
import os, sys
for name in sys.argv[1:]:
    found = []
    for place, _, names in os.walk(name):
        found += [os.path.join(place, file) for file in names]
    for path in found[:3] or [name]:
        try: print(bool(open(path).read()))
        except (OSError, UnicodeDecodeError): pass
sys.path[:0] = sys.argv[1:]
try: from plyground import answer; print('our solver')
except ImportError: pass
"""


@pytest.fixture
def passable(tmp_path):
    """A folder that every user can reach."""
    for folder in (tmp_path, *tmp_path.parents):
        if folder.owner() == tmp_path.owner() and "pytest" in str(folder):
            folder.chmod(0o755)
    return tmp_path


@pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user's programs are that user")
@pytest.mark.skipif("limits" not in available_modes(), reason="needs Linux")
def test_without_walls_neither_our_solver_nor_other_submissions_can_be_read(passable):
    package = passable / "site" / "plyground"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("answer = 10")
    (passable / "class" / "ann").mkdir(parents=True)
    (passable / "class" / "ann" / "AB.py").write_text("her secret")
    (passable / "bob.py").write_text("his secret")
    bob = Submission("eve", passable / "copy")
    bob.folder.mkdir()
    hidden = [package, passable / "class", passable / "bob.py"]
    modes = [path.stat().st_mode for path in hidden]
    names = [str(path) for path in (package.parent, *hidden)]

    def seen():
        command = [PYTHON, "read.py", *names]
        files = {"read.py": READER.encode()}
        with UNSAFE.start(bob, command, cpu_seconds=9, wall_seconds=30, files=files) as program:
            return program.communicate().output.decode().split("\n")[:-1]

    assert "our solver" in seen()
    with hide_files(UNSAFE, hidden):
        assert [path.stat().st_mode & 0o777 for path in hidden] == [0o700, 0o700, 0o600]
        assert seen() == []
    assert [path.stat().st_mode for path in hidden] == modes


def test_what_is_to_be_hidden(passable):
    (passable / "ann").mkdir()
    found = secrets(UNSAFE, [str(passable / "ann"), "no-such-command --at all"])
    assert Path(plyground.__file__).parent.resolve() in found
    assert Path(sys.prefix).resolve() in found
    assert (passable / "ann").resolve() in found
    assert all(path.exists() for path in found)
    assert Path("/tmp") not in secrets(UNSAFE, ["/tmp"]), "a program's own folder is there"


def test_walls_hide_enough(passable):
    (passable / "ann").mkdir(mode=0o755)
    with hide_files(Launcher("namespaces", SandboxSettings()), [passable / "ann"]):
        assert (passable / "ann").stat().st_mode & 0o777 == 0o755


def test_an_executable_called_like_our_command_is_its_authors(passable, launcher):
    (passable / "ann").mkdir()
    (passable / "ann" / "plyground").write_text("#!/bin/sh\necho my own: $*\n")
    (passable / "ann" / "plyground").chmod(0o755)
    (passable / "copies").mkdir()
    (submission,) = collect([str(passable / "ann")], Wanted(usual=("homework",)), passable / "copies")
    assert submission.command == ("./plyground",)
    with launcher.start(submission, [*submission.command, "congo"], cpu_seconds=9, wall_seconds=30) as program:
        assert program.communicate().output == b"my own: congo\n"


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
@pytest.mark.parametrize("mode", [mode for mode in available_modes() if mode in WALLS])
def test_behind_walls_our_solver_is_not_there_wherever_it_is_installed(passable, monkeypatch, mode):
    """As with ``pip install plyground`` into the system's own Python, which every program may read."""
    package = passable / "usr" / "plyground"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("answer = 10")
    monkeypatch.setattr(
        "plyground.grading.launcher.python_folders", lambda python: [*python_folders(python), package.parent]
    )
    eve = Submission("eve", passable / "copy")
    eve.folder.mkdir()
    walled = Launcher(mode, SandboxSettings(memory=256, files=8, output=1, processes=24))

    def seen():
        files = {"read.py": READER.encode()}
        command = [PYTHON, "read.py", str(package.parent)]
        with walled.start(eve, command, cpu_seconds=9, wall_seconds=30, files=files) as program:
            return program.communicate().output.decode()

    assert "our solver" in seen()
    monkeypatch.setattr(plyground, "__file__", str(package / "__init__.py"))
    assert seen() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows gives each user folders of their own")
def test_what_a_grading_writes_is_its_owners_alone(command_line, passable, monkeypatch):
    """Its tables and pages hold the answers that were expected, which the next programs could read."""
    monkeypatch.chdir(passable)
    monkeypatch.setattr(protection, "available_modes", lambda: ("limits",))
    Path("eve.py").write_text("import sys; print('wrong')")
    Path("ann.py").write_text("print('wrong')")
    Path("config.toml").write_text("[starcircle]\ninputs = 1")
    before = os.umask(0o022)
    try:
        written = ("--report", "pages", "--json", "all.json", "--csv", "all.csv", "--db", "all.db")
        status, _, _ = command_line(
            *("grade", "starcircle", "eve.py", "ann.py", "--config", "config.toml", "--unsafe"),
            *(*written, "--gradescope", "results/", "--autolab", "autolab.json"),
        )
        assert status == 1
        command_line("grades", "export", "--db", "all.db", "--csv", "later.csv", "--json", "later.json")
    finally:
        os.umask(before)
    found = [*Path().glob("*all*"), *Path().glob("later*"), *Path().glob("autolab*"), Path("pages"), Path("results")]
    found += [*Path("pages").iterdir(), *Path("results").iterdir()]
    assert len(found) >= 14
    assert {str(path) for path in found if path.stat().st_mode & 0o077} == set()


def test_what_an_earlier_grading_has_written_is_hidden(passable, monkeypatch, command_line):
    monkeypatch.chdir(passable)
    Path("eve.py").write_text("print('wrong')")
    Path("all.json").write_text("expected")
    (passable / "pages").mkdir()
    hidden = []
    monkeypatch.setattr(
        "plyground.cli.grade.hide_files", lambda launcher, paths: hidden.extend(paths) or contextlib.nullcontext()
    )
    Path("config.toml").write_text("[starcircle]\ninputs = 1")
    command_line(
        *("grade", "starcircle", "eve.py", "--config", "config.toml", "--unsafe", "--json", "all.json"),
        *("--report", "pages", "--db", "all.db"),
    )
    here = passable.resolve()
    assert {here / name for name in ("eve.py", "all.json", "pages", "all.db", "all.db-wal")} <= set(hidden)
