"""The engine as a UCI engine: commands on standard input, answers on standard output.

Every command of the protocol (Stefan Meyer-Kahlen, 2000 to 2006) is supported. ``setoption name UCI_Variant value
congo`` chooses the game, and ``position startpos`` or ``position fen TEXT`` takes the game's own position texts.
Kernels are compiled on ``isready``. A search runs in its own thread, so ``stop`` is answered at once. A faulty command
changes nothing and is reported in an ``info string``; unknown words are skipped.

Beyond the protocol: ``d`` shows the board, ``eval`` says what the position is worth without a search, to whom and by
which evaluation, ``moves`` lists the legal moves, ``bench`` the signature.
"""

import os
import re
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, TextIO

from plyground import __version__
from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.endgame.unusable import report_to
from plyground.engine import Engine, Info, Limits
from plyground.engine.bench import bench
from plyground.engine.scores import Score
from plyground.engine.tb_root import NO_TABLES, tablebase_of
from plyground.protocol.evaluation import describe, evaluation_of
from plyground.protocol.go import Go, without_time
from plyground.protocol.log import end_log, log_line, log_to
from plyground.protocol.options import all_options
from plyground.search.perft import divide

if TYPE_CHECKING:
    import logging

ABOUT_THE_ENGINE = {"hash", "threads", "use nnue", "evalfile", "tablebasepath", "tablebaseprobelimit"}
"""Options after which there is another engine, but the same game."""


