"""`Growth`: lets a closed set grow from the ends of its outline until it rests on no search."""

import time
from collections.abc import Iterator
from threading import Event
from typing import Any

import numpy as np

from plyground.core.threads import thread_pool
from plyground.solving import choice, reach, unfolding
from plyground.solving import closure as growing
from plyground.solving.closure import LOST, NO_ROOM, NOTHING_WAITS, SETTLED, WAITING, Closure
from plyground.solving.positions import COUNT, NEXT
from plyground.solving.searchers import Searchers, how_many_next

NODES = 500
"""Of a search."""


class Growth:
    """The growth of one set.

    Parameters
    ----------
    closure
        It holds its start.
    by_tables
        Whether it may rest on endgame tables.
    """

    def __init__(self, closure: Closure, searchers: Searchers, stop: Event, *, by_tables: bool) -> None:
        self.closure = closure
        self._searchers, self._stop, self._by_tables = searchers, stop, by_tables
        self._options = np.array([NODES, int(by_tables)], np.int64)
        growing.note_all(searchers.rules, searchers.side, closure, searchers.scratch)

    @property
    def positions(self) -> int:
        """How many positions have been found."""
        return int(self.closure.found.state[COUNT])

    @property
    def waiting(self) -> int:
        """How many of them wait for a move."""
        return int(self.closure.found.state[NEXT])

    def grow(self, until: float) -> bool | None:
        """Go on until then; return True when the set is closed, False where its start is lost, else None."""
        if self.waiting == 0:
            answer = self.is_closed()
            if answer is not None:
                return answer
        self._work(until)
        return None

    def is_closed(self) -> bool | None:
        """Walk through the set; where something in it is lost or only known, that waits afterwards."""
        size, of, closure = self.positions, self._searchers, self.closure
        if closure.found.symbols[0] == LOST:
            return False
        reached, marks = np.zeros(size, np.int64), np.zeros(size, np.int8)
        _, is_sound = reach.walk(of.rules, of.side, closure, reached, marks, of.scratch)
        if not is_sound or self.waiting:
            return None
        known = np.flatnonzero((marks == 1) & (closure.found.symbols[:size] == SETTLED))
        if self._by_tables:
            searched = reach.list_searched(of.rules, of.side, of.probe, self._options, closure, known, of.scratch)
            known = known[:searched]
        if not known.size:
            return True
        self.closure = closure = growing.with_more_waiting(closure, len(known))
        closure.found.symbols[known] = WAITING
        closure.waiting[: len(known)] = known
        closure.found.state[NEXT] = len(known)
        return None

    def list_proof(self) -> tuple[Any, Any]:
        """Return the rows of a closed set in the order of a proof, and the proof's numbers."""
        of, size = self._searchers, self.positions
        reached, numbers = np.zeros(size, np.int64), np.zeros(size, np.uint16)
        marks = np.zeros(size, np.int8)
        size = reach.write_down(of.rules, of.side, self.closure, reached, numbers, marks, of.scratch)
        return reached[:size], numbers[:size].copy()

    def _work(self, until: float) -> None:
        """Search until then, or until nothing waits, with all threads."""
        of, options = self._searchers, self._options
        if len(of.states) == 1:
            said, searches, began = 0, 1, time.monotonic()
            while said != NOTHING_WAITS and not self._stop.is_set() and began < until:
                said = unfolding.step(
                    of.rules, of.side, self.closure, of.states[0], of.table, of.settings, options, of.scratch, searches
                )
                self._make_room(said)
                ended = time.monotonic()
                searches, began = how_many_next(searches, ended - began), ended
            return
        with thread_pool(len(of.states)) as pool:
            while not self._stop.is_set() and time.monotonic() < until:
                rows = list(self._take_several())
                if not rows:
                    return
                found = list(pool.map(self._choose, range(len(rows)), rows))
                # the first has waited on top of the others, and so do the answers to its move
                for row, (move, what) in reversed([*zip(rows, found, strict=True)]):
                    self.closure = growing.with_more(self.closure, len(of.scratch.moves) + 2)
                    growing.apply(of.rules, of.side, of.probe, options, self.closure, row, move, what, of.scratch)

    def _take_several(self) -> Iterator[int]:
        """Yield rows that wait and need a search, one for each thread; none if nothing waits."""
        of = self._searchers
        for _ in of.states:
            row = NO_ROOM
            while row == NO_ROOM:
                row = unfolding.take(
                    of.rules, of.side, of.probe, self._options, self.closure, of.scratch.rows[2], of.scratch
                )
                self._make_room(row)
            if row == NOTHING_WAITS:
                return
            yield row

    def _choose(self, thread: int, row: int) -> Any:
        """Return the move for a row, and what the position is then; in any thread, while the set stays as it is."""
        of = self._searchers
        return choice.choose(
            of.rules, of.side, of.states[thread], of.table, of.settings, self.closure, row, self._options,
            of.scratches[thread],
        )  # fmt: skip

    def _make_room(self, said: int) -> None:
        if said == NO_ROOM:
            self.closure = growing.with_more(self.closure, 2 * len(self._searchers.scratch.moves))
