"""Hostile programs behind the walls: each meets its limit of time, memory, processes, files and output."""

import os
import subprocess
import sys
import time

import pytest

from plyground.programs.ending import ProgramFailed, failure_of_ending, limit_met
from plyground.programs.limits import ResourceLimits
from plyground.programs.process_tree import ready_wait_seconds
from plyground.programs.supervised import Supervised
from walled import LIMITS, WALLS, ended, failure, python

pytestmark = pytest.mark.skipif(not WALLS, reason="this system allows neither namespaces nor Landlock")


@pytest.fixture(params=WALLS)
def mode(request):
    return request.param


def test_endless_loop_meets_the_cpu_limit(mode):
    error = failure("while True: pass", mode)
    assert (error.kind, str(error)) == ("time", "used more than 1 s of CPU time")


def test_cpu_time_of_children_counts(mode):
    limits = ResourceLimits(cpu_seconds=1.5, wall_seconds=20, memory=512)
    code = "import os\nfor _ in range(3): os.fork()\nwhile True: pass"
    assert str(failure(code, mode, limits)) == "used more than 1.5 s of CPU time"


def test_cpu_time_of_children_nobody_waits_for_counts(mode):
    code = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(8):
    if os.fork() == 0:
        while time.process_time() < 0.5: pass
        os._exit(0)
    try: os.wait()  # until it has ended, on a busy machine, too; it leaves no account of itself
    except ChildProcessError: pass
    time.sleep(0.4)
"""
    limits = ResourceLimits(cpu_seconds=1.5, wall_seconds=120, memory=512)
    assert str(failure(code, mode, limits)) == "used more than 1.5 s of CPU time"


def test_waiting_for_a_processor_does_not_count_in_a_move(mode, monkeypatch):
    code = "import time\nfor line in iter(input, ''):\n time.sleep(1.2)\n print('answer', flush=True)"
    with python(code, mode, ResourceLimits(wall_seconds=60)) as program:
        program.send("go\n", seconds=60)
        with pytest.raises(ProgramFailed, match="did not answer in time"):
            program.read_line(seconds=0.5)
        assert program.read_line(seconds=60) == "answer"
        monkeypatch.setattr("plyground.programs.program.ready_wait_seconds", lambda processes: time.monotonic())
        program.send("go\n", seconds=60)
        assert program.read_line(seconds=0.5) == "answer"


def test_who_computes_all_the_while_has_not_waited_for_a_processor(mode, monkeypatch):
    monkeypatch.setattr("plyground.programs.program.ready_wait_seconds", lambda processes: 10 * time.monotonic())
    with (
        python("while True: pass", mode, ResourceLimits(cpu_seconds=60)) as program,
        pytest.raises(ProgramFailed) as caught,
    ):
        program.read_line(seconds=0.5)
    assert caught.value.kind == "time"
    assert program.cpu < 3


def test_sleep_meets_the_wall_limit(mode):
    error = failure("import time; time.sleep(60)", mode, ResourceLimits(wall_seconds=0.7))
    assert error.kind == "time"


def test_waiting_for_a_processor_does_not_count_as_wall_time(mode, monkeypatch):
    monkeypatch.setattr("plyground.programs.program.ready_wait_seconds", lambda processes: 1000.0)
    slow = "import time; time.sleep(1)"
    assert ended(slow, mode, ResourceLimits(wall_seconds=0.7, patience=1000)).status == 0
    assert failure(slow, mode, ResourceLimits(wall_seconds=0.7, patience=1)).kind == "time"


def test_what_ended_threads_have_waited_for_a_processor_is_not_forgotten(mode, monkeypatch):
    waits = [1000.0] * 3
    monkeypatch.setattr(
        "plyground.programs.program.ready_wait_seconds", lambda processes: waits.pop() if waits else 0.0
    )
    assert ended("import time; time.sleep(1)", mode, ResourceLimits(wall_seconds=0.7, patience=1000)).status == 0
    assert not waits


def test_what_was_waited_is_told_by_the_kernel():
    before = ready_wait_seconds([os.getpid()])
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2 * (os.cpu_count() or 1))]
    try:
        deadline = time.monotonic() + 30
        while ready_wait_seconds([burner.pid for burner in burners]) == 0 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert ready_wait_seconds([burner.pid for burner in burners]) > 0
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()
    assert ready_wait_seconds([]) == 0
    assert ready_wait_seconds([os.getpid()]) >= before


def test_fork_bomb(mode):
    code = "import os\nwhile True:\n try: os.fork()\n except OSError: pass"
    assert failure(code, mode).kind in {"time", "memory"}


def test_memory_hog(mode):
    result = ended("try: x = bytearray(1 << 29)\nexcept MemoryError: print('refused')", mode)
    assert result.output == b"refused\n"


def test_shared_memory_hog(mode):
    code = "import mmap, time\nm = mmap.mmap(-1, 1 << 29)\nfor i in range(0, 1 << 29, 4096): m[i] = 1\ntime.sleep(9)"
    assert failure(code, mode).kind == "memory"


def test_large_file(mode):
    code = """
