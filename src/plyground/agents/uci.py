"""`UciPlayer`: any engine that speaks UCI and knows the game by the option ``UCI_Variant``: ``uci:fairy-stockfish``.

UCI is the protocol between chess programs: lines of text over standard input and output. The command is split as in a
shell; ``uci:COMMAND;Hash=64;Threads=1`` also sets options of the engine, and an option that it does not have, or a
value that it would not take, is reported.

Two options are not the engine's. ``variant=NAME`` is its own name for the game, where it differs from ours. An engine
that knows a game by one of its `Game.uci_names` also has its own notation: Fairy-Stockfish writes Amazons moves as
``a4a6,a6c4`` (the queen's move, then the shot) and expects six fields in a position; both are translated. With any
other name, our notation is used. ``wait=SECONDS`` is how long it may do nothing instead of getting ready, ten seconds
by default: longer, and it is no engine, or one on another machine. One that uses a processor, because it compiles
itself, say, has two minutes.

What an engine is told and answers is logged by ``logging.getLogger("plyground.uci")`` at the level DEBUG, a line a
record: ``NAME (process 42) < go movetime 100``, ``> bestmove e2e3``. ``PLYGROUND_UCI_LOG=FILE`` writes that to a file.
"""

import math
import os
import re
import shlex
import time
from collections.abc import Iterator
from functools import cache

from plyground.agents.player import Allowance, Choice, Player, PlayerFailed, failures_of
from plyground.core.errors import InvalidSetting, alternatives, quote
from plyground.core.game import Game
from plyground.core.outcome import Color, Termination
from plyground.core.record import Record
from plyground.programs.ending import ProgramFailed
from plyground.programs.program import Program
from plyground.protocol.log import log_line, log_to

START_SECONDS = 120.0
"""How long an engine may take to start, and to get ready: one that compiles itself takes its time."""
IDLE_SECONDS = 10.0
"""How long it may do nothing meanwhile: a program that is no engine waits for other input."""
_IDLE_SHARE = 0.02
"""Of a processor; Java and .NET use a little while they wait."""
SEND_SECONDS = 10.0
"""How long an engine may leave a line unread."""
SLACK_SECONDS = 0.05
"""The time that an engine is told to reserve for sending its answer."""
_VARIANT, _WAIT = "variant", "wait"
"""What stands before the engine's own name of the game, and before seconds, among its options."""
_DECLARED = re.compile(r"option name (?P<name>.+?) type (?P<kind>\S+)(?P<values>.*)")
UCI_LOG = "PLYGROUND_UCI_LOG"
"""The environment variable that names a file for all that engines are told and answer."""
_CHATTER = 4 << 20
"""Bytes that an engine may write instead of getting ready."""
_MARGIN = 0.2
"""Seconds to wait beyond the referee's patience: it judges the time, this only ends the waiting."""


