"""`Refinement`: finds the outline of a position, first a coarse one, whose ends are then proved one by one.

The coarse outline ends where the side is clearly ahead, and is small. Each of its ends then gets a fine outline of its
own, up to where a search sees the win or endgame tables know the position. An end for which none is found so gets one
between the two first, up to where the side is far ahead: that has few ends, and hardly one of them is hard. What fine
outlines have proved ends the others, too, which lead there where they can: so some ends that are hard to prove are not
needed. An end that is not proved by all that is no longer one: its score falls, and the outline goes on below it, or
elsewhere, to other ends. So what has been proved is used again, and where nothing can be proved by itself the coarse
outline becomes as fine as it has to be.
"""

from threading import Event
from typing import Any

import numpy as np

from plyground.engine.scores import DECISIVE
from plyground.kernel.words import Words
from plyground.solving import closure as growing
from plyground.solving import outline, outline_reach, partial
from plyground.solving.closure import Closure, new_closure
from plyground.solving.outline import FLOOR, FLOORS, PROOF, TRIED, TRIED_AGAIN
from plyground.solving.outline_search import OutlineSearch
from plyground.solving.positions import COUNT, PositionList, add, new_list, with_room
from plyground.solving.searchers import Searchers

AHEAD, WELL_AHEAD = 200, 1_000
"""The scores of an end of the coarse outline, and of one between it and the fine ones."""
LEAST, SHARE, SHARE_OF_HARD = 16, 8, 64
"""How many ends are tried at once, or which share of them: what these prove may make others needless. Those that get
an outline between take some fifteen times as long."""


