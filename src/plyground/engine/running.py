"""A search under way: the work of its threads, its clock, and what it reports.

It reports after each iteration what its first thread has found. Where endgame tables or a solver know the answer, it
reports that, with best play to the end.
"""

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from plyground.core.position import Position
from plyground.engine.info import Info, Line
from plyground.engine.iteration import NO_NODE_LIMIT, RootLine, Searcher
from plyground.engine.limits import Limits
from plyground.engine.lines import moves_along
from plyground.engine.recognizer import play_out
from plyground.engine.scores import DECISIVE, TABLE_WIN, Score, plies_in
from plyground.engine.state import NODE_LIMIT
from plyground.engine.tb_root import WIN, RootTables, TablebaseMove
from plyground.engine.timer import Countdown
from plyground.kernel.words import Moves

MATE_NODES, MATE_DEPTH = 20_000, 10
"""How far a mate is looked for in an endgame that is won by a table."""

WIN_NODES, WIN_NPS, WIN_SHARE = 20_000, 200_000, 4
"""How far a win is looked for where a proof shows that one need not lose: of a limit at most a share."""


@dataclass
class RunningSearch:
    """A search under way.

    Attributes
    ----------
    position, limits
        What is searched, and when it ends.
    searchers
        Each thread's work; the first one's is what is reported.
    countdown
        Its time.
    stop
        It ends when ``stop[0]`` is set.
    known
        The root's moves, best first, where the tables know them all.
    tables
        The tables themselves.
    multipv
        How many lines are reported.
    safe_moves
        The codes of moves after which a kept proof shows that the side to move need not lose; [] for no such proof.
    is_brief
        Whether it reports at its end only.
    reports
        What it has to say; None is the end.
    threads
        Those that search.
    when_reported
        Called after each report, in the thread that made it.
    told
        What has been reported of an iteration under way (`Searcher.progress`).
    """

    position: Position
    limits: Limits
    searchers: list[Searcher]
    countdown: Countdown
    stop: Moves
    tb_moves: list[TablebaseMove]
    tables: RootTables
    multipv: int
    safe_moves: list[int] = field(default_factory=list)
    is_brief: bool = False
    reports: "queue.SimpleQueue[Info | BaseException | None]" = field(default_factory=queue.SimpleQueue)
    threads: list[threading.Thread] = field(default_factory=list)
    when_reported: Callable[[], object] | None = None
    told: tuple[int, RootLine | None] = (0, None)

    def put(self, report: Info | BaseException | None) -> None:
        """Hand a report to the thread that waits for it."""
        self.reports.put(report)
        if (tell := self.when_reported) is not None:
            try:
                tell()
            except RuntimeError:  # the event loop that was told is closed
                self.when_reported = None

    def latest(self) -> Info | None:
        """Return the last report that nobody has taken, and forget those before it; None if there is none."""
        last: Info | None = None
        while not self.reports.empty():
            report = self.reports.get()
            assert isinstance(report, Info), "the caller that takes slices is there when something goes wrong"
            last = report
        return last

    @property
    def is_decided_by_tables(self) -> bool:
        """Whether the root is won or lost by the tables."""
        return bool(self.tb_moves) and abs(self.tb_moves[0].rank) == WIN

    def report_progress(self) -> None:
        """Report what an iteration under way has settled, if that is news."""
        progress = self.searchers[0].progress
        if progress not in (self.told, (0, None)):
            self.put(self.info())
        self.told = progress

    def report(self) -> bool:
        """Report an iteration; tell whether to begin another."""
        if not self.is_brief:
            self.put(self.info())
        searcher, limits = self.searchers[0], self.limits
        if searcher.is_decided() and limits != Limits():
            return False
        if limits.win_in and searcher.lines:
            score = self._score(searcher.lines[0])
            if score.kind == "win" and score.value <= limits.win_in:
                return False
        budget = self.countdown.budget
        if budget.is_flexible and budget.soft is not None:
            return len(searcher.root.moves) > 1 and self.countdown.seconds() < budget.soft
        return True

    def keep_to_proof(self) -> None:
        """Leave the moves that keep to a proof, unless a short search proves a win."""
        searcher, budget = self.searchers[0], self.countdown.budget
        end, limit = searcher.slice_end, int(searcher.state.counters[NODE_LIMIT])
        searcher.slice_end = min(end, WIN_NODES, limit // WIN_SHARE)
        if budget.soft is not None:
            searcher.slice_end = min(searcher.slice_end, int(budget.soft * WIN_NPS / WIN_SHARE))
        for is_whole in searcher.deepen(min(2 * MATE_DEPTH, self.limits.depth or 2 * MATE_DEPTH)):
            if not is_whole or searcher.lines[0].score >= DECISIVE:
                break
        searcher.slice_end = end
        if searcher.lines[0].score < DECISIVE:
            searcher.restrict(self.safe_moves)

    def report_tb_moves(self) -> None:
        """Report the moves of a root that is won or lost by the tables, with best play to the end."""
        searcher, tb_moves = self.searchers[0], self.tb_moves
        lines = [self.tables.line(self.position, move, searcher.root.plies_left) for move in tb_moves[: self.multipv]]
        if tb_moves[0].rank == WIN and tb_moves[0].plies < len(lines[0].moves):
            # the distance is that to a capture or so: a quicker mate may be there, so look for it, but not for long
            limit = searcher.state.counters
            limit[NODE_LIMIT] = min(limit[NODE_LIMIT], MATE_NODES)
            depth = min(len(lines[0].moves), MATE_DEPTH, self.limits.depth or MATE_DEPTH)
            self.tables.switch(on=False)
            # so few positions are one slice
            searcher.slice_end = NO_NODE_LIMIT
            for _ in searcher.deepen(depth):
                pass
            best = searcher.lines[0] if searcher.lines else None
            if best is not None and best.score > TABLE_WIN and plies_in(best.score) <= len(lines[0].moves):
                quickest = self._line(best)
                others = [line for line in lines if line.moves[0] != quickest.moves[0]]
                lines = [quickest, *others][: self.multipv]
        self.report_exact(lines, max(1, searcher.depth))

    def report_exact(self, lines: list[Line], depth: int) -> None:
        """Report lines that need no search beyond `depth`."""
        searcher = self.searchers[0]
        self.put(
            Info(
                depth=depth,
                seldepth=max(len(line.moves) for line in lines),
                nodes=max(1, searcher.nodes),
                seconds=self.countdown.seconds(),
                hashfull=searcher.table.hashfull(),
                lines=tuple(lines),
                tbhits=searcher.tbhits,
            )
        )

    def info(self) -> Info:
        """Return what is known by now."""
        searcher = self.searchers[0]
        return Info(
            depth=searcher.depth,
            seldepth=max(each.deepest for each in self.searchers),
            nodes=sum(each.nodes for each in self.searchers),
            seconds=self.countdown.seconds(),
            hashfull=searcher.table.hashfull(),
            lines=tuple(self._lines()),
            tbhits=sum(each.tbhits for each in self.searchers),
            is_partial=searcher.progress != (0, None),
        )

    def _lines(self) -> Iterator[Line]:
        """Yield the lines; where the root is drawn by the tables, the searched moves' first, with their exact score."""
        searcher = self.searchers[0]
        for found in searcher.best_lines:
            line = self._line(found)
            yield replace(line, score=Score("cp", 0, exact=True)) if self.tb_moves else line
        for move in self.tb_moves[len(searcher.root.moves) : self.multipv]:
            yield self.tables.line(self.position, move, searcher.root.plies_left)

    def _line(self, line: RootLine) -> Line:
        """Write a line of codes as moves; one that ends in a won position is played to the end."""
        if self.position.game.scored or abs(line.score) < DECISIVE:
            return Line(self._score(line), moves_along(self.position, line.codes))
        codes = line.codes
        if self.searchers[0].parameters.recognizer:
            codes = play_out(self.position.rules, self.position.words, codes, line.score)
        found = Line(self._score(line), moves_along(self.position, codes))
        return self.tables.complete(self.position, found, line.score)

    def _score(self, line: RootLine) -> Score:
        return Score.of(line.score, is_scored=self.position.game.scored, is_proved=line.is_proved)
