"""Grade the Halma homework: single plays that must be legal, then games against our agents on CPU clocks.

A program reads ``input.txt`` and writes ``output.txt``; in a game it is started anew for every play, and its
``playdata.txt`` is kept. The clock counts all its CPU time. An illegal or malformed play loses the game, with
a sentence that names the rule, and so does a clock that runs out. The rules are those of ``halma-usc2019``.
"""

import re
from dataclasses import dataclass

from plyground.agents.roster import Entry
from plyground.core.errors import PlygroundError, quote
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.courses.halma import COURSE
from plyground.courses.halma.answer import read_play
from plyground.courses.halma.conversation import conversation
from plyground.courses.halma.format import input_text
from plyground.courses.halma.inputs import GAME, draw_position
from plyground.courses.halma.legality import check_play
from plyground.grading import referee
from plyground.grading.answering import MAX_SHOWN, ask
from plyground.grading.assignment import Assignment, Bot
from plyground.grading.check import OTHERWISE, Case, Check
from plyground.grading.contestant import Contestant, GameClock
from plyground.grading.launcher import Launchable
from plyground.grading.marking import less
from plyground.grading.opponents import Opponent, warmup
from plyground.grading.seeds import derive_seed
from plyground.grading.settings import duration, share
from plyground.grading.submission import Submission, Wanted
from plyground.programs.answers import FORMAT_DEDUCTION, text_of_bytes
from plyground.programs.files import INPUT, OUTPUT

SINGLE = "single"


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
    format_deduction
        The share of the points that a single play or a game loses where a play is written in another form.
    command
        How to run a submission, where that is the same for all.
    opponents
        The cases of games.
    """

    singles: int = 10
    single_points: float = 50.0
    seconds: float = duration(10.0)
    games: int = 2
    seconds_per_game: float = duration(300.0)
    format_deduction: float = share(FORMAT_DEDUCTION, is_later=True)
    command: str = ""
    opponents: tuple[Opponent, ...] = (
        Opponent("random", "Games against random", "random", 20.0, 1.0),
        Opponent("greedy", "Games against greedy", "greedy", 30.0, 0.5),
    )


class HalmaAssignment(Assignment):
    """The CSCI 561 homework."""

    name, title = COURSE.name, COURSE.title
    SETTINGS = HalmaSettings
    games_setting, time_setting = "games", "seconds"
    league_game = GAME
    LADDER_BOTS = (Bot("random", "Random", 0.0), Bot("greedy", "Greedy", 430.0), Bot("smart", "Smart", 580.0))
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
        return (single, *(opponent.case(settings.games) for opponent in settings.opponents))

    def warmup(self) -> None:
        """Let every opponent make a move."""
        warmup(self.settings.opponents, get_game(GAME))

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
        clock = GameClock(self.settings.seconds_per_game)
        with self._contestant(submission, clock) as asked, Entry.parse(opponent.player).create(game) as player:
            player.new_game(game, student.other, derive_seed(self.seed, case.name, number))
            played = referee.play(record, asked, student, player)
        # what a play took that was broken off is not on the clock
        is_complete = asked.fault in {"", "illegal", "answer"}
        used = f" ({self.settings.seconds_per_game - clock.left:.1f} s of CPU time used.)" if is_complete else ""
        return Check(
            case.name,
            number,
            less(played.score, asked.conversation.form, self.settings.format_deduction),
            played.verdict,
            f"{played.sentence}{used}",
            seconds=tuple(round(seconds, 4) for seconds in played.times),
            game=game.name,
            record=record.text(),
            position=record.position.text,
            given=asked.conversation.last_answer if played.failure else "",
            errors=asked.conversation.errors,
            protections=asked.conversation.protections,
            failure=asked.failure,
            is_idle=asked.is_idle,
            form=asked.conversation.form,
        )

    def contestant(self, submission: Submission) -> Contestant:
        """Return the program with a full clock."""
        return self._contestant(submission, GameClock(self.settings.seconds_per_game))

    def _contestant(self, submission: Submission, clock: GameClock) -> Contestant:
        launchable = Launchable(self.launcher, submission, submission.command, self.settings.seconds_per_game)
        return Contestant(conversation(launchable), clock, get_game(GAME))

    def _single(self, submission: Submission, case: Case, number: int) -> Check:
        position = draw_position(number, derive_seed(self.seed, SINGLE, number))
        question = input_text(position, self.settings.seconds, "SINGLE")
        answer = ask(
            self.launcher,
            submission,
            submission.command,
            cpu_seconds=self.settings.seconds,
            files={INPUT: question.encode("ascii")},
            collect=[OUTPUT],
        )
        written = text_of_bytes(answer.files.get(OUTPUT, b""))
        squares: tuple[str, ...] = ()
        form = ""
        if answer.failure and not written:
            verdict, sentence = answer.kind, answer.failure
        else:
            try:
                play = read_play(position, written)
                squares = tuple(re.findall(r"[a-p]\d+", play.text))
                check_play(position, play.text)
                verdict, sentence = "legal", f"{play.text} is a legal play."
                if form := play.form:
                    verdict, sentence = OTHERWISE, f"{play.text} is a legal play and right, but {form}"
            except PlygroundError as error:
                verdict, sentence = "illegal", str(error)
                if not written.strip() and answer.output.strip():
                    sentence += f" Standard output, which is not read, begins with {_first_line(answer.output)}."
        is_legal = verdict == "legal"
        score = 1 - self.settings.format_deduction if form else float(is_legal)
        return Check(
            case.name,
            number,
            score,
            verdict,
            sentence,
            seconds=(round(answer.cpu or answer.seconds, 4),),
            game=GAME,
            position="" if is_legal else position.text,
            squares=squares,
            question="" if is_legal else question,
            given="" if is_legal else written[:MAX_SHOWN],
            errors="" if is_legal else answer.errors,
            protections=answer.protections,
            failure=answer.failure,
            is_idle=answer.is_idle,
            form=form,
        )


def _first_line(text: str) -> str:
    return quote(text.strip().split("\n")[0])


ASSIGNMENT = HalmaAssignment
