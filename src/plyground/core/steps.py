"""Long work in steps: a generator that yields between them, where it may be left for a while or for ever.

Where there is only one thread, as in a browser, something else is done between two steps.
"""

from collections.abc import Generator, Iterable
from typing import TypeVar

Answer = TypeVar("Answer")
Item = TypeVar("Item")
Steps = Generator[None, None, Answer]
"""Work that returns an answer in the end."""
ITEMS = 200
"""Of a list, in a step."""


def finish(steps: Steps[Answer]) -> Answer:
    """Return the answer, without a break.

    Examples
    --------
    >>> finish(list_of(range(3)))
    [0, 1, 2]
    """
    try:
        while True:
            next(steps)
    except StopIteration as ended:
        answer: Answer = ended.value
        return answer


def list_of(items: Iterable[Item], together: int = ITEMS) -> Steps[list[Item]]:
    """Make a list, so many items a step."""
    found: list[Item] = []
    for item in items:
        found.append(item)
        if len(found) % together == 0:
            yield
    return found
