"""Temporary folders: whose maker is dead, however that came, they are removed; those in use never."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from plyground import programs
from plyground.programs.folders import new_folder, remove_left_behind, temporary_folder

NOBODY = 65534
MAKER = """
import signal, sys, time
# nohup ignores one, a shell's background the other, and so would we
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, {place!r})
from programs.folders import new_folder
for what in ("submissions", "program"):
    folder = new_folder(what)
    (folder / "work").mkdir()
    (folder / "work" / "locked").mkdir(mode=0)
print("made", flush=True)
time.sleep(60)
"""


@pytest.fixture
def shared(tmp_path, monkeypatch):
    """A folder for temporary files of everybody's."""
    place = tmp_path / "shared"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    return place


@pytest.fixture
def dead():
    """The number of a process that has ended."""
    ended = subprocess.Popen(["true"])
    ended.wait()
    return ended.pid


def maker(shared):
    """Start a process that makes two folders in `shared`."""
    script = MAKER.format(place=str(Path(programs.__file__).parents[1]))
    script = script.replace("from programs", "from plyground.programs")
    started = subprocess.Popen(
        [sys.executable, "-c", script],
        env={**os.environ, "TMPDIR": str(shared)},
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert started.stdout.readline() == b"made\n"
    return started


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL, signal.SIGHUP])
def test_folders_do_not_outlive_their_maker_whatever_ends_it(shared, kind):
    """Only its own are removed: another maker lives, and so does this process."""
    ours = new_folder("program")
    with maker(shared) as living:
        theirs = set(shared.iterdir())
        with maker(shared) as killed:
            assert len(list(shared.iterdir())) == 5
            # as a terminal does: everybody in the session, and so the janitor if it were in it
            os.killpg(killed.pid, kind)
            killed.wait()
            deadline = time.monotonic() + 20
            while set(shared.iterdir()) != theirs and time.monotonic() < deadline:
                time.sleep(0.02)
        assert set(shared.iterdir()) == theirs
        remove_left_behind()
        assert set(shared.iterdir()) == theirs, "two graders on one folder"
        assert ours in theirs
        living.kill()


def test_a_folder_is_removed_in_the_end(shared):
    with temporary_folder("submissions") as folder:
        (folder / "deep").mkdir(mode=0)
        assert folder.parent == shared
    assert not list(shared.iterdir())


def test_what_a_killed_grader_left_is_removed(shared, dead):
    for name in (f"plyground-sandbox-{dead}-x", f"plyground-sandbox-{os.getpid()}-x", "plyground-other"):
        (shared / name / "work").mkdir(parents=True)
    remove_left_behind()
    assert sorted(path.name for path in shared.iterdir()) == ["plyground-other", f"plyground-sandbox-{os.getpid()}-x"]


def test_what_a_grader_in_another_container_uses_is_not_removed(shared, dead):
    """The same /tmp, other process numbers."""
    ours = new_folder("program").name.replace(f"-{os.getpid()}-", f"-{dead}-")
    parts = ours.split("-")
    theirs = "-".join([*parts[:3], "4026000001", parts[4]])
    for name in (ours, theirs):
        (shared / name).mkdir()
    remove_left_behind()
    left = {path.name for path in shared.iterdir()}
    assert theirs in left
    assert ours not in left
    assert len(left) == 2, "the folder of a living maker stays"


def test_a_link_by_such_a_name_leads_nowhere(shared, dead, tmp_path):
    """Whoever may write to the shared folder could otherwise have anything removed by root."""
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "file").write_text("x")
    (shared / f"plyground-program-{dead}-x").symlink_to(precious)
    remove_left_behind()
    assert (precious / "file").read_text() == "x"


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to become somebody else")
def test_root_removes_what_killed_graders_of_others_left_but_nothing_that_is_not_theirs(dead, monkeypatch):
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        shared = Path(name)
        monkeypatch.setattr("tempfile.tempdir", name)
        shared.chmod(0o1777)
        theirs = shared / f"plyground-program-{dead}-x"
        (theirs / "work").mkdir(parents=True)
        (theirs / "work" / "main.py").write_text("x")
        kept = theirs / "kept"
        kept.mkdir()
        (kept / "file").write_text("root's")
        for path in (theirs, theirs / "work", theirs / "work" / "main.py"):
            os.chown(path, NOBODY, NOBODY)
        remove_left_behind()
        assert not (theirs / "work").exists()
        assert [path.read_text() for path in shared.rglob("file")] == ["root's"]
