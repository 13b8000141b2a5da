"""`OutlineSearch`: finds an outline (`plyground.solving.outline`), and one of each of its ends up to a win in sight."""

import time
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from threading import Event
from typing import Any

import numpy as np

from plyground.engine.scores import DECISIVE
from plyground.kernel.words import Words
from plyground.solving import closure as growing
from plyground.solving import outline, outline_reach
from plyground.solving.closure import Closure, new_closure
from plyground.solving.outline import DONE, ENOUGH, FLOOR, NO_ROOM, SEARCHES, new_outline
from plyground.solving.positions import COUNT
from plyground.solving.searchers import Searchers, how_many_next

AHEAD = 400
"""The score of an end of the first outline."""
FLOORS = -200, -(10**5)
"""Scores below which a position counts as lost: the second, which only a loss in sight is below, is tried where by the
first the start is lost."""
END_SEARCHES = 20_000
"""How many searches an end may take by itself; where that is not enough other moves before it may be chosen, too."""


class OutlineSearch:
    """The search from one position.

    Attributes
    ----------
    found
        What is known.
    goals : int64 (GOALS,)
        The scores of ends and of what counts as lost.
    ends : int64 (ends,)
        Rows that are to be proved first, the last one next.
    """

    def __init__(self, start: Words, searchers: Searchers, stop: Event) -> None:
        self.found = new_outline(start, searchers.rules.max_moves)
        self.goals = np.array([AHEAD, FLOORS[0]], np.int64)
        self.ends: Any = np.zeros(0, np.int64)
        self._searchers, self._stop = searchers, stop
        self._goal, self._searches_before = -1, 0

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
        while self.ends.size:
            if not self.prove(int(self.ends[-1]), END_SEARCHES, until):
                return None
            self.ends = self.ends[:-1]
        if not self.prove(0, None, until):
            return None
        if outline.is_lost_row(self.found, 0):
            if goals[FLOOR] == FLOORS[1]:
                return False
            outline_reach.ask_for(side, goals, self.found, AHEAD, FLOORS[1])
            return None
        reached, above, unproved, some_lost = self.walk()
        if some_lost:
            outline_reach.open_again(self.found, side, reached)
        elif unproved.size:
            self.ends = unproved
        elif goals[ENOUGH] < DECISIVE:
            ends = reached[: outline_reach.list_ends(side, self.found, reached, DECISIVE)]
            # (the last is the first: what is won soonest helps the others)
            self.ends = ends[np.argsort(self.found.scores[ends], kind="stable")]
            outline_reach.ask_for(side, goals, self.found, DECISIVE, int(goals[FLOOR]))
        else:
            closure = growing.with_more(new_closure(self.found.found.rows[0]), len(reached))
            outline_reach.fill(
                self._searchers.rules, side, self.found, reached, above, closure, self._searchers.scratch
            )  # fmt: skip
            return closure
        return None

    def walk(self) -> tuple[Any, Any, Any, bool]:
        """Return what the choices reach, from where each, which are not proved, and whether one of these is lost."""
        reached, above = np.zeros((2, self.positions), np.int64)
        marks = np.zeros(self.positions, np.int8)
        searchers = self._searchers
        size, some_lost = outline_reach.walk(
            searchers.rules, searchers.side, self.found, reached, above, marks, searchers.scratch
        )
        return reached[:size], above[:size], np.flatnonzero(marks == outline_reach.UNPROVED), some_lost

    def prove(self, row: int, searches: int | None, until: float) -> bool:
        """Search a row until it is proved or lost, or had so many searches; return False if time is up."""
        counts = self.found.counts
        if self._goal != row:
            self._goal, self._searches_before = row, int(counts[SEARCHES])
        outline.start(self.found, row)
        said, some, began = 0, 1, time.monotonic()
        with ThreadPoolExecutor(len(self._searchers.states)) as pool:
            while said != DONE:
                if searches is not None and counts[SEARCHES] - self._searches_before > searches:
                    break
                if self._stop.is_set() or began >= until:
                    return False
                said = self._work(pool, some)
                if said == NO_ROOM:
                    self.found = outline.with_more(self.found, 2 * len(self._searchers.scratch.moves) + 4)
                ended = time.monotonic()
                some, began = how_many_next(some, ended - began), ended
        self._goal = -1
        return True

    def _work(self, pool: ThreadPoolExecutor, searches: int) -> int:
        """Go on for so many searches, with all threads; return as `outline.work`."""
        of, found, goals = self._searchers, self.found, self.goals
        if len(of.states) == 1:
            return outline.work(
                of.rules, of.side, of.states[0], of.table, of.settings, goals, found, of.scratch, searches
            )  # fmt: skip
        done = 0
        while done < searches:
            size = outline.run(of.rules, of.side, of.probe, goals, found, of.scratch)
            if size < 0:
                return size
            shared = min(size, len(of.states))
            list(pool.map(self._judge, range(shared), repeat(size), repeat(shared)))
            done += size
        return done

    def _judge(self, first: int, size: int, every: int) -> None:
        """Search one in `every` of the first `size` rows that wait for a search, with the state number `first`."""
        of = self._searchers
        outline.judge_some(
            of.rules, of.states[first], of.table, of.settings, self.goals, self.found, first, size, every
        )  # fmt: skip