class UciEngine:
    """One session with a UCI client.

    Parameters
    ----------
    output
        The stream for answers.
    """

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._writing = threading.Lock()
        self._options = all_options()
        self._values = {name: option.default for name, option in self._options.items()}
        self._engine: Engine | None = None
        self._evaluation = ""
        # the game, who was chosen to judge it, and why nobody else; and whether it has been said
        self._choice: tuple[Game, str, list[str]] | None = None
        self._is_evaluation_reported = False
        self._record: Record | None = None
        self._is_compiled = False
        self._thread: threading.Thread | None = None
        self._may_answer = threading.Event()
        self._ponder_limits: Limits | None = None
        self._log_file: logging.Handler | None = None

    def run(self, lines: TextIO) -> None:
        """Answer the commands in `lines` until ``quit`` or their end."""
        with report_to(self._remark):
            while line := lines.readline():
                if not self.handle(line):
                    break
            self._end_search()

    def handle(self, line: str) -> bool:
        """Answer one command; return whether to continue."""
        log_line("plyground", os.getpid(), "<", line)
        command, rest = _split(line)
        # the protocol: skip words at the beginning that are not commands
        while command and command not in self._commands:
            command, rest = _split(rest)
        if command == "quit":
            return False
        try:
            if command:
                self._commands[command](self, rest)
        except PlygroundError as error:
            self._remark(str(error))
        return True

    def say(self, text: str) -> None:
        """Write a line."""
        with self._writing:
            print(text, file=self._output, flush=True)
        log_line("plyground", os.getpid(), ">", text)

    def _remark(self, sentence: str) -> None:
        """Write a sentence for people."""
        self.say(f"info string {sentence}")

    @property
    def engine(self) -> Engine:
        """The engine, configured by the options."""
        if self._engine is None:
            game = get_game(self._values["uci_variant"])
            game = game.with_settings({s.name: self._values[s.name.lower()] for s in game.settings})
            self._choose_evaluation(game)
            self._engine = Engine(
                game,
                hash_mib=int(self._values["hash"]),
                threads=int(self._values["threads"]),
                multipv=int(self._values["multipv"]),
                evaluation=self._evaluation,
                tables=self._tables(game),
                most_men=int(self._values["tablebaseprobelimit"]),
            )
        return self._engine

    def _choose_evaluation(self, game: Game) -> None:
        """Choose who judges; where a net cannot be used, say so, and who judges instead."""
        uses_nets = self._values["use nnue"] == "true"
        self._evaluation, faults = evaluation_of(game, self._values["evalfile"], uses_nets=uses_nets)
        if self._choice == (game, self._evaluation, faults):
            return
        self._choice, self._is_evaluation_reported = (game, self._evaluation, faults), False
        for fault in faults:
            self._remark(fault)
        if faults:
            self._report_evaluation(game)

    def _report_evaluation(self, game: Game) -> None:
        """Say who judges, once for every choice."""
        if not self._is_evaluation_reported:
            self._remark(f"The engine judges by {describe(game, self._evaluation)}.")
            self._is_evaluation_reported = True

    def _tables(self, game: Game) -> str:
        """Return where endgame tables are; where they cannot be used, say so and go on without them."""
        tables = self._values["tablebasepath"]
        try:
            tablebase_of(game, tables, int(self._values["tablebaseprobelimit"]))
        except PlygroundError as error:
            self._remark(f"{error} No tables are used.")
            return NO_TABLES
        return tables

    @property
    def record(self) -> Record:
        """The game on the board."""
        if self._record is None:
            self._record = Record(self.engine.game)
        return self._record

    def _uci(self, _: str) -> None:
        self.say(f"id name Plyground {__version__}")
        self.say("id author the Plyground authors")
        for option in self._options.values():
            self.say(option.declaration())
        self.say("uciok")

    def _isready(self, _: str) -> None:
        is_searching = self._thread is not None and self._thread.is_alive()
        if not self._is_compiled and not is_searching:
            self.engine.get_ready()
            self._is_compiled = True
            self._report_evaluation(self.engine.game)
        self.say("readyok")

    def _setoption(self, text: str) -> None:
        word, rest = _split(text)
        # the blanks in a value, the name of a file, say, are its own
        given, _, value = re.sub(r"(^|\s)value(\s|$)", "\n", rest if word == "name" else text, count=1).partition("\n")
        name, value = " ".join(given.lower().split()), value.strip()
        if name not in self._options:
            raise PlygroundError(f"There is no option {name!r}; the options are listed after `uci`.")
        option = self._options[name]
        if option.kind == "button":
            self._end_search()
            if self._engine is not None:
                self._engine.clear()
            return
        value = option.check(value)
        if value == self._values[name]:
            return
        if name == "debug log file":
            self._log_to(value)
            return
        self._end_search()
        self._values[name] = value
        if name == "multipv" and self._engine is not None:
            self._engine.multipv = int(value)
        elif name not in {"ponder", "move overhead", "uci_analysemode"}:
            is_other_game = name == "uci_variant" or name not in ABOUT_THE_ENGINE
            self._engine, self._is_compiled = None, False
            if is_other_game:
                self._record = None

    def _log_to(self, path: str) -> None:
        """Write what is said from now on to another file, or to none."""
        opened = log_to(path)
        if self._log_file is not None:
            end_log(self._log_file)
        self._log_file, self._values["debug log file"] = opened, path

    def _ucinewgame(self, _: str) -> None:
        self._end_search()
        self._record = None
        if self._engine is not None:
            self._engine.clear()

    def _position(self, text: str) -> None:
        self._end_search()
        words = text.split()
        cut = words.index("moves") if "moves" in words else len(words)
        start, moves = words[:cut], words[cut + 1 :]
        game = self.engine.game
        if start[:1] == ["startpos"]:
            position = game.position()
        elif start[:1] == ["fen"]:
            position = game.position(" ".join(start[1:]))
        else:
            raise PlygroundError("The command `position` goes on with `startpos` or `fen TEXT`, then `moves M ...`.")
        self._record = Record.from_moves(game, moves, position)

    def _go(self, text: str) -> None:
        self._end_search()
        go, record, engine = Go.parse(text.split()), self.record, self.engine
        for fault in go.faults:
            self._remark(fault)
        if "perft" in go.numbers:
            self._perft(max(1, go.numbers["perft"]))
            return
        self._report_evaluation(engine.game)
        limits = go.limits(record.position.turn, int(self._values["move overhead"]))
        moves = self._moves_to_search(record.position, go.searchmoves)
        self._may_answer.set()
        if go.is_ponder or go.is_infinite:
            self._may_answer.clear()
        self._ponder_limits = limits if go.is_ponder else None
        # depth, nodes and mate hold while it ponders, too, so that nothing is left to be told to the search
        chosen = Limits() if go.is_infinite else without_time(limits) if go.is_ponder else limits
        self._thread = threading.Thread(target=self._search, args=(engine, record, chosen, moves), daemon=True)
        self._thread.start()

    def _moves_to_search(self, position: Position, texts: list[str]) -> list[Move] | None:
        """Return the moves to choose from; what is no legal move is left out, and None is all of them."""
        moves = []
        for text in dict.fromkeys(texts):
            try:
                moves.append(position.move(text))
            except PlygroundError as error:
                self._remark(f"{error} It is not searched.")
        return moves or None

    def _search(self, engine: Engine, record: Record, limits: Limits, moves: list[Move] | None) -> None:
        """Search in a separate thread; ``bestmove`` waits for ``stop`` where the protocol requires it."""
        last: Info | None = None
        try:
            for info in engine.analyse(record, limits, moves=moves):
                last = info
                for text in info_lines(info):
                    self.say(text)
        except PlygroundError as error:
            self._remark(str(error))
        self._may_answer.wait()
        if last is None or last.bestmove is None:
            self.say("bestmove (none)")
        else:
            self.say(f"bestmove {last.bestmove}" + (f" ponder {last.ponder}" if last.ponder else ""))

    def _end_search(self) -> None:
        """Stop the current search and wait for its answer."""
        thread = self._thread
        if thread is None:
            return
        while thread.is_alive():
            self._may_answer.set()
            if self._engine is not None:
                self._engine.stop()
            thread.join(0.002)
        self._thread = None

    def _stop(self, _: str) -> None:
        self._end_search()

    def _ponderhit(self, _: str) -> None:
        if self._ponder_limits is None or self._thread is None:
            return
        budget, self._ponder_limits = self._ponder_limits.budget(), None
        self._may_answer.set()
        engine = self._engine
        if engine is not None and budget.hard is not None:
            # keep what pondering has found: the search continues, for as long as a move may take from now
            seconds = budget.soft if budget.is_flexible and budget.soft is not None else budget.hard
            timer = threading.Timer(seconds, self._stop_if_current, args=(engine, self._thread))
            timer.daemon = True
            timer.start()

    def _stop_if_current(self, engine: Engine, thread: threading.Thread) -> None:
        if thread is self._thread and thread.is_alive():
            engine.stop()

    def _perft(self, depth: int) -> None:
        total = 0
        for move, leaves in divide(self.record.position, depth):
            self.say(f"{move}: {leaves}")
            total += leaves
        self.say("")
        self.say(f"Nodes searched: {total}")

    def _show(self, _: str) -> None:
        position = self.record.position
        self.say(f"{position}\n{position.text}\n{self.record.outcome_text}")

    def _evaluate(self, _: str) -> None:
        position, engine = self.record.position, self.engine
        value = engine.evaluation.text(position.evaluate(engine.evaluation))
        mover = engine.game.colors[int(position.turn)]
        self.say(value)
        self._remark(f"{value} for {mover}, who is to move, by {describe(engine.game, self._evaluation)}.")

    def _moves(self, _: str) -> None:
        self.say(" ".join(map(str, self.record.position.legal_moves)))

    def _bench(self, _: str) -> None:
        self._end_search()
        self.say(str(bench(self.engine.game)))

    def _ignore(self, _: str) -> None:
        """Accept a command that has no meaning here: ``debug``, ``register``."""

    _commands: ClassVar[dict[str, Callable[["UciEngine", str], None]]] = {
        "uci": _uci,
        "isready": _isready,
        "setoption": _setoption,
        "ucinewgame": _ucinewgame,
        "position": _position,
        "go": _go,
        "stop": _stop,
        "ponderhit": _ponderhit,
        "debug": _ignore,
        "register": _ignore,
        "quit": _ignore,
        "d": _show,
        "eval": _evaluate,
        "moves": _moves,
        "bench": _bench,
    }


def _split(text: str) -> tuple[str, str]:
    """Return the first word of a text, and what follows it."""
    parts = text.split(maxsplit=1)
    return parts[0] if parts else "", parts[1] if len(parts) > 1 else ""


def score_text(score: Score) -> str:
    """Write a score as the protocol requires: a win in full moves of the winner."""
    if score.kind == "cp":
        return f"cp {score.value}"
    moves = (score.value + 1) // 2
    return f"mate {moves if score.kind == 'win' else -moves}"


def info_lines(info: Info) -> list[str]:
    """Return an ``info`` line for each line of the report."""
    if not info.lines:
        return ["info depth 0 score cp 0"]
    found = []
    for number, line in enumerate(info.lines, 1):
        found.append(
            f"info depth {info.depth} seldepth {info.seldepth} multipv {number} score {score_text(line.score)}"
            f" nodes {info.nodes} nps {info.nps} hashfull {info.hashfull} tbhits {info.tbhits}"
            f" time {int(1000 * info.seconds)}"
            f" pv {' '.join(map(str, line.moves))}"
        )
    return found


def main() -> None:
    """Serve standard input and output; bytes that are not valid text are ignored."""
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    UciEngine(sys.stdout).run(sys.stdin)
