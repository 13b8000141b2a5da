"""`OutlineSearch`: finds an outline (`plyground.solving.outline`), and one of each of its ends up to a win in sight."""

import sys
import time
from collections.abc import Callable
from threading import Event, Lock
from typing import Any

import numpy as np

from plyground.core.threads import thread_pool
from plyground.engine.scores import DECISIVE
from plyground.engine.thinking import copy, think
from plyground.kernel.words import Words
from plyground.solving import closure as growing
from plyground.solving import outline, outline_path, outline_reach
from plyground.solving.closure import Closure, new_closure
from plyground.solving.outline import ENOUGH, FLOOR, FLOORS, new_outline
from plyground.solving.outline_path import DONE, MOST_PATHS, NO_ROOM, SEARCHES, new_path
from plyground.solving.positions import COUNT
from plyground.solving.searchers import Searchers

AHEAD = 300
"""The score of an end of the first outline."""
END_SEARCHES = 2_000, 20_000
"""How many searches an end may take by itself, before all others have been tried and then; where that is not enough
other moves before it may be chosen, too."""
END_NODES = 400_000
"""How long one more is, after each of these: it sees many a win that short ones are slow to build up."""
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
        Rows that are to be proved first, the last one next, and how many searches each has had.
    """

    def __init__(self, start: Words, searchers: Searchers, stop: Event) -> None:
        self.found = new_outline(start)
        self.goals = np.array([AHEAD, FLOORS[0]], np.int64)
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

    def find(self, until: float) -> Closure | bool | None:
        """Go on until then; return the set that the whole outline is, False where the start is lost, else None."""
        side, goals = self._searchers.side, self.goals
        if not self._prove_ends(until) or not self.prove(0, until):
            return None
        if outline.is_lost_row(self.found, 0):
            if goals[FLOOR] == FLOORS[1]:
                return False
            outline_reach.ask_for(side, goals, self.found, AHEAD, FLOORS[1])
            return None
        of = self._searchers
        reached, above, marks, some_lost = self.walk()
        unproved = np.flatnonzero(marks == outline_reach.UNPROVED)
        if some_lost:
            outline_reach.take_back(of.rules, side, self.found, reached, marks, of.scratch)
        elif unproved.size:
            self._prove_first(unproved)
        elif goals[ENOUGH] < DECISIVE:
            ends = reached[: outline_reach.list_ends(side, self.found, reached, DECISIVE)]
            # (the last is the first: what is won soonest helps the others)
            self._prove_first(ends[np.argsort(self.found.scores[ends], kind="stable")])
            outline_reach.ask_for(side, goals, self.found, DECISIVE, int(goals[FLOOR]))
        else:
            closure = growing.with_more(new_closure(self.found.found.rows[0]), len(reached))
            outline_reach.fill(of.rules, side, self.found, reached, above, closure, of.scratch)
            return closure
        return None

    def walk(self) -> tuple[Any, Any, Any, bool]:
        """Return what the choices reach, from where each, all positions' marks, and whether one reached is lost."""
        reached, above = np.zeros((2, self.positions), np.int64)
        marks = np.zeros(self.positions, np.int8)
        of = self._searchers
        size, some_lost = outline_reach.walk(of.rules, of.side, self.found, reached, above, marks, of.scratch)
        return reached[:size], above[:size], marks, some_lost

    def prove(self, row: int, until: float) -> bool:
        """Search a row with all threads until it is proved or lost; return False if time is up."""
        return self._with_all(lambda thread: self._prove(thread, row, until))

    def _prove_first(self, rows: Any) -> None:
        self.ends = np.stack([rows, np.zeros_like(rows)], axis=1)

    def _prove_ends(self, until: float) -> bool:
        """Search the ends, each until it is proved or lost, or had `END_SEARCHES`; return False if time is up."""
        left, under_way = self.ends.tolist(), list[list[int]]()

        def work(thread: int) -> bool:
            while True:
                with self._lock:
                    if not left:
                        return True
                    row, spent = left.pop()
                most = min(searches for searches in END_SEARCHES if searches > spent)
                is_over = self._prove(thread, row, until, most - spent)
                spent += int(self._paths[thread].counts[SEARCHES])
                if is_over and spent >= most:
                    self._search_win(thread, row)
                with self._lock:
                    if not is_over:
                        under_way.append([row, spent])
                        return False
                    if most <= spent < END_SEARCHES[-1]:
                        left.insert(0, [row, spent])

        is_done = self._with_all(work)
        self.ends = np.array(left + under_way, np.int64).reshape(-1, len(END))
        return is_done

    def _search_win(self, thread: int, row: int) -> None:
        """Prove a row by one long search, if that sees a win."""
        of, state = self._searchers, self._searchers.states[thread]
        if not outline.is_open_row(self.found, row):
            return
        copy(self.found.found.rows[row], state.positions[0])
        score, move, _ = think(of.rules, state, of.table, of.settings, END_NODES, 0, 0)
        if score >= DECISIVE:
            with self._lock:
                outline.end_with(self.found, row, score, move)

    def _with_all(self, work: Callable[[int], bool]) -> bool:
        """Let all threads work; return whether none ran out of time."""
        if len(self._paths) == 1:
            return work(0)
        with thread_pool(len(self._paths)) as pool:
            return all(pool.map(work, range(len(self._paths))))

    def _prove(self, thread: int, row: int, until: float, searches: int = sys.maxsize) -> bool:
        """Search a row with one thread until it is proved or lost, or had so many searches; False if time is up."""
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
            outline_path.judge(of.rules, state, of.table, of.settings, self.goals, found, path, size)
