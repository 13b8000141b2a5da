"""`RecentSearches`: a search that has just been made is not made again, though a whole class that is shown it asks.

The pool of searches has one thread, so the second of two equal questions is asked once the first is answered.
"""

from collections.abc import Hashable
from typing import Generic, TypeVar

from plyground.core.recent import Recent

Answer = TypeVar("Answer")
MAX_ANSWERS = 16
MAX_NODES = 20_000
"""The largest tree that is kept."""


class RecentSearches(Generic[Answer]):
    """The latest answers, by what was asked."""

    def __init__(self) -> None:
        self._answers: Recent[Hashable, Answer] = Recent(MAX_ANSWERS)

    def find(self, asked: Hashable) -> Answer | None:
        """Return the answer, None where it is not known."""
        return self._answers.get(asked)

    def keep(self, asked: Hashable, answer: Answer, nodes: int) -> None:
        """Keep the answer, unless its tree has too many nodes."""
        if nodes <= MAX_NODES:
            self._answers.put(asked, answer)