import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try: open('big', 'wb').write(bytes(1 << 24))
except OSError as error: print('refused')
"""
    assert ended(code, mode).output == b"refused\n"


def test_many_files(mode):
    code = """
import time
from pathlib import Path
try:
    for i in range(200): open(f'f{i}', 'wb').write(bytes(1 << 17))
    time.sleep(9)
except OSError: print('refused')
"""
    try:
        assert ended(code, mode).output == b"refused\n"
    except ProgramFailed as error:
        assert error.kind == "files"  # noqa: PT017 (either way of stopping it is right)


def test_files_without_a_name_count(mode):
    code = """
import os, time
try:
    for i in range(20):
        file = open(f'f{i}', 'wb', buffering=0)
        os.unlink(f'f{i}')
        file.write(bytes(1 << 20))
        globals()[f'kept{i}'] = file
    time.sleep(9)
except OSError: print('refused')
"""
    try:
        # where they are in memory, they cannot be larger
        assert ended(code, mode).output == b"refused\n"
    except ProgramFailed as error:
        assert str(error) == "wrote more than 4 MiB of files"  # noqa: PT017 (either way of stopping it is right)


def test_flood_of_output(mode):
    assert failure("while True: print('x' * 10000)", mode).kind == "output"
    assert failure("import sys\nwhile True: sys.stderr.write('x' * 10000)", mode).kind == "output"


@pytest.mark.parametrize(("code", "is_idle"), [("import time; time.sleep(20)", True), ("while True: pass", False)])
def test_who_lets_the_time_pass_doing_nothing_is_told_from_who_computes(mode, code, is_idle):
    limits = ResourceLimits(cpu_seconds=20, wall_seconds=40, memory=128)
    with python(f"print('ready', flush=True)\n{code}", mode, limits) as program:
        program.read_line(20)
        with pytest.raises(ProgramFailed, match="did not answer in time") as caught:
            program.read_line(0.7)
    assert caught.value.is_idle is is_idle
    assert str(caught.value).endswith("and hardly used the processor") is is_idle


LATE = ("time", "used more than 1 s of CPU time")
MEMORY = ("memory", "used more than 128 MiB of memory")
PROCESSES = ("memory", "ran more than 24 processes and threads at a time")
DISK = ("files", "wrote more than 4 MiB of files")
BY_NAME = {
    "a loop": ("while True: pass", LATE),
    "a loop that the kernel ends": (
        "import resource; resource.setrlimit(resource.RLIMIT_CPU, (1, 9))\nwhile True: pass",
        LATE,
    ),
    "a loop that the kernel kills": (
        "import resource; resource.setrlimit(resource.RLIMIT_CPU, (1, 1))\nwhile True: pass",
        LATE,
    ),
    "one large block": ("x = bytearray(1 << 31)", MEMORY),
    "many blocks": ("x = []\nwhile True: x.append(bytearray(1 << 20))", MEMORY),
    "a block of a child": (
        "import os, time\nif os.fork() == 0:\n x = bytearray(1 << 28)\n time.sleep(9)\nos.wait()\nos._exit(3)",
        MEMORY,
    ),
    "forks": ("import os, time\nwhile os.fork(): pass\ntime.sleep(9)", PROCESSES),
    "forks that are refused": ("import os\nwhile True:\n try: os.fork()\n except OSError: pass", PROCESSES),
    "threads": (
        "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(9,)).start()",
        PROCESSES,
    ),
    "a large file": ("f = open('big', 'wb')\nwhile True: f.write(bytes(1 << 20))", DISK),
    "many files": ("for i in range(1000): open(f'f{i}', 'wb').write(bytes(1 << 20))", DISK),
    "files that are refused": (
        "i = 0\nwhile True:\n try:\n  i += 1\n  open(f'f{i}', 'wb').write(bytes(1 << 20))\n except OSError: pass",
        DISK,
    ),
    "open files": ("x = [open('/dev/null') for _ in range(2000)]", ("files", "opened more than 1024 files at a time")),
    "output": ("while True: print('x' * 9999, end='')", ("output", "wrote more than 1 MiB of output")),
    "none": ("import os; os.kill(os.getpid(), 9)", ("crash", "was ended by SIGKILL")),
}


@pytest.mark.parametrize("asks", [False, True])
@pytest.mark.parametrize("name", BY_NAME)
def test_each_limit_is_reported_by_its_name_however_the_program_meets_it(mode, name, asks):
    code, expected = BY_NAME[name]
    try:
        with python(code, mode) as program:
            if asks:
                program.read_line(seconds=60)
            found = program.communicate().failure
    except ProgramFailed as error:
        found = error
    assert (found.kind, str(found)) == expected


@pytest.mark.parametrize(
    ("most", "used", "kind"),
    [(1, 0.6, "time"), (1, 0.4, "crash"), (10, 8.1, "time"), (10, 7, "crash"), (0.4, 0.3, "time"), (0.4, 0, "crash")],
)
def test_the_kernel_may_see_the_limit_of_time_some_ticks_early(most, used, kind):
    limits = ResourceLimits(cpu_seconds=most)
    failed = failure_of_ending(-9, "", limits, cpu=used, memory=1, left=0, has_own_disk=True)
    assert failed.kind == kind


def test_a_report_of_its_end_that_comes_late_is_waited_for(mode, monkeypatch):
    report, kept = Supervised.ending, []

    def late(self, *, is_silent):
        if not kept and (found := report(self, is_silent=is_silent)) is not None:
            kept.extend([found, time.monotonic()])
        return kept[0] if kept and time.monotonic() - kept[1] > 2 else None

    monkeypatch.setattr(Supervised, "ending", late)
    with python("import os; os.kill(os.getpid(), 9)", mode) as program, pytest.raises(ProgramFailed) as caught:
        program.read_line(seconds=60)
    assert (caught.value.kind, str(caught.value)) == ("crash", "was ended by SIGKILL")


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("java.lang.OutOfMemoryError: Java heap space", "memory"),
        ("java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory", "memory"),
        ("terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc", "memory"),
        ("numpy._core._exceptions._ArrayMemoryError: Unable to allocate 8.00 GiB for an array", "memory"),
        ("./run.sh: line 3: fork: Resource temporarily unavailable", "memory"),
        ("OSError: [Errno 24] Too many open files: 'x'", "files"),
        ("OSError: [Errno 27] File too large", "files"),
        ("BlockingIOError: [Errno 11] Resource temporarily unavailable", None),
        ("IndexError: list index out of range", None),
    ],
)
def test_a_limit_is_known_by_what_other_languages_say_of_it(words, kind):
    met = limit_met(words, LIMITS, has_own_disk=False)
    assert (met and met[1]) == kind


def test_a_full_disk_is_the_programs_only_where_it_has_one_of_its_own():
    words = "OSError: [Errno 28] No space left on device"
    assert limit_met(words, LIMITS, has_own_disk=True) == ("wrote more than 4 MiB of files", "files")
    assert limit_met(words, LIMITS, has_own_disk=False) is None