class UciPlayer(Player):
    """Plays what the engine answers."""

    def __init__(self, game: Game, command: str) -> None:
        program, *options = command.split(";")
        self._command = shlex.split(program)
        if not self._command:
            raise InvalidSetting("The player uci: should name a command, as in uci:fairy-stockfish.")
        self._options = [option.partition("=")[::2] for option in options if option]
        ours = {name: value for name, value in self._options if name in {_VARIANT, _WAIT}}
        self._options = [(name, value) for name, value in self._options if name not in ours]
        self._chosen_variant = ours.get(_VARIANT, "")
        self._idle_seconds = _seconds(ours[_WAIT]) if _WAIT in ours else IDLE_SECONDS
        self._game = game
        self._name = quote(self._command[0])
        self._program: Program | None = None
        self._variant = game.name

    @property
    def pid(self) -> int | None:
        """The engine's process."""
        return self._program.pid if self._program else None

    @property
    def _is_fairy(self) -> bool:
        """Whether the engine knows the game by a name that has a notation of its own."""
        return self._variant != self._game.name and self._variant in self._game.uci_names

    def new_game(self, game: Game, color: Color, seed: int) -> None:
        """Start the engine if it does not run, and announce a game."""
        with failures_of(self._name):
            if self._program is None or not self._program.is_alive:
                self.close()
                self._start()
            self._send("ucinewgame")
            self._ready()

    def _start(self) -> None:
        _log_once_to(os.environ.get(UCI_LOG, ""))
        self._program = Program.start_trusted(self._command)
        variants: list[str] = []
        declared: list[re.Match[str]] = []
        for line in self._answers("uci", "uciok"):
            if line.startswith("option name UCI_Variant "):
                variants = re.findall(r"var (\S+)", line)
            if found := _DECLARED.match(line):
                declared.append(found)
        self._check_options(declared)
        for name, value in self._options:
            self._send(f"setoption name {name} value {value}")
        if self._chosen_variant:
            self._variant = self._chosen_variant
        elif variants and self._variant not in variants:
            self._variant = next((name for name in self._game.uci_names if name in variants), "")
            if not self._variant:
                raise PlayerFailed(
                    f"{self._name} does not know {self._game.name} (its UCI_Variant has no such value); if it has its "
                    "own name for the game, add ;variant=NAME.",
                    Termination.CRASH,
                )
        if variants or self._chosen_variant:
            self._send(f"setoption name UCI_Variant value {self._variant}")
        self._ready()

    def _check_options(self, declared: list[re.Match[str]]) -> None:
        """Refuse options that the engine does not have, and values outside their range: it would ignore both."""
        known = {" ".join(found["name"].lower().split()): found for found in declared}
        for name, value in self._options:
            option = known.get(" ".join(name.lower().split()))
            if option is None:
                has = (
                    f"it has {alternatives(sorted(found['name'] for found in declared))}" if declared else "it has none"
                )
                raise PlayerFailed(f"{self._name} has no option {quote(name)}; {has}.", Termination.CRASH)
            expected = _value_to_expect(option, value)
            if expected:
                what = f"{self._name}'s option {option['name']} cannot be {quote(value)}"
                raise PlayerFailed(f"{what}; it is {expected}.", Termination.CRASH)

    def _send(self, line: str, deadline: float = math.inf) -> None:
        assert self._program is not None
        log_line(self._name, self.pid, "<", line)
        self._program.send(line + "\n", min(SEND_SECONDS, deadline - time.monotonic()))

    def _ready(self) -> None:
        assert self._program is not None
        self._program.count_anew()
        for _ in self._answers("isready", "readyok"):
            pass

    def _answers(self, question: str, last: str) -> Iterator[str]:
        """Ask, and yield the lines before the `last`.

        Raises
        ------
        ProgramFailed
            If that does not come.
        """
        assert self._program is not None
        self._send(question)
        deadline = time.monotonic() + max(START_SECONDS, self._idle_seconds)
        said, busy = "", self._program.busy_seconds
        while True:
            try:
                line = self._read_line(min(self._idle_seconds, deadline - time.monotonic()))
            except ProgramFailed as failure:
                if failure.kind != "time":
                    raise
                if self._program.written > _CHATTER:
                    raise ProgramFailed(_chatter(question, last), "output") from None
                is_late = time.monotonic() >= deadline
                before, busy = busy, self._program.busy_seconds
                if not is_late and busy - before >= _IDLE_SHARE * self._idle_seconds:
                    continue
                answer = f"{question!r} with {last!r}{f' (the last it said is {quote(said)})' if said else ''}"
                idle = f"does not seem to speak UCI: it did nothing for {self._idle_seconds:g} s instead of answering"
                raise ProgramFailed(f"{'did not answer' if is_late else idle} {answer}", "time") from None
            if line.strip() == last:
                return
            if self._program.written > _CHATTER:
                raise ProgramFailed(_chatter(question, last), "output")
            said = line.strip() or said
            yield line

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Send the game so far and wait for ``bestmove``."""
        with failures_of(self._name):
            return self._choose(record, limits)

    def _choose(self, record: Record, limits: Allowance) -> Choice:
        assert self._program is not None
        place = "startpos" if record.start.text == self._game.position().text else f"fen {self._fen(record)}"
        moves = " ".join(_to_fairy(str(move)) if self._is_fairy else str(move) for move in record.moves)
        deadline = time.monotonic() + limits.patience + _MARGIN
        # what it says unasked, such as a second bestmove, is no answer to the next `go`: it ends before `readyok`
        self._program.discard_output()
        self._send(f"position {place}{' moves ' + moves if moves else ''}", deadline)
        self._send("isready", deadline)
        while self._next_words(deadline) != ["readyok"]:
            pass
        self._send(_go(limits), deadline)
        score, depth, nodes = "", None, None
        while (words := self._next_words(deadline))[:1] != ["bestmove"]:
            if words[:1] == ["info"] and "currmove" not in words:
                words = words[: words.index("string")] if "string" in words else words
                score = _score(words) or score
                depth, nodes = _count(words, "depth", depth), _count(words, "nodes", nodes)
        answer = words[1] if len(words) > 1 else ""
        move = _from_fairy(answer) if self._is_fairy else answer
        return Choice(move, score=score, depth=depth, nodes=nodes)

    def _next_words(self, deadline: float) -> list[str]:
        """Return the words of the engine's next line; raises `ProgramFailed` if none has come by the deadline."""
        return self._read_line(deadline - time.monotonic()).split()

    def _read_line(self, seconds: float) -> str:
        assert self._program is not None
        line = self._program.read_line(seconds)
        log_line(self._name, self.pid, ">", line)
        return line

    def _fen(self, record: Record) -> str:
        """Return the start as the engine reads it."""
        fields = record.start.text.split()
        return " ".join([*fields, "-", "-", "0", "1"] if self._is_fairy else fields)

    def close(self) -> None:
        """End the engine."""
        if self._program is not None:
            self._program.close()
            self._program = None


