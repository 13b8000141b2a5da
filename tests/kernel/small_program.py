"""A small program of two kernels in three files, run in a process of its own."""

import os
import subprocess
import sys

FACTOR = "FACTOR = 2\n"
TIMES = """
from factor import FACTOR
from plyground.kernel import kernel

@kernel
def times(number):
    return FACTOR * number
"""
ASKS = """
from plyground.kernel import declare, kernel, prepare
from times import times

@kernel
def asks(number, again):
    return times(number) + (asks(number, again - 1) if again > 0 else 0)
"""
RUN = "from asks import asks, prepare; prepare(asks, int, 5, 1); print(asks(5, 1))"


def write(folder):
    """Write the program into `folder`."""
    (folder / "factor.py").write_text(FACTOR)
    (folder / "times.py").write_text(TIMES)
    (folder / "asks.py").write_text(ASKS)


def run(folder, code=RUN, **variables):
    """Run `code` with the program's folder in the path; return what it prints."""
    environment = os.environ | {
        "PLYGROUND_CACHE": str(folder / "cache"),
        "PLYGROUND_PREBUILT": "",
        "PYTHONPATH": str(folder),
        "PLYGROUND_JIT": "1",
        "PYTHONDONTWRITEBYTECODE": "1",  # two edits in one second would look the same to Python itself
        **variables,
    }
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def kept(folder, cache="cache"):
    """Return the stored kernels, and when they were written."""
    return {path.name: path.stat().st_mtime_ns for path in (folder / cache).glob("kernels-*/*")}
