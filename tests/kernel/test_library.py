"""The linking of kernels into an entry for Python."""

import random

import numpy as np
import pytest

from plyground import get_game
from plyground.core.rules import count, generate, order, scratch
from plyground.kernel import compile as compiling
from plyground.kernel import kernel
from plyground.kernel.library import KernelLibrary
from plyground.solving.checker import load_bounds
from plyground.solving.dfpn import OPEN, Question, answer_at, answer_by_rules, answer_by_table, new_search
from plyground.solving.numbers import new_table
from plyground.solving.tables import NoTables


def library_calling(kernels):
    library = object.__new__(KernelLibrary)
    library._linking_libraries = kernels
    return library


def test_every_kernel_is_linked_after_all_of_its_callers():
    """LLVM leaves out what nothing calls yet: what was linked too early was an address of 0 when it was called."""
    chooser = random.Random(3)
    for _ in range(100):
        libraries = []
        for _ in range(12):
            libraries.append(library_calling(chooser.sample(libraries, min(len(libraries), chooser.randrange(4)))))
        entry = library_calling([libraries[-1], *chooser.sample(libraries, 2)])
        reached = entry._reach()
        assert len(set(reached)) == len(reached)
        callers = [entry, *reached]
        assert set(reached) == {called for caller in callers for called in caller.kernels}
        for caller in callers:
            for called in caller.kernels:
                assert callers.index(called) > callers.index(caller)


def test_python_can_call_a_kernel_whose_callees_share_a_kernel():
    position = get_game("amazons").position("2q**1/*1**2/1*****/Q*3Q/2*1q1/6 w")
    load_bounds(position.game)
    rules, stop = position.rules, np.zeros(1, np.int64)
    search = new_search(rules, new_table(1), stop, NoTables())
    question = Question(0, 1, 0, 100, 0)
    apart = answer_by_rules(rules, question, position.words, search)
    if apart == OPEN:
        apart = answer_by_table(rules, question, position.words, search)
    assert answer_at(rules, question, position.words, search) == apart


@kernel
def shared(game, position, moves, unneeded):
    """Too long to be compiled into its callers, and with an argument that it does not need."""
    size = generate(game, position, moves)
    order(game, position, moves, size)
    return size + count(game, position, moves)


@kernel
def caller(game, position, moves):
    found = 0
    for i in range(3):
        found += shared(game, position, moves, moves[i:])
    return found - shared(game, position, moves, moves) - shared(game, position, moves, moves[1:])


@pytest.mark.skipif(not compiling.JIT, reason="nothing is compiled")
def test_the_code_of_an_entry_names_no_kernel_but_its_own():
    """By such a name the linker once took the code in one entry, called in its own way, for that of another."""
    position = get_game("gardner").position()
    moves = scratch(position.rules)
    asked = position.rules, position.words, moves
    assert caller(*asked) == shared(*asked, moves) > 0
    symbol = stored(shared).fndesc.llvm_func_name.encode()
    assert symbol in stored(shared).machine_code
    assert symbol not in stored(caller).machine_code


def stored(dispatcher):
    return dispatcher._store.load(next(iter(dispatcher._entries)), dispatcher.targetctx.codegen(), is_called=True)