@cache
def _log_once_to(path: str) -> None:
    """Write the log to a file, too, however many engines are started; to none without a name."""
    log_to(path)


def _value_to_expect(declared: re.Match[str], value: str) -> str:
    """Return what an option's value should be, if it is something else than `value`; else nothing."""
    if declared["kind"] == "check":
        return "" if value in ("true", "false") else "true or false"
    if declared["kind"] == "combo":
        values = re.split(r"\s+var\s+", declared["values"].strip())[1:]
        return "" if value.lower() in {each.lower() for each in values} else alternatives(values)
    if declared["kind"] == "spin":
        bounds = {name: int(number) for name, number in re.findall(r"(min|max) (-?\d{1,18})\b", declared["values"])}
        least, most = bounds.get("min", -math.inf), bounds.get("max", math.inf)
        is_whole = re.fullmatch(r"-?\d{1,18}", value, re.ASCII)
        return "" if is_whole and least <= int(value) <= most else f"a whole number from {least} to {most}"
    return ""


def _chatter(question: str, last: str) -> str:
    return f"wrote more than {_CHATTER >> 20} MiB instead of answering {question!r} with {last!r}"


def _seconds(text: str) -> float:
    """Return how long an engine may do nothing; raises `InvalidSetting`."""
    if not re.fullmatch(r"\d{1,5}(\.\d{1,3})?", text, re.ASCII) or not float(text):
        raise InvalidSetting(f"How long an engine may do nothing cannot be {quote(text)}; expected seconds: wait=60.")
    return float(text)


def _go(limits: Allowance) -> str:
    parts = ["go"]
    if limits.clocks is not None:
        white, black = (max(int(1000 * (seconds - SLACK_SECONDS)), 1) for seconds in limits.clocks)
        step = int(1000 * limits.increment)
        parts.append(f"wtime {white} btime {black} winc {step} binc {step}")
    if limits.movetime is not None:
        parts.append(f"movetime {max(int(1000 * limits.movetime), 1)}")
    if limits.depth is not None:
        parts.append(f"depth {limits.depth}")
    if limits.nodes is not None:
        parts.append(f"nodes {limits.nodes}")
    return " ".join(parts) if len(parts) > 1 else "go movetime 1000"


def _to_fairy(move: str) -> str:
    """Write an Amazons move as Fairy-Stockfish does."""
    queen, _, arrow = move.partition("/")
    target = re.findall(r"[a-z]\d+", queen)[-1]
    return f"{queen},{target}{arrow}"


def _from_fairy(move: str) -> str:
    """Write an Amazons move of Fairy-Stockfish as we do."""
    queen, _, shot = move.partition(",")
    squares = re.findall(r"[a-z]\d+", shot)
    return f"{queen}/{squares[-1]}" if squares else move


def _score(words: list[str]) -> str:
    """Return the score of an info line as we write it."""
    place = words.index("score") if "score" in words else len(words)
    kind, number = words[place + 1 : place + 2], _number(words[place:], *words[place + 1 : place + 2])
    if kind == ["mate"] and number is not None:
        # moves to the end in UCI, plies here
        return f"win {2 * number - 1}" if number > 0 else f"loss {-2 * number}"
    return f"{kind[0]} {number}" if kind and number is not None else ""


def _count(words: list[str], name: str, before: int | None) -> int | None:
    """Return a number from 0 up of an info line; `before` where it has none."""
    found = _number(words, name)
    return before if found is None or found < 0 else found


def _number(words: list[str], name: str = "") -> int | None:
    if name not in words:
        return None
    value = words[words.index(name) + 1 :][:1]
    return int(value[0]) if value and re.fullmatch(r"-?\d{1,18}", value[0]) else None
