"""What the package promises: its names are those that docs/api.md lists, and one script uses all of them."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import plyground
from plyground.kernel.compile import JIT

ROOT = Path(__file__).parent.parent
TOUR = ROOT / "examples" / "public_names" / "tour.py"
ROW = re.compile(r"^\| ((?:`\w+`(?:, )?)+) \| .+ \| (\S+) \| (\w+) \|$", re.MULTILINE)


def rows():
    """Return (names, since, stability) of each row of the table."""
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    return [(re.findall(r"\w+", names), since, stability) for names, since, stability in ROW.findall(page)]


def test_the_page_lists_exactly_the_names_that_are_exported():
    listed = [name for names, _, _ in rows() for name in names]
    assert sorted(listed) == sorted(plyground.__all__)
    assert len(listed) <= 45


def test_each_name_has_a_release_and_a_stability():
    assert {stability for _, _, stability in rows()} == {"stable", "provisional"}
    assert all(re.fullmatch(r"0\.[1-9]", since) for _, since, _ in rows())


@pytest.mark.parametrize("name", plyground.__all__)
def test_each_name_is_there_and_described(name):
    assert getattr(plyground, name).__doc__


def test_type_checkers_are_told_of_the_same_names():
    """They read the imports under TYPE_CHECKING, Python reads the table."""
    tree = ast.parse(Path(plyground.__file__).read_text("utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    told = {alias.asname or alias.name: f"{node.module}:{alias.name}" for node in block.body for alias in node.names}
    loaded = {}
    for name, place in plyground._PLACES.items():
        module, _, named = place.partition(":")
        loaded[name] = f"plyground.{module}:{named or name}"
    assert told == loaded
    assert sorted(told) == plyground.__all__ == sorted(plyground.__all__)


def test_the_script_uses_every_name():
    """`make check` reads it with mypy and pyright."""
    source = ast.parse(TOUR.read_text("utf-8"))
    used = {node.attr for node in ast.walk(source) if isinstance(node, ast.Attribute)}
    used |= {node.id for node in ast.walk(source) if isinstance(node, ast.Name)}
    assert set(plyground.__all__) <= used


@pytest.mark.skipif(not JIT, reason="searches and plays")
def test_the_script_runs():
    done = subprocess.run([sys.executable, TOUR], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 6
