"""How kernels are typed and translated: with fewer of numba's passes, and with the same answers."""

import pytest

from kernel import small_program
from plyground.kernel import JIT

pytestmark = pytest.mark.skipif(not JIT, reason="uncompiled")

KERNELS = """
from plyground.kernel import kernel

@kernel
def steps(number, bit):
    if number < 2:
        return bit
    if number % 3 == 0:
        return 1 + steps(number // 3, bit) + steps(number // 3, 1 - bit)
    return 2 + steps(number - 1, bit) + steps(number // 2, 1 - bit)

@kernel
def with_a_function_within(number):
    twice = lambda each: 2 * each
    return twice(number) + 1

@kernel
def with_a_question(number):
    if isinstance(number, int):
        return 1
    return 2

@kernel
def with_loops(row, number):
    total = last = 0
    for i in range(row.size):
        last = row[i]
        if last < 0:
            break
        while number > 0:
            total, number = total + last, number - 1
    else:
        total += 100
    return total, last

@kernel
def part(row):
    return row[1:]
"""

PROGRAM = """
import numpy as np
from numba.core import typeinfer
from plyground.kernel import prepare
from kernels import *

copies, copy = [], typeinfer.TypeInferer.copy
typeinfer.TypeInferer.copy = lambda *asked, **named: copies.append(asked) or copy(*asked, **named)
prepare(steps, int, 7, 1)
print(steps(9, 0), steps.py_func(9, 0), len(copies))
print(with_a_function_within(4), with_a_question(3), with_a_question(3.0))
row = np.array([3, 4, 5])
print(with_loops(row, 2), with_loops(np.array([3, -1, 5]), 2))
"""


@pytest.fixture
def program(tmp_path):
    small_program.write(tmp_path)
    (tmp_path / "kernels.py").write_text(KERNELS)
    return tmp_path


def test_a_declared_recursion_is_typed_once_and_all_kernels_answer_as_python_does(program):
    expected = "5 5 0 9 1 2 (106, 5) (6, -1)"
    for _ in range(2):  # compiled, then loaded
        assert small_program.run(program, PROGRAM).split() == expected.split()


def test_what_cannot_be_compiled_is_told(program):
    call = """
from numba.core.errors import NumbaError
import numpy as np
from kernels import part, steps
for asked, part_of_message in (lambda: part(np.zeros(3)), "Only accept returning"), (lambda: steps("a", 1), "lt"):
    try:
        asked()
    except NumbaError as error:
        print(part_of_message in str(error))
"""
    assert small_program.run(program, call).split() == ["True", "True"]


TYPED = """
from collections import Counter
from numba.core.typeinfer import BuildTupleConstraint
from plyground.kernel import kernel
import typed

calls, ask = Counter(), BuildTupleConstraint.__call__
def count(constraint, inferer):
    calls[constraint.target] += 1
    return ask(constraint, inferer)
BuildTupleConstraint.__call__ = count
print(typed.pairs(3), max(calls.values()))
"""


def test_a_statement_is_typed_again_only_where_a_type_of_it_has_changed(tmp_path):
    small_program.write(tmp_path)
    lines = "from plyground.kernel import kernel", "@kernel", "def pairs(number):", "    return number, (number, 2)"
    (tmp_path / "typed.py").write_text("\n".join(lines))
    assert small_program.run(tmp_path, TYPED).split() == ["(3,", "(3,", "2))", "1"]


LOWERED = """
from typing import NamedTuple
import numpy as np
from plyground.kernel import kernel

class Pair(NamedTuple):
    board: np.ndarray
    counts: np.ndarray
    size: int

@kernel
def fall(number):
    if number > 2:
        raise ValueError("too many")
    return number

@kernel
def fall_deep(number):
    return fall(number) + 1

@kernel
def caught(number):
    try:
        return fall_deep(number)
    except Exception:
        return -1

@kernel
def cells(pair, row, column):
    pair.board[row, column] += 5
    pair.board[-1][column] = pair.board[row][-2] + pair.size
    pair.counts[-1] = pair.board.shape[0]
    return pair.board[row, column], pair.board[np.uint64(1), -1], pair.counts[1], pair.board.size

@kernel
def total(row):
    result = 0
    for each in row:
        result += each
    return result

@kernel
def handed_on(pair, row):
    turned = Pair(pair.counts.reshape((1, 2)), pair.board[row], 7)
    rows = total(pair.board[row]) + total(turned.board[0]) + total(turned.counts)
    return rows + total(pair.board[:, 1]) + turned.size

@kernel
def halves(number):
    while number > 0:
        yield number
        number //= 2

@kernel
def yielded(number):
    result = 0
    for each in halves(number):
        result += each
    return result

@kernel
def assigned_in_one_branch(number):
    if number > 3:
        found = number * 2
    if number > 4:
        return found
    return 0

@kernel
def swapped(number):
    first, second = 1, 2
    for _ in range(number):
        first, second = second, first + second
    before = 0
    while first > 3:
        later = first - 1
        before += later
        first = later
    return first, second, before

@kernel
def widened(number):
    total = 0
    for _ in range(number):
        before = total
        halved = before * 2
        total = halved + 0.5
    return total, halved, before
"""

CALLS = """
import numpy as np
from lowered import *
for function in fall_deep, fall_deep.py_func:
    try:
        function(3)
    except ValueError as error:
        print(error)
print(fall_deep(1), caught(2), caught(3))
pair, same = (Pair(np.arange(12).reshape(3, 4), np.array([3, 4]), 9) for _ in range(2))
print(cells(pair, 1, 2) == cells.py_func(same, 1, 2), (pair.board == same.board).all(), pair.counts.tolist())
print(handed_on(pair, 1) == handed_on.py_func(same, 1), assigned_in_one_branch(5), assigned_in_one_branch(4))
print(swapped(7) == swapped.py_func(7), yielded(9), widened(3) == widened.py_func(3))
"""


def test_what_is_written_in_fewer_instructions_answers_as_python_does(tmp_path):
    small_program.write(tmp_path)
    (tmp_path / "lowered.py").write_text(LOWERED)
    expected = "too many too many 2 3 -1 True True [3, 3] True 10 0 True 16 True"
    for _ in range(2):  # compiled, then loaded
        assert small_program.run(tmp_path, CALLS).split() == expected.split()
