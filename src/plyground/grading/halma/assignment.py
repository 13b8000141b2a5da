"""Grade the Halma homework: single plays that must be legal, then games against our agents on CPU clocks.

A program reads ``input.txt`` and writes ``output.txt``; in a game it is started anew for every play, and finds the
``playdata.txt`` again that it wrote. The clock counts all its CPU time. A play that is illegal or badly written, and a
clock that runs out, lose the game. The rules are those of ``halma-usc2019``.
"""

import re
from dataclasses import dataclass

from plyground.agents.program_files import halma_answer, halma_question
from plyground.agents.roster import Entry
from plyground.core.errors import PlygroundError
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.grading import referee
from plyground.grading.answering import MOST_SHOWN, Answer, ask
from plyground.grading.assignment import Assignment
from plyground.grading.check import Case, Check
from plyground.grading.halma.positions import GAME, drawn_position
from plyground.grading.seeds import derived
from plyground.grading.submission import Submission, Wanted
from plyground.sandbox.ending import ProgramFailed

SINGLE = "single"
NOTEBOOK = "playdata.txt"


@dataclass(frozen=True)
class Opponent:
    """An agent of ours to play against."""

    name: str
    title: str
    player: str
    points: float
    required: float


@dataclass(frozen=True)
class HalmaSettings:
    """What a teacher may change.

    Attributes
    ----------
    singles
        Single plays.
    single_points
        What they are worth together.
    seconds
        CPU time for a single play.
    games
        Against each opponent; the sides alternate.
    seconds_per_game
        CPU time for all plays of a game.
    command
        How to run a submission, where that is the same for all.
    opponents
        The cases of games.
    """

    singles: int = 10
    single_points: float = 50.0
    seconds: float = 10.0
    games: int = 2
    seconds_per_game: float = 300.0
    command: str = ""
    opponents: tuple[Opponent, ...] = (
        Opponent("random", "Games against random", "random", 20.0, 1.0),
        Opponent("greedy", "Games against greedy", "greedy", 30.0, 0.5),
    )


class Halma(Assignment):
    """The CSCI 561 homework."""

    name = "halma"
    title = "Halma (CSCI 561, homework 2)"
    SETTINGS = HalmaSettings
    games_setting, time_setting = "games", "seconds"
    league_game = GAME
    settings: HalmaSettings

    @property
    def wanted(self) -> Wanted:
        """Any program."""
        return Wanted(usual=("homework", "homework2", "main", "agent"), command=self.settings.command)

    @property
    def cases(self) -> tuple[Case, ...]:
        """The single plays, then the opponents."""
        settings = self.settings
        single = Case(SINGLE, "Single plays", settings.single_points, settings.singles, what="board", success="legal")
        games = [
            Case(opponent.name, opponent.title, opponent.points, settings.games, opponent.required, success="points")
            for opponent in settings.opponents
        ]
        return (single, *games)

    def warm(self) -> None:
        """Let every opponent make a move."""
        game = get_game(GAME)
        for opponent in self.settings.opponents:
            with Entry.parse(opponent.player).create(game) as player:
                player.new_game(game, Color.WHITE, 0)
                player.choose(Record(game), referee.NO_LIMITS)

    def check(self, submission: Submission, case: Case, number: int) -> Check:
        """Ask for one play, or play one game."""
        if case.name == SINGLE:
            return self._single(submission, case, number)
        opponent = next(found for found in self.settings.opponents if found.name == case.name)
        game = get_game(GAME)
        student = Color((number - 1) % 2)
        record = Record(game)
        names = [submission.name, opponent.title]
        record.tags |= {"White": names[student], "Black": names[1 - student]}
        asking = self.asker(submission)
        with Entry.parse(opponent.player).create(game) as player:
            player.new_game(game, student.other, derived(self.seed, case.name, number))
            played = referee.play(record, asking, student, player)
        used = self.settings.seconds_per_game - asking.left
        return Check(
            case.name,
            number,
            played.score,
            played.verdict,
            f"{played.sentence} ({used:.1f} s of CPU time used.)",
            seconds=tuple(round(seconds, 4) for seconds in played.times),
            game=game.name,
            record=record.text(),
            position=record.position.text,
            given=asking.written if played.failure else "",
            errors=asking.answer.errors,
            protections=asking.answer.protections,
        )

    def asker(self, submission: Submission) -> "_Asking":
        """Return the program with a full clock."""
        return _Asking(self, submission)

    def _single(self, submission: Submission, case: Case, number: int) -> Check:
        position = drawn_position(number, derived(self.seed, SINGLE, number))
        question = halma_question(position, self.settings.seconds, "SINGLE")
        answer = _run(self, submission, question, self.settings.seconds, {})
        written = answer.files.get("output.txt", b"").decode("utf-8", errors="replace")
        squares: tuple[str, ...] = ()
        if answer.failure and not written:
            verdict, sentence = answer.kind, answer.failure
        else:
            try:
                text = halma_answer(position, written)
                squares = tuple(re.findall(r"[a-p]\d+", text))
                position.move(text)
                verdict, sentence = "legal", f"{text} is a legal play."
            except PlygroundError as error:
                verdict, sentence = "illegal", str(error)
        is_legal = verdict == "legal"
        return Check(
            case.name,
            number,
            float(is_legal),
            verdict,
            sentence,
            seconds=(round(answer.cpu or answer.seconds, 4),),
            game=GAME,
            position="" if is_legal else position.text,
            squares=squares,
            question="" if is_legal else question,
            given="" if is_legal else written[:MOST_SHOWN],
            errors="" if is_legal else answer.errors,
            protections=answer.protections,
        )


def _run(grader: Halma, submission: Submission, question: str, seconds: float, files: dict[str, bytes]) -> Answer:
    return ask(
        grader.guard,
        submission,
        submission.command,
        cpu_seconds=seconds,
        files={"input.txt": question.encode("ascii"), **files},
        collect=["output.txt", NOTEBOOK],
    )


class _Asking:
    """A program asked for one play after the other; its clock and its notebook.

    Attributes
    ----------
    left
        CPU seconds on its clock.
    written
        The output.txt of its last play.
    answer
        How its last run went.
    """

    def __init__(self, grader: Halma, submission: Submission) -> None:
        self._grader, self._submission = grader, submission
        self.left = grader.settings.seconds_per_game
        self.written = ""
        self.answer = Answer()
        self._notebook: dict[str, bytes] = {}

    def __enter__(self) -> "_Asking":
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing runs between two plays."""

    def ask(self, record: Record) -> tuple[str, float]:
        """Start the program, and read the play it has written."""
        question = halma_question(record.position, self.left)
        self.answer = answer = _run(self._grader, self._submission, question, self.left, self._notebook)
        self.written = answer.files.get("output.txt", b"").decode("utf-8", errors="replace")
        if answer.failure and not self.written:
            raise ProgramFailed(answer.failure.removeprefix("The program ").removesuffix("."), answer.kind)
        self.left -= answer.cpu
        if self.left <= 0:
            raise ProgramFailed("has no CPU time left on its clock", "time")
        if NOTEBOOK in answer.files:
            self._notebook = {NOTEBOOK: answer.files[NOTEBOOK]}
        return halma_answer(record.position, self.written), answer.cpu
