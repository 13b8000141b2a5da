"""Programs without a supervisor: trusted ones, and what other systems have for a stranger's."""

import os
import subprocess
import sys
import time

import pytest

from left_running import left_running
from plyground.programs import process_tree
from plyground.programs.ending import ProgramFailed
from plyground.programs.limits import TRUSTED, ResourceLimits
from plyground.programs.process_tree import HAS_PROC, descendants, kill_tree, quick_descendants
from plyground.programs.program import Program
from plyground.programs.streams import PumpedStream

MARK = f"plyground-unwalled-{os.getpid()}"
LIMITS = ResourceLimits(wall_seconds=20, output=1)


def bare(code, limits=LIMITS, **options):
    return Program([sys.executable, "-c", code, MARK], limits, mode="bare", **options)


def ended(code, limits=LIMITS, text="", **options):
    with bare(code, limits, **options) as program:
        return program.communicate(text)


def nothing_is_left():
    deadline = time.monotonic() + 60
    while left_running(MARK) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not left_running(MARK)


def test_a_trusted_program_runs_where_we_are_with_what_we_have(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PLYGROUND_TOLD", "told")
    code = "import os; print(os.getcwd(), os.environ['PLYGROUND_TOLD'], os.getuid())"
    with Program.start_trusted([sys.executable, "-c", code]) as program:
        assert program.limits == TRUSTED
        assert program.read_line(20).split() == [str(tmp_path), "told", str(os.getuid())]


def test_its_output_is_counted_anew_for_each_move(monkeypatch):
    monkeypatch.setattr("plyground.programs.program.TRUSTED", ResourceLimits(output=1))
    code = "for line in __import__('sys').stdin: print('x' * 700_000, flush=True)"
    with Program.start_trusted([sys.executable, "-c", code]) as program:
        for _ in range(3):
            program.count_anew()
            program.send("go\n", 20)
            assert len(program.read_line(20)) == 700_000
        program.send("go\n", 20)
        with pytest.raises(ProgramFailed, match="wrote more than 1 MiB of output"):
            program.read_line(20)


def test_a_command_that_is_not_there():
    with pytest.raises(ProgramFailed, match="could not be started: No such file or directory"):
        Program.start_trusted(["no-such-engine-anywhere"])


def test_a_bare_program_runs_in_a_copy_of_its_folder(tmp_path):
    (tmp_path / "given.txt").write_text("given")
    code = "open('out.txt', 'w').write(open('given.txt').read() + open('more.txt').read() + input())"
    result = ended(code, text=" typed\n", folder=tmp_path, files={"more.txt": b" more"}, collect=["out.txt", "no.txt"])
    assert result.files == {"out.txt": b"given more typed"}
    assert list(tmp_path.iterdir()) == [tmp_path / "given.txt"]


def test_a_bare_program_is_told_nothing_of_ours(monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "swordfish")
    assert b"swordfish" not in ended("import os; print(dict(os.environ))").output


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("import time; time.sleep(60)", "time"),
        ("while True: pass", "time"),
        ("while True: print('x' * 10000)", "output"),
        ("x = bytearray(300 << 20); import time; time.sleep(60)", "memory"),
    ],
)
def test_a_bare_program_is_watched(code, kind):
    limits = ResourceLimits(cpu_seconds=1, wall_seconds=5, memory=128, output=1, patience=1)
    with pytest.raises(ProgramFailed) as failed:
        ended(code, limits)
    assert failed.value.kind == kind
    assert nothing_is_left()


FAMILY = """
import os, time
for _ in range(3):
    if os.fork() == 0:
        os.setpgid(0, 0)
        os.fork()
        time.sleep(300)
print('up', flush=True)
time.sleep(300)
"""


def test_closing_kills_the_whole_tree():
    with bare(FAMILY) as program:
        assert program.read_line(20) == "up"
        assert len(left_running(MARK)) >= 4
    assert nothing_is_left()


def test_a_tree_is_known_and_killed_without_proc(monkeypatch):
    """As on macOS: `ps` tells who is whose child."""
    monkeypatch.setattr("plyground.programs.process_tree.HAS_PROC", False)
    process = subprocess.Popen([sys.executable, "-c", FAMILY, MARK], stdout=subprocess.PIPE)
    with process:
        assert process.stdout.readline() == b"up\n"
        assert len(descendants(process.pid)) >= 3
        kill_tree(process.pid)
    assert nothing_is_left()


@pytest.mark.skipif(not HAS_PROC, reason="the system has no /proc")
@pytest.mark.parametrize("has_lists", [True, False])
def test_the_kernels_lists_of_children_are_the_same_tree(monkeypatch, has_lists):
    """With and without CONFIG_PROC_CHILDREN; with them, no other process is looked at."""
    looked, lists = [], process_tree._LISTS_CHILDREN
    monkeypatch.setattr(process_tree, "_LISTS_CHILDREN", lists and has_lists)
    process = subprocess.Popen([sys.executable, "-c", FAMILY, MARK], stdout=subprocess.PIPE)
    with process:
        assert process.stdout.readline() == b"up\n"
        family = set(descendants(process.pid))
        monkeypatch.setattr(process_tree, "_table", lambda table=process_tree._table: looked.append(1) or table())
        assert set(quick_descendants(process.pid)) >= family
        assert bool(looked) != (lists and has_lists)
        kill_tree(process.pid)
    assert nothing_is_left()


def test_streams_by_way_of_sockets(monkeypatch):
    """As on Windows, where pipes cannot be waited for."""
    monkeypatch.setattr("plyground.programs.program.stream_of", PumpedStream)
    with bare("while True: print(input().upper(), flush=True)") as program:
        for word in ("one", "two"):
            program.send(word + "\n", 20)
            assert program.read_line(20) == word.upper()
    assert ended("import sys; print(len(sys.stdin.read()))", text="x" * 1_000_000).output == b"1000000\n"
    assert ended("print('done')", text="x" * 1_000_000).output == b"done\n"
    with bare("import sys; sys.stderr.write('why'); sys.exit(3)") as program, pytest.raises(ProgramFailed) as failed:
        program.read_line(20)
    assert str(failed.value) == "ended with exit status 3 (why)"
