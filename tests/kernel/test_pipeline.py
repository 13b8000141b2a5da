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
