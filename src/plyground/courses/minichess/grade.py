"""Grade AB.py: ten games against each of the five opponents, White as in the hand-out, on the clock.

A case is worth its points where the required share of its games is won or drawn, and less in proportion. It is lost as
a whole where its games take too long: on average more than `seconds_per_game`, and more than `time_buffer` times what
our own AB.py takes a game on this machine. Every game is a fresh process; every student meets the same dice.

Imports that the hand-out does not allow withhold the points; prints, raises and uses of standard output, which the
hand-out's grader switches off, are reported, and so are ``eval``, ``input`` and ``open`` for reading. All by the line,
and as the settings say. What shows that a program is for the board of another year is told if it fails here.
"""

import json
import os
import re
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from plyground.agents.roster import Entry
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.courses.minichess import COURSE
from plyground.courses.minichess.conversation import Gameboards, conversation
from plyground.courses.minichess.format import cell_beyond
from plyground.courses.minichess.player import ab_text
from plyground.courses.minichess.shared_games import SharedGame, SharedGames
from plyground.grading import python2, referee
from plyground.grading.assignment import Assignment, Bot, Looked
from plyground.grading.check import Case, CaseGrade, Check, Grade, Remark, start_failure
from plyground.grading.contestant import Contestant, MoveClock
from plyground.grading.launcher import PYTHON, Launchable
from plyground.grading.marking import case_grade, less
from plyground.grading.opponents import NO_LIMITS, Opponent, warmup
from plyground.grading.seeds import derive_seed
from plyground.grading.settings import duration, field_within, share
from plyground.grading.submission import Submission, Wanted
from plyground.programs.answers import FORMAT_DEDUCTION
from plyground.programs.ending import ProgramFailed, ending_sentence

_READER = ("source_report.py", "source_rules.py")
"""The script that reads the source, and what it imports."""
_SOURCES = "submission"
"""The folder that it reads, and does not run in."""
_LOOK_SECONDS = 20.0
_KINDS = frozenset(
    {"module", "harmless", "call", "edition", "print", "raise", "output", "missing", "syntax", "file", "beside"}
    | {"deterministic"}
)
EDITION, DETERMINISTIC = "edition", "deterministic"
_OTHER_YEAR = "This AB.py is for another year's board:"
_ENDED = frozenset({"won", "drawn", "lost"})
_BAD_ANSWERS = frozenset({"answer", "illegal", "crash"})
_IN_FILE = re.compile(r" in (\S+\.py\w*)\b")
_IMPORTED = re.compile(r"(?!__|f_|(exec|compile|import_module|load_module|exec_module)$|sys\.)[\w./]+")
"""What is imported, and not used to import: the names of the reader's ``BACK_DOORS`` are none."""
_MAX_LINES = 10_000_000
_MAX_CHARACTERS = 500

ALLOWED_MODULES = (
    "sys", "queue", "collections", "heapq", "array", "copy", "enum", "string", "numbers", "math", "decimal",
    "fractions", "random", "itertools", "functools", "operator", "operators", "types", "typing",
)  # fmt: skip

HARMLESS_MODULES = (
    "abc", "bisect", "cmath", "contextlib", "dataclasses", "datetime", "json", "logging", "pprint", "re", "reprlib",
    "statistics", "struct", "textwrap", "time", "timeit", "traceback", "unicodedata", "warnings", "weakref",
)  # fmt: skip
"""Of the standard library: they print, count or measure, and neither search nor reach anything outside."""


