"""`Growth`: lets a closed set grow from the ends of its outline until it rests on no search."""

import time
from threading import Event, Lock
from typing import Any

import numpy as np

from plyground.solving import choice, reach
from plyground.solving import closure as growing
from plyground.solving.choice import NO_ROOM, NOTHING_WAITS
from plyground.solving.closure import LOST, SETTLED, WAITING, Closure
from plyground.solving.positions import COUNT, NEXT
from plyground.solving.searchers import Searchers
from plyground.solving.set_search import within

NODES, PROOF_NODES = 500, 1 << 17
"""Of a search of the engine, and of a proof-number search."""


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
        self._searchers, self._stop, self._by_tables, self._lock = searchers, stop, by_tables, Lock()
        self._options = np.array([NODES, int(by_tables), PROOF_NODES], np.int64)
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
        self._searchers.for_each_thread(lambda thread: self._work(thread, until))
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
        known = self._list_searched(np.flatnonzero((marks == 1) & (closure.found.symbols[:size] == SETTLED)))
        if not known.size:
            return True
        self.closure = closure = growing.with_more_waiting(closure, len(known))
        closure.found.symbols[known] = WAITING
        closure.waiting[: len(known)] = known
        closure.found.state[NEXT] = len(known)
        return None

    def list_proof(self) -> tuple[Any, Any]:
        """Return the rows of a closed set, or of what there is of one, in a proof's order, and the proof's numbers."""
        of, size, symbols = self._searchers, self.positions, self.closure.found.symbols
        reached, numbers = np.zeros(size, np.int64), np.zeros(size, np.uint16)
        marks, searched = np.zeros(size, np.int8), self._list_searched(np.flatnonzero(symbols[:size] == SETTLED))
        symbols[searched] = WAITING
        size = reach.write_down(of.rules, of.side, self.closure, reached, numbers, marks, of.scratch)
        symbols[searched] = SETTLED
        return reached[:size], numbers[:size].copy()

    def _list_searched(self, known: Any) -> Any:
        """Return those of the rows known to hold that are so by a search alone."""
        of = self._searchers
        if not self._by_tables:
            return known
        return known[: reach.list_searched(of.rules, of.side, of.probe, self._options, self.closure, known, of.scratch)]

    def _work(self, thread: int, until: float) -> None:
        """Search in one thread until then, or until nothing waits; it changes the set while it has the lock alone.

        A choice is searched beside the others' changes. If it missed one, `apply` and the walk of `is_closed` do not.
        """
        of, options, most = self._searchers, self._options, len(self._searchers.scratch.moves)
        state, scratch = of.states[thread], of.scratches[thread]
        while not self._stop.is_set() and time.monotonic() < until:
            with self._lock:
                closure = self.closure
                searching = within(of.set_searches[thread], closure.found)
                row = choice.take(of.rules, of.side, state.probe, options, closure, searching, scratch.rows[2], scratch)
                if row == NO_ROOM:
                    self.closure = growing.with_more(self.closure, 2 * most + 2)
                    continue
                if row == NOTHING_WAITS:
                    return
            move, what = choice.choose(
                of.rules, of.side, state, of.table, of.settings, closure, searching, row, options, scratch
            )
            with self._lock:
                self.closure = growing.with_more(self.closure, most + 2)
                growing.apply(of.rules, of.side, state.probe, options, self.closure, row, move, what, scratch)
