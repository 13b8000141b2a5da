"""`OutlineSearch`: searches for the outlines of positions (`plyground.solving.outline`), with all threads."""

import sys
import time
from threading import Event, Lock
from typing import Any

import numpy as np

from plyground.core.rules import NO_MOVE
from plyground.engine.scores import DECISIVE
from plyground.kernel.words import Words
from plyground.solving import outline, outline_path, outline_reach
from plyground.solving.outline import ENOUGH, FLOORS, TRIED, TRIED_AGAIN, new_outline
from plyground.solving.outline_path import DONE, MOST_PATHS, NO_ROOM, SEARCHES, new_path
from plyground.solving.positions import COUNT
from plyground.solving.searchers import Searchers
from plyground.solving.set_search import find_move

END_SEARCHES = 200
"""How many searches an end may take by itself, each time it is tried, where a win is asked for: they prove few."""
OUTLINE_SEARCHES = 5_000, 300
"""How many where less is, at first and when it is tried again: an outline of it is larger, and saves many such ends."""
AGAIN_TIMES = 16
"""By how much longer they are when it is tried again: that proves as much in the same time, by fewer positions."""
SLICES, SLICE_NODES = (3, 64), 1 << 17
"""How long a proof-number search is that comes before them where a win is asked for, at first and when it is tried
again: it proves most, and sooner than searches of the engine would see it. Between two slices it looks at the clock."""
ROW, SPENT = END = range(2)
"""Columns of `OutlineSearch.ends`."""


