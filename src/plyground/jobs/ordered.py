"""`in_order`: numbered tasks without end, whose results come in the order of their numbers.

So what is written of them is the same for any number of workers, and for a run that was stopped and went on later.
"""

from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

from plyground.jobs.executor import Executor

Result = TypeVar("Result")

AHEAD = 3
"""Tasks asked for ahead of the next one for each slot, so that none waits while a long one holds up the order."""


class Numbered(NamedTuple, Generic[Result]):
    """What has come of the task `number`."""

    number: int
    result: Result


def in_order(executor: Executor[int, Numbered[Result]], first: int, step: int = 1) -> Iterator[Result]:
    """Yield the results of the tasks `first`, ``first + step``, ... in this order, whenever they are done."""
    finished: dict[int, Result] = {}
    asked = first
    while True:
        while asked < first + AHEAD * step * executor.slots:
            executor.submit(asked)
            asked += step
        while first not in finished:
            done = executor.next_finished()
            finished[done.number] = done.result
        yield finished.pop(first)
        first += step
