"""`ProgramPlayer`: a stranger's program, by the protocol of its game's assignment: ``program:FILE[,COMMAND]``.

minichess: a Python file with ``studentAgent`` (`plyground.agents.student_agent` runs it). Halma and Star/Circle: a
program that reads input.txt and writes output.txt in its working directory, started for every move. Every other game,
and an executable for minichess: the Congo course's tournament protocol, ``newgame``, ``position TEXT``, ``moves M``,
``go SECONDS`` on standard input, a move on standard output. FILE is run by the interpreter if it ends in ``.py``, by
COMMAND FILE where a command is given, else as it is; in a directory of its own, behind walls
(`plyground.agents.walls`).
"""

import os
import shlex
import shutil
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path

from plyground.agents.player import Choice, Limits, Player, PlayerFailed
from plyground.agents.process import Confinement, Process
from plyground.agents.walls import WalledProcess, walls
from plyground.core.errors import InvalidSetting, PlygroundError, shortened
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.outcome import Color, Termination
from plyground.core.record import Record
from plyground.sandbox.ending import ending_sentence
from plyground.sandbox.staging import is_larger

START_SECONDS = 30.0
"""How long a program may take to start."""
UNTIMED_SECONDS = 10.0
"""What a program is told it has for a move where no clock runs."""
_MARGIN = 0.2
_LARGEST_FOLDER = 8 << 20
_MOST_READ = 1 << 20
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
        if self.interpreter:
            found = shutil.which(self.interpreter[0])
            if found is None:
                raise InvalidSetting(
                    f"The player program:{command} names the command {self.interpreter[0]!r}, not found."
                )
            self.interpreter[0] = found
        # a program may be more than one file; what lies around it in a large folder is not meant
        folder = self.path.parent
        self._folder = None if is_larger(folder, _LARGEST_FOLDER) else folder
        self.conversation: Conversation = _conversation(game, self)
        self._directory: tempfile.TemporaryDirectory[str] | None = None

    @property
    def is_walled(self) -> bool:
        """Whether the program runs behind the sandbox's walls."""
        return bool(walls())

    @property
    def file(self) -> str:
        """Where the program finds its own file."""
        return f"./{self.name}" if self.is_walled and self._folder is not None else str(self.path)

    @property
    def directory(self) -> Path:
        """The directory of this game, where there are no walls."""
        assert self._directory is not None
        return Path(self._directory.name)

    def start(self, command: Sequence[str], files: Mapping[str, bytes]) -> Process | WalledProcess:
        """Start a program that is spoken to, with `files` in its directory."""
        if self.is_walled:
            return self._walled(command, files)
        self._write(files)
        return Process(command, self.name, Confinement(), str(self.directory), self._environment())

    def run(
        self, files: Mapping[str, bytes], collect: Sequence[str], text: str, deadline: float
    ) -> tuple[int, str, dict[str, bytes]]:
        """Run the file once to its end: return its status, its standard output and the files named in `collect`."""
        command = [*self.interpreter, self.file]
        if self.is_walled:
            walled = self._walled(command, files, collect, max(deadline - time.monotonic(), 0.001))
            try:
                ended = walled.run_to_end(text)
            finally:
                walled.close()
            if ended.status != 0:
                raise PlayerFailed(f"{self.name} {ending_sentence(ended.status, ended.errors)}.", Termination.CRASH)
            return ended.status, ended.output.decode("utf-8", errors="replace"), dict(ended.files)
        self._write(files)
        for name in set(collect) - set(files):
            (self.directory / name).unlink(missing_ok=True)
        process = Process(command, self.name, Confinement(), str(self.directory), self._environment())
        try:
            status = process.run_to_end(text, deadline)
            if status != 0:
                raise process.crashed()
            return status, process.output(), self._read(collect)
        finally:
            process.close()

    def _walled(
        self, command: Sequence[str], files: Mapping[str, bytes], collect: Sequence[str] = (), seconds: float = 1e6
    ) -> WalledProcess:
        # a command outside the system's folders brings the installation it stands in
        outside = [Path(self.interpreter[0]).resolve().parent.parent] if self.interpreter else []
        readable = [folder for folder in outside if str(folder) not in {"/", "/usr", "/usr/local"}]
        if self._folder is None:
            readable.append(self.path)
        return WalledProcess(
            command, self.name, folder=self._folder, files=files, readable=readable, collect=collect, seconds=seconds
        )

    def _environment(self) -> dict[str, str]:
        environment = {name: os.environ[name] for name in _HOME_VARIABLES if name in os.environ}
        own = str(self.directory)
        return environment | {"HOME": own, "TMPDIR": own, "PYTHONDONTWRITEBYTECODE": "1"}

    def _write(self, files: Mapping[str, bytes]) -> None:
        for name, content in files.items():
            place = self.directory / name
            # the program may have left a link there
            place.unlink(missing_ok=True)
            place.write_bytes(content)

    def _read(self, names: Sequence[str]) -> dict[str, bytes]:
        places = {name: self.directory / name for name in names}
        return {
            name: place.read_bytes()[:_MOST_READ]
            for name, place in places.items()
            if place.is_file() and not place.is_symlink()
        }

    def new_game(self, game: Game, color: Color, seed: int) -> None:
        """End what ran for the last game and begin in a new directory."""
        self.close()
        if not self.is_walled:
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
        self.process: Process | WalledProcess | None = None

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
        self.process = self.player.start([*self.player.interpreter, self.player.file], {})
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
