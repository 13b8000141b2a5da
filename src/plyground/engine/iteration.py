"""Iterative deepening: search one ply deep, then two, then three, ..., each iteration ordered by what the last found.

A shallow iteration costs little and pays twice: in better order of the moves, and in always having an answer. From
depth 5 on the window is narrow around the last score (aspiration) and opens on the side where the score falls out.
With MultiPV an iteration searches the root once for each line, without the moves of the lines before.

One `Searcher` is one thread's work; the threads share the table and nothing else ("Lazy SMP").
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core.rules import NO_MOVE
from plyground.engine.evaluator import forget
from plyground.engine.parameters import Parameters
from plyground.engine.pvs import search
from plyground.engine.scores import INFINITE, KNOWN, MAX_PLIES, TABLE_WIN, plies_in
from plyground.engine.state import (
    AGE,
    DEEPEST,
    FAR_AWAY,
    KILLER,
    LENGTH,
    MAX_HISTORY_KEYS,
    NODE_LIMIT,
    NODES,
    PLIES_LEFT,
    PROVED_HERE,
    ROOT_DEPTH,
    ROOT_IS_WHOLE,
    ROOT_KEY,
    ROOT_MOVES,
    ROOT_SCORE,
    SECOND_KILLER,
    TABLE_HITS,
    State,
)
from plyground.engine.table import TranspositionTable
from plyground.kernel.words import Moves, Words, key

MAX_DEPTH = 120
FIRST_NARROW_DEPTH = 5
NO_NODE_LIMIT = 1 << 60


@dataclass(frozen=True)
class RootLine:
    """A line as the kernels know it: its score, its moves' codes, whether the score is proved."""

    score: int
    codes: tuple[int, ...]
    is_proved: bool


@dataclass(frozen=True)
class Root:
    """What is to be searched.

    Attributes
    ----------
    rules, words
        The position.
    moves
        The codes of the moves to choose from.
    is_whole
        Whether these are all the legal moves.
    earlier
        The keys of the game's positions before this one.
    plies_left
        How many plies the ply cap leaves.
    """

    rules: Any
    words: Words
    moves: Moves
    is_whole: bool = True
    earlier: Sequence[int] = ()
    plies_left: int = FAR_AWAY


