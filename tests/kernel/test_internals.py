"""Another numba: one that lacks a name that is used here, and a program that uses numba for itself, too."""

import ast
from pathlib import Path

import pytest

from kernel import small_program
from plyground import kernel as package
from plyground.kernel import JIT
from plyground.kernel.internals import DISPATCHER, INTRINSICS, missing

pytestmark = pytest.mark.skipif(not JIT, reason="uncompiled")

WITHOUT = """
import warnings
warnings.simplefilter("always")
import numba.core.registry, numba.np.arrayobj
del {name}
with warnings.catch_warnings(record=True) as heard:
    from asks import asks, prepare
    from generics import Heap, left
    prepare(asks, int, 5, 1)
    print(asks(5, 1), left(Heap(4), 2), left(7, 2), *(heard_.category.__name__ for heard_ in heard))
"""
GENERICS = """
from typing import NamedTuple
from factor import FACTOR
from plyground.kernel import generic, kernel

class Heap(NamedTuple):
    size: int

@generic
def own(game, taken):
    return taken

@own.register(Heap)
def _(game, taken):
    return FACTOR * game.size - taken

@kernel
def left(game, taken):
    return own(game, taken) + own(game, 0)
"""
ONE_BY_ONE, WHOLE = "numba.core.registry.CPUDispatcher", "numba.np.arrayobj.make_array"


@pytest.fixture
def program(tmp_path):
    small_program.write(tmp_path)
    (tmp_path / "generics.py").write_text(GENERICS)
    return tmp_path


def test_numba_has_all_that_is_listed():
    assert missing(INTRINSICS) is None
    assert missing(DISPATCHER) is None


def test_whatever_kernels_import_of_numba_is_listed():
    """`numba.njit`, `numba.typeof` and `numba.extending` are documented, and so needed nowhere else than there."""
    listed = {
        f"{line.partition(':')[0]}.{name}" for line in INTRINSICS + DISPATCHER for name in line.split(":")[1].split()
    }
    for path in Path(package.__file__).parent.glob("*.py"):
        if path.stem == "plain":  # what it imports has to be there in any numba
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).partition(".")[0] in {"numba", "llvmlite"}:
                for alias in node.names:
                    name = f"{node.module}.{alias.name}"
                    assert any(f"{each}.".startswith((f"{name}.", f"{name}:")) for each in listed), (path, name)


@pytest.mark.parametrize(
    ("names", "lost"),
    [
        (("numba.core.registry:CPUDispatcher.gone",), "numba.core.registry.CPUDispatcher.gone"),
        (("numba.extending:intrinsic", "numba.gone:anything"), "numba.gone"),
    ],
)
def test_a_missing_name_is_told(names, lost):
    assert missing(names) == lost


@pytest.mark.parametrize("name", [ONE_BY_ONE, WHOLE])
def test_a_numba_that_lacks_a_name_gives_the_same_answers_and_one_warning(program, name):
    for _ in range(2):  # compiled, then loaded
        assert small_program.run(program, WITHOUT.format(name=name)) == "20 14 2 RuntimeWarning"


def test_plain_kernels_are_stored_and_follow_an_edit_in_another_file(program):
    run = WITHOUT.format(name=ONE_BY_ONE)
    stored = []
    for factor, answer in ((2, "20 14 2"), (2, "20 14 2"), (3, "30 22 2")):
        (program / "factor.py").write_text(f"FACTOR = {factor}\n")
        assert small_program.run(program, run) == f"{answer} RuntimeWarning"
        stored.append({path.name: path.stat().st_mtime_ns for path in (program / "cache").glob("plain-*/*")})
    assert stored[0] == stored[1] != stored[2]
    assert set(stored[0]) < set(stored[2])


OTHERS = """
from numba import njit, types
from numba.core.bytecode import FunctionIdentity
from numba.core.types.functions import BaseFunction
from numba.extending import intrinsic

seen = []
def look():
    return FunctionIdentity._unique_ids, BaseFunction.get_call_type
before = look()

@intrinsic
def one(_context):
    seen.append(look())
    return types.int64(), lambda context, builder, signature, arguments: context.get_constant(types.int64, 1)

from plyground.kernel import kernel
FILE = "looked.py"
from looked import looked
print(looked(2), seen == [before], look() == before)
"""
LOOKED = """
import __main__
from plyground.kernel import kernel
one = __main__.one

@kernel
def looked(number):
    return number + one()
"""


def test_other_users_of_numba_in_the_process_find_it_as_it_was(program):
    (program / "looked.py").write_text(LOOKED)
    assert small_program.run(program, OTHERS.replace('FILE = "looked.py"\n', "")) == "3 True True"