class Refinement:
    """The search from one position.

    Attributes
    ----------
    coarse
        The search for an outline whose ends have a score of `AHEAD`.
    middle
        The search for outlines of hard ones among these, whose own ends have a score of `WELL_AHEAD`.
    fine
        The search for outlines of the ends of both.
    searches
        All three.
    """

    def __init__(self, start: Words, searchers: Searchers, stop: Event) -> None:
        self.searches = tuple(OutlineSearch(start, enough, searchers, stop) for enough in (AHEAD, WELL_AHEAD, DECISIVE))
        self.coarse, self.middle, self.fine = self.searches
        self._searchers = searchers
        self._hard: Any = np.zeros(0, np.int64)

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
        if all(search.prove_ends(until) for search in reversed(self.searches)):
            if self._hard.size:
                self._refine_hard()
            elif self.coarse.prove(0, until):
                return self._refine()
        return None

    def list_known(self, *, by_tables: bool) -> PositionList:
        """Return what is known, in the order of a proof, with the proof's numbers."""
        of, start = self._searchers, self.coarse.found.found.rows[0]
        known = new_list(len(start))
        add(known, start)
        while not partial.collect(of.rules, of.side, self.coarse.found, self.fine.found, known, by_tables, of.scratch):
            known = with_room(known, of.rules.max_moves)
        return known

    def begin_from(self, known: PositionList) -> None:
        """Take over what a partial certificate of the start says, before anything is searched."""
        of, is_open = self._searchers, np.zeros(len(known.rows), np.int8)
        partial.mark_open(of.rules, of.side, known, is_open, of.scratch)
        for search, mark in (self.coarse, 1), (self.fine, 0):
            left = int(known.state[COUNT])
            while left > 0:
                search.found = outline.with_more(search.found, 2 * of.rules.max_moves + 2)
                left = partial.take_in(
                    of.rules, of.side, of.probe, known, left, is_open, mark, search.goals, search.found, of.scratch
                )

    def _refine(self) -> Closure | bool | None:
        """Let the ends of the coarse outline, which is proved or lost, be proved by fine ones; return as `find`."""
        coarse, fine = self.coarse, self.fine
        if outline.is_lost_row(coarse.found, 0):
            return self._lower_floor()
        whole = self._reach(coarse, np.zeros(1, np.int64))
        if whole is None:
            return None
        ends, rows = self._enter_ends(coarse, whole[0])
        is_hard = fine.found.numbers[rows, PROOF] > 0
        if not is_hard.any():
            below = fine.reach(rows)
            return self._join(whole, below) if below is not None else None
        if not self._try(fine, rows, coarse.found.scores[ends], [TRIED]):
            self._choose_hard(ends[is_hard], whole[0])
        return None

    def _choose_hard(self, ends: Any, reached: Any) -> None:
        """Choose hard ends of the coarse outline, which reaches that, to be proved next; go on from all if none is.

        Before that they are tried once more by themselves, longer: what comes after them are other hard ends.
        """
        scores = self.coarse.found.scores[ends]
        rows = self._enter(self.coarse, ends, self.middle)
        proof, disproof = self.middle.found.numbers[rows].T
        is_left = (proof == 0) | (disproof > 0) & (self.middle.found.found.symbols[rows] & TRIED == 0)
        if is_left.any():
            self._hard = self._best(ends[is_left], scores[is_left], SHARE_OF_HARD)
        elif not self._try(self.fine, self._enter(self.coarse, ends, self.fine), scores, [TRIED_AGAIN]):
            self._go_on_from(self.coarse, ends, reached)

    def _refine_hard(self) -> None:
        """Let hard ends of the coarse outline be proved by outlines between it and the fine ones."""
        middle, fine = self.middle, self.fine
        rows = self._enter(self.coarse, self._hard, middle)
        if self._try(middle, rows, self.coarse.found.scores[self._hard], [TRIED]):
            return
        rows = rows[middle.found.numbers[rows, PROOF] == 0]
        if rows.size:
            whole = self._reach(middle, rows)
            if whole is None:
                return
            ends, below = self._enter_ends(middle, whole[0])
            if self._try(fine, below, middle.found.scores[ends], [TRIED, TRIED_AGAIN]):
                return
            is_unproved = fine.found.numbers[below, PROOF] > 0
            if is_unproved.any():
                self._go_on_from(middle, ends[is_unproved], whole[0])
                return
            self._hand_over(whole[0])
        self._hard = self._hard[:0]

    def _lower_floor(self) -> bool | None:
        """Ask again where the side is not too far behind yet; return False if that was done before."""
        if self.coarse.goals[FLOOR] == FLOORS[1]:
            return False
        for search in self.searches:
            search.goals[FLOOR] = FLOORS[1]
            outline_reach.ask_again(self._searchers.side, search.goals, search.found)
        return None

    def _reach(self, search: OutlineSearch, rows: Any) -> tuple[Any, Any] | None:
        """Return what an outline reaches; None if not all of it is proved, or it is another one by the fine ones."""
        whole = search.reach(rows)
        if whole is None:
            return None
        # (there are many outlines between, and going through all of them takes longer than proving ends)
        looked_at = whole[0] if search is self.middle else np.arange(search.positions)
        return None if self._take_over(search, looked_at) else whole

    def _take_over(self, search: OutlineSearch, rows: Any) -> bool:
        """Let an outline end, at these rows, at what the fine ones have proved; return whether it is another one."""
        of, holds = self._searchers, np.zeros(search.positions, np.int8)
        return bool(
            outline_reach.take_over(
                of.rules, of.side, search.goals, search.found, self.fine.found, rows, holds, of.scratch
            )
        )

    def _enter_ends(self, search: OutlineSearch, reached: Any) -> tuple[Any, Any]:
        """Return the ends that are to be proved of an outline that reaches that, and their rows in the fine one."""
        ends = reached.copy()
        ends = ends[: outline_reach.list_ends(self._searchers.side, search.found, ends, DECISIVE)]
        return ends, self._enter(search, ends, self.fine)

    def _enter(self, search: OutlineSearch, ends: Any, finer: OutlineSearch) -> Any:
        """Return the rows in a finer outline of ends of another one."""
        of, rows = self._searchers, np.zeros(len(ends), np.int64)
        finer.found = outline.with_more(finer.found, len(ends))
        outline_reach.enter_ends(
            of.rules, of.side, of.probe, search.found, ends, finer.goals, finer.found, rows, of.scratch
        )
        return rows

    def _try(self, search: OutlineSearch, rows: Any, scores: Any, marks: list[int]) -> bool:
        """Let a search prove some of these rows, if any is open and has not all of the marks; return whether one is."""
        found = search.found
        proof, disproof = found.numbers[rows].T
        for mark in marks:
            to_try = (proof > 0) & (disproof > 0) & (found.found.symbols[rows] & mark == 0)
            if to_try.any():
                search.prove_first(self._best(rows[to_try], scores[to_try], SHARE))
                return True
        return False

    @staticmethod
    def _best(rows: Any, scores: Any, share: int) -> Any:
        """Return those of the rows that are tried at once, the best last: what is won soonest helps the others."""
        return rows[np.argsort(scores, kind="stable")][-max(LEAST, len(rows) // share) :]

    def _hand_over(self, reached: Any) -> None:
        """Let what the outline between reaches, whose ends are proved, be proved in the fine one by its moves."""
        of, fine, left = self._searchers, self.fine, reached
        while left.size:
            fine.found = outline.with_more(fine.found, of.rules.max_moves + 2)
            done = outline_reach.hand_over(
                of.rules, of.side, of.probe, self.middle.found, left, fine.goals, fine.found, of.scratch
            )
            left = left[: len(left) - done]

    def _go_on_from(self, search: OutlineSearch, ends: Any, reached: Any) -> None:
        """Let an outline, which reaches that, go on from ends, or elsewhere."""
        marks = np.zeros(search.positions, np.int8)
        marks[reached] = outline_reach.PROVED
        marks[ends] = outline_reach.TAKEN_BACK
        outline_reach.lower(search.goals, search.found, ends)
        search.take_back(reached, marks)

    def _join(self, *outlines: tuple[Any, Any]) -> Closure:
        """Return the set of what the coarse outline and the fine ones reach."""
        of = self._searchers
        closure = new_closure(self.coarse.found.found.rows[0])
        for search, (reached, above) in zip((self.coarse, self.fine), outlines, strict=True):
            closure = growing.with_more(closure, len(reached))
            outline_reach.fill(of.rules, of.side, search.found, reached, above, closure, of.scratch)
        return closure