class Searcher:
    """One thread's search of one root.

    Attributes
    ----------
    lines
        What the last complete iteration found, improved by what an unfinished one has settled.
    depth
        The depth of the last complete iteration.
    """

    def __init__(
        self, root: Root, state: State, table: TranspositionTable, parameters: Parameters, multipv: int, nodes: int
    ) -> None:
        self.root, self.state, self.table = root, state, table
        self.parameters = parameters
        self.multipv = min(multipv, len(root.moves))
        self.lines: list[RootLine] = []
        self.depth = 0
        self._settings: Moves = parameters.array()
        self._moves = root.moves
        earlier = np.array(root.earlier[-MAX_HISTORY_KEYS:], np.uint64)
        state.stack[0] = root.words
        forget(state.evaluator, 0)
        state.keys[: len(earlier)] = earlier
        state.keys[len(earlier)] = key(root.words)
        state.facts.fill(0)
        state.facts[:, [KILLER, SECOND_KILLER]] = NO_MOVE
        state.history[:2] >>= 3
        counters = state.counters
        counters.fill(0)
        counters[NODE_LIMIT] = nodes
        counters[ROOT_KEY] = len(earlier)
        counters[PLIES_LEFT] = root.plies_left
        counters[AGE] = table.age

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return int(self.state.counters[NODES])

    @property
    def tbhits(self) -> int:
        """Positions found in endgame tables so far."""
        return int(self.state.counters[TABLE_HITS])

    @property
    def deepest(self) -> int:
        """The deepest ply reached so far."""
        return int(self.state.counters[DEEPEST])

    @property
    def is_stopped(self) -> bool:
        """Whether the search has been told to end."""
        return bool(self.state.stop[0])

    def deepen(self, max_depth: int, report: Callable[[], bool], first: int = 1) -> None:
        """Search from depth `first` to depth `max_depth`; after each iteration `report` says whether to go on.

        An iteration of depth 1 is always finished, however late it is: it takes a moment, and a move that nobody has
        looked at may be the worst of all.
        """
        for depth in range(first, min(max_depth, MAX_DEPTH) + 1):
            if depth == 1:
                self.lines, self.depth = self._unstoppable(self._iterate, 1), 1
                if self.is_stopped or not report():
                    return
                continue
            found = self._iterate(depth)
            if self.is_stopped:
                self._take_over(found)
                return
            self.lines, self.depth = found, depth
            if not report():
                return

    def _unstoppable(self, iterate: Callable[[int], list[RootLine]], depth: int) -> list[RootLine]:
        """Run an iteration that looks at no limit but a node limit afterwards."""
        shared, limit = self.state, self.state.counters[NODE_LIMIT]
        self.state = shared._replace(stop=np.zeros_like(shared.stop))
        self.state.counters[NODE_LIMIT] = NO_NODE_LIMIT
        found = iterate(depth)
        self.state = shared
        shared.counters[NODE_LIMIT] = limit
        if self.nodes >= limit:
            shared.stop[0] = 1
        return found

    def _take_over(self, found: list[RootLine]) -> None:
        """Use the lines that an unfinished iteration has settled, and keep the others."""
        known = {line.codes[0] for line in found}
        self.lines = (found + [line for line in self.lines if line.codes[0] not in known])[: self.multipv]

    def _iterate(self, depth: int) -> list[RootLine]:
        """Search all lines to `depth`; where the search is stopped, return those that are settled."""
        self.state.counters[ROOT_DEPTH] = depth
        found: list[RootLine] = []
        for number in range(self.multipv):
            taken = {line.codes[0] for line in found}
            moves = self._moves if not taken else self._moves[~np.isin(self._moves, list(taken))]
            last = self.lines[number].score if number < len(self.lines) else 0
            line = self._aspire(depth, moves, last)
            if line is not None:
                found.append(line)
            if self.is_stopped:
                break
        found.sort(key=lambda line: -line.score)
        return found

    def _aspire(self, depth: int, moves: Moves, last: int) -> RootLine | None:
        """Search the root with a window around `last` that opens until the score falls within."""
        reach = self.parameters.aspiration
        is_narrow = depth >= FIRST_NARROW_DEPTH and reach > 0 and abs(last) < KNOWN
        alpha, beta = (last - reach, last + reach) if is_narrow else (-INFINITE, INFINITE)
        while True:
            score = self._search(depth, moves, alpha, beta)
            if self.is_stopped:
                return self._line(int(self.state.counters[ROOT_SCORE]))
            reach *= 3
            if score <= alpha > -INFINITE:
                alpha = score - reach if reach < KNOWN and score > -KNOWN else -INFINITE
            elif score >= beta < INFINITE:
                beta = score + reach if reach < KNOWN and score < KNOWN else INFINITE
            else:
                return self._line(score)

    def _search(self, depth: int, moves: Moves, alpha: int, beta: int) -> int:
        state, size = self.state, len(moves)
        counters = state.counters
        counters[ROOT_MOVES] = size
        counters[ROOT_IS_WHOLE] = self.root.is_whole and size == len(self._moves)
        state.facts[0, LENGTH] = 0
        state.moves[0, :size] = moves
        state.order[0, :size] = 0
        score = int(search(self.root.rules, state, self.table.rows, self._settings, 0, depth, alpha, beta, False))
        self._reorder(size)
        return score

    def _reorder(self, size: int) -> None:
        """Order the root moves for the next time: the best first, the others as the search has left them.

        After one ply that is by their scores, later by the nodes that it took to refute them.
        """
        state = self.state
        searched, effort = state.moves[0, :size].copy(), state.order[0, :size].copy()
        if state.facts[0, LENGTH] > 0:
            effort[searched == state.line[0, 0]] = 1 << 62
        elif self.lines:
            effort[searched == self.lines[0].codes[0]] = 1 << 62
        ordered = searched[np.argsort(-effort, kind="stable")]
        if size < len(self._moves):
            rest = self._moves[~np.isin(self._moves, searched)]
            ordered = np.concatenate([rest, ordered])
        self._moves = ordered

    def _line(self, score: int) -> RootLine | None:
        """Return the line that the kernels have left at ply 0."""
        state = self.state
        length = int(state.facts[0, LENGTH])
        if length == 0:
            return None
        codes = tuple(state.line[0, :length].tolist())
        return RootLine(score, codes, not self.is_stopped and bool(state.facts[0, PROVED_HERE]))

    def is_decided(self) -> bool:
        """Tell whether no deeper iteration can change who wins: each line is proved, or decided within the depth."""
        if len(self.lines) < self.multipv:
            return False
        return all(line.is_proved or _is_near(line.score, self.depth) for line in self.lines)


def _is_near(score: int, depth: int) -> bool:
    return abs(score) > TABLE_WIN and plies_in(score) <= min(depth, MAX_PLIES) // 2
