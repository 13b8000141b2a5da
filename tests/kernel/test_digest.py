"""What makes a kernel be compiled again: edits in copies of the sources, each in a process of its own."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from plyground.kernel import bits, float_kernel, generic, inlined, kernel
from plyground.kernel import compile as compiling
from plyground.kernel.digest import dependencies, digest

ROOT = Path(__file__).parents[2]
DIGESTS = """
import json, sys
from plyground.core import game as games
games.ensure_ready = lambda *_: None  # nothing is compiled
from plyground import get_game
from plyground.agents import smart
from plyground.core.evaluation import Handmade, handmade
from plyground.engine.parameters import parameters_of
from plyground.engine.pvs import search
from plyground.kernel.digest import digest
from plyground.search.perft import _perft_bulk
from plyground.search.textbook import _search
found = {}
for name in sys.argv[1:]:
    game = get_game(name)
    rules = type(game.rules)
    parameters_of(game)
    for part, kernel in {"engine": search, "perft": _perft_bulk, "textbook": _search, "evaluation": handmade}.items():
        kinds = [rules, Handmade] if part == "engine" else [rules]  # the engine's state holds its evaluator
        found[f"{name} {part}"] = digest(getattr(kernel, "choose", lambda kind: kernel)(rules), kinds)
print(json.dumps(found))
"""
GAMES = ("congo", "gardner", "amazons", "connect-four")


def digests(sources: Path, *names: str) -> dict[str, str]:
    path = os.pathsep.join([str(sources), str(sources / "connect_four")])
    environment = os.environ | {"PYTHONPATH": path, "PLYGROUND_JIT": "1"}
    command = [sys.executable, "-c", DIGESTS, *(names or GAMES)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sources")
    only_python = shutil.ignore_patterns("static", "__pycache__", "*.json")
    shutil.copytree(ROOT / "src" / "plyground", folder / "plyground", ignore=only_python)
    shutil.copytree(ROOT / "examples" / "connect_four", folder / "connect_four", ignore=only_python)
    return folder


@pytest.fixture(scope="module")
def before(copy):
    return digests(copy)


def changed_by(copy: Path, before: dict[str, str], file: str, pattern: str, replacement: str) -> set[str]:
    """Return which digests change with an edit, which is taken back."""
    path = copy / file
    source = path.read_text()
    edited, count = re.subn(pattern, replacement, source, count=1)
    assert count == 1
    path.write_text(edited)
    try:
        after = digests(copy)
    finally:
        path.write_text(source)
    return {name for name, digest in after.items() if digest != before[name]}


AT_THE_END = r"\Z"


@pytest.mark.parametrize(
    ("file", "pattern", "replacement"),
    [
        ("connect_four/connect_four/draw.py", AT_THE_END, "# a comment\n"),
        ("connect_four/connect_four/draw.py", AT_THE_END, "COLOUR = 1\n"),
        ("plyground/games/congo/draw.py", AT_THE_END, "COLOUR = 1\n"),
        ("plyground/games/congo/notation.py", AT_THE_END, "# a comment\n"),
        ("plyground/games/congo/rules.py", AT_THE_END, "# a comment\n"),
        ("plyground/games/congo/rules.py", r"\n\n\n", "\n\n# a comment that moves all lines\n\n\n"),
        ("plyground/core/rules.py", "Combine `WHITE_WINS`", "A docstring"),
        ("plyground/core/game.py", AT_THE_END, "UNUSED = 1\n"),
        ("plyground/kernel/ready.py", AT_THE_END, "UNUSED = 1\n"),
    ],
)
def test_what_no_kernel_uses_changes_nothing(copy, before, file, pattern, replacement):
    assert changed_by(copy, before, file, pattern, replacement) == set()


def test_a_games_rules_change_its_kernels_alone(copy, before):
    changed = changed_by(copy, before, "plyground/games/congo/squares.py", r"RIVER = _ranks\(.*\)", "RIVER = _ranks(2)")
    assert {"congo engine", "congo perft", "congo textbook"} <= changed
    assert all(name.startswith("congo ") for name in changed)


def test_a_plug_ins_rules_change_its_kernels_alone(copy, before):
    rules = "connect_four/connect_four/rules.py"
    changed = changed_by(copy, before, rules, r"return outcome_code\(", "return 0 * outcome_code(")
    assert {"connect-four engine", "connect-four textbook"} <= changed
    assert all(name.startswith("connect-four ") for name in changed)


def test_a_weight_changes_what_evaluates(copy, before):
    changed = changed_by(copy, before, "plyground/games/congo/weights.py", r'"tempo": \(6,\)', '"tempo": (7,)')
    assert changed == {"congo engine", "congo evaluation"}


def test_the_search_changes_the_engine_of_every_game(copy, before):
    changed = changed_by(copy, before, "plyground/engine/scores.py", "WIN = 1_000_000", "WIN = 1_000_001")
    assert changed == {f"{name} engine" for name in GAMES}


def test_what_is_under_everything_changes_everything(copy, before):
    changed = changed_by(copy, before, "plyground/kernel/words.py", r"_S29, _S32 = .*", "_S29 = _S32 = np.uint64(30)")
    assert changed >= {f"{name} engine" for name in GAMES}
    changed = changed_by(
        copy, before, "plyground/kernel/compile.py", '"error_model": "numpy"', '"error_model": "python"'
    )
    assert changed == set(before)


def test_other_games_installed_change_nothing(copy, before):
    alone = digests(copy, "congo")
    assert alone == {name: digest for name, digest in before.items() if name.startswith("congo ")}


class Rules(NamedTuple):
    size: int


class OtherRules(NamedTuple):
    size: int


@generic
def question(game):
    return 1


@kernel
def asking(game):
    return question(game)


def test_an_answer_that_is_registered_later_is_seen():
    first, other = digest(asking, [Rules]), digest(asking, [OtherRules])

    @question.register(Rules)
    def answer(game):
        return 2

    assert digest(asking, [Rules]) != first
    assert digest(asking, [OtherRules]) == other
    assert answer in dependencies(asking, [Rules]).functions


@pytest.mark.skipif(not compiling.JIT, reason="uncompiled kernels have no intrinsics")
def test_intrinsics_are_looked_into():
    names = {function.__name__ for function in dependencies(bits.popcount).functions}
    assert names == {"popcount", "_ctpop"}


def made_with(constant):
    @kernel
    def returned():
        return constant

    return returned


def test_values_count():
    values = [1, 2, 1.0, True, np.int64(1), np.uint64(1), (1, 2), (2, 1), np.arange(3), np.arange(4), Rules(1)]
    assert len({digest(made_with(value)) for value in values}) == len(values)
    assert digest(made_with(np.arange(3))) == digest(made_with(np.arange(3)))


@pytest.mark.skipif(not compiling.JIT, reason="uncompiled kernels have no options")
def test_options_count():
    def sums(number):
        return number + 1.0

    def made(way):
        @kernel
        def calls(number):
            return way_of_sums(number)

        way_of_sums = way(sums)
        return calls

    ways = (kernel, inlined, float_kernel)
    assert len({digest(way(sums)) for way in ways}) == len(ways)
    assert len({digest(made(way)) for way in ways}) == len(ways)
    assert digest(float_kernel(sums)) == digest(float_kernel(sums))


def inlined_answer(inline):
    @generic
    def asked(game):
        return 0

    @asked.register(Rules, inline=inline)
    def _(game):
        return 1

    return _


@pytest.mark.skipif(not compiling.JIT, reason="uncompiled kernels have no options")
def test_whether_an_implementation_is_inlined_counts():
    assert digest(inlined_answer(True)) != digest(inlined_answer(False)) == digest(inlined_answer(False))


class Weights:
    def __repr__(self):
        return "weights"


@pytest.mark.parametrize("value", [Weights(), object(), {1: 2}])
def test_what_is_no_constant_is_refused(value):
    with pytest.raises(TypeError, match=r"made_with.*returned uses .* neither a kernel nor a constant"):
        digest(made_with(value))
