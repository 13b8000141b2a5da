"""Perft beside Fairy-Stockfish's `go perft`, where the environment variable FAIRY_STOCKFISH names its program."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from functools import partial

from benchmarks.pairs import Row, compare
from benchmarks.perft import our_perft

VARIANTS = {"gardner": ("gardner", 6, 10), "amazons-10x10": ("amazons", 2, 40)}
"""Our name to its name, the depth, and how often it counts in one run."""


def their_perft(program: str, variant: str, depth: int, times: int) -> float:
    """Return its leaves a second of processor time in millions; without its start-up time."""
    started, _ = _timed(program, variant, "go perft 1")
    seconds, output = _timed(program, variant, "\n".join([f"go perft {depth}"] * times))
    leaves = sum(int(part.split()[0]) for part in output.split("Nodes searched:")[1:])
    return leaves / max(seconds - started, 1e-3) / 1e6


def _timed(program: str, variant: str, commands: str) -> tuple[float, str]:
    """Return the processor time that the program took, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = _run(program, variant, commands)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, output


def _run(program: str, variant: str, commands: str) -> str:
    script = f"setoption name UCI_Variant value {variant}\nposition startpos\n{commands}\nquit\n"
    return subprocess.run([program], input=script, capture_output=True, text=True, check=True).stdout


def rows() -> Iterator[Row]:
    """Yield a row for each variant it knows."""
    program = os.environ.get("FAIRY_STOCKFISH")
    if not program:
        print("FAIRY_STOCKFISH does not name a program: its rows are left out", file=sys.stderr)
        return
    for name, (variant, depth, times) in VARIANTS.items():
        yield compare(
            f"{name} perft {depth}",
            "Fairy-Stockfish, go perft",
            partial(our_perft, name, depth, bulk=True),
            partial(their_perft, program, variant, depth, times),
        )
