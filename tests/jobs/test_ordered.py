"""Results in the order of their numbers, whoever finishes first."""

from itertools import islice
from threading import Event

import pytest

from plyground.jobs import Numbered, ThreadExecutor, in_order


@pytest.mark.parametrize(("first", "step"), [(0, 1), (7, 3)])
def test_a_task_that_takes_longer_holds_up_the_order_and_nobody(first, step):
    later = Event()

    def do(number):
        if number == first:
            assert later.wait(30)
        if number == first + 3 * step:
            later.set()
        return Numbered(number, number * number)

    with ThreadExecutor(do, 2) as executor:
        found = list(islice(in_order(executor, first, step), 5))
    assert found == [(first + i * step) ** 2 for i in range(5)]


def test_one_slot_is_enough():
    with ThreadExecutor(lambda number: Numbered(number, str(number)), 1) as executor:
        assert list(islice(in_order(executor, 3), 3)) == ["3", "4", "5"]
