"""`Engine`: sets threads to work on a position, watches the clock, and tells what they find.

>>> from plyground import get_game
>>> from plyground.engine import Engine, Limits
>>> with Engine(get_game("gardner"), hash_mib=1) as engine:
...     move = engine.play(get_game("gardner").position("4k/5/5/P4/K4 w - - 0 1"), Limits(depth=3))

The search runs in threads of its own, without the GIL, while the caller waits: so Ctrl-C, `stop` from another thread
and a caller that looks away all end it cleanly. With one thread, and a limit of depth or nodes, the same position
gives the same nodes and the same answer from an engine that has just been made or cleared.
"""

import queue
import threading
import weakref
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from plyground.core.arguments import demand_type, whole
from plyground.core.errors import InvalidSetting
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.endgame.index import MAX_MEN
from plyground.endgame.prober import Shelf
from plyground.engine.evaluator import evaluator_of
from plyground.engine.info import Info, Line
from plyground.engine.iteration import MAX_DEPTH, NO_NODE_LIMIT, Root, RootLine, Searcher
from plyground.engine.limits import Limits
from plyground.engine.lines import moves_along
from plyground.engine.parameters import Parameters, parameters_of
from plyground.engine.root import WIN, KnownMove, RootTables, shelf_of
from plyground.engine.scores import TABLE_WIN, Score, plies_in
from plyground.engine.solution import solved_lines
from plyground.engine.state import FAR_AWAY, NODE_LIMIT, NODES, TABLE_HITS, State, forget_statistics, new_state
from plyground.engine.table import TranspositionTable
from plyground.engine.timer import Countdown, Timer
from plyground.engine.warmup import warmup
from plyground.nets.evaluations import engine_evaluation, evaluation_of

MAX_HASH = 1 << 16
MAX_THREADS = 256
NOTHING = Info(0, 0, 0, 0.0, 0, ())
"""What is said of a game that is over."""
MATE_NODES, MATE_DEPTH = 20_000, 10
"""How far a mate is looked for in an endgame that is won by a table."""


@dataclass
class _Search:
    """A search under way.

    Its searchers, its countdown, the root's moves where tables know them, and what it has to say; if it `is_brief`,
    only at its end.
    """

    position: Position
    limits: Limits
    searchers: list[Searcher]
    countdown: Countdown
    stop: Any
    known: list[KnownMove]
    is_brief: bool = False
    reports: "queue.SimpleQueue[Info | BaseException | None]" = field(default_factory=queue.SimpleQueue)
    threads: list[threading.Thread] = field(default_factory=list)


