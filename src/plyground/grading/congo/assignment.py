"""Grade the Congo assignment: parts I to V against our own answers, then tournament games against our agents.

A submission is one program, run as ``PROGRAM part2 lion`` or ``PROGRAM tournament``, just as our own is, or a folder
with a program for each part: ``part1``, ``part2`` (or ``part2-lion``), ``part3``, ``part4-evaluate``,
``part4-minimax``, ``part5-evaluate``, ``part5-alphabeta``, ``tournament``. An input earns as many of its points as it
has records answered rightly; the first that is not is drawn. Tournament games are won, drawn (a half) or lost.
"""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plyground.agents.roster import Entry
from plyground.core.errors import InvalidSetting, listed
from plyground.core.move import Move
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.grading import referee
from plyground.grading.answering import MOST_SHOWN, ask
from plyground.grading.assignment import Assignment
from plyground.grading.check import Case, Check
from plyground.grading.congo.parts import GAMES, KINDS, compare, drawn
from plyground.grading.seeds import derived
from plyground.grading.submission import Submission, Wanted, program_named
from plyground.sandbox.ending import ProgramFailed

if TYPE_CHECKING:
    from plyground.sandbox.program import Program

PARTS = ("part1", "part2", "part3", "part4-evaluate", "part4-minimax", "part5-evaluate", "part5-alphabeta")
TOURNAMENT = "tournament"
_GRACE = 0.5
"""Seconds that the way of an answer may take beyond the time for a move."""


@dataclass(frozen=True)
class Part:
    """One of `PARTS`, and what it is worth."""

    name: str
    title: str
    points: float


@dataclass(frozen=True)
class Opponent:
    """An agent of ours in the tournament part."""

    name: str
    title: str
    player: str
    points: float
    required: float


@dataclass(frozen=True)
class CongoSettings:
    """What a teacher may change.

    Attributes
    ----------
    edition
        "2022", "2021" or "full": the start, the pieces of part II, the values of part IV.
    inputs
        For each part; part II has so many for each kind of piece.
    records
        In an input.
    seconds
        CPU time for an input.
    games
        Against each opponent; the sides alternate.
    seconds_per_move
        Told to the program, and enforced.
    command
        How to run a submission, where that is the same for all.
    parts, opponents
        The cases.
    """

    edition: str = "2022"
    inputs: int = 2
    records: int = 20
    seconds: float = 60.0
    games: int = 4
    seconds_per_move: float = 5.0
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


