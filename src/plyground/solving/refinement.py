"""`Refinement`: finds the outline of a position, first a coarse one, whose ends are then proved one by one.

The coarse outline ends where the side is clearly ahead, and is small. Each of its ends then gets a fine outline of its
own, up to where a search sees the win or endgame tables know the position. What these have proved ends the coarse
outline, too, which leads there where it can: so some ends that are hard to prove are not needed. An end for which no
fine outline is found, nor by longer searches, is no longer one: its score falls, and the coarse outline goes on below
it, or elsewhere, to other ends. So what has been proved is used again, and where nothing can be proved by itself the
coarse outline becomes as fine as it has to be.
"""

from threading import Event
from typing import Any

import numpy as np

from plyground.engine.scores import DECISIVE
from plyground.kernel.words import Words
from plyground.solving import closure as growing
from plyground.solving import outline, outline_reach
from plyground.solving.closure import Closure, new_closure
from plyground.solving.outline import FLOOR, FLOORS, TRIED, TRIED_AGAIN
from plyground.solving.outline_search import OutlineSearch
from plyground.solving.searchers import Searchers

AHEAD = 200
"""The score of an end of the coarse outline."""
LEAST, SHARE = 16, 8
"""How many ends are tried at once, or which share of them: what these prove may make others needless."""


class Refinement:
    """The search from one position.

    Attributes
    ----------
    coarse
        The search for an outline whose ends have a score of `AHEAD`.
    fine
        The search for outlines of these ends.
    searches
        Both.
    """

    def __init__(self, start: Words, searchers: Searchers, stop: Event) -> None:
        self.coarse = OutlineSearch(start, AHEAD, searchers, stop)
        self.fine = OutlineSearch(start, DECISIVE, searchers, stop)
        self.searches = self.coarse, self.fine
        self._searchers = searchers

    @property
    def positions(self) -> int:
        """How many positions have been found."""
        return sum(search.positions for search in self.searches)

    @property
    def waiting(self) -> int:
        """In how many of them the side's move is open."""
        return sum(search.waiting for search in self.searches)

    def find(self, until: float) -> Closure | bool | None:
        """Go on until then; return the set that the whole outline is, False where the start is lost, else None."""
        coarse, fine = self.coarse, self.fine
        if not (fine.prove_ends(until) and coarse.prove_ends(until) and coarse.prove(0, until)):
            return None
        if outline.is_lost_row(coarse.found, 0):
            return self._lower_floor()
        whole = coarse.reach(np.zeros(1, np.int64))
        if whole is None or self._take_over():
            return None
        reached = whole[0].copy()
        ends = reached[: outline_reach.list_ends(self._searchers.side, coarse.found, reached, DECISIVE)]
        rows = self._enter(ends)
        (proof, disproof), marks = fine.found.numbers[rows].T, fine.found.found.symbols[rows]
        for mark in TRIED, TRIED_AGAIN:
            to_try = (proof > 0) & (disproof > 0) & (marks & mark == 0)
            if to_try.any():
                # (the last is the first: what is won soonest helps the others)
                order = np.argsort(coarse.found.scores[ends[to_try]], kind="stable")
                fine.prove_first(rows[to_try][order][-max(LEAST, len(order) // SHARE) :])
                return None
        if (proof > 0).any():
            self._go_on_from(ends[proof > 0], whole[0])
        else:
            below = fine.reach(rows)
            if below is not None:
                return self._join(whole, below)
        return None

    def _lower_floor(self) -> bool | None:
        """Ask again where the side is not too far behind yet; return False if that was done before."""
        if self.coarse.goals[FLOOR] == FLOORS[1]:
            return False
        for search in self.searches:
            search.goals[FLOOR] = FLOORS[1]
            outline_reach.ask_again(self._searchers.side, search.goals, search.found)
        return None

    def _take_over(self) -> bool:
        """Let the coarse outline end at what the fine ones have proved; return whether it is another one by that."""
        of, found = self._searchers, self.coarse.found
        holds = np.zeros(self.coarse.positions, np.int8)
        return bool(
            outline_reach.take_over(of.rules, of.side, self.coarse.goals, found, self.fine.found, holds, of.scratch)
        )

    def _enter(self, ends: Any) -> Any:
        """Return the rows in the fine outline of ends of the coarse one."""
        of, rows = self._searchers, np.zeros(len(ends), np.int64)
        self.fine.found = outline.with_more(self.fine.found, len(ends))
        outline_reach.enter_ends(
            of.rules, of.side, of.probe, self.coarse.found, ends, self.fine.goals, self.fine.found, rows, of.scratch
        )
        return rows

    def _go_on_from(self, ends: Any, reached: Any) -> None:
        """Let the coarse outline, which reaches that, go on from ends, or elsewhere."""
        marks = np.zeros(self.coarse.positions, np.int8)
        marks[reached] = outline_reach.PROVED
        marks[ends] = outline_reach.TAKEN_BACK
        outline_reach.lower(self.coarse.goals, self.coarse.found, ends)
        self.coarse.take_back(reached, marks)

    def _join(self, *outlines: tuple[Any, Any]) -> Closure:
        """Return the set of what the coarse outline and the fine ones reach."""
        of = self._searchers
        closure = new_closure(self.coarse.found.found.rows[0])
        for search, (reached, above) in zip(self.searches, outlines, strict=True):
            closure = growing.with_more(closure, len(reached))
            outline_reach.fill(of.rules, of.side, search.found, reached, above, closure, of.scratch)
        return closure