class Engine:
    """A player and analyst of one game.

    Parameters
    ----------
    game
        The game, or its name.
    hash_mib
        Size of the transposition table, in MiB.
    threads
        How many threads search.
    multipv
        How many lines an analysis shows.
    parameters
        The search's knobs; by default as the game sets them.
    evaluation
        Who judges: an evaluation, or the text that names one (`plyground.nets.evaluations`); by default the game's
        net, if it has one, else its handmade one.
    tables
        Where endgame tables are looked for: a folder, "" for the usual places, or "none" for no tables.
    most_men
        Tables of more men than that are not asked.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        hash_mib: int = 64,
        threads: int = 1,
        multipv: int = 1,
        parameters: Parameters | None = None,
        evaluation: Evaluation | str | None = None,
        tables: str = "",
        most_men: int = MAX_MEN,
    ) -> None:
        demand_type(game, (Game, str), "The game of an engine", "a Game or its name")
        self.game = get_game(game) if isinstance(game, str) else game
        self.threads = _between(threads, "threads", 1, MAX_THREADS)
        self.multipv = _between(multipv, "multipv", 1, 1000)
        self.table = TranspositionTable(_between(hash_mib, "hash_mib", 1, MAX_HASH))
        own = parameters_of(self.game)
        self.parameters = parameters._replace(scored=own.scored, repetition=own.repetition) if parameters else own
        if isinstance(evaluation, str):
            evaluation = evaluation_of(self.game, evaluation)
        self.evaluation = engine_evaluation(self.game) if evaluation is None else self.game.evaluation(evaluation)
        evaluator_of(self.evaluation)
        self._places = tables, _between(most_men, "most_men", 0, MAX_MEN)
        if tables:
            shelf_of(self.game, *self._places)
        self._stop = np.zeros(1, np.int64)
        self._timer = Timer(self._stop)
        weakref.finalize(self, self._timer.close)
        self._states: list[State] = []
        self._rules: Any = None
        self._tables: RootTables

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def get_ready(self, position: Position | None = None) -> None:
        """Compile or load everything a first search needs, so that it does not pay for it; forgets what was known."""
        self.search(position or self.game.position(), Limits(depth=1))
        self.clear()

    def clear(self) -> None:
        """Forget everything: another game begins."""
        self.table.clear()
        for state in self._states:
            forget_statistics(state)

    def stop(self) -> None:
        """End the search under way, from any thread; its last report still comes."""
        self._stop[0] = 1

    def analyse(
        self,
        position: Position | Record,
        limits: Limits | None = None,
        *,
        moves: Sequence[Move] | None = None,
    ) -> Iterator[Info]:
        """Search, and yield what is known after each iteration; the last is the result.

        Parameters
        ----------
        position
            What to search; with a `Record` its earlier positions count for repetitions, and its plies for the cap.
        limits
            When to end; without limits it goes on until `stop`.
        moves
            The moves to choose from; by default all legal ones.

        Raises
        ------
        InvalidSetting
            If the position is of another game.
        """
        search = self._prepare(position, limits or Limits(), moves)
        if search is None:
            yield NOTHING
            return
        self._start(search)
        yield from self._reports(search)

    def search(self, position: Position | Record, limits: Limits, *, moves: Sequence[Move] | None = None) -> Info:
        """Search and return the result alone."""
        search = self._prepare(position, limits, moves)
        if search is None:
            return NOTHING
        if self.threads == 1 and limits.is_brief():
            search.is_brief = True
            self._work(search, 0)
        else:
            self._start(search)
        *_, last = self._reports(search)
        return last

    def play(self, position: Position | Record, limits: Limits) -> Move | None:
        """Return the move to play; None where the game is over."""
        return self.search(position, limits).bestmove

    def _prepare(self, asked: Position | Record, limits: Limits, chosen: Sequence[Move] | None) -> _Search | None:
        """Set a search up; None where the game is over."""
        record = asked if isinstance(asked, Record) else None
        position = asked.position if isinstance(asked, Record) else asked
        demand_type(position, Position, "What an engine searches", "a Position or a Record")
        demand_type(limits, Limits, "The limits of a search", "Limits, such as Limits(depth=8)")
        if position.game.module != self.game.module:
            raise InvalidSetting(f"This engine plays {self.game.name}; the position is one of {position.game.name}.")
        if chosen is None:
            moves = position.legal_moves.array()
        else:
            moves = np.array([position.move(move).code for move in chosen], np.int64)
        if position.outcome is not None or not len(moves) or (record is not None and record.outcome is not None):
            return None
        warmup(position, self.parameters, self.evaluation)
        countdown = Countdown.of(limits.budget())
        if position.rules != self._rules:
            self.table.clear()
            self._states.clear()
            self._rules = position.rules
            self._tables = RootTables(position, self._shelf_for(position.game), self.parameters.repetition)
        self._stop[0] = 0
        self.table.grow_older()
        cap = self.game.ply_cap
        root = Root(
            position.rules,
            position.words,
            moves,
            chosen is None,
            self._keys_before(record),
            cap - (record.plies if record is not None else 0) if cap else FAR_AWAY,
        )
        while len(self._states) < self.threads:
            evaluator = evaluator_of(self.evaluation)
            self._states.append(new_state(position.rules, self._stop, evaluator, self._tables.new_prober()))
        known = self._tables.moves(root)
        if known:
            best = [move.code for move in known if move.rank == known[0].rank]
            root = replace(root, moves=np.array(best, np.int64), is_whole=False)
        self._tables.switch(on=not known)
        nodes = -(-limits.nodes // self.threads) if limits.nodes else NO_NODE_LIMIT
        searchers = [
            Searcher(root, state, self.table, self.parameters, self.multipv, nodes)
            for state in self._states[: self.threads]
        ]
        searchers[0].state.counters[TABLE_HITS] = len(known)
        return _Search(position, limits, searchers, self._timer.keep(countdown), self._stop, known)

    def _shelf_for(self, game: Game) -> Shelf | None:
        """Return the tables of a game, if they can be used.

        With a counter they know the way to the next capture: nobody can tell whether a ply cap leaves enough plies for
        the rest.
        """
        shelf = shelf_of(game, *self._places) if self.parameters.endgames else None
        is_capped = shelf is not None and shelf.has_counter and self.game.ply_cap is not None
        return None if is_capped else shelf

    def _keys_before(self, record: Record | None) -> tuple[int, ...]:
        """Return the keys of the positions that may occur again."""
        if record is None or self.parameters.repetition == 0:
            return ()
        return tuple(earlier.key for earlier in record.positions[:-1])

    def _start(self, search: _Search) -> None:
        """Start the threads."""
        for number in range(self.threads):
            thread = threading.Thread(target=self._work, args=(search, number), daemon=True)
            search.threads.append(thread)
            thread.start()

    def _reports(self, search: _Search) -> Iterator[Info]:
        """Hand on what the first thread reports, and clean up however it ends."""
        try:
            while (report := search.reports.get()) is not None:
                if isinstance(report, BaseException):
                    raise report
                yield report
        finally:
            search.stop[0] = 1
            for thread in search.threads:
                thread.join()
            self._timer.cancel(search.countdown)
        self._tables.raise_problem()

    def _work(self, search: _Search, number: int) -> None:
        """Search, as thread `number`; the first one reports, and its end is everybody's."""
        searcher = search.searchers[number]
        max_depth = search.limits.depth or MAX_DEPTH
        try:
            if search.known and abs(search.known[0].rank) == WIN:
                if number == 0:
                    self._report_known(search)
                return
            if number == 0 and self._report_solution(search):
                return
            if number > 0:
                # helpers run a little ahead, each by its own step, so that not all do the same at the same time
                searcher.deepen(MAX_DEPTH, lambda: True, 1 + number % 3)
                return
            searcher.deepen(max_depth, lambda: self._report(search))
            if searcher.is_stopped or search.is_brief:
                search.reports.put(self._info(search))
        except BaseException as error:  # noqa: BLE001 (it is raised again in the caller's thread)
            search.reports.put(error)
        finally:
            if number == 0:
                search.stop[0] = 1
                search.reports.put(None)

    def _report(self, search: _Search) -> bool:
        """Report an iteration; tell whether to begin another."""
        if not search.is_brief:
            search.reports.put(self._info(search))
        searcher, limits = search.searchers[0], search.limits
        if searcher.is_decided() and limits != Limits():
            return False
        if limits.win_in and searcher.lines:
            score = self._score(searcher.lines[0])
            if score.kind == "win" and score.value <= limits.win_in:
                return False
        budget = search.countdown.budget
        if budget.is_flexible and budget.soft is not None:
            return len(searcher.root.moves) > 1 and search.countdown.elapsed() < budget.soft
        return True

    def _report_solution(self, search: _Search) -> bool:
        """Ask the solver of endgames, and report its solution; tell whether there is one."""
        searcher = search.searchers[0]
        if self.parameters.endgames == 0 or search.known:
            return False
        lines, visited = solved_lines(search.position, searcher, search.limits, self._places[0], search.stop)
        searcher.state.counters[NODES] += visited
        if lines:
            self._report_exact(search, lines, min(len(lines[0].moves), search.limits.depth or MAX_DEPTH))
        return bool(lines)

    def _report_known(self, search: _Search) -> None:
        """Report the moves of a root that is won or lost by the tables, with best play to the end."""
        searcher, known = search.searchers[0], search.known
        lines = [self._tables.line(search.position, move, searcher.root.plies_left) for move in known[: self.multipv]]
        if known[0].rank == WIN and known[0].plies < len(lines[0].moves):
            # the distance is that to a capture or so: a quicker mate may be there, so look for it, but not for long
            limit = searcher.state.counters
            limit[NODE_LIMIT] = min(limit[NODE_LIMIT], MATE_NODES)
            depth = min(len(lines[0].moves), MATE_DEPTH, search.limits.depth or MATE_DEPTH)
            self._tables.switch(on=False)
            searcher.deepen(depth, lambda: True)
            best = searcher.lines[0] if searcher.lines else None
            if best is not None and best.score > TABLE_WIN and plies_in(best.score) <= len(lines[0].moves):
                quickest = self._line(search, best)
                others = [line for line in lines if line.moves[0] != quickest.moves[0]]
                lines = [quickest, *others][: self.multipv]
        self._report_exact(search, lines, max(1, searcher.depth))

    def _report_exact(self, search: _Search, lines: list[Line], depth: int) -> None:
        """Report lines that need no search beyond `depth`."""
        search.reports.put(
            Info(
                depth=depth,
                seldepth=max(len(line.moves) for line in lines),
                nodes=max(1, search.searchers[0].nodes),
                seconds=search.countdown.elapsed(),
                hashfull=self.table.hashfull(),
                lines=tuple(lines),
                tbhits=search.searchers[0].tbhits,
            )
        )

    def _info(self, search: _Search) -> Info:
        searcher = search.searchers[0]
        return Info(
            depth=searcher.depth,
            seldepth=max(each.deepest for each in search.searchers),
            nodes=sum(each.nodes for each in search.searchers),
            seconds=search.countdown.elapsed(),
            hashfull=self.table.hashfull(),
            lines=tuple(self._lines(search)),
            tbhits=sum(each.tbhits for each in search.searchers),
        )

    def _lines(self, search: _Search) -> Iterator[Line]:
        """Yield the lines; where the root is drawn by the tables, the searched moves' first, with their exact score."""
        searcher = search.searchers[0]
        for found in searcher.lines:
            line = self._line(search, found)
            yield replace(line, score=Score("cp", 0, exact=True)) if search.known else line
        for move in search.known[len(searcher.root.moves) : self.multipv]:
            yield self._tables.line(search.position, move, searcher.root.plies_left)

    def _line(self, search: _Search, line: RootLine) -> Line:
        """Write a line of codes as moves; one that ends in a won endgame is played to the end."""
        found = Line(self._score(line), moves_along(search.position, line.codes))
        return self._tables.completed(search.position, found, line.score) if not self.game.scored else found

    def _score(self, line: RootLine) -> Score:
        return Score.of(line.score, is_scored=self.game.scored, is_proved=line.is_proved)


def _between(value: int, name: str, least: int, most: int) -> int:
    if not least <= whole(value, f"The engine's {name}") <= most:
        raise InvalidSetting(f"The engine's {name} cannot be {value}; it is a whole number from {least} to {most}.")
    return value
