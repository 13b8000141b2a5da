"""Proves what a position is worth: asks one yes-or-no question after the other, until the bounds meet.

In a game without points the value is a loss (-1), a draw (0) or a win (1), in one with points White's utility. Where
positions can recur, "White wins" and "Black wins" are two questions; play without an end is a draw. Elsewhere only
White is asked about. Questions that are open at the same time get the same share of the nodes.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from types import NoneType
from typing import Any

import numpy as np

from plyground.core.arguments import at_most, demand_type, one_or_more, short_repr
from plyground.core.errors import InvalidSetting, WrongType
from plyground.core.move import Move
from plyground.core.position import Position, demand_position
from plyground.core.threads import HAS_THREADS
from plyground.endgame.lookup import best_line
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import BLACK, WHITE
from plyground.solving.checker import positions_recur
from plyground.solving.dfpn import (
    NODE_LIMIT,
    OPEN,
    SUCCEEDS,
    Question,
    Search,
    answer_by_rules,
    answer_by_table,
    move_in_table,
    new_search,
    run,
    work_on,
)
from plyground.solving.extraction import claim_of, extend
from plyground.solving.hooks import LIMIT, bounds, can_be_drawn
from plyground.solving.journal import Journal, Row
from plyground.solving.numbers import INFINITY, new_table
from plyground.solving.positions import new_list
from plyground.solving.proof import Claim, Proof
from plyground.solving.shortening import claim_in_time, compile_kernels
from plyground.solving.tables import WholeTable, load_tables, load_whole
from plyground.solving.tree import ProofNode, ProofTree, set_up, store_solved

WORDS = {1: "win", 0: "draw", -1: "loss"}
MAX_LINE = 200
MAX_THREADS, MAX_MIB = 256, 1 << 20
SLICE_NODES = 1 << 14
"""Positions of a slice: about a tenth of a second's work."""
_WAIT_SECONDS = 0.1
_HARD_NODES = 1 << 20
"""A question about points that is open after so many positions is hard."""
_PARTS = 24
"""Then it is also asked whether either bound can move, by such a part of what lay between them at first."""


@dataclass(frozen=True)
class State:
    """What is known of a position's value, for the side to move.

    Attributes
    ----------
    lower, upper
        Bounds of the value: -1, 0 or 1 without points, else the utility. `LIMIT` stands for no bound.
    nodes
        Positions visited so far, also by earlier runs that a file remembers.
    scored
        Whether the value is in points.
    """

    lower: int
    upper: int
    nodes: int
    scored: bool

    @property
    def value(self) -> str | None:
        """The value as text, None while it is open."""
        return self._text(self.lower) if self.lower == self.upper else None

    def _text(self, value: int) -> str:
        return str(value) if self.scored else WORDS[value]

    @property
    def bounds(self) -> tuple[str, ...]:
        """The bounds that say something, as texts: ">=draw"."""
        least, most = (-LIMIT, LIMIT) if self.scored else (-1, 1)
        found = (f">={self._text(self.lower)}",) if self.lower > least else ()
        return (*found, f"<={self._text(self.upper)}") if self.upper < most else found