@dataclass(frozen=True)
class MinichessSettings:
    """What a teacher may change.

    Attributes
    ----------
    games
        Against each opponent.
    seconds_per_move
        On the clock; more loses the game.
    start_seconds
        What importing AB.py may take.
    seconds_per_game
        CPU time that a case's games may take on average, whatever our own program takes.
    time_buffer
        And this multiple of what our own program takes.
    reference_games
        Games of our own program against each opponent to measure that; 0 measures nothing.
    opening_plies
        Random plies before each game, the same for everybody; the hand-out has none.
    draw_share
        What a draw counts: the hand-out's aim is not to lose.
    certainty
        How sure the mark for an opponent must be for the rest of its games not to be played; 1 is certain, 0 plays
        all.
    format_deduction
        The share that a game loses in which a move has another form than the hand-out's.
    modules, calls, prints
        "fail" withholds the points for a module that is not allowed; for ``eval``, ``input`` and ``open`` for reading;
        or for printing and raising; "report" only says it.
    allowed_modules
        What AB.py may import: the hand-out's list.
    harmless_modules
        Not on that list, and only reported, whatever `modules` says.
    opponents
        The cases.
    """

    games: int = field_within(10, least=1)
    seconds_per_move: float = duration(30.0)
    start_seconds: float = duration(30.0)
    seconds_per_game: float = duration(30.0)
    time_buffer: float = 3.0
    reference_games: int = 1
    opening_plies: int = 0
    draw_share: float = share(1.0)
    certainty: float = share(1.0, is_later=True)
    format_deduction: float = share(FORMAT_DEDUCTION, is_later=True)
    modules: str = "fail"
    calls: str = "report"
    prints: str = "report"
    allowed_modules: tuple[str, ...] = ALLOWED_MODULES
    harmless_modules: tuple[str, ...] = HARMLESS_MODULES
    opponents: tuple[Opponent, ...] = (
        Opponent("dummy", "Dummy agent", "dummy", 1.0, 1.0),
        Opponent("random", "Random agent", "random", 1.0, 1.0),
        Opponent("greedy", "Greedy agent", "greedy", 2.0, 0.9),
        Opponent("smart", "Smart agent", "smart", 2.0, 0.9),
        Opponent("minimax", "Minimax agent", "minimax:depth=4,evaluation=smart", 4.0, 0.8),
    )


