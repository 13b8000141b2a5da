"""`Engine`: sets threads to work on a position, watches the clock, and tells what they find.

>>> from plyground import get_game
>>> from plyground.engine import Engine, Limits
>>> with Engine(get_game("gardner"), hash_mib=1) as engine:
...     move = engine.play(get_game("gardner").position("4k/5/5/P4/K4 w - - 0 1"), Limits(depth=3))

The search runs in threads of its own, without the GIL, while the caller waits: so Ctrl-C, `stop` from another thread
and a caller that looks away all end it cleanly. With one thread, and a limit of depth or nodes, the same position
gives the same nodes and the same answer from an engine that has just been made or cleared.

Where none is wanted, `slices` does the same in the caller's own thread, a few positions at a time. Where no thread can
be started, as in a browser, `search` and `analyse` do so, too: they return when all is done.

An engine does one search at a time. Threads may share it: `search` and `play` wait for each other. An `analyse` that
is under way is not waited for, since the reader of its reports may take any time: then there is `EngineBusy`.
"""

import os
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn

import numpy as np

from plyground.core.arguments import demand_callable, demand_type, whole
from plyground.core.deprecation import warn_of
from plyground.core.errors import InvalidSetting, WrongType
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.core.threads import HAS_THREADS
from plyground.endgame.index import MAX_MEN
from plyground.endgame.tablefile import InvalidTable
from plyground.engine.analysis import NOTHING, Analysis, EngineBusy
from plyground.engine.evaluator import evaluator_of
from plyground.engine.info import Info
from plyground.engine.iteration import MAX_DEPTH, NO_NODE_LIMIT, Root, Searcher
from plyground.engine.limits import BRIEF_NODES, Limits
from plyground.engine.parameters import Parameters, parameters_of
from plyground.engine.running import RunningSearch
from plyground.engine.slices import Pace
from plyground.engine.solution import lines_by_solver, moves_by_proof
from plyground.engine.state import FAR_AWAY, NODES, STOP, STOP_ASKED, TABLE_HITS, State, forget_statistics, new_state
from plyground.engine.table import TranspositionTable
from plyground.engine.tb_root import DRAW, RootTables, TablebaseMove, tablebase_for, tablebase_of
from plyground.engine.timer import Countdown, Timer
from plyground.engine.warmup import warmup
from plyground.nets.evaluations import engine_evaluation

