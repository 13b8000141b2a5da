"""`GameWorker`: a process that plays games one after another, supervised from outside.

Players inside it (engine, minimax, ...) cannot be interrupted. So before each move the worker writes into shared memory
who is to move and by when. If it stays silent for longer, the player to move loses, and a new process takes its place.
If it dies, that is nobody's fault that plays: the game is played again, and only if it has brought down one process
after the other does the player to move lose. Students' programs are child processes of the worker, which kills whatever
they leave behind after every game.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from plyground import jobs
from plyground.agents.player import Player
from plyground.agents.roster import Entry
from plyground.arena.referee import play_game
from plyground.arena.task import GameTask, Played
from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.core.game import Game
from plyground.core.outcome import Color, Termination
from plyground.core.recent import Recent
from plyground.core.threads import HAS_THREADS
from plyground.jobs.worker import SPAWN
from plyground.programs.process_tree import adopt_orphans, die_with_parent, kill_descendants, kill_tree

DEADLINE, TURN = 0, 1
"""Places in the shared memory."""
GRACE_SECONDS = 3.0
"""How long after a player's deadline the process is ended; whatever can end by itself has done so by then."""
_MAX_PLAYERS = 16
"""How many players a worker keeps ready; each may hold memory and processes."""


class _Bench:
    """The players a worker has made, ready for the next game."""

    def __init__(self) -> None:
        self._players: Recent[tuple[str, Game, int], Player] = Recent(_MAX_PLAYERS, lambda player: player.close())

    def player(self, entry: Entry, game: Game, color: Color) -> Player:
        """Return the player of an entry; one for each colour, so that a player may meet itself."""
        seat = entry.text, game, int(color)
        player = self._players.get(seat)
        if player is None:
            player = entry.create(game)
            self._players.put(seat, player)
        return player

    def dismiss(self, entry: Entry, game: Game) -> None:
        """Close the players of an entry, which may be broken."""
        for seat, player in self._players.items():
            if seat[:2] == (entry.text, game):
                self._players.pop(seat)
                player.close()

    def processes(self) -> list[int]:
        """Return the processes that may keep running between games."""
        return [pid for _, player in self._players.items() if (pid := getattr(player, "pid", None)) is not None]


def _referee(shared: Any) -> Callable[[GameTask], Played]:
    """Return what plays games in this process, and writes into `shared` who is to move and by when."""
    die_with_parent()
    adopt_orphans()
    bench = _Bench()

    def watch(turn: Color, seconds: float) -> None:
        shared[TURN] = turn
        shared[DEADLINE] = time.monotonic() + seconds

    def play(task: GameTask) -> Played:
        try:
            return _play(task, bench, watch)
        except OSError as error:
            # a full disk, say: that is no player's fault, nor would the next game be
            what = f"{error.strerror}: {error.filename}" if error.filename else str(error)
            raise InvalidSetting(f"Game {task.number} could not be played here: {what}") from None
        finally:
            shared[DEADLINE] = 0

    return play


def _play(task: GameTask, bench: _Bench, watch: Any) -> Played:
    entries = (task.white, task.black)
    watch(Color.WHITE, 300.0)
    try:
        players = [bench.player(entry, task.game, color) for color, entry in zip(Color, entries, strict=True)]
    except PlygroundError as error:
        # the tournament has created every player before; one that fails now has lost its file, say
        return Played(task.number, None, Termination.CRASH, str(error), ())
    played = play_game(task, players, watch)
    if played.termination in {Termination.CRASH, Termination.TIME, Termination.ILLEGAL_MOVE}:
        for entry in entries:
            bench.dismiss(entry, task.game)
    if any(entry.kind == "program" for entry in entries):
        for entry in entries:
            if entry.kind == "program":
                bench.dismiss(entry, task.game)
        kill_descendants(spared=bench.processes())
    return played


class GameWorker(jobs.Worker[GameTask, Played]):
    """The handle on one such process."""

    def __init__(self) -> None:
        super().__init__(partial(_referee, ()))

    def _start(self) -> None:
        self._shared = SPAWN.RawArray("d", 2) if HAS_THREADS else [0.0, 0.0]
        self._prepare = partial(_referee, self._shared)
        super()._start()

    def result(self) -> Played | None:
        """Return the finished game; None while it is being played.

        Raises
        ------
        InvalidSetting
            If it cannot be played, for a reason that lies with no player.
        """
        played = super().result()
        deadline = self._shared[DEADLINE]
        if played is None and deadline and time.monotonic() > deadline + GRACE_SECONDS:
            return self._loss(Termination.TIME, "The player did not answer and was stopped.")
        return played

    def _give_up(self, reason: str) -> Played:
        return self._loss(Termination.CRASH, reason)

    def _loss(self, termination: str, detail: str) -> Played:
        """Return a loss for the player to move, and restart the process."""
        assert self.task is not None
        number, turn = self.task.number, Color(int(self._shared[TURN]))
        self._restart()
        self.task = None
        return Played(number, turn.other, termination, detail, ())

    def _end(self) -> None:
        """End the process and everything it started."""
        if self._process.pid is not None and self._process.is_alive():
            kill_tree(self._process.pid)