class Solver:
    """Solves one position; `solve` may be called again to go on.

    Parameters
    ----------
    position
        The position.
    memory
        MiB for what the search remembers.
    threads
        How many searches run at a time.
    database
        A file that keeps what is found, so that another run goes on from there.
    use_whole
        Whether a table of all positions (`plyground.endgame.whole`), if there is one, may answer. A proof does not
        rest on it.

    Raises
    ------
    InvalidJournal
        If the file cannot be used, or is about another position.
    """

    def __init__(
        self,
        position: Position,
        memory: int = 256,
        threads: int = 1,
        database: Path | None = None,
        *,
        use_whole: bool = True,
    ) -> None:
        demand_position(position, "What is to be solved")
        self.position = position
        self._threads = at_most(one_or_more(threads, "The number of threads"), MAX_THREADS, "The number of threads")
        at_most(one_or_more(memory, "The memory of a solver"), MAX_MIB, "The memory of a solver")
        demand_type(database, (Path, str, NoneType), "The file of a solver", "a path, or None")
        demand_type(use_whole, bool, "use_whole", "True or False")
        self._is_cyclic = positions_recur(position.game)
        self._stop = np.zeros(1, np.int64)
        self._table = new_table(int(memory))
        self._whole = load_whole(position.game) if use_whole else None
        self._tables = load_tables(position.game) if self._whole is None else WholeTable(self._whole)
        warmup(position, self._tables)
        self._own = self._new_search()
        self._journal = Journal(database, position)
        self._trees: dict[tuple[int, int], ProofTree] = {}
        self._answers: dict[tuple[int, int], bool] = {}
        self._claims: dict[tuple[int, int], tuple[Claim, Any]] = {}
        self._lower, self._upper = self._first_bounds()
        self._step = max(1, (self._upper - self._lower) // _PARTS)

    def _new_search(self) -> Search:
        return new_search(self.position.rules, self._table, self._stop, self._tables)

    def _first_bounds(self) -> tuple[int, int]:
        if not self.position.game.scored:
            return -1, 1
        if self.position.outcome is not None:
            return -LIMIT, LIMIT
        lower, upper = bounds(self.position.rules, self.position.words, self._own.memory)
        return int(lower), int(upper)

    @property
    def state(self) -> State:
        """What is known now."""
        nodes = sum(tree.nodes for tree in self._trees.values())
        lower, upper = self._lower, self._upper
        if int(self.position.turn) == BLACK:
            lower, upper = -upper, -lower
        return State(lower, upper, nodes, self.position.game.scored)

    def stop(self) -> None:
        """End `solve` soon; for any thread, and for a signal's handler."""
        self._stop[0] = 1

    def close(self) -> None:
        """Let go of the file."""
        self._journal.close()

    def solve(self, seconds: float | None = None, tell: Callable[[State], None] | None = None) -> State:
        """Search until the value is proved, `seconds` are over, or `stop` is called.

        Parameters
        ----------
        seconds
            By the clock; None for as long as it takes.
        tell
            Called with what is known whenever a search has ended.
        """
        demand_type(seconds, (int, float, NoneType), "The time of a solver", "a number of seconds, or None")
        if tell is not None and not callable(tell):
            raise WrongType(f"What a solver tells should be a function of a State, or None, not {short_repr(tell)}.")
        if seconds is not None and not seconds >= 0:
            raise InvalidSetting(f"The time of a solver cannot be {seconds}; it is a number of seconds from 0 up.")
        deadline = time.monotonic() + seconds if seconds is not None else None
        if not HAS_THREADS:
            return self._solve_alone(deadline, tell)
        idle = [self._new_search() for _ in range(self._threads)]
        running: dict[Future[Row], tuple[ProofTree, list[ProofNode], Search]] = {}
        with ThreadPoolExecutor(self._threads) as pool:
            while running or not self._is_done():
                while idle and not self._is_done() and (taken := self._take()) is not None:
                    tree, path = taken
                    search = idle.pop()
                    running[pool.submit(tree.search, path, search)] = tree, path, search
                if not running:
                    break
                done, _ = wait(running, _WAIT_SECONDS, FIRST_COMPLETED)
                if deadline is not None and time.monotonic() > deadline:
                    self.stop()
                for future in done:
                    tree, path, search = running.pop(future)
                    idle.append(search)
                    tree.release(path)
                    self._take_over(tree, future.result())
                if done and tell is not None:
                    tell(self.state)
        self._stop[0] = 0
        return self.state

    def _solve_alone(self, deadline: float | None, tell: Callable[[State], None] | None) -> State:
        """Search in the caller's thread, and look at the clock after each slice."""
        for state in self.slices():
            if tell is not None:
                tell(state)
            if deadline is not None and time.monotonic() > deadline:
                self.stop()
        return self.state

    def slices(self, nodes: int = SLICE_NODES) -> Iterator[State]:
        """Search in the caller's own thread, without any other, until the value is proved or `stop` is called.

        Parameters
        ----------
        nodes
            Positions of a slice, at most.

        Yields
        ------
        State
            What is known after each slice. The caller may leave, and call this or `solve` to go on.
        """
        one_or_more(nodes, "The nodes of a slice")
        while not self._is_done() and (taken := self._take()) is not None:
            tree, path = taken
            try:
                row = tree.search(path, self._own, nodes)
            finally:
                tree.release(path)
            self._take_over(tree, row)
            yield self.state
        self._stop[0] = 0

    def _is_done(self) -> bool:
        return bool(self._stop[0]) or self._lower == self._upper

    def _take(self) -> tuple[ProofTree, list[ProofNode]] | None:
        """Return the tree with the fewest nodes that has a leaf to search, and the path to the leaf."""
        for tree in sorted(self._open_trees(), key=lambda tree: tree.nodes):
            path = tree.take_leaf()
            if path is not None:
                return tree, path
        return None

    def _take_over(self, tree: ProofTree, row: Row) -> None:
        is_solved = row.phi == 0 or row.delta == 0
        if self._stop[0] and not is_solved:
            tree.nodes += row.nodes
            return
        self._journal.add(tree.question.side, tree.question.target, row)
        tree.apply(row, self._own)
        self._note(tree)

    def _note(self, tree: ProofTree) -> None:
        """Take over the answer of a tree, if it has one."""
        if tree.answer is None:
            return
        side, target = tree.question.side, tree.question.target
        if tree.answer and self._is_cyclic and self._whole is None:
            claim = claim_in_time(self.position, tree.question, self._own)
            if claim is None:
                tree.is_late = True
                return
            self._claims[side, target] = claim
        self._answers[side, target] = tree.answer
        has_draws = self.position.game.scored or can_be_drawn(self.position.rules)
        bound = target if tree.answer else target - 1 if has_draws else -1
        if tree.answer == (side == WHITE):
            self._lower = max(self._lower, bound if side == WHITE else -bound)
        else:
            self._upper = min(self._upper, bound if side == WHITE else -bound)

    def _open_trees(self) -> list[ProofTree]:
        """Return the trees of the questions that are worth asking now."""
        found = []
        for question in self._questions():
            tree = self._tree(*question)
            if tree.answer is None and not tree.is_exhausted:
                found.append(tree)
        return found if self._lower < self._upper else []

    def _questions(self) -> list[tuple[int, int]]:
        """Return side and target of the questions whose answers would narrow the bounds."""
        lower, upper = self._lower, self._upper
        if lower == upper:
            return []
        if self._is_cyclic:
            return [(WHITE, 1)] * (upper == 1) + [(BLACK, 1)] * (lower == -1)
        if not self.position.game.scored:
            if not can_be_drawn(self.position.rules):
                return [(WHITE, 1)]
            return [(WHITE, target) for target in (0, 1) if lower < target <= upper]
        near = [(WHITE, target) for target in (0, 1) if lower < target <= upper]
        if near:
            # what is too much to ask is asked of the ends, too, so that the bounds move at all
            is_hard = all(self._tree(*question).nodes > _HARD_NODES for question in near)
            ends = (lower + self._step, upper - self._step + 1)
            return near + [(WHITE, target) for target in ends if is_hard and not 0 <= target <= 1]
        if upper == LIMIT:
            return [(WHITE, 2 * lower)]
        if lower == -LIMIT:
            return [(WHITE, 2 * upper)]
        return [(WHITE, (lower + upper + 1) // 2)]

    def _tree(self, side: int, target: int) -> ProofTree:
        """Return the tree of a question, as far as it is known."""
        if (side, target) not in self._trees:
            game = self.position.game
            scale = game.handmade_scale or game.winning_scale
            question = Question(side, target, int(self._is_cyclic), scale, int(game.scored))
            tree = ProofTree(self.position, question)
            self._trees[side, target] = tree
            search = self._own
            root = self.position.rules, question, self.position.words, search
            said = answer_by_rules(*root)
            if said == OPEN:
                said = answer_by_table(*root)
            if said != OPEN:
                has_won = (said == SUCCEEDS) == (int(self.position.turn) == side)
                tree.root.phi, tree.root.delta = (0, INFINITY) if has_won else (INFINITY, 0)
            else:
                try:
                    for row in self._journal.rows(side, target):
                        tree.apply(row, search)
                except LookupError:
                    raise self._journal.damage() from None
            self._note(tree)
        return self._trees[side, target]

    def line(self) -> list[Move]:
        """Return a line of play that the search remembers: who succeeds moves so, the other resists longest."""
        if not self._answers:
            return []
        if self._whole is not None and (found := best_line(self.position)):
            return [each.move for each in found]
        side, target = next(reversed(self._answers))
        root, question = self._trees[side, target].root, self._trees[side, target].question
        position, line = self.position, list[Move]()
        seen = {position.key}
        while position.outcome is None and len(line) < MAX_LINE:
            code = int(move_in_table(position.rules, question, position.words, self._own))
            if code < 0:
                code = self._longest(question, position)
            if code < 0 and not line and root.phi == 0:
                code = root.best  # which the file of an earlier run has, where its table is gone
            if code < 0:
                break
            line.append(position.move_of_code(code))
            position = position.play(line[-1])
            if position.key in seen:
                break
            seen.add(position.key)
        return line + [each.move for each in best_line(position)][: MAX_LINE - len(line)]

    def _longest(self, question: Question, position: Position) -> int:
        """Return the move that took the most work to refute, -1 if none is remembered."""
        rules, search = position.rules, self._own
        works = [
            (int(work_on(rules, question, position.play(move).words, search)), move.code)
            for move in position.legal_moves
        ]
        most, code = max(works)
        return code if most > 0 else -1

    def proof(self) -> Proof:
        """Write the proof of the value, which must be known.

        Raises
        ------
        InvalidProof
            If it cannot be written.
        """
        state = self.state
        assert state.value is not None
        search = self._new_search()
        parts = [
            self._claims.get(key) or claim_of(self.position, self._trees[key].question, self._answers[key], search)
            for key in self._decisive()
        ]
        claims, symbols = zip(*parts, strict=True)
        game = self.position.game
        return Proof(
            game=game.name,
            settings=dict(game.chosen),
            position=self.position.text,
            value=state.value,
            claims=claims,
            symbols=symbols,
            made_by=f"plyground {version('plyground')}",
        )

    def _decisive(self) -> list[tuple[int, int]]:
        """Return the questions whose answers make the bounds meet."""
        if self.position.game.scored:
            value = self._lower
            needed = {(WHITE, value): True, (WHITE, value + 1): False}
            for side, target in needed:
                self._tree(side, target)
            return list(needed)
        if self._is_cyclic and self._lower == 0:
            return [(WHITE, 1), (BLACK, 1)]
        if self._is_cyclic:
            return [(WHITE if self._lower == 1 else BLACK, 1)]
        if not can_be_drawn(self.position.rules):
            return [(WHITE, 1)]
        return [(WHITE, target) for target in {1: (1,), 0: (0, 1), -1: (0,)}[self._lower]]


def solve(position: Position, seconds: float | None = None, *, memory: int = 256, threads: int = 1) -> State:
    """Prove what a position is worth to the side to move; return what is known when `seconds` are over.

    Parameters
    ----------
    position
        The position.
    seconds
        The time; without it, until the value is proved.
    memory
        MiB for what the search remembers.
    threads
        How many searches run at a time.

    Examples
    --------
    >>> from plyground import get_game, solve
    >>> solve(get_game("amazons").position("1q2/4/4/1Q2 w")).value
    'win'
    """
    solver = Solver(position, memory, threads)
    try:
        return solver.solve(seconds)
    finally:
        solver.close()


def warmup(position: Position, tables: Any) -> None:
    """Compile what solving takes, or load it from the cache."""

    def build() -> None:
        rules, stop = position.rules, np.zeros(1, np.int64)
        search = new_search(rules, new_table(1), stop, tables)
        question = Question(WHITE, 1, 1, 1, 1)
        search.rows[0] = position.words
        search.counts[NODE_LIMIT] = 3
        answer_by_rules(rules, question, position.words, search)
        answer_by_table(rules, question, position.words, search)
        bounds(rules, position.words, search.memory)
        can_be_drawn(rules)
        run(rules, question, search, 0)
        set_up(rules, question, search, search.moves[0][:1])
        store_solved(rules, question, search, 0, 1, 1, -1)
        move_in_table(rules, question, position.words, search)
        work_on(rules, question, position.words, search)
        extend(rules, question, WHITE, search, new_list(rules.words))
        if positions_recur(position.game):
            compile_kernels(rules, question, search)

    if position.outcome is None:
        ensure_ready(f"{position.game.family} solver {type(tables).__name__}", f"{position.game.title} solver", build)
