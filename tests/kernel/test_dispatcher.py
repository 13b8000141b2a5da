"""Which versions of a kernel there are, and who may call them. (What is stored: test_store.)"""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from plyground.kernel import JIT, declare, generic, kernel, prepare

pytestmark = pytest.mark.skipif(not JIT, reason="uncompiled")


@kernel
def plus(number, more):
    return number + more


@kernel
def plus_several(number):
    return plus(number, 1) + plus(number, 2) + plus(number, number)


@kernel
def halvings(number, bit):
    if number < 2:
        return bit
    return 1 + halvings(number // 2, 0)


@kernel
def twice_halvings(number):
    return 2 * halvings(number, 0)


class Heap(NamedTuple):
    size: int


@generic
def left(game, taken):
    return taken


@left.register(Heap)
def _(game, taken):
    return plus(game.size, -taken)


def test_a_number_in_a_call_makes_no_version_of_its_own():
    from numba import types

    assert plus_several(5) == 6 + 7 + 10
    _, folded = plus.fold_argument_types((types.int64, types.literal(3)), {})
    assert folded == (types.int64, types.int64)


def test_a_recursive_kernel_that_only_kernels_call_is_declared():
    declare(halvings, int, 1, 1)
    assert twice_halvings(40) == 10


def test_a_prepared_kernel_returns_what_it_was_told():
    prepare(plus, float, 1.0, 2)
    assert plus(1.5, 2) == 3.5


def test_what_is_prepared_already_waits_for_nobody_and_touches_no_garbage_collector(monkeypatch):
    prepare(plus, int, 1, 2)
    monkeypatch.setattr("plyground.kernel.dispatcher.without_collecting", None)
    monkeypatch.setattr("plyground.kernel.dispatcher.global_compiler_lock", None)
    prepare(plus, int, 3, 4)
    assert plus(3, 4) == 7


def test_a_function_of_numbas_own_may_call_kernels():
    """Twice: as they are compiled, and as they are loaded."""
    program = """
import numba
from test_dispatcher import Heap, left, plus_several

@numba.njit
def both(game, number):
    return left(game, number) + plus_several(number)

print(both(Heap(9), 5))
"""
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent), "PLYGROUND_JIT": "1"}
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == "27"


SYMBOL = """
import sys
import numpy as np
from plyground.kernel import bits
if sys.argv[1] == "after another":
    bits.popcount(np.uint64(1))
bits.lowest(np.uint64(4))
print([version.fndesc.mangled_name for version in bits.lowest.overloads.values()])
"""


def test_a_kernel_has_the_same_symbol_in_every_process(tmp_path):
    """Two processes that compile at the same time store kernels that call each other's."""
    symbols = set()
    for when in ("first", "after another"):
        environment = os.environ | {"PLYGROUND_JIT": "1", "PLYGROUND_CACHE": str(tmp_path / when.replace(" ", "-"))}
        command = [sys.executable, "-c", SYMBOL, when]
        symbols.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(symbols) == 1
    assert "lowest" in symbols.pop()