class MinichessAssignment(Assignment):
    """The CS3243 assignment."""

    name, title = COURSE.name, COURSE.title
    SETTINGS = MinichessSettings
    games_setting, time_setting = "games", "seconds_per_move"
    league_game = "minichess"
    LADDER_BOTS = (
        Bot("random", "Random", 0.0),
        Bot("greedy", "Greedy", 720.0),
        Bot("smart", "Smart", 1090.0),
        Bot("minimax:depth=4,evaluation=smart", "Minimax", 1190.0),
        Bot("minimax:depth=4,evaluation=material", "Material", 1790.0),
    )
    settings: MinichessSettings

    def __init__(self, settings: MinichessSettings, launcher: Any, seed: int) -> None:
        super().__init__(settings, launcher, seed)
        self._game = get_game("minichess")
        self._opponents = {opponent.name: opponent for opponent in settings.opponents}
        self.certainty = settings.certainty
        self._reference: dict[str, float] = {}
        self._measuring = threading.Lock()

    @property
    def wanted(self) -> Wanted:
        """AB.py."""
        return Wanted(file="AB.py")

    @property
    def cases(self) -> tuple[Case, ...]:
        """The opponents."""
        return tuple(opponent.case(self.settings.games, "won or drawn") for opponent in self.settings.opponents)

    def warmup(self) -> None:
        """Let every opponent make a move."""
        warmup(self.settings.opponents, self._game, ["a2a3"])

    # --- the source ---

    def look(self, submission: Submission) -> Looked:
        """Read the source, in a process of its own, for what is not allowed."""
        if submission.trouble:
            return Looked()
        reader = {name: files("plyground.courses.minichess").joinpath(name).read_bytes() for name in _READER}
        allowed, harmless = self.settings.allowed_modules, self.settings.harmless_modules
        # -I: whatever lies beside AB.py, an ast.py say, is read and never imported
        command = [
            PYTHON,
            "-I",
            "-B",
            _READER[0],
            "--folder",
            _SOURCES,
            "--deterministic",
            *allowed,
            "--harmless",
            *harmless,
        ]
        try:
            with self.launcher.start(
                submission,
                command,
                cpu_seconds=_LOOK_SECONDS,
                wall_seconds=2 * _LOOK_SECONDS,
                files=reader,
                inside=_SOURCES,
            ) as program:
                ended = program.communicate()
        except ProgramFailed as error:
            if error.kind in {"start", "sandbox"}:
                # that is our failure, not the source's
                raise
            return _unread(f"the one who read it {error}")
        try:
            found = tuple(_remarks(ended.output, frozenset(self.settings.harmless_modules)))
        except (ValueError, RecursionError):
            return _unread(f"the one who read it {ending_sentence(ended.status, ended.errors)}")
        remarks = tuple(remark for remark in found if remark.kind != DETERMINISTIC)
        broken = next((remark for remark in remarks if remark.kind in {"syntax", "file", "missing"}), None)
        if broken is not None:
            file, colon, what = broken.text.partition(": ")
            return Looked(remarks, f"{file}, line {broken.line}{colon}{what}" if broken.line else broken.text)
        return Looked(remarks, withheld=self._withheld(remarks), is_deterministic=remarks != found)

    def _withheld(self, remarks: Sequence[Remark]) -> str:
        rules = (
            (self.settings.modules, {"module"}),
            (self.settings.calls, {"call"}),
            (self.settings.prints, {"print", "raise", "output"}),
        )
        for policy, kinds in rules:
            breach = next((remark for remark in remarks if remark.kind in kinds), None)
            if policy == "fail" and breach is not None:
                return f"The points do not count, because of {_place(breach)}: {breach.text}"
        return ""

    # --- a game ---

    def check(self, submission: Submission, case: Case, number: int) -> Check:
        """Play one game."""
        opponent = self._opponents[case.name]
        settings = self.settings
        seed = derive_seed(self.seed, case.name, number)
        record = _opening(self._game, settings.opening_plies, seed)
        record.tags |= {"White": submission.name, "Black": opponent.title}
        begin = time.perf_counter()
        try:
            with self.contestant(submission) as student:
                with Entry.parse(opponent.player).create(self._game) as player:
                    player.new_game(self._game, Color.BLACK, seed)
                    game = referee.play(record, student, Color.WHITE, player)
                errors, walls = student.conversation.errors, student.conversation.protections
        except ProgramFailed as failure:
            return start_failure(case, number, failure, time.perf_counter() - begin)
        form = student.conversation.form
        check = self._check(case, number, game, walls)
        return replace(
            check,
            score=less(check.score, form, settings.format_deduction),
            squares=student.conversation.squares,
            given=student.conversation.last_answer if game.failure else "",
            errors=errors,
            failure=student.failure,
            is_idle=student.is_idle,
            form=form,
        )

    def _check(self, case: Case, number: int, game: referee.PlayedGame, walls: tuple[str, ...]) -> Check:
        """Return what came of a game, but for what the program's process has to say of it."""
        return Check(
            case.name,
            number,
            self.settings.draw_share if game.verdict == "drawn" else game.score,
            game.verdict,
            game.sentence,
            seconds=tuple(round(seconds, 4) for seconds in game.times),
            game=self._game.name,
            record=game.record.text(),
            position=game.record.position.text,
            protections=walls,
        )

    # --- games together ---

    def plays_together(self, looked: Looked) -> bool:
        """Tell whether games can be played together: all begin alike, and the program always answers alike."""
        return looked.is_deterministic and not self.settings.opening_plies and hasattr(os, "fork")

    def check_together(
        self, submission: Submission, tasks: Sequence[tuple[Case, int]], done: Sequence[Check]
    ) -> list[Check]:
        """Play these games together; nothing counts if a game of `done` shows that answers differ."""
        if not all(check.verdict in _ENDED and not check.form for check in done):
            return []
        shared, games = SharedGames(), []
        with ExitStack() as players:
            for case, number in tasks:
                opponent, seed = self._opponents[case.name], derive_seed(self.seed, case.name, number)
                player = players.enter_context(Entry.parse(opponent.player).create(self._game))
                player.new_game(self._game, Color.BLACK, seed)
                record = Record(self._game, tags={"White": submission.name, "Black": opponent.title})
                games.append(SharedGame(record, player))
            try:
                student = players.enter_context(self.contestant(submission, len(games)))
            except ProgramFailed:
                return []
            program = student.conversation
            assert isinstance(program, Gameboards)
            shared.play(games, student, program)
        if program.form or not all(shared.confirms(Record.parse(check.record)) for check in done):
            return []
        return [
            replace(
                self._check(case, number, referee.game_over(game.record, Color.WHITE, game.times), program.protections),
                is_shared=True,
            )
            for (case, number), game in zip(tasks, games, strict=True)
            if game.record.outcome is not None
        ]

    def tells(self, check: Check) -> bool:
        """Tell whether a game was so quick that others are no danger to the case's time."""
        return sum(check.seconds) <= self.settings.seconds_per_game

    def contestant(self, submission: Submission, games: int = 1) -> Contestant:
        """Start AB.py for games; as Black it is shown the board upside down with the colours exchanged."""
        settings = self.settings
        most = games * 2 * max(settings.seconds_per_move, settings.seconds_per_game * max(settings.time_buffer, 1)) + 60
        launchable = Launchable(self.launcher, submission, (), most, file=self.wanted.file)
        return Contestant(
            conversation(launchable, settings.start_seconds), MoveClock(settings.seconds_per_move), self._game
        )

    # --- marking ---

    def mark(self, submission: Submission, looked: Looked, checks: Mapping[str, Sequence[Check]]) -> Grade:
        """Mark, and say so if the program fails because it is for the board of another year."""
        remarks = [remark for remark in looked.remarks if remark.kind != EDITION]
        failed = [check for found in checks.values() for check in found if check.verdict in _BAD_ANSWERS]
        beyond = [found for check in failed if (found := cell_beyond(check.given))[0]]
        # one stray square among many failures tells nothing
        cell, is_far = beyond[0] if beyond and 3 * len(beyond) >= len(failed) else ("", False)
        sign = next((remark for remark in looked.remarks if remark.kind == EDITION), None)
        if cell:
            # a step too far is a common mistake on this board as well
            which = _OTHER_YEAR if is_far or sign is not None else _OTHER_YEAR.replace(" is ", " may be ")
            remarks.insert(0, Remark(EDITION, 0, f"{which} it answers with the square {cell}."))
        elif failed and sign is not None:
            remarks.insert(0, sign)
        grade = super().mark(submission, replace(looked, remarks=tuple(remarks)), checks)
        if shared := sum(check.is_shared for found in checks.values() for check in found):
            said = (
                f"{shared} played together, since AB.py draws no lots: in a position that several met it was asked once"
            )
            grade = replace(grade, facts={**grade.facts, "Games": said})
        return grade

    def mark_case(self, case: Case, checks: Sequence[Check]) -> CaseGrade:
        """Mark a case, and look at its time."""
        total = sum(sum(check.seconds) for check in checks)
        mean = total / len(checks) if checks else 0.0
        most = self.settings.seconds_per_game
        lost_by = ""
        if mean > most:
            # only now is it worth while to measure our own
            most = max(most, self.settings.time_buffer * self.reference_seconds(case.name))
            if mean > most:
                lost_by = f"its games took {mean:.1f} s of CPU time on average and may take {most:.1f} s."
        return case_grade(case, checks, is_sample=True, lost_by=lost_by)

    def reference_seconds(self, name: str) -> float:
        """Return what our own AB.py takes for a game against an opponent on this machine, measured once."""
        with self._measuring:
            if name not in self._reference:
                self._reference[name] = self._measure(name)
            return self._reference[name]

    def _measure(self, name: str) -> float:
        from tempfile import TemporaryDirectory

        games = self.settings.reference_games
        case = next(case for case in self.cases if case.name == name)
        if not games:
            return 0.0
        with TemporaryDirectory(prefix="plyground-reference-") as folder:
            (Path(folder) / "AB.py").write_text(ab_text(), encoding="utf-8")
            ours = Submission("our AB.py", Path(folder))
            return sum(sum(self.check(ours, case, number + 1).seconds) for number in range(games)) / games

    def facts(self) -> dict[str, str]:
        """Return what our own program took, where that was measured."""
        measured = self._reference if self.settings.reference_games else {}
        return {f"Our AB.py against {name}, a game": f"{seconds:.1f} s" for name, seconds in measured.items()}


