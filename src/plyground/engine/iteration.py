"""Iterative deepening: search one ply deep, then two, then three, ..., each iteration ordered by what the last found.

A shallow iteration costs little and pays twice: in better order of the moves, and in always having an answer. From
depth 5 on the window is narrow around the last score (aspiration) and opens on the side where the score falls out.
With MultiPV an iteration searches the root once for each line, without the moves of the lines before.

One `Searcher` is one thread's work; the threads share the table and nothing else ("Lazy SMP").

Its search can be taken in slices. Where one is used up, the search of the root is broken off as if it were stopped, and
the next slice begins it again with the window and the lines found so far; what the first one finished is in the table.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from plyground.core.rules import NO_MOVE
from plyground.engine.evaluator import forget
from plyground.engine.parameters import Parameters
from plyground.engine.pvs import search
from plyground.engine.scores import DECISIVE, INFINITE, MAX_PLIES, TABLE_WIN, plies_in
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
    RESUMED,
    ROOT_DEPTH,
    ROOT_IS_WHOLE,
    ROOT_KEY,
    ROOT_MOVES,
    ROOT_SCORE,
    SECOND_KILLER,
    STOP,
    STOP_ASKED,
    TABLE_HITS,
    State,
)
from plyground.engine.table import TranspositionTable
from plyground.kernel.words import Moves, Words, key

MAX_DEPTH = 120
FIRST_NARROW_DEPTH = 5
NO_NODE_LIMIT = 1 << 60
PATIENCE = 32
"""Slices without another finished root move after which a slice becomes longer: so any search comes to its end."""

Found = TypeVar("Found")
InSlices = Generator[bool, None, Found]
"""Work that yields False where a slice is used up."""


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
    slice_end
        The slice under way is used up when so many positions have been visited; to be set anew before each.
    """

    def __init__(
        self, root: Root, state: State, table: TranspositionTable, parameters: Parameters, multipv: int, nodes: int
    ) -> None:
        self.root, self.state, self.table = root, state, table
        self.parameters = parameters
        self.multipv = min(multipv, len(root.moves))
        self.lines: list[RootLine] = []
        self.depth = 0
        self.slice_end = NO_NODE_LIMIT
        self._found: list[RootLine] = []
        self._settled: RootLine | None = None
        self._settings: Moves = parameters.array()
        self._moves = root.moves
        earlier = np.array(root.earlier[-MAX_HISTORY_KEYS:], np.uint64)
        state.positions[0] = root.words
        forget(state.evaluator, 0)
        state.keys[: len(earlier)] = earlier
        state.keys[len(earlier)] = key(root.words)
        state.frames.fill(0)
        state.frames[:, [KILLER, SECOND_KILLER]] = NO_MOVE
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

    @property
    def progress(self) -> tuple[int, RootLine | None]:
        """How many lines the iteration under way has found, and what is settled of the next."""
        return len(self._found), self._settled

    @property
    def best_lines(self) -> list[RootLine]:
        """What is known by now: lines that the iteration under way has settled, then those of the one before it."""
        found = self._found + ([self._settled] if self._settled is not None else [])
        first = {line.codes[0] for line in found}
        found.sort(key=lambda line: -line.score)
        return (found + [line for line in self.lines if line.codes[0] not in first])[: self.multipv]

    def restrict(self, moves: Sequence[int]) -> None:
        """Begin again at depth 1, among these moves of the root alone."""
        self._moves = np.array(moves, np.int64)
        self.root = replace(self.root, moves=self._moves, is_whole=False)
        self.multipv, self.lines, self.depth = min(self.multipv, len(moves)), [], 0

    def deepen(self, max_depth: int, first: int = 1) -> Iterator[bool]:
        """Search from depth `first` to depth `max_depth`.

        Yields
        ------
        bool
            True after each iteration but one that is stopped; False wherever a slice is used up before.

        Notes
        -----
        An iteration of depth 1 is always finished, however late it is: it takes a moment, and a move that nobody has
        looked at may be the worst of all.
        """
        for depth in range(first, min(max_depth, MAX_DEPTH) + 1):
            if depth == 1:
                found = self._unstoppable(depth)
            else:
                found = yield from self._iterate(depth)
                if self.is_stopped:
                    self.lines = self.best_lines
                    return
            self.lines, self.depth = found, depth
            self._found, self._settled = [], None
            if self.is_stopped:
                return
            yield True

    def _unstoppable(self, depth: int) -> list[RootLine]:
        """Run an iteration, in one slice, that looks at no limit but a node limit afterwards."""
        shared, limit, end = self.state, self.state.counters[NODE_LIMIT], self.slice_end
        self.state, self.slice_end = shared._replace(stop=np.zeros_like(shared.stop)), NO_NODE_LIMIT
        self.state.counters[NODE_LIMIT] = NO_NODE_LIMIT
        found = _result(self._iterate(depth))
        self.state, self.slice_end = shared, end
        shared.counters[NODE_LIMIT] = limit
        if self.nodes >= limit:
            shared.stop[0] = 1
        return found

    def _iterate(self, depth: int) -> InSlices[list[RootLine]]:
        """Search all lines to `depth`; where the search is stopped, return those that are settled."""
        self.state.counters[ROOT_DEPTH] = depth
        self._found, self._settled = [], None
        for number in range(self.multipv):
            taken = {line.codes[0] for line in self._found}
            moves = self._moves if not taken else self._moves[~np.isin(self._moves, list(taken))]
            last = self.lines[number].score if number < len(self.lines) else 0
            line = yield from self._aspire(depth, moves, last)
            self._settled = None
            if line is not None:
                self._found.append(line)
            if self.is_stopped:
                break
        return sorted(self._found, key=lambda line: -line.score)

    def _aspire(self, depth: int, moves: Moves, last: int) -> InSlices[RootLine | None]:
        """Search the root with a window around `last` that opens until the score falls within."""
        reach = self.parameters.aspiration
        is_narrow = depth >= FIRST_NARROW_DEPTH and reach > 0 and abs(last) < DECISIVE
        alpha, beta = (last - reach, last + reach) if is_narrow else (-INFINITE, INFINITE)
        while True:
            score = yield from self._search(depth, moves, alpha, beta)
            if self.is_stopped:
                return self._line(int(self.state.counters[ROOT_SCORE])) or self._settled
            reach *= 3
            if score <= alpha > -INFINITE:
                alpha = score - reach if reach < DECISIVE and score > -DECISIVE else -INFINITE
            elif score >= beta < INFINITE:
                beta = score + reach if reach < DECISIVE and score < DECISIVE else INFINITE
            else:
                return self._line(score)

    def _search(self, depth: int, moves: Moves, alpha: int, beta: int) -> InSlices[int]:
        """Search the root within a window, once more after each slice that ends before it has ended."""
        effort: dict[int, int] = {}
        finished, waited = 0, 0
        self.state.counters[RESUMED] = 0
        while True:
            score, is_paused = self._search_root(depth, moves, alpha, beta, effort)
            if not is_paused:
                break
            if (line := self._line(int(self.state.counters[ROOT_SCORE]))) is not None:
                self._settled = line
                is_best = moves == line.codes[0]
                moves = np.concatenate([moves[is_best], moves[~is_best]])
            yield False
            if self.is_stopped:
                break
            self.state.counters[RESUMED] = 1
            waited = 0 if len(effort) > finished else waited + 1
            finished = len(effort)
            self.slice_end += (self.slice_end - self.nodes) * (waited // PATIENCE)
        self._reorder(len(moves), effort)
        return score

    def _search_root(self, depth: int, moves: Moves, alpha: int, beta: int, effort: dict[int, int]) -> tuple[int, bool]:
        """Search the root within a window; return the score, and whether the slice ended before.

        For each move searched to its end, note in `effort` how many nodes that took, or its score at depth 1.
        """
        state, size = self.state, len(moves)
        counters, limit = state.counters, int(state.counters[NODE_LIMIT])
        counters[ROOT_MOVES] = size
        counters[ROOT_IS_WHOLE] = self.root.is_whole and size == len(self._moves)
        counters[NODE_LIMIT] = min(limit, self.slice_end)
        state.frames[0, LENGTH] = 0
        state.moves[0, :size] = moves
        state.move_scores[0, :size] = 0
        score = int(search(self.root.rules, state, self.table.rows, self._settings, 0, depth, alpha, beta, False))
        counters[NODE_LIMIT] = limit
        for move, found in zip(state.moves[0, :size].tolist(), state.move_scores[0, :size].tolist(), strict=True):
            if found:
                effort[move] = max(effort.get(move, found), found)
        return score, self._is_paused(limit)

    def _is_paused(self, limit: int) -> bool:
        """Tell whether the end of a slice has ended the search, and nothing else; then it may go on."""
        stop = self.state.stop
        if not stop[STOP] or not self.slice_end <= self.nodes < limit:
            return False
        stop[STOP] = 0
        if stop[STOP_ASKED]:  # (looked at last: whoever asks sets it first)
            stop[STOP] = 1
        return not stop[STOP]

    def _reorder(self, size: int, effort: dict[int, int]) -> None:
        """Order the root moves for the next time: the best first, the others as the search has left them.

        After one ply that is by their scores, later by the nodes that it took to refute them.
        """
        state = self.state
        searched = state.moves[0, :size].copy()
        order = np.array([effort.get(move, 0) for move in searched.tolist()], np.int64)
        if state.frames[0, LENGTH] > 0:
            order[searched == state.pv[0, 0]] = 1 << 62
        elif self.lines:
            order[searched == self.lines[0].codes[0]] = 1 << 62
        ordered = searched[np.argsort(-order, kind="stable")]
        if size < len(self._moves):
            rest = self._moves[~np.isin(self._moves, searched)]
            ordered = np.concatenate([rest, ordered])
        self._moves = ordered

    def _line(self, score: int) -> RootLine | None:
        """Return the line that the kernels have left at ply 0."""
        state = self.state
        length = int(state.frames[0, LENGTH])
        if length == 0:
            return None
        codes = tuple(state.pv[0, :length].tolist())
        if state.counters[RESUMED]:  # what was not searched again has left its best move only
            longer = [line.codes for line in (self._settled, *self.lines) if line is not None]
            codes = max([codes, *(each for each in longer if each[:length] == codes)], key=len)
        return RootLine(score, codes, not self.is_stopped and bool(state.frames[0, PROVED_HERE]))

    def is_decided(self) -> bool:
        """Tell whether no deeper iteration can change who wins: each line is proved, or decided within the depth."""
        if len(self.lines) < self.multipv:
            return False
        return all(line.is_proved or _is_near(line.score, self.depth) for line in self.lines)


def _result(work: InSlices[Found]) -> Found:
    """Do work that fits into one slice."""
    try:
        next(work)
    except StopIteration as ended:
        found: Found = ended.value
        return found
    raise AssertionError("the slice has no end")


def _is_near(score: int, depth: int) -> bool:
    return abs(score) > TABLE_WIN and plies_in(score) <= min(depth, MAX_PLIES) // 2
