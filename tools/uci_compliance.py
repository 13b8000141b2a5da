"""Check that a program follows the UCI protocol, in numbered steps: what is sent, and what must come back.

``python tools/uci_compliance.py 'plyground uci'`` runs all steps for every game it knows; ``--variant gardner`` for
one. Any other engine with ``UCI_Variant`` can be checked the same way, in the variants whose rules are ours (gardner,
of Fairy-Stockfish). The first step that fails ends the run: it prints what was sent, expected and received, and
the exit status is 1. Plyground supplies the rules: every move and every line that the engine gives is played.

The steps follow the protocol's text (S. Meyer-Kahlen, 2000 to 2006), what fastchess, cutechess and python-chess rely
on, and what their bug reports tell of engines: python-chess compares whole lines, so no line may end with a blank;
fastchess wants an exact score before each ``bestmove``, however short the time; cutechess has sent ``ucinewgame`` amid
a search; and every ``go`` has exactly one ``bestmove``. Its steps are counted in docs/engine.md.
"""

import argparse
import queue
import random
import re
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

from plyground import Record, all_games, get_game

NUMBERS = ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time")


class Failure(Exception):
    """A step that violated the protocol."""


class Conversation:
    """One run of the engine.

    Parameters
    ----------
    command
        The engine's command line.
    patience
        Seconds in which an answer must come; compiling may take most of it.
    """

    def __init__(self, command: list[str], patience: float) -> None:
        self.patience = patience
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        self.untidy: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            text = line.decode(errors="replace").rstrip("\r\n")
            self.untidy += [text] if text != text.rstrip() and not text.startswith("info string") else []
            self._lines.put(text.rstrip())
        self._lines.put(None)

    def say(self, *commands: str | bytes) -> None:
        """Send commands, a line each."""
        assert self.process.stdin is not None
        for command in commands:
            data = command if isinstance(command, bytes) else command.encode()
            try:
                self.process.stdin.write(data + b"\n")
            except BrokenPipeError:
                raise Failure(f"the engine was gone when {command!r} was sent") from None

    def until(self, word: str, seconds: float | None = None) -> list[str]:
        """Return the lines up to the one that begins with `word`."""
        seen: list[str] = []
        seconds = self.patience if seconds is None else seconds
        end = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise Failure(f"no {word!r} within {seconds:g} s; the last lines: {seen[-3:]}") from None
            if line is None:
                raise Failure(f"the engine ended while {word!r} was awaited; the last lines: {seen[-3:]}")
            seen.append(line)
            if line.split(" ")[0] == word:
                return seen

    def ready(self) -> list[str]:
        """Wait until the engine is ready."""
        self.say("isready")
        return self.until("readyok")

    def quiet(self, seconds: float) -> list[str]:
        """Return the lines that come within `seconds`."""
        time.sleep(seconds)
        seen = []
        while not self._lines.empty():
            line = self._lines.get()
            if line is not None:
                seen.append(line)
        return seen

    def close(self) -> None:
        """End the engine."""
        self.process.kill()
        self.process.wait()


def demand(is_so: bool, sentence: str) -> None:
    """Fail the step with `sentence` unless `is_so`."""
    if not is_so:
        raise Failure(sentence)


