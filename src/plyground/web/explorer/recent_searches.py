"""`RecentSearches`: a search that has just been made is not made again, though a whole class that is shown it asks.

The pool of searches has one thread, so the second of two equal questions is asked once the first is answered.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Answer = TypeVar("Answer")
MAX_ANSWERS = 16
MAX_NODES = 20_000
"""The largest tree that is kept."""


class RecentSearches(Generic[Answer]):
    """The latest answers, by what was asked."""

    def __init__(self) -> None:
        self._answers: OrderedDict[Hashable, Answer] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, asked: Hashable, search: Callable[[], tuple[Answer, int]]) -> Answer:
        """Return the answer; `search` makes it where it is not known, and says how many nodes it has."""
        with self._lock:
            if asked in self._answers:
                self._answers.move_to_end(asked)
                return self._answers[asked]
        answer, nodes = search()
        if nodes <= MAX_NODES:
            with self._lock:
                self._answers[asked] = answer
                while len(self._answers) > MAX_ANSWERS:
                    self._answers.popitem(last=False)
        return answer