class OutlineSearch:
    """The search from one position. Threads search together for the outline, and each for that of another end.

    Attributes
    ----------
    found
        What is known.
    goals : int64 (GOALS,)
        The scores of ends and of what counts as lost.
    ends : int64 (ends, END)
        Rows that are to be proved first, the last one next, and how many slices and searches each has had this time.
    """

    def __init__(self, start: Words, enough: int, searchers: Searchers, stop: Event) -> None:
        self.found = new_outline(start)
        self.goals = np.array([enough, FLOORS[0]], np.int64)
        self.ends: Any = np.zeros((0, len(END)), np.int64)
        self._searchers, self._stop, self._lock = searchers, stop, Lock()
        threads = min(len(searchers.states), MOST_PATHS)
        self._paths = [new_path(searchers.rules.max_moves, thread) for thread in range(threads)]

    @property
    def positions(self) -> int:
        """How many positions have been found."""
        return int(self.found.found.state[COUNT])

    @property
    def waiting(self) -> int:
        """In how many of them the side's move is open."""
        return outline_reach.count_open(self._searchers.side, self.found)

    def walk(self, starts: Any) -> tuple[Any, Any, Any, bool]:
        """Return what the choices reach from rows, from where each, all positions' marks, and whether one is lost."""
        reached, above = np.zeros((2, self.positions), np.int64)
        marks = np.zeros(self.positions, np.int8)
        reached[: len(starts)], above[: len(starts)], marks[starts] = starts, -1, outline_reach.PROVED
        of = self._searchers
        size, some_lost = outline_reach.walk(
            of.rules, of.side, self.found, len(starts), reached, above, marks, of.scratch
        )
        return reached[:size], above[:size], marks, some_lost

    def reach(self, starts: Any) -> tuple[Any, Any] | None:
        """Return what the choices reach from rows, and from where each; None where not all of that is proved.

        What is open is to be proved first then; what rests on what is lost, or has been tried in vain, is taken back.
        """
        reached, above, marks, some_lost = self.walk(starts)
        unproved = np.flatnonzero(marks == outline_reach.UNPROVED)
        tried = unproved[self.found.found.symbols[unproved] & TRIED_AGAIN != 0]
        if some_lost or tried.size:
            marks[tried] = outline_reach.TAKEN_BACK
            self.take_back(reached, marks)
        elif unproved.size:
            self.prove_first(unproved)
        else:
            return reached, above
        return None

    def take_back(self, reached: Any, marks: Any) -> None:
        """Take back what rests on what is lost, or is marked as taken back."""
        of = self._searchers
        outline_reach.take_back(of.rules, of.side, self.found, reached, marks, of.scratch)

    def prove(self, row: int, until: float) -> bool:
        """Search a row with all threads until it is proved or lost; return False if time is up."""
        return all(self._searchers.for_each_thread(lambda thread: self._prove(thread, row, until), MOST_PATHS))

    def prove_first(self, rows: Any) -> None:
        """Let `prove_ends` search these rows, the last one first."""
        self.ends = np.stack([rows, np.zeros_like(rows)], axis=1)

    def prove_ends(self, until: float) -> bool:
        """Search the ends, each until it is proved or lost, or had its searches; return False if time is up.

        Where a win is asked for, `SLICES` come before these. Which are open after that have the mark `TRIED`; those
        that had it before are searched longer, and have `TRIED_AGAIN` then.
        """
        left, under_way = self.ends.tolist(), list[list[int]]()
        asks_for_win = self.goals[ENOUGH] >= DECISIVE
        most = (END_SEARCHES, END_SEARCHES) if asks_for_win else OUTLINE_SEARCHES

        def work(thread: int) -> bool:
            while True:
                with self._lock:
                    if not left:
                        return True
                    row, spent = left.pop()
                is_again = bool(self.found.found.symbols[row] & TRIED)
                slices, is_over = SLICES[is_again] if asks_for_win else 0, True
                while is_over and spent < slices and not self._search_slice(thread, row):
                    spent += 1
                    is_over = not self._stop.is_set() and time.monotonic() < until
                if is_over and outline.is_open_row(self.found, row):
                    searches, times = most[is_again] + slices - spent, AGAIN_TIMES if is_again else 1
                    is_over = self._prove(thread, row, until, searches, times)
                    spent += int(self._paths[thread].counts[SEARCHES])
                with self._lock:
                    if not is_over:
                        under_way.append([row, spent])
                        return False
                    if outline.is_open_row(self.found, row):
                        self.found.found.symbols[row] |= TRIED_AGAIN if is_again else TRIED

        is_done = all(self._searchers.for_each_thread(work, MOST_PATHS))
        self.ends = np.array(left + under_way, np.int64).reshape(-1, len(END))
        return is_done

    def _search_slice(self, thread: int, row: int) -> bool:
        """Search a row for a slice; return whether it is proved, or no longer open."""
        of, found = self._searchers, self.found
        if not outline.is_open_row(found, row):
            return True
        move = find_move(of.rules, of.set_searches[thread], found.found.rows[row], SLICE_NODES)
        if move != NO_MOVE:
            with self._lock:
                outline.end_with(self.found, row, max(DECISIVE, int(self.found.scores[row])), move)
        return move != NO_MOVE

    def _prove(self, thread: int, row: int, until: float, searches: int = sys.maxsize, times: int = 1) -> bool:
        """Search a row with one thread until it is proved or lost, or had so many searches; False if time is up.

        Searches are `times` as long as usual.
        """
        of, path = self._searchers, self._paths[thread]
        scratch, state = of.scratches[thread], of.states[thread]
        with self._lock:
            outline_path.start(self.found, path, row)
        while True:
            with self._lock:
                found = self.found
                size = outline_path.run(of.rules, of.side, state.probe, self.goals, found, path, scratch)
                if size == NO_ROOM:
                    self.found = outline.with_more(found, 2 * len(scratch.moves) + 4)
                    continue
                is_over = size == DONE or path.counts[SEARCHES] >= searches
                if is_over or self._stop.is_set() or time.monotonic() >= until:
                    outline_path.leave(found, path)
                    return bool(is_over)
            outline_path.judge(of.rules, state, of.table, of.settings, self.goals, found, path, size, times)
