"""`ProgramPlayer`: a stranger's program, by the protocol of its game's assignment: ``program:FILE[,COMMAND]``.

minichess: a Python file with ``studentAgent`` (`plyground.agents.student_agent` runs it). Halma and Star/Circle: a
program that reads input.txt and writes output.txt in its working directory, started for every move. Every other game,
and an executable for minichess: the Congo course's tournament protocol, ``newgame``, ``position TEXT``, ``moves M``,
``go SECONDS`` on standard input, a move on standard output. FILE is run by the interpreter if it ends in ``.py``, by
COMMAND FILE where a command is given, else as it is; in an empty directory of its own, with limits.
"""

import os
import shlex
import shutil
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from pathlib import Path

from plyground.agents.player import Choice, Limits, Player, PlayerFailed
from plyground.agents.process import Confinement, Process
from plyground.core.errors import InvalidSetting, PlygroundError, shortened
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.outcome import Color, Termination
from plyground.core.record import Record

START_SECONDS = 30.0
"""How long a program may take to start."""
UNTIMED_SECONDS = 10.0
"""What a program is told it has for a move where no clock runs."""
_MARGIN = 0.2
_HOME_VARIABLES = ("PATH", "LANG", "LC_ALL", "JAVA_HOME")


class ProgramPlayer(Player):
    """Plays what a program answers."""

    def __init__(self, game: Game, command: str) -> None:
        file, _, interpreter = command.partition(",")
        self.path = Path(file).absolute()
        if not file or not self.path.is_file():
            raise InvalidSetting(f"The player program:{command} names {shortened(file)}, which is no file.")
        self.name = self.path.name
        self.is_python = self.path.suffix == ".py"
        self.interpreter = shlex.split(interpreter) if interpreter else [sys.executable] if self.is_python else []
        if self.interpreter and shutil.which(self.interpreter[0]) is None:
            raise InvalidSetting(f"The player program:{command} names the command {self.interpreter[0]!r}, not found.")
        self.conversation: Conversation = _conversation(game, self)
        self._directory: tempfile.TemporaryDirectory[str] | None = None

    @property
    def directory(self) -> Path:
        """The directory of this game."""
        assert self._directory is not None
        return Path(self._directory.name)

    @property
    def pid(self) -> int | None:
        """The running process, if there is one."""
        process = self.conversation.process
        return process.pid if process else None

    def command(self) -> list[str]:
        """Return the command that runs the file."""
        return [*self.interpreter, str(self.path)]

    def start(self, command: list[str]) -> Process:
        """Start a process in this game's directory, confined."""
        environment = {name: os.environ[name] for name in _HOME_VARIABLES if name in os.environ}
        environment |= {"HOME": str(self.directory), "TMPDIR": str(self.directory), "PYTHONDONTWRITEBYTECODE": "1"}
        return Process(command, self.name, Confinement(), str(self.directory), environment)

    def new_game(self, game: Game, color: Color, seed: int) -> None:
        """End what ran for the last game and begin in a new directory."""
        self.close()
        self._directory = tempfile.TemporaryDirectory(prefix="plyground-", ignore_cleanup_errors=True)
        self.conversation.begin(game, color)

    def choose(self, record: Record, limits: Limits) -> Choice:
        """Ask the program."""
        deadline = time.monotonic() + limits.patience + _MARGIN
        try:
            return Choice(self.conversation.ask(record, _seconds(limits, record.position.turn), deadline))
        except PlygroundError as error:
            raise PlayerFailed(str(error), Termination.ILLEGAL_MOVE) from None

    def close(self) -> None:
        """End the program and remove its directory."""
        self.conversation.end()
        if self._directory is not None:
            self._directory.cleanup()
            self._directory = None


def _seconds(limits: Limits, turn: Color) -> float:
    """Return the seconds a program is told it has: for its game with a clock, else for its move."""
    if limits.clocks is not None:
        return limits.clocks[turn]
    return limits.movetime if limits.movetime is not None else UNTIMED_SECONDS


def _conversation(game: Game, player: ProgramPlayer) -> "Conversation":
    from plyground.agents.program_files import HalmaFiles, StarCircleFiles
    from plyground.agents.program_gameboard import Gameboards

    if game.name == "minichess" and player.is_python:
        return Gameboards(player)
    if game.family == "halma":
        return HalmaFiles(player)
    if game.family == "starcircle":
        return StarCircleFiles(player)
    return TournamentLines(player)


class Conversation(ABC):
    """How to ask a program for a move."""

    def __init__(self, player: ProgramPlayer) -> None:
        self.player = player
        self.process: Process | None = None

    def begin(self, game: Game, color: Color) -> None:  # noqa: B027
        """Get ready for a game; not on the clock."""

    @abstractmethod
    def ask(self, record: Record, seconds: float, deadline: float) -> Move | str:
        """Return the program's move; raises `PlayerFailed`."""

    def end(self) -> None:
        """End the program."""
        if self.process is not None:
            self.process.close()
            self.process = None


class TournamentLines(Conversation):
    """The Congo course's protocol, in any game's notation."""

    def begin(self, game: Game, color: Color) -> None:
        """Start the program and announce a game."""
        self.process = self.player.start(self.player.command())
        self.process.send("newgame\n", time.monotonic() + START_SECONDS)
        self._told = 0

    def ask(self, record: Record, seconds: float, deadline: float) -> Move | str:
        """Tell the moves that the program does not know yet, and ask for one; it plays its own moves itself."""
        if self.process is None:
            raise PlayerFailed(f"{self.player.name} is not running.", Termination.CRASH)
        self.process.start_move()
        lines = [] if self._told else [f"position {record.start.text}"]
        news = [str(move) for move in record.moves[max(self._told - 1, 0) :]]
        if news:
            lines.append(f"moves {' '.join(news)}")
        lines.append(f"go {seconds:.3f}")
        self.process.send("\n".join(lines) + "\n", deadline)
        answer = self.process.read_line(deadline).strip()
        # its own move counts as told
        self._told = record.plies + 2
        return answer