MAX_HASH = 1 << 16
MAX_THREADS = 256
A_SECOND = Limits(movetime=1.0)
_engines: "weakref.WeakSet[Engine]" = weakref.WeakSet()


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
        self.hash_mib = _between(hash_mib, "hash_mib", 1, MAX_HASH)
        self.table = TranspositionTable(self.hash_mib)
        own = parameters_of(self.game)
        demand_type(parameters, (Parameters, type(None)), "The parameters of an engine", "Parameters")
        demand_type(tables, str, "The tables of an engine", "a folder's name")
        self.parameters = parameters._replace(scored=own.scored, repetition=own.repetition) if parameters else own
        self.evaluation = engine_evaluation(self.game) if evaluation is None else self.game.evaluation(evaluation)
        evaluator_of(self.evaluation)
        self._places = tables, _between(most_men, "most_men", 0, MAX_MEN)
        if tables:
            tablebase_of(self.game, *self._places)
        self._stop = np.zeros(2, np.int64)
        self._timer = Timer(self._stop)
        weakref.finalize(self, self._timer.close)
        self._states: list[State] = []
        self._rules: Any = None
        self._tables: RootTables
        self._turn = threading.Lock()
        self._guard = threading.RLock()
        self._running: RunningSearch | None = None
        _engines.add(self)

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<Engine for {self.game.name}: {self.hash_mib} MiB, threads {self.threads}, multipv {self.multipv}>"

    def __reduce__(self) -> NoReturn:
        raise WrongType("An engine cannot be copied or pickled; make another one, in the process that is to use it.")

    def get_ready(self, position: Position | None = None) -> None:
        """Compile or load everything a first search needs, so that it does not pay for it; forgets what was known."""
        self.search(position or self.game.position(), Limits(depth=1, nodes=BRIEF_NODES))
        if self._rules is not None:
            self._tables.get_ready()
        self.clear()

    def clear(self) -> None:
        """Forget everything: another game begins; raises `EngineBusy` during an analysis."""
        with self._turn:
            self._settle()
            self.table.clear()
            for state in self._states:
                forget_statistics(state)

    @property
    def unusable_tables(self) -> tuple[str, ...]:
        """What is wrong with the table files that could not be used, a sentence each; it is also logged, once."""
        return tuple(self._tables.unusable) if self._rules is not None else ()

    @property
    def tables_left_out(self) -> tuple[str, ...]:
        """The old name of `unusable_tables`."""
        warn_of("Engine.tables_left_out", "Engine.unusable_tables")
        return self.unusable_tables

    def stop(self) -> None:
        """End the search under way, from any thread; its last report still comes."""
        self._stop[STOP_ASKED] = 1
        self._stop[STOP] = 1

    def analyse(
        self,
        position: Position | Record,
        limits: Limits | None = None,
        *,
        moves: Sequence[Move] | None = None,
    ) -> Analysis:
        """Search, and report what is known after each iteration; the last is the result.

        Parameters
        ----------
        position
            What to search; with a `Record` its earlier positions count for repetitions, and its plies for the cap.
        limits
            When to end; without limits it goes on until `stop`.
        moves
            The moves to choose from; by default all legal ones.

        Returns
        -------
        Analysis
            An iterator of `Info`, for ``for`` and ``async for``. The search begins with the first report asked for.

        Raises
        ------
        InvalidSetting
            With the first report, if the position is of another game.
        EngineBusy
            With the first report, if another analysis of this engine is under way.
        """
        return Analysis(partial(self._begin, position, limits or Limits(), moves), self._end)

    def search(self, position: Position | Record, limits: Limits, *, moves: Sequence[Move] | None = None) -> Info:
        """Search and return the result alone; waits until other threads' searches have ended.

        Raises
        ------
        InvalidSetting
            If the position is of another game.
        EngineBusy
            If an analysis of this engine is under way.
        """
        with self._turn:
            search = self._prepare(position, limits, moves, self.threads)
            if search is None:
                return NOTHING
            if HAS_THREADS and self.threads == 1 and limits.is_brief():
                search.is_brief = True
                self._timer.keep(search.countdown)
                self._work(search, 0)
            else:
                self._start(search)
            *_, last = self._reports(search)
            return last

    def play(self, position: Position | Record, limits: Limits = A_SECOND) -> Move | None:
        """Return the move to play, found within a second by default; None where the game is over."""
        return self.search(position, limits).bestmove

    def slices(
        self,
        position: Position | Record,
        limits: Limits | None = None,
        *,
        moves: Sequence[Move] | None = None,
        nodes: int | None = None,
        clock: Callable[[], float] | None = None,
    ) -> Iterator[Info | None]:
        """Search in the caller's own thread, a slice at a time; no thread is started, whatever `threads` says.

        Between two slices the caller may do anything: look for messages, call `stop`, or leave. A slice ends after so
        many positions, in the middle of an iteration, too; the next one goes on with what the transposition table has
        by then. Iterations that fit into a slice are the same as those of `search`, node by node. The others cost some
        nodes more, of four positions of gardner searched for half a million nodes each: none or so with slices of
        100,000 nodes, a twentieth with 50,000, a quarter with 20,000 (table of 8 MiB).

        Parameters
        ----------
        position, limits, moves
            As for `analyse`.
        nodes
            Positions of a slice, 1000 or more: then the same search has the same slices each time, unless its time is
            limited. By default so many as take about a twentieth of a second, 50,000 at most.
        clock
            Tells the time, in seconds; it is looked at between slices. By default the clock that counts for the limits.

        Yields
        ------
        Info | None
            Before the first slice, after each one and after each iteration, what is new since the last time: the result
            of an iteration, a line of it (`multipv`), a better first move; None where nothing is. The last Info is the
            result.

        Raises
        ------
        InvalidSetting
            With the first slice, if the position is of another game, or `nodes` is too small.
        EngineBusy
            With the first slice, if another analysis of this engine is under way.
        """
        if clock is not None:
            demand_callable(clock, "The clock of a search")
        with self._turn:
            search = self._prepare(position, limits or Limits(), moves, 1, clock)
        if search is None:
            yield NOTHING
            return
        searcher, countdown = search.searchers[0], search.countdown
        try:
            pace = Pace(searcher, countdown, nodes)
            yield None
            if self._running is not search:
                return
            searcher.slice_end = pace.next_end()
            for _ in self._steps(search):
                if (left := countdown.seconds_left()) is not None and left <= 0:
                    self.stop()
                yield search.latest()
                if self._running is not search:  # it was stopped, and another has begun since
                    return
                searcher.slice_end = pace.next_end()
            if (last := search.latest()) is not None:
                yield last
        finally:
            self._end(search)

    def _begin(self, position: Position | Record, limits: Limits, moves: Sequence[Move] | None) -> RunningSearch | None:
        """Start a search; None where the game is over."""
        with self._turn:
            search = self._prepare(position, limits, moves, self.threads)
            if search is not None:
                self._start(search)
            return search

    def _settle(self) -> None:
        """See that no search is under way: wait for one that was stopped, raise `EngineBusy` if it goes on."""
        if self._running is not None:
            if not self._stop[0]:
                raise EngineBusy
            self._end(self._running)

    def _end(self, search: RunningSearch) -> None:
        """End a search and wait for its threads. If it has ended, another may be under way, which is left alone."""
        with self._guard:
            if self._running is search:
                self._stop[0] = 1
        for thread in search.threads:
            thread.join()
        with self._guard:
            self._timer.cancel(search.countdown)
            if self._running is search:
                self._running = None

    def _begin_again(self) -> None:
        """Forget what other threads did, in a forked process, which does not have them."""
        if self._turn.locked() or self._running is not None:
            self._rules = None
            self.table.clear()
        self._turn, self._guard, self._running = threading.Lock(), threading.RLock(), None
        self._timer.begin_again()

    def _prepare(
        self,
        asked: Position | Record,
        limits: Limits,
        chosen: Sequence[Move] | None,
        threads: int,
        clock: Callable[[], float] | None = None,
    ) -> RunningSearch | None:
        """Set a search by so many threads up; None where the game is over."""
        record = asked if isinstance(asked, Record) else None
        position = asked.position if isinstance(asked, Record) else asked
        demand_type(position, Position, "What an engine searches", "a Position or a Record")
        demand_type(chosen, (Iterable, type(None)), "The moves to choose from", "a list of moves")
        demand_type(limits, Limits, "The limits of a search", "Limits, such as Limits(depth=8)")
        if position.game.module != self.game.module:
            raise InvalidSetting(f"This engine plays {self.game.name}; the position is one of {position.game.name}.")
        if chosen is None:
            moves = position.legal_moves.array()
        else:
            moves = np.array([position.move(move).code for move in chosen], np.int64)
        if position.outcome is not None or not len(moves) or (record is not None and record.outcome is not None):
            return None
        self._settle()
        warmup(position, self.parameters, self.evaluation)
        if position.rules != self._rules:
            if self._rules is not None:  # (the system gives a new table's memory only to what is written)
                self.table.clear()
            self._states.clear()
            self._rules = position.rules
            tablebase = (
                tablebase_for(position.game, *self._places, self.game.ply_cap) if self.parameters.endgames else None
            )
            self._tables = RootTables(position, tablebase, self.parameters.repetition)
        self._tables.get_ready(position.words)
        countdown = Countdown.of(limits.budget(), clock)
        self._stop.fill(0)
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
        while len(self._states) < threads:
            evaluator = evaluator_of(self.evaluation)
            self._states.append(new_state(position.rules, self._stop, evaluator, self._tables.new_probe()))
        tb_moves = self._tables.moves(root)
        if tb_moves:
            best = [move.code for move in tb_moves if move.rank == tb_moves[0].rank]
            root = replace(root, moves=np.array(best, np.int64), is_whole=False)
        self._tables.switch(on=not tb_moves)
        safe_moves = list[int]()
        if not tb_moves and chosen is None and self.parameters.endgames:
            safe_moves, value = moves_by_proof(position, self._places[0])
            if safe_moves and value is not None:
                root = replace(root, moves=np.array(safe_moves, np.int64), is_whole=False)
                tb_moves = [TablebaseMove(code, DRAW, 0, 0) for code in safe_moves if value == 0]
                safe_moves = []
        nodes = -(-limits.nodes // threads) if limits.nodes else NO_NODE_LIMIT
        parameters = self.parameters
        if limits.win_in and parameters.recognizer:
            # a recognized win takes so many plies at most, and there may be a quicker one
            parameters = parameters._replace(recognizer=0)
            self.table.clear()
        searchers = [
            Searcher(root, state, self.table, parameters, self.multipv, nodes) for state in self._states[:threads]
        ]
        searchers[0].state.counters[TABLE_HITS] = len(tb_moves)
        self._running = RunningSearch(
            position, limits, searchers, countdown, self._stop, tb_moves, self._tables, self.multipv, safe_moves
        )
        return self._running

    def _keys_before(self, record: Record | None) -> tuple[int, ...]:
        """Return the keys of the positions that may occur again."""
        if record is None or self.parameters.repetition == 0:
            return ()
        return tuple(earlier.key for earlier in record.positions[:-1])

    def _start(self, search: RunningSearch) -> None:
        """Start the threads, and the timer; where there are no threads, search to the end at once."""
        if not HAS_THREADS:
            self._work_alone(search)
            return
        self._timer.keep(search.countdown)
        for number in range(len(search.searchers)):
            thread = threading.Thread(target=self._work, args=(search, number), daemon=True)
            search.threads.append(thread)
            thread.start()

    def _reports(self, search: RunningSearch) -> Iterator[Info]:
        """Hand on what the first thread reports, and clean up however it ends."""
        try:
            while (report := search.reports.get()) is not None:
                if isinstance(report, BaseException):
                    raise report
                yield report
        finally:
            self._end(search)

    def _work(self, search: RunningSearch, number: int) -> None:
        """Search, as thread `number`; the first one reports, and its end is everybody's."""
        try:
            if number == 0:
                for _ in self._steps(search):
                    pass
            elif not search.is_decided_by_tables:
                # helpers run a little ahead, each by its own step, so that not all do the same at the same time
                for _ in search.searchers[number].deepen(MAX_DEPTH, 1 + number % 3):
                    pass
        except BaseException as error:  # noqa: BLE001 (it is raised again in the caller's thread)
            search.put(error)
        finally:
            if number == 0:
                search.stop[0] = 1
                search.put(None)

    def _work_alone(self, search: RunningSearch) -> None:
        """Search to the end in the caller's thread; where time is limited, in slices with a look at the clock."""
        countdown, searcher = search.countdown, search.searchers[0]
        pace = Pace(searcher, countdown, None) if countdown.seconds_left() is not None else None
        try:
            if pace is None and search.limits.depth is None and search.limits.nodes is None:
                raise InvalidSetting("Where there are no threads, a search without limits goes on by `slices` alone.")
            searcher.slice_end = pace.next_end() if pace else NO_NODE_LIMIT
            for _ in self._steps(search):
                if pace is not None:
                    if (countdown.seconds_left() or 0.0) <= 0:
                        self.stop()
                    searcher.slice_end = pace.next_end()
        except BaseException as error:  # noqa: BLE001 (it is raised again where the reports are read)
            search.put(error)
        finally:
            search.stop[0] = 1
            search.put(None)

    def _steps(self, search: RunningSearch) -> Iterator[None]:
        """Search as the first thread, which reports; pause after each iteration and wherever a slice is used up."""
        if search.is_decided_by_tables:
            search.report_tb_moves()
            return
        if self._report_solution(search):
            return
        if search.safe_moves:
            search.keep_to_proof()
        searcher = search.searchers[0]
        for is_whole in searcher.deepen(search.limits.depth or MAX_DEPTH):
            if not is_whole:
                search.report_progress()
            elif not search.report():
                break
            yield
        if searcher.is_stopped or search.is_brief:
            search.put(search.info())

    def _report_solution(self, search: RunningSearch) -> bool:
        """Ask the solver of endgames, and report its solution; tell whether there is one."""
        searcher = search.searchers[0]
        if self.parameters.endgames == 0 or search.tb_moves:
            return False
        try:
            lines, visited = lines_by_solver(search.position, searcher, search.limits, self._places[0], search.stop)
        except InvalidTable as error:
            self._tables.report_unusable(error)
            return False
        searcher.state.counters[NODES] += visited
        if lines:
            search.report_exact(lines, min(len(lines[0].moves), search.limits.depth or MAX_DEPTH))
        return bool(lines)


def _between(value: int, name: str, least: int, most: int) -> int:
    if not least <= whole(value, f"The engine's {name}") <= most:
        raise InvalidSetting(f"The engine's {name} cannot be {value}; it is a whole number from {least} to {most}.")
    return value


def _begin_again() -> None:
    for engine in list(_engines):
        engine._begin_again()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_again)
