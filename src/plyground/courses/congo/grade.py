"""Grade the Congo assignment: parts I to V against our own answers, then tournament games against our agents.

A submission is one program, run as ``PROGRAM part2 lion`` or ``PROGRAM tournament``, just as our own is, or a folder
with a program for each part: ``part1``, ``part2`` (or ``part2-lion``), ``part3``, ``part4-evaluate``,
``part4-minimax``, ``part5-evaluate``, ``part5-alphabeta``, ``tournament``. Where a folder holds a single one of them,
the grade is of that part alone. An input earns points in proportion to its correctly answered records; the report draws
the first wrong one, and says if the answers are right by the other edition. Tournament games are won, drawn (a half)
or lost.
"""

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from plyground.agents.roster import Entry
from plyground.core.errors import InvalidSetting, alternatives, quote
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.courses.congo import COURSE
from plyground.courses.congo.answer import read_output
from plyground.courses.congo.conversation import conversation
from plyground.courses.congo.inputs import GAMES, KINDS, compare, draw_input, fitting_edition, right_edition
from plyground.grading import referee
from plyground.grading.answering import MAX_SHOWN, ask
from plyground.grading.assignment import Assignment, Bot, Looked
from plyground.grading.check import OTHERWISE, Case, Check, Grade, Remark, start_failure
from plyground.grading.contestant import Contestant, MoveClock
from plyground.grading.launcher import Launchable
from plyground.grading.marking import less
from plyground.grading.opponents import Opponent, Part, warmup
from plyground.grading.seeds import derive_seed
from plyground.grading.settings import duration, share
from plyground.grading.submission import Submission, Wanted, program_named
from plyground.programs.answers import FORMAT_DEDUCTION, lines_with_text
from plyground.programs.conversation import START_SECONDS
from plyground.programs.ending import ProgramFailed

PARTS = ("part1", "part2", "part3", "part4-evaluate", "part4-minimax", "part5-evaluate", "part5-alphabeta")
TOURNAMENT = "tournament"
_GRACE = 0.5
"""Seconds that the way of an answer may take beyond the time for a move."""
_MAX_MOVES = 600


@dataclass(frozen=True)
class CongoSettings:
    """What a teacher may change.

    Attributes
    ----------
    edition
        "2022", "2021" or "full": the start, the pieces of part II, the values of part IV.
    inputs
        For each part; in part II, for each kind of piece.
    records
        In an input.
    seconds
        CPU time for an input.
    games
        Against each opponent; the sides alternate.
    seconds_per_move
        Told to the program, and enforced.
    format_deduction
        The share of its points that a right answer, or a game, loses which has another form than the hand-out's.
    command
        How to run a submission, where that is the same for all.
    parts, opponents
        The cases.
    """

    edition: str = "2022"
    inputs: int = 2
    records: int = 20
    seconds: float = duration(60.0)
    games: int = 4
    seconds_per_move: float = duration(5.0)
    format_deduction: float = share(FORMAT_DEDUCTION, is_later=True)
    command: str = ""
    parts: tuple[Part, ...] = (
        Part("part1", "Part I: where the pieces stand", 10.0),
        Part("part2", "Part II: moves of each piece", 20.0),
        Part("part3", "Part III: the position after a move", 15.0),
        Part("part4-evaluate", "Part IV: evaluation", 5.0),
        Part("part4-minimax", "Part IV: minimax", 10.0),
        Part("part5-evaluate", "Part V: evaluation", 10.0),
        Part("part5-alphabeta", "Part V: alpha-beta", 10.0),
    )
    opponents: tuple[Opponent, ...] = (
        Opponent("tournament-random", "Tournament: random", "random", 10.0, 0.75),
        Opponent("tournament-greedy", "Tournament: greedy", "greedy", 10.0, 0.5),
    )


