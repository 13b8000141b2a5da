"""`Tournaments`: the matches and tournaments that were begun in the browser, played in this process and watched live.

Each runs beside everything else, but every move takes a turn at thinking like all others, so a tournament takes no more
than its share of the machine. Who may play is in `plyground.web.arena.entrants`. Games are stored in a separate
arena file (`plyground.arena.store`), which the commands ``games-of`` and ``ratings`` also read.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from plyground.agents.player import Allowance, Choice, Player
from plyground.arena.openings import Book
from plyground.arena.referee import play_game
from plyground.arena.schedule import Schedule
from plyground.arena.store import TournamentStore
from plyground.arena.task import GameTask, Played
from plyground.arena.time_control import TimeControl
from plyground.arena.tournament import Plan, Tournament
from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.web.arena.entrants import admit
from plyground.web.service.endpoints import Busy
from plyground.web.service.runtime import Event, Runtime, Thinking
from plyground.web.service.views import PositionView, position_view, view_of_move

PATIENCE = 3600.0
"""Seconds a move may take: it may have to wait for its turn."""
MAX_RUNNING = 4


class _Stopped(Exception):
    """Raised to end the tournament."""


@dataclass
class Live:
    """The game under way.

    Attributes
    ----------
    number
        Its number in the tournament, from 1.
    white, black
        The players' names.
    moves
        The moves so far, including the opening.
    view
        The position.
    """

    number: int
    white: str
    black: str
    moves: list[str]
    view: PositionView


class _Shown(Player):
    """A player whose moves are computed in the pool, and whose game is shown."""

    def __init__(self, player: Player, run: "Running") -> None:
        self._player, self._run = player, run

    def new_game(self, game: Game, color: Color, seed: int) -> None:
        """Get ready; the first time this may take long, because kernels compile."""
        self._run.think(lambda: self._player.new_game(game, color, seed))

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Show the position, and let the wrapped player choose."""
        self._run.show(record)
        answer: list[Choice] = []
        self._run.think(lambda: answer.append(self._player.choose(record, limits)))
        return answer[0]

    def close(self) -> None:
        """Close the player."""
        self._player.close()


class _Table:
    """The executor of one tournament: it plays a game when the next result is asked for."""

    slots = 1

    def __init__(self, run: "Running") -> None:
        self._run = run
        self._waiting: deque[GameTask] = deque()

    def submit(self, task: GameTask) -> None:
        """Accept a task."""
        self._waiting.append(task)

    def next_finished(self) -> Played:
        """Play the next task."""
        task = self._waiting.popleft()
        self._run.begin(task)
        players = [_Shown(entry.create(task.game), self._run) for entry in (task.white, task.black)]
        try:
            return play_game(task, players)
        finally:
            for player in players:
                player.close()

    def close(self) -> None:
        """Do nothing: nothing stays open between two games."""

    def __enter__(self) -> "_Table":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass
class Running:
    """A tournament being played.

    Attributes
    ----------
    plan
        The plan of what is played.
    number
        Its number in the file.
    live
        The game under way.
    fault
        Why it has ended early, if an error ended it.
    stopped, begun
        Set when it has ended, or is to end; and when it has its number.
    join
        Waits for its end, so many seconds at most.
    """

    plan: Plan
    pool: Thinking
    changed: Callable[[], None]
    stopped: Event
    begun: Event
    number: int = 0
    live: Live | None = None
    fault: str = ""
    join: Callable[[float], None] = lambda seconds: None

    def play(self, path: Path) -> None:
        """Play the tournament, beside everything else."""
        store: TournamentStore | None = None
        try:
            store = TournamentStore(path)
            tournament = Tournament(self.plan, store)
            self.number = tournament.number
            self.begun.set()
            tournament.run(_Table(self), lambda *_: self.changed())
        except _Stopped:
            pass
        except PlygroundError as error:
            self.fault = str(error)
        finally:
            if store is not None:
                store.close()
            self.stopped.set()
            self.begun.set()
            self.live = None
            self.changed()

    def begin(self, task: GameTask) -> None:
        """Show a game that begins."""
        self.live = Live(task.number, task.white.name, task.black.name, [], position_view(task.game.position()))
        self.show(task.opening.record(task.game))

    def show(self, record: Record) -> None:
        """Show the position of the game under way."""
        if self.stopped.is_set():
            raise _Stopped
        assert self.live is not None
        view = view_of_move(record.positions[-2], record.moves[-1]) if record.moves else position_view(record.position)
        view["moves"] = []
        self.live.moves, self.live.view = [move.text for move in record.moves], view
        self.changed()

    def think(self, work: Callable[[], object]) -> None:
        """Do a player's work in the pool, in turn with everybody else."""
        while not self.stopped.is_set():
            try:
                self.pool.wait(f"arena {id(self)}", lambda job: work())
                return
            except Busy:
                self.stopped.wait(0.5)
        raise _Stopped


class Tournaments:
    """All tournaments of the server; see the module's first lines."""

    def __init__(self, path: Path, pool: Thinking, runtime: Runtime) -> None:
        self.path = path
        self._pool, self._runtime = pool, runtime
        self._running: dict[int, Running] = {}
        self._listeners: dict[int, set[Callable[[], None]]] = {}
        self._lock = runtime.lock()

    def begin(
        self,
        game: Game,
        players: list[str],
        form: str,
        rounds: int,
        *,
        nodes: int | None,
        depth: int | None,
        openings: int,
        seed: int,
    ) -> int:
        """Begin a tournament and return its number.

        Raises
        ------
        UnknownName, InvalidSetting, Busy
        """
        found = admit(players, game)
        book = f"random:{openings}" if openings else ""
        plan = Plan(
            game,
            found,
            Schedule(form, len(found), rounds),
            TimeControl.parse(depth=depth, nodes=nodes),
            Book.parse(book, game),
            book,
            hang_seconds=PATIENCE,
            seed=seed,
        )
        with self._lock:
            if sum(not run.stopped.is_set() for run in self._running.values()) >= MAX_RUNNING:
                raise Busy(f"{MAX_RUNNING} matches are being played already; please stop one or wait.")
            event = self._runtime.event
            run = Running(plan, self._pool, lambda: self._tell(run.number), event(), event())
            run.join = self._runtime.begin("arena", lambda: run.play(self.path))
        run.begun.wait()
        if run.fault:
            raise InvalidSetting(run.fault)
        with self._lock:
            self._running[run.number] = run
        return run.number

    def running(self, number: int) -> Running | None:
        """Return a tournament that is being played, or was until an error ended it; None for another."""
        return self._running.get(number)

    def stop(self, number: int) -> None:
        """End a tournament; the games played so far stay."""
        run = self._running.get(number)
        if run is not None:
            run.stopped.set()

    def _tell(self, number: int) -> None:
        with self._lock:
            listeners = list(self._listeners.get(number, ()))
        for listener in listeners:
            listener()

    def subscribe(self, number: int, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` at every change of a tournament; return what ends that."""
        with self._lock:
            self._listeners.setdefault(number, set()).add(listener)

        def leave() -> None:
            with self._lock:
                self._listeners.get(number, set()).discard(listener)

        return leave

    def close(self) -> None:
        """Stop all tournaments."""
        for run in self._running.values():
            run.stopped.set()
        for run in self._running.values():
            run.join(2)
