"""Perft and Star/Circle's minimax beside the same loops in C++ (compiled here with -O3 -march=native)."""

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from benchmarks.pairs import Row, compare
from plyground import get_game
from plyground.search.perft import perft
from plyground.search.textbook import search

SOURCES = Path(__file__).parent / "cpp"
DEPTHS = {"congo": 5, "halma": 4, "minichess": 7, "amazons": 3, "starcircle": 9}


def our_perft(name: str, depth: int, *, bulk: bool) -> float:
    position = get_game(name).position()
    begin = time.process_time()
    leaves = perft(position, depth, bulk=bulk)
    return leaves / (time.process_time() - begin) / 1e6


def our_minimax(depth: int) -> float:
    position = get_game("starcircle").position()
    begin = time.process_time()
    nodes = search(position, depth, evaluation="utility").nodes
    return nodes / (time.process_time() - begin) / 1e6


def their_rate(program: Path, depth: int, what: str) -> float:
    output = subprocess.run([program, str(depth)], capture_output=True, text=True, check=True).stdout
    rates = {name: int(count) / float(seconds) / 1e6 for name, count, seconds in map(str.split, output.splitlines())}
    return rates[what]


def rows() -> Iterator[Row]:
    """Yield a row for each game and way of counting."""
    compiler = shutil.which("g++")
    if compiler is None:
        print("no g++ here: the C++ yardsticks are left out", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory() as folder:
        for name, depth in DEPTHS.items():
            program = Path(folder) / name
            command = [compiler, "-O3", "-march=native", "-std=c++20", "-o", program, SOURCES / f"{name}.cpp"]
            subprocess.run(command, check=True)
            ways: dict[str, Callable[[], float]] = {"perft": partial(our_perft, name, depth, bulk=True)}
            if name != "amazons":  # its yardstick counts in bulk only
                ways["perft-played"] = partial(our_perft, name, depth, bulk=False)
            if name == "starcircle":
                ways["minimax"] = partial(our_minimax, 8)
            for what, ours in ways.items():
                deep = 8 if what == "minimax" else depth
                yield compare(
                    f"{name} {what} {deep}", "the same loop in C++", ours, partial(their_rate, program, deep, what)
                )
