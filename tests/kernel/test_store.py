"""Machine code on disk: found again, never taken for other code, kept once. Each program is a process of its own."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from plyground.kernel.store import KernelStore

FACTOR = "FACTOR = 2\n"
TIMES = """
from factor import FACTOR
from plyground.kernel import kernel

@kernel
def times(number):
    return FACTOR * number
"""
ASKS = """
from plyground.kernel import kernel, prepare
from times import times

@kernel
def asks(number, again):
    return times(number) + (asks(number, again - 1) if again > 0 else 0)
"""
RUN = "from asks import asks, prepare; prepare(asks, int, 5, 1); print(asks(5, 1))"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "factor.py").write_text(FACTOR)
    (tmp_path / "times.py").write_text(TIMES)
    (tmp_path / "asks.py").write_text(ASKS)
    return tmp_path


def run(folder, code=RUN):
    environment = os.environ | {
        "PLYGROUND_CACHE": str(folder / "cache"),
        "PYTHONPATH": str(folder),
        "PLYGROUND_JIT": "1",
        "PYTHONDONTWRITEBYTECODE": "1",  # two edits in one second would look the same to Python itself
    }
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def kept(folder):
    return {path.name: path.stat().st_mtime_ns for path in (folder / "cache").glob("kernels-*/*")}


def test_it_is_found_again(folder):
    assert run(folder) == "20"
    files = kept(folder)
    assert sorted(name.partition("-")[0] for name in files) == ["asks", "times"]
    assert run(folder) == "20"
    assert kept(folder) == files


def test_an_edit_in_another_file_is_seen(folder):
    run(folder)
    (folder / "factor.py").write_text("FACTOR = 3\n")
    assert run(folder) == "30"
    files = kept(folder)
    (folder / "factor.py").write_text("# as at first\n" + FACTOR)
    assert run(folder) == "20"
    assert kept(folder) == files


def test_an_edit_while_a_program_runs_leaves_nothing_stale(folder):
    """What is compiled is what was imported, so it is filed under that, not under what the file says now."""
    edit = f"open({str(folder / 'factor.py')!r}, 'w').write('FACTOR = 4')"
    assert run(folder, RUN.replace("; prepare", f"; {edit}; prepare", 1)) == "20"
    assert run(folder) == "40"


def test_two_programs_at_once(folder):
    with ThreadPoolExecutor() as pool:
        assert list(pool.map(run, [folder] * 3)) == ["20"] * 3
    assert len(kept(folder)) == 2
    assert run(folder) == "20"


def test_a_large_constant_is_refused(folder):
    (folder / "times.py").write_text(
        """
import numpy as np
from plyground.kernel import kernel

LARGE = np.zeros(200_000, np.int64)

@kernel
def times(number):
    return LARGE[number]
"""
    )
    refused = """
import times
try:
    times.times(5)
except TypeError as error:
    print(error)
"""
    message = "The kernel times.times uses an array of more than a megabyte; pass it as an argument."
    assert run(folder, refused) == message


def test_versions_for_other_types_and_processors_are_other_files(tmp_path, monkeypatch):
    from numba import float64, int64

    class Codegen:
        def __init__(self, processor):
            self.processor = processor

        def magic_tuple(self):
            return ("x86_64-linux", self.processor, "+avx2")

    def twice(number):
        return 2 * number

    store = KernelStore(twice)
    ours, other = Codegen("znver3"), Codegen("skylake")
    asked = [((int64,), ours), ((float64,), ours), ((int64,), other), (int64(int64), ours)]
    paths = [store.path(*versions, is_door=is_door) for versions in asked for is_door in (True, False)]
    assert len(set(paths)) == len(paths)


def test_what_kernels_called_first_python_may_call_too(folder):
    """A kernel within another one has no wrapper for Python; it gets one, and is filed apart, when Python calls it."""
    both = "from asks import asks, prepare, times; prepare(asks, int, 5, 1); print(asks(5, 1), times(5))"
    assert run(folder, both) == "20 10"
    files = kept(folder)
    assert sorted(name.partition("-")[0] for name in files) == ["asks", "times", "times"]
    assert run(folder, both) == "20 10"
    assert kept(folder) == files