class CongoAssignment(Assignment):
    """The COMS3005A assignment."""

    name, title = COURSE.name, COURSE.title
    SETTINGS = CongoSettings
    games_setting, time_setting = "games", "seconds_per_move"
    LADDER_BOTS = (
        Bot("random", "Random", 0.0),
        Bot("greedy", "Greedy", 490.0),
        Bot("smart", "Smart", 1040.0),
        Bot("minimax:depth=2", "Minimax", 1070.0),
    )
    settings: CongoSettings

    def __init__(self, settings: CongoSettings, launcher: Any, seed: int) -> None:
        super().__init__(settings, launcher, seed)
        if settings.edition not in GAMES:
            raise InvalidSetting(f"The setting congo.edition is {settings.edition!r}; expected {alternatives(GAMES)}.")
        for part in settings.parts:
            if part.name not in PARTS:
                raise InvalidSetting(f"The setting congo.parts has {part.name!r}; expected {alternatives(PARTS)}.")
        self.league_game = GAMES[settings.edition]
        self._opponents = {opponent.name: opponent for opponent in settings.opponents}

    @property
    def wanted(self) -> Wanted:
        """One program, or one for each part."""
        names = (*PARTS, TOURNAMENT, *(f"part2-{kind}" for kind in KINDS["full"]))
        return Wanted(usual=("congo", "main"), command=self.settings.command, parts=names)

    @property
    def cases(self) -> tuple[Case, ...]:
        """The parts, then the opponents."""
        settings = self.settings
        kinds = len(KINDS[settings.edition])
        parts = [
            Case(
                part.name,
                part.title,
                part.points,
                settings.inputs * (kinds if part.name == "part2" else 1),
                what="input",
                success="right",
            )
            for part in settings.parts
        ]
        return (*parts, *(opponent.case(settings.games) for opponent in settings.opponents))

    def warmup(self) -> None:
        """Compile what answers and plays."""
        for part in PARTS:
            kind = "lion" if part == "part2" else ""
            draw_input(part, kind, self.settings.edition, 1, 0)
        warmup(self.settings.opponents, get_game(GAMES[self.settings.edition]))

    def check(self, submission: Submission, case: Case, number: int) -> Check:
        """Run one input, or play one game."""
        if case.name in self._opponents:
            return self._game(submission, case, number)
        kind = self._kind(case, number)
        command = _command(submission, case.name, kind)
        if command is None:
            return Check(
                case.name, number, 0.0, "missing", f"There is no program for {case.name} {kind}".rstrip() + "."
            )
        seed = derive_seed(self.seed, case.name, kind, number)
        question = draw_input(case.name, kind, self.settings.edition, self.settings.records, seed)
        answer = ask(self.launcher, submission, command, question.text, cpu_seconds=self.settings.seconds)
        output, is_whole = answer.output.removeprefix("\ufeff"), not answer.failure
        found = compare(question, output, is_whole=is_whole)
        otherwise, form = 0, ""
        if found.wrong:
            meant = read_output(question, output)
            understood = compare(question, meant, is_whole=is_whole)
            if otherwise := len(set(found.wrong) - set(understood.wrong)):
                form = _form(output, meant)
                output, found = meant, understood
        count = len(question.records)
        first = question.records[found.wrong[0]] if found.wrong else ()
        of = f"{kind}: " if kind else ""
        if not found.wrong and form:
            verdict, sentence = OTHERWISE, f"{of}all {count} answers are right, but {form}"
        elif not found.wrong:
            verdict, sentence = "right", f"{of}all {count} answers are right."
        elif answer.failure and not answer.output.strip():
            verdict, sentence = answer.kind, f"{of}{answer.failure}"
        else:
            verdict = "wrong"
            where = f"record {found.wrong[0] + 1}, {first[0]!r}"
            lines = zip([*found.given.split("\n"), ""], [*found.expected.split("\n"), ""], strict=False)
            given, expected = next(((a, b) for a, b in lines if a != b), ("", found.expected))
            sentence = f"{of}{count - len(found.wrong)} of {count} answers are right; the first wrong is {where}: "
            sentence += f"{_quote(given)} instead of {_quote(expected)}."
            if form:
                sentence += f" {otherwise} are right, but {form}"
            if answer.failure:
                sentence += f" {answer.failure}"
            if edition := right_edition(question, output):
                sentence += f" By the edition of {edition} all answers are right."
            elif edition := fitting_edition(question, output):
                sentence += f" All answers are right where the pieces are those of the edition of {edition}."
        deduction = self.settings.format_deduction
        return Check(
            case.name,
            number,
            0.0 if answer.kind == "time" else round(1 - (len(found.wrong) + deduction * otherwise) / count, 6),
            verdict,
            sentence,
            seconds=(round(answer.cpu or answer.seconds, 4),),
            game=GAMES[self.settings.edition],
            position=first[0] if first else "",
            squares=found.squares,
            question="\n".join(["1", *first]) if first else "",
            given=found.given[:MAX_SHOWN],
            expected=found.expected[:MAX_SHOWN],
            errors=answer.errors if first else "",
            protections=answer.protections,
            failure=answer.failure,
            is_idle=answer.is_idle,
            form=form,
        )

    def _kind(self, case: Case, number: int) -> str:
        """Return the piece whose moves an input of part II is about; nothing for the other parts."""
        kinds = KINDS[self.settings.edition]
        return kinds[(number - 1) % len(kinds)] if case.name == "part2" else ""

    def program_of(self, submission: Submission, case: Case, number: int) -> str:
        """Name the program of a part, where there is one for each."""
        if submission.command:
            return ""
        part = TOURNAMENT if case.name in self._opponents else case.name
        kind = self._kind(case, number)
        command = _own_command(submission, part, kind) or []
        return " ".join(word for word in command if word != kind)

    def _game(self, submission: Submission, case: Case, number: int) -> Check:
        opponent = self._opponents[case.name]
        game = get_game(GAMES[self.settings.edition])
        student = Color((number - 1) % 2)
        seed = derive_seed(self.seed, case.name, number)
        record = Record(game)
        names = [submission.name, opponent.title]
        record.tags |= {"White": names[student], "Black": names[1 - student]}
        begin = time.perf_counter()
        try:
            with self.contestant(submission) as agent, Entry.parse(opponent.player).create(game) as player:
                player.new_game(game, student.other, seed)
                played = referee.play(record, agent, student, player)
                errors, walls = agent.conversation.errors, agent.conversation.protections
        except ProgramFailed as failure:
            return start_failure(case, number, failure, time.perf_counter() - begin)
        return Check(
            case.name,
            number,
            less(played.score, agent.conversation.form, self.settings.format_deduction),
            played.verdict,
            played.sentence,
            seconds=tuple(round(seconds, 4) for seconds in played.times),
            game=game.name,
            record=record.text(),
            position=record.position.text,
            given=agent.conversation.last_answer if played.failure else "",
            errors=errors,
            protections=walls,
            failure=agent.failure,
            is_idle=agent.is_idle,
            form=agent.conversation.form,
        )

    def mark(self, submission: Submission, looked: Looked, checks: Mapping[str, Sequence[Check]]) -> Grade:
        """Mark all parts, or the only one that was handed in."""
        grade = super().mark(submission, looked, checks)
        handed_in = set() if submission.command or grade.trouble else _parts_in(submission)
        if len(handed_in) != 1:
            return grade
        (part,) = handed_in
        own = set(self._opponents) if part == TOURNAMENT else {part}
        cases = tuple(found for found in grade.cases if found.case.name in own)
        if not cases:
            return grade
        remark = Remark("file", 0, f"Only {part} was handed in: the grade is of that part alone.")
        return replace(grade, cases=cases, remarks=(*grade.remarks, remark), only=part)

    def contestant(self, submission: Submission) -> Contestant:
        """Start the program of the tournament."""
        command = _command(submission, TOURNAMENT, "")
        if command is None:
            raise ProgramFailed("is missing", "missing")
        seconds = self.settings.seconds_per_move
        launchable = Launchable(self.launcher, submission, command, _MAX_MOVES * (seconds + _GRACE))
        # the first answer may wait for an interpreter to start, and for a program to compile itself
        clock = MoveClock(seconds, _GRACE, START_SECONDS)
        return Contestant(conversation(launchable, form="g"), clock, get_game(self.league_game))


