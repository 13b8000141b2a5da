"""The linking of kernels into an entry for Python."""

import random

import numpy as np

from plyground import get_game
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
        order = entry._reached()
        assert len(set(order)) == len(order)
        callers = [entry, *order]
        assert set(order) == {kernel for caller in callers for kernel in caller.kernels}
        for caller in callers:
            for kernel in caller.kernels:
                assert callers.index(kernel) > callers.index(caller)


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
