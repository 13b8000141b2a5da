"""The kernel's account of a program, where we may keep one."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plyground.programs import cgroup
from plyground.programs.limits import ResourceLimits
from plyground.programs.program import Program
from plyground.programs.protection import available_modes, plain_python, python_folders


@pytest.fixture
def allowed():
    group = cgroup.make(256, 9)
    if group is None:
        pytest.skip("this user may not make groups here")
    group.remove()
    assert not group.path.exists()


def left():
    return {path.name for place, _ in cgroup._places() for path in place.glob(f"{cgroup.PREFIX}{'*'}")}


@pytest.mark.usefixtures("allowed")
@pytest.mark.parametrize("mode", available_modes())
def test_all_processes_are_counted_and_nothing_is_left(mode):
    code = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(40):
    if os.fork() == 0:
        end = time.process_time() + 0.01
        while time.process_time() < end: pass
        os._exit(0)
    time.sleep(0.02)
print(open('/proc/self/cgroup').read() if os.path.exists('/proc/self/cgroup') else '')
"""
    python = plain_python(mode)
    with Program([python, "-c", code], ResourceLimits(), mode=mode, readable=python_folders(python)) as program:
        group = program._running.group
        assert group.path.name in left()
        ended = program.communicate()
        assert ended.cpu >= 0.4
        assert any("cgroup" in wall for wall in program.protections)
    assert group.path.name not in left()


def abandoned():
    """Return the groups whose makers are gone."""
    makers = {name: name.removeprefix(cgroup.PREFIX).partition("-")[0] for name in left()}
    return {name for name, maker in makers.items() if not Path(f"/proc/{maker}").exists()}


@pytest.mark.usefixtures("allowed")
def test_what_nobody_can_start_leaves_no_group():
    before = left()
    for mode in available_modes():
        with pytest.raises(Exception, match="could not be started"):
            Program(["./nothing"], ResourceLimits(), mode=mode)
    # other graders on this machine make groups as well
    deadline = time.monotonic() + 60
    while abandoned() - before and time.monotonic() < deadline:
        time.sleep(0.1)
    assert abandoned() <= before


@pytest.mark.usefixtures("allowed")
def test_what_a_killed_grader_left_is_removed():
    gone = subprocess.Popen([sys.executable, "-c", "pass"])
    gone.wait()
    group = cgroup.make(256, 9)
    old = group.path.with_name(group.path.name.replace(f"-{os.getpid()}-", f"-{gone.pid}-"))
    old.mkdir()
    elsewhere = old.with_name(f"{cgroup.PREFIX}{gone.pid}-1-1")
    elsewhere.mkdir()
    try:
        cgroup.remove_left_behind()
        assert not old.exists()
        assert group.path.exists()
        assert elsewhere.exists(), "numbers mean other processes there"
    finally:
        group.remove()
        elsewhere.rmdir()


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A tree as the kernel shows it where the controllers are on."""
    monkeypatch.setattr(cgroup, "_own_folder", lambda: tmp_path / "user" / "own")
    (tmp_path / "user" / "own").mkdir(parents=True)
    monkeypatch.setattr(cgroup, "_TRIES", 1)
    return tmp_path / "user"


def test_where_controllers_are_on_memory_and_processes_are_limited(tree):
    (tree / "own" / "cgroup.subtree_control").write_text("cpu memory pids\n")
    group = cgroup.make(256.5, 9)
    assert group.is_limited
    assert group.path.parent == tree / "own"
    assert (group.path / "memory.max").read_text() == str(256 * (1 << 20) + (1 << 19))
    assert (group.path / "pids.max").read_text() == "9"
    assert (group.path / "memory.swap.max").read_text() == "0"
    assert not group.ran_out_of_memory()
    (group.path / "memory.events").write_text("low 0\nmax 7\noom 1\noom_kill 1\n")
    assert group.ran_out_of_memory()
    (group.path / "cpu.stat").write_text("usage_usec 1500000\nuser_usec 1\n")
    assert group.cpu_seconds() == 1.5


def test_a_group_beside_ours_is_made_only_where_that_is_delegated(tree, monkeypatch):
    (tree / "cgroup.subtree_control").write_text("memory pids\n")
    monkeypatch.setattr(cgroup, "_is_ours", lambda place: True)
    assert cgroup.make(1, 1).path.parent == tree
    monkeypatch.setattr(cgroup, "_is_ours", lambda place: False)
    found = cgroup.make(1, 1)
    assert (found.path.parent, found.is_limited) == (tree / "own", False)


def test_without_cgroups_there_is_none(monkeypatch):
    monkeypatch.setattr(cgroup, "_own_folder", lambda: None)
    assert cgroup.make(1, 1) is None
    cgroup.remove_left_behind()