class Checker:
    """The steps for one variant, on one running engine."""

    def __init__(self, engine: Conversation, variant: str) -> None:
        self.engine, self.variant = engine, variant
        self.game = get_game(variant)
        self.options: dict[str, str] = {}

    def steps(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """Yield what is checked, and the check."""
        record = Record(self.game)
        for _ in range(4):
            record.play(next(iter(record.position.legal_moves)))
        start = Record(self.game)
        line = "moves " + " ".join(move.text for move in record.moves)
        fen = f"fen {record.position.text}"
        yield "uci is answered with id, options and uciok", self.identify
        yield "isready is answered before anything else is set", lambda: demand(self.engine.ready() != [], "")
        yield f"UCI_Variant lists and takes {self.variant}", self.choose
        yield "ucinewgame, then ready", lambda: self.say_and_ready("ucinewgame")
        yield "position startpos, then ready", lambda: self.say_and_ready("position startpos")
        yield "position startpos moves", lambda: self.say_and_ready(f"position startpos {line}")
        yield "position fen", lambda: self.say_and_ready(f"position {fen}")
        yield "position fen moves", lambda: self.say_and_ready(f"position fen {start.position.text} {line}")
        for words in (
            "movetime 50",
            "wtime 200",
            "btime 200",
            "wtime 200 btime 200",
            "wtime 200 btime 200 winc 20 binc 20",
            "wtime 200 btime 200 winc 0 binc 0 movestogo 5",
            "depth 3",
            "nodes 500",
            "depth 4 nodes 2000 movetime 500",
            "movetime 50 unknown word 7",
        ):
            yield f"go {words}", lambda words=words: self.search("startpos", start, f"go {words}")
        yield "go from a position that moves lead to", lambda: self.search(f"startpos {line}", record, "go depth 3")
        yield "go from a fen, the other side to move", lambda: self.search(fen, Record(self.game, record.position))
        for words in (
            "depth 0",
            "nodes 1",
            "movetime 0",
            "movetime 1",
            "wtime 0 btime 0",
            "wtime -5",
            "movestogo 1 wtime 50",
        ):
            yield (
                f"go {words} is answered, by a legal move",
                lambda words=words: self.search("startpos", start, f"go {words}"),
            )
        for words in (
            "wtime 200.5 btime 200.5",
            "wtime 200,5 btime 200,5",
            "movetime 50.0",
            "depth 3.0",
            "nodes 500.7",
            "movetime",
            "movetime soon",
            "wtime btime",
            "depth " + "9" * 30 + " movetime 50",
            "mate 1",
        ):
            yield f"go {words} has an end", lambda words=words: self.search("startpos", start, f"go {words}")
        yield "go searchmoves takes one of them", lambda: self.search_one(start)
        yield (
            "go searchmoves of no legal move searches all",
            lambda: self.search("startpos", start, "go depth 3 searchmoves zz99 0000"),
        )
        yield "go searchmoves leaves illegal ones out", lambda: self.search_legal_one(start)
        yield "go infinite waits for stop", lambda: self.endless(start, "go infinite")
        yield "go ponder waits for stop", lambda: self.endless(start, "go ponder wtime 1000 btime 1000")
        yield "go ponder, ponderhit, a move in time", lambda: self.ponderhit(start)
        for words in ("depth 3", "nodes 300", "movetime 50", "depth 3 wtime 60000 btime 60000"):
            for seconds in (0.0, 0.3):
                yield (
                    f"go ponder {words}, ponderhit after {seconds:g} s, a move",
                    lambda words=words, seconds=seconds: self.ponder_to_limit(start, words, seconds),
                )
        yield "isready is answered amid a search", lambda: self.ready_amid_search(start)
        for command in ("ucinewgame", "position startpos", "go depth 1", "setoption name Clear Hash"):
            yield f"{command} amid a search: one bestmove a go", lambda command=command: self.interrupt(start, command)
        yield "stop at once after go", lambda: self.stop_at_once(start)
        yield "ponderhit without a search does no harm", lambda: self.say_and_ready("ponderhit")
        yield "uci, debug and register may come again", lambda: self.repeat_handshake()
        yield "every option takes its default", self.set_defaults
        yield (
            "blanks, tabs and carriage returns between words",
            lambda: self.search("  startpos \t\r", start, " \tgo \t depth   3 \r"),
        )
        yield "a finished game is answered, too", self.finished
        yield "stop without a search does no harm", lambda: self.say_and_ready("stop")
        yield "MultiPV gives as many different lines", lambda: self.multipv(start)
        yield "Hash and Threads can be set, Clear Hash pressed", self.set_options
        yield "an unknown command and an unknown option are skipped", self.nonsense
        yield "bytes that are no text are skipped", lambda: self.say_and_ready(b"\xff\xfe\x00 position \xc3")
        yield "a position that cannot be is refused, and the engine goes on", self.wrong_position
        yield (
            "no line ends with a blank",
            lambda: demand(not self.engine.untidy, f"python-chess compares whole lines: {self.engine.untidy[:1]}"),
        )
        yield "two games in a row", lambda: [self.play_game(6) for _ in range(2)] and None
        yield "quit amid a search ends the program at once", self.quit

    # ---------------------------------------------------------------------------------------------------- single steps

    def identify(self) -> None:
        """Read name, author and options."""
        self.engine.say("uci")
        lines = self.engine.until("uciok")
        demand(any(line.startswith("option name Ponder type check") for line in lines), "there is no option Ponder")
        for word in ("id name ", "id author "):
            demand(any(line.startswith(word) and len(line) > len(word) for line in lines), f"no line {word!r}")
        for line in lines:
            if line.startswith("option name "):
                name, kind, rest = line.removeprefix("option name ").partition(" type ")
                demand(bool(kind) and rest.split()[0] in {"check", "spin", "combo", "button", "string"}, line)
                self.options[name] = rest

    def choose(self) -> None:
        """Choose the variant."""
        demand("UCI_Variant" in self.options, "there is no option UCI_Variant")
        demand(f"var {self.variant}" in self.options["UCI_Variant"], f"UCI_Variant does not list {self.variant}")
        self.say_and_ready(f"setoption name UCI_Variant value {self.variant}")

    def say_and_ready(self, command: str | bytes) -> None:
        """Send a command that has no answer."""
        self.engine.say(command)
        self.engine.ready()

    def search(self, position: str, record: Record, go: str = "go depth 3") -> list[str]:
        """Search; every line must be legal, and the answer a legal move."""
        self.engine.say(f"position {position}", go)
        lines = self.engine.until("bestmove")
        self.check(lines, record)
        return lines

    def check(self, lines: list[str], record: Record) -> None:
        """Check what a search said."""
        answer = lines[-1].split(" ")
        legal = {move.text for move in record.position.legal_moves}
        demand(answer[1] in legal, f"{lines[-1]!r} is no legal move")
        demand(
            len(answer) == 2 or (len(answer) == 4 and answer[2] == "ponder"), f"{lines[-1]!r} is not as it should be"
        )
        infos = [line for line in lines if line.startswith("info ") and " pv " in line]
        demand(bool(infos), "there was no info line with a pv")
        demand(
            " multipv " in infos[-1] or infos[-1].partition(" pv ")[2].split()[0] == answer[1], "the last pv is another"
        )
        demand("bound" not in infos[-1], f"the last score is not exact: {infos[-1]!r}")
        demand(sum(line.startswith("bestmove") for line in lines) == 1, "there was more than one bestmove")
        for line in infos:
            words, _, moves = line.partition(" pv ")
            told = words.split()
            for name in NUMBERS:
                if name in told:
                    demand(told[told.index(name) + 1].isdigit(), f"{name} is no number in {line!r}")
            demand("score" in told and told[told.index("score") + 1] in {"cp", "mate"}, f"no score in {line!r}")
            at = record.position
            for move in moves.split():
                if at.outcome is not None:
                    break  # other engines do not know all of our ways to a draw
                demand(move in {each.text for each in at.legal_moves}, f"{move} is not legal in the line {moves!r}")
                at = at.play(move)

    def search_one(self, record: Record) -> None:
        """Search one move only."""
        move = list(record.position.legal_moves)[-1].text
        lines = self.search("startpos", record, f"go depth 3 searchmoves {move}")
        demand(lines[-1].split()[1] == move, f"{move} alone was to be searched, the answer was {lines[-1]!r}")

    def search_legal_one(self, record: Record) -> None:
        """Search one move and two that are none."""
        move = next(iter(record.position.legal_moves)).text
        lines = self.search("startpos", record, f"go searchmoves zz99 {move} 0000 depth 3")
        demand(lines[-1].split()[1] == move, f"{move} alone was to be searched, the answer was {lines[-1]!r}")

    def ponder_to_limit(self, record: Record, limits: str, seconds: float) -> None:
        """Ponder under limits, which hold after ``ponderhit``, reached before it or not."""
        self.engine.say("position startpos", f"go ponder {limits}")
        lines = self.engine.quiet(seconds) if seconds else []
        demand(not any(line.startswith("bestmove") for line in lines), "it was answered before ponderhit")
        self.engine.say("ponderhit")
        self.check(lines + self.engine.until("bestmove", self.engine.patience), record)

    def interrupt(self, record: Record, command: str) -> None:
        """Send a command amid a search, as some clients do; whether it ends the search is the engine's to choose."""
        self.engine.say("position startpos", "go infinite")
        lines = self.engine.quiet(0.1)
        self.engine.say(command, "stop", "isready")
        lines += self.engine.until("readyok")
        found = sum(line.startswith("bestmove") for line in lines)
        lines += self.engine.quiet(0.2)
        expected = 2 if command.startswith("go") else 1
        found = sum(line.startswith("bestmove") for line in lines)
        demand(found == expected, f"{found} times bestmove instead of {expected}")
        self.search("startpos", record)

    def stop_at_once(self, record: Record) -> None:
        """Leave it no time at all."""
        self.engine.say("position startpos", "go infinite", "stop")
        self.check(self.engine.until("bestmove"), record)

    def repeat_handshake(self) -> None:
        """Ask for the options once more, and for what it need not know."""
        self.engine.say("debug on", "register later", "uci")
        self.engine.until("uciok")
        self.engine.say("debug off")
        self.choose()

    def set_defaults(self) -> None:
        """Give each option the value that it declares as its default."""
        for name, rest in self.options.items():
            kind, _, values = rest.partition(" default ")
            default = re.split(r" (?:min|max|var) ", f"{values} ")[0].strip()
            if kind != "button" and name != "UCI_Variant":
                self.engine.say(f"setoption name {name} value {default}")
        lines = self.engine.ready()
        told = [line for line in lines if "cannot be" in line or "error" in line.lower()]
        demand(not told, f"a default was refused: {told}")
        self.search("startpos", Record(self.game))

    def finished(self) -> None:
        """Search where the game is over."""
        record = Record(self.game)
        generator = random.Random(1)
        while record.position.legal_moves and record.position.outcome is None and record.plies < 400:
            record.play(generator.choice(list(record.position.legal_moves)))
            if record.outcome is not None and record.position.outcome is None:
                break
        if record.position.outcome is None:
            return
        self.engine.say(f"position fen {record.position.text}", "go depth 3")
        answer = self.engine.until("bestmove")[-1].split()
        demand(answer[1:] in (["(none)"], ["0000"]), f"the answer was {' '.join(answer)}")

    def endless(self, record: Record, go: str) -> None:
        """Search until told to stop."""
        self.engine.say("position startpos", go)
        lines = self.engine.quiet(0.3)
        demand(not any(line.startswith("bestmove") for line in lines), f"{go!r} was answered before stop")
        self.engine.say("stop")
        self.check(lines + self.engine.until("bestmove", 5), record)

    def ponderhit(self, record: Record) -> None:
        """Ponder, then continue on the engine's own time."""
        self.engine.say("position startpos", "go ponder wtime 400 btime 400")
        lines = self.engine.quiet(0.1)
        self.engine.say("ponderhit")
        self.check(lines + self.engine.until("bestmove", 5), record)

    def ready_amid_search(self, record: Record) -> None:
        """Ask for readiness while it searches."""
        self.engine.say("position startpos", "go infinite")
        lines = self.engine.quiet(0.1)
        self.engine.say("isready")
        lines += self.engine.until("readyok", 5)
        self.engine.say("stop")
        lines += self.engine.until("bestmove", 5)
        self.check(lines, record)

    def multipv(self, record: Record) -> None:
        """Ask for three lines."""
        count = min(3, len(record.position.legal_moves))
        self.engine.say("setoption name MultiPV value 3")
        lines = self.search("startpos", record, "go depth 3")
        last = [line for line in lines if " multipv " in line][-count:]
        firsts = {line.partition(" pv ")[2].split()[0] for line in last}
        demand(len(firsts) == count, f"MultiPV 3 gave {len(firsts)} different lines, not {count}")
        self.say_and_ready("setoption name MultiPV value 1")

    def set_options(self) -> None:
        """Set the usual options."""
        self.engine.say("setoption name Hash value 8", "setoption name Threads value 2", "setoption name Clear Hash")
        self.search("startpos", Record(self.game), "go depth 4")
        self.engine.say("setoption name Threads value 1", "setoption name Hash value 16")
        self.engine.ready()

    def nonsense(self) -> None:
        """Send unknown commands."""
        self.engine.say("xyzzy", "setoption name Nonsense value 3", "", "joho debug off")
        self.engine.ready()

    def wrong_position(self) -> None:
        """Send a board that does not exist; the search after it must still answer."""
        self.engine.say("position fen nonsense w", "position startpos moves a1a1a1")
        self.engine.ready()
        self.search("startpos", Record(self.game))

    def play_game(self, plies: int) -> None:
        """Let the engine play both sides for some plies, as a match does."""
        self.say_and_ready("ucinewgame")
        record = Record(self.game)
        while record.outcome is None and record.plies < plies:
            moves = " ".join(move.text for move in record.moves)
            lines = self.search(f"startpos moves {moves}" if moves else "startpos", record, "go nodes 300")
            record.play(lines[-1].split()[1])

    def quit(self) -> None:
        """Quit while it searches."""
        self.engine.say("position startpos", "go infinite", "quit")
        try:
            code = self.engine.process.wait(10)
        except subprocess.TimeoutExpired:
            raise Failure("the engine was still there 10 s after quit") from None
        demand(code == 0, f"the exit status was {code}")


def run(command: list[str], variant: str, patience: float) -> bool:
    """Check one variant, report each step, and return whether all succeeded."""
    engine = Conversation(command, patience)
    try:
        for number, (name, check) in enumerate(Checker(engine, variant).steps(), 1):
            try:
                check()
            except Failure as failure:
                print(f"{variant}: step {number:2} FAILED  {name}: {failure}")
                return False
            print(f"{variant}: step {number:2} passed  {name}")
    finally:
        engine.close()
    return True


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Check that a program keeps the UCI protocol.")
    parser.add_argument("command", help="the engine's command line, in one argument")
    parser.add_argument("--variant", action="append", help="a game; may be repeated (all, if left out)")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds to wait for an answer (60)")
    arguments = parser.parse_args()
    variants = arguments.variant or list(all_games())
    return 0 if all(run(shlex.split(arguments.command), variant, arguments.patience) for variant in variants) else 1


if __name__ == "__main__":
    sys.exit(main())