def _command(submission: Submission, part: str, kind: str) -> list[str] | None:
    """Return the command for a part: the one program with the part as argument, or the part's own program."""
    if submission.command:
        return [*submission.command, part, kind] if kind else [*submission.command, part]
    return _own_command(submission, part, kind)


def _own_command(submission: Submission, part: str, kind: str) -> list[str] | None:
    """Return the command of a part's own program; one for all kinds of pieces is told the kind."""
    own = program_named(submission.folder, f"{part}-{kind}" if kind else part)
    if own is not None:
        return list(own)
    general = program_named(submission.folder, part) if kind else None
    return [*general, kind] if general is not None else None


def _parts_in(submission: Submission) -> set[str]:
    """Return the parts of which a folder of programs holds one; the kinds of part II are one part."""
    found = {part for part in (*PARTS, TOURNAMENT) if program_named(submission.folder, part)}
    if any(program_named(submission.folder, f"part2-{kind}") for kind in KINDS["full"]):
        found.add("part2")
    return found


def _form(output: str, meant: str) -> str:
    """Say in which form answers were expected that are right in another."""
    written, lines = (lines_with_text(text.removeprefix("\ufeff").splitlines()) for text in (output, meant))
    other = next(((a, b) for a, b in zip(written, lines, strict=False) if a.rstrip() != b), None)
    if len(written) == len(lines) and other is not None:
        what = "number" if re.fullmatch(r"-?\d+", other[1]) else "answer"
        return f"only the bare {what} is expected: {other[1]}, not {quote(other[0])}."
    what = f"{abs(len(written) - len(lines))} other" if len(written) > len(lines) else "empty"
    return f"only the bare answers are expected, without {what} lines: {quote(lines[0])}, ..."


def _quote(line: str) -> str:
    return repr(line if len(line) <= 60 else line[:60] + "...") if line else "an empty line"


ASSIGNMENT = CongoAssignment