def _unread(why: str) -> Looked:
    """Return what there is to say of a source that brings even its reader down: it was not seen to be allowed."""
    sentence = f"AB.py could not be read: {why}."
    return Looked((Remark("syntax", 0, sentence),), sentence)


def _remarks(output: bytes, harmless: frozenset[str]) -> Iterator[Remark]:
    """Yield what the reader of a source has found; it read a stranger's text, so its answer is checked.

    Raises
    ------
    ValueError
        If that is no such answer.
    """
    found = json.loads(output)
    if not isinstance(found, list):
        raise ValueError("no list")
    for entry in found:
        match entry:
            case [str(kind), int(line), str(detail)] if kind in _KINDS and 0 <= line < _MAX_LINES:
                # a name in the source may hold half a character, which no file can be written with
                text = detail[:_MAX_CHARACTERS].encode("utf-8", errors="replace").decode("utf-8")
                is_harmless = kind == "module" and text.partition(" ")[0].partition(".")[0] in harmless
                kept = "harmless" if is_harmless else kind
                yield Remark(kept, line, _remark(kept, text))
            case _:
                raise ValueError("no list of findings")


def _place(remark: Remark) -> str:
    """Return where a breach is: the line, and the file that its sentence names if it is not AB.py."""
    found = _IN_FILE.search(remark.text)
    file = found[1] if found else "AB.py"
    return f"line {remark.line} of {file}" if remark.line else file