class Congo(Assignment):
    """The COMS3005A assignment."""

    name = "congo"
    title = "Congo (COMS3005A)"
    SETTINGS = CongoSettings
    games_setting, time_setting = "games", "seconds_per_move"
    settings: CongoSettings

    def __init__(self, settings: CongoSettings, guard: Any, seed: int) -> None:
        super().__init__(settings, guard, seed)
        if settings.edition not in GAMES:
            raise InvalidSetting(f"The setting congo.edition is {settings.edition!r}; expected {listed(GAMES)}.")
        for part in settings.parts:
            if part.name not in PARTS:
                raise InvalidSetting(f"The setting congo.parts has {part.name!r}; expected {listed(PARTS)}.")
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
        games = [
            Case(opponent.name, opponent.title, opponent.points, settings.games, opponent.required, success="points")
            for opponent in settings.opponents
        ]
        return (*parts, *games)

    def warm(self) -> None:
        """Compile what answers and plays."""
        for part in PARTS:
            kind = "lion" if part == "part2" else ""
            drawn(part, kind, self.settings.edition, 1, 0)
        for opponent in self.settings.opponents:
            game = get_game(GAMES[self.settings.edition])
            with Entry.parse(opponent.player).create(game) as player:
                player.new_game(game, Color.WHITE, 0)
                player.choose(Record(game), referee.NO_LIMITS)

    def check(self, submission: Submission, case: Case, number: int) -> Check:
        """Run one input, or play one game."""
        if case.name in self._opponents:
            return self._game(submission, case, number)
        kinds = KINDS[self.settings.edition]
        kind = kinds[(number - 1) % len(kinds)] if case.name == "part2" else ""
        command = _command(submission, case.name, kind)
        if command is None:
            return Check(
                case.name, number, 0.0, "missing", f"There is no program for {case.name} {kind}".rstrip() + "."
            )
        seed = derived(self.seed, case.name, kind, number)
        question = drawn(case.name, kind, self.settings.edition, self.settings.records, seed)
        answer = ask(self.guard, submission, command, question.text, cpu_seconds=self.settings.seconds)
        found = compare(question, answer.output)
        of = f"{kind}: " if kind else ""
        if found.first is None:
            verdict, sentence = "right", f"{of}all {found.right} answers are right."
        elif answer.failure and not answer.output.strip():
            verdict, sentence = answer.kind, f"{of}{answer.failure}"
        else:
            verdict = "wrong"
            where = f"record {found.first + 1}, {question.records[found.first][0]!r}"
            lines = zip([*found.given.split("\n"), ""], [*found.expected.split("\n"), ""], strict=False)
            given, expected = next(((a, b) for a, b in lines if a != b), ("", found.expected))
            sentence = f"{of}{found.right} of {len(question.records)} answers are right; the first wrong is {where}: "
            sentence += f"{_shown(given)} instead of {_shown(expected)}."
            if answer.failure:
                sentence += f" {answer.failure}"
        return Check(
            case.name,
            number,
            0.0 if answer.kind == "time" else found.right / len(question.records),
            verdict,
            sentence,
            seconds=(round(answer.cpu or answer.seconds, 4),),
            game=GAMES[self.settings.edition],
            position="" if found.first is None else question.records[found.first][0],
            squares=found.squares,
            question="" if found.first is None else "\n".join(["1", *question.records[found.first]]),
            given=found.given[:MOST_SHOWN],
            expected=found.expected[:MOST_SHOWN],
            errors=answer.errors if found.first is not None else "",
            protections=answer.protections,
        )

    def _game(self, submission: Submission, case: Case, number: int) -> Check:
        opponent = self._opponents[case.name]
        game = get_game(GAMES[self.settings.edition])
        student = Color((number - 1) % 2)
        seed = derived(self.seed, case.name, number)
        record = Record(game)
        names = [submission.name, opponent.title]
        record.tags |= {"White": names[student], "Black": names[1 - student]}
        try:
            with self.asker(submission) as agent, Entry.parse(opponent.player).create(game) as player:
                player.new_game(game, student.other, seed)
                played = referee.play(record, agent, student, player)
                errors, walls = agent.program.error_tail(), agent.program.protections
        except ProgramFailed as failure:
            return Check(case.name, number, 0.0, failure.kind, f"The program {failure}.")
        return Check(
            case.name,
            number,
            played.score,
            played.verdict,
            played.sentence,
            seconds=tuple(round(seconds, 4) for seconds in played.times),
            game=game.name,
            record=record.text(),
            position=record.position.text,
            given=agent.last_answer if played.failure else "",
            errors=errors,
            protections=walls,
        )

    def asker(self, submission: Submission) -> "_Agent":
        """Start the program of the tournament."""
        command = _command(submission, TOURNAMENT, "")
        if command is None:
            raise ProgramFailed("is missing", "missing")
        return _Agent(self, submission, command)


def _command(submission: Submission, part: str, kind: str) -> list[str] | None:
    """Return the command for a part: the one program with the part as argument, or the part's own program."""
    words = [part, kind] if kind else [part]
    if submission.command:
        return [*submission.command, *words]
    own = program_named(submission.folder, "-".join(words))
    if own is not None:
        return list(own)
    general = program_named(submission.folder, part)
    return [*general, *words[1:]] if general is not None else None


def _shown(line: str) -> str:
    return repr(line if len(line) <= 60 else line[:60] + "...") if line else "an empty line"


class _Agent:
    """A submission in a tournament game; it lives as long as the game."""

    def __init__(self, grader: Congo, submission: Submission, command: list[str]) -> None:
        self.last_answer = ""
        self._seconds = grader.settings.seconds_per_move
        self._told = 0
        most = 600 * (self._seconds + _GRACE)
        self.program: Program = grader.guard.start(submission, command, cpu_seconds=most, wall_seconds=most)

    def ask(self, record: Record) -> tuple[Move | str, float]:
        """Tell the moves that the program does not know yet, and ask for one; it plays its own moves itself."""
        lines = [] if self._told else ["newgame", f"position {record.start.text}"]
        news = [str(move) for move in record.moves[max(self._told - 1, 0) :]]
        if news:
            lines.append(f"moves {' '.join(news)}")
        lines.append(f"go {self._seconds:g}")
        # the first answer may wait for an interpreter to start, and for a program to compile itself
        patience = self._seconds + _GRACE + (30.0 if not self._told else 0.0)
        self.program.send("\n".join(lines) + "\n", patience)
        begin = time.perf_counter()
        self.last_answer = self.program.read_line(patience).strip()
        self._told = record.plies + 2
        return self.last_answer[:100], time.perf_counter() - begin

    def __enter__(self) -> "_Agent":
        return self

    def __exit__(self, *_: object) -> None:
        self.program.close()