def _remark(kind: str, detail: str) -> str:
    """Return the sentence for something that was found in a source."""
    name = detail.partition(" ")[0]
    if kind == "module" and (name.endswith("()") or not _IMPORTED.fullmatch(name)):
        verb = "calls" if name.endswith("()") else "uses"
        return f"It {verb} {detail}, by which anything could be imported or written."
    if kind == "syntax":
        said = detail.partition("\n")[0]
        return f"{said}{'' if said.endswith('?') else '.'} {python2.sentence(detail)}".rstrip()
    return {
        "call": f"It calls {detail}, which the assignment has no use for.",
        "deterministic": "It draws no lots.",
        "edition": f"{_OTHER_YEAR} it has {detail}.",
        "module": f"It imports {detail}, which the assignment does not allow.",
        "harmless": f"It imports {detail}, which is not on the assignment's list.",
        "print": f"It prints{' ' + detail if detail else ''}; the assignment switches printing off.",
        "raise": f"It raises an exception{' ' + detail if detail else ''}; the assignment switches that off.",
        "output": f"It uses {detail}; the assignment switches that off.",
        "missing": "AB.py defines no studentAgent.",
        "beside": f"The file {detail}.",
        "file": f"{detail}.",
    }[kind]


def _opening(game: Game, plies: int, seed: int) -> Record:
    """Return a record with a number of random plies, after which White is to move."""
    record = Record(game)
    if plies:
        with Entry.parse("random").create(game) as player:
            player.new_game(game, Color.WHITE, seed)
            while record.plies < plies + plies % 2 and record.outcome is None:
                choice = player.choose(record, NO_LIMITS)
                assert choice.move is not None
                record.play(choice.move)
        if record.outcome is not None:
            # so short a game is no opening; the next dice will do
            return _opening(game, plies, seed + 1)
    return record


ASSIGNMENT = MinichessAssignment
