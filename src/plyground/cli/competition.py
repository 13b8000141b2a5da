"""What `match` and `tournament` share: their options and how they are run."""

import json
import os
import signal
import sys
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Self

from cyclopts import Parameter

from plyground.agents.player import PlayerFailed
from plyground.agents.roster import WITH_COMMAND, entries
from plyground.agents.uci import UCI_LOG
from plyground.arena.adjudication import USUAL_DRAW, USUAL_WIN, Adjudication, Rule
from plyground.arena.openings import Book, measuring_book
from plyground.arena.pgn import pgn_text
from plyground.arena.rehearsal import rehearse
from plyground.arena.schedule import Schedule
from plyground.arena.sprt import Sprt
from plyground.arena.store import TournamentStore
from plyground.arena.task import HANG_SECONDS, GameTask, Played
from plyground.arena.time_control import GRACE_SECONDS, TimeControl
from plyground.arena.tournament import Plan, Tournament
from plyground.arena.worker import GameWorker
from plyground.cli.live import watch
from plyground.cli.options import Cluster, Rules, check_count, say_weakness
from plyground.core.errors import InvalidSetting
from plyground.core.files import check_output, write_text
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.registry import game_with_settings
from plyground.jobs import Executor
from plyground.jobs.cluster import executor_on


@dataclass(kw_only=True)
class Options:
    """The options of a competition."""

    game: Annotated[str, Parameter(help="One of `plyground games`.")]
    rounds: Annotated[int, Parameter(help="A round is two games from one opening, colours swapped.")] = 10
    time: Annotated[float | None, Parameter(help="Seconds a move.")] = None
    tc: Annotated[str | None, Parameter(help="A clock: seconds and increment, 10+0.1.")] = None
    depth: Annotated[int | None, Parameter(help="Plies of each search.")] = None
    nodes: Annotated[int | None, Parameter(help="Nodes of each search.")] = None
    limits: Annotated[
        list[str] | None,
        Parameter(negative=(), help="One player's own limits: NAME:time=S,tc=S+INC,depth=N,nodes=N. Repeatable."),
    ] = None
    openings: Annotated[
        str | None,
        Parameter(
            help="balanced:PLIES (to our engine), random:PLIES (many favour one side), start, or a file; without it "
            "balanced:4, for one round the usual start."
        ),
    ] = None
    concurrency: Annotated[int, Parameter(help="Games at the same time.")] = 1
    sprt: Annotated[str | None, Parameter(help="Stop when decided: elo0=0,elo1=5,alpha=0.05,beta=0.05.")] = None
    db: Annotated[Path | None, Parameter(help="Keep every game in this SQLite file.")] = None
    seed: Annotated[int, Parameter(help="Seed for everything random: the same seed gives the same games.")] = 0
    resume: Annotated[
        bool, Parameter(negative=(), help="Go on with the tournament in --db; more --rounds are added.")
    ] = False
    json: Annotated[bool, Parameter(negative=(), help="Print one JSON document instead of text.")] = False
    report: Annotated[Path | None, Parameter(help="Write a page with tables and plots: FILE.html.")] = None
    pgnout: Annotated[
        Path | None, Parameter(help="Write the games as PGN with fastchess's comments, each when it ends: FILE.pgn.")
    ] = None
    uci_log: Annotated[Path | None, Parameter(help="Write what UCI engines are told and answer to this file.")] = None
    config: Annotated[
        Path | None,
        Parameter(help="Take players and options from this file, FILE.toml; those of the command line come first."),
    ] = None
    cluster: Cluster = None
    draw: Annotated[str | None, Parameter(help="Adjudicate draws: after=34,moves=8,score=10.")] = None
    win: Annotated[str | None, Parameter(help="Adjudicate wins: moves=4,score=600.")] = None
    hang: Annotated[float, Parameter(help="Seconds a move may take where there is no time limit.")] = HANG_SECONDS
    grace: Annotated[
        float, Parameter(help="Seconds by which a move may exceed its time before it loses (fastchess: timemargin).")
    ] = GRACE_SECONDS
    rule: Rules = None


class _Interruptible:
    """An executor that Ctrl-C interrupts only while it waits for a game, so that what is finished is noted and told."""

    def __init__(self, executor: Executor[GameTask, Played]) -> None:
        self._executor = executor
        self.slots = executor.slots
        self._is_interrupted = False
        signal.signal(signal.SIGINT, self._note)

    def _note(self, *_: object) -> None:
        self._is_interrupted = True

    def submit(self, task: GameTask) -> None:
        self._executor.submit(task)

    def next_finished(self) -> Played:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            if self._is_interrupted:
                raise KeyboardInterrupt
            return self._executor.next_finished()
        finally:
            signal.signal(signal.SIGINT, self._note)

    def close(self) -> None:
        self._executor.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _own_limits(texts: Iterable[str], names: list[str]) -> dict[str, TimeControl]:
    """Read the options --limits; raises `InvalidSetting`."""
    limits: dict[str, TimeControl] = {}
    for text in texts:
        name, own = TimeControl.parse_own(text, names)
        if name in limits:
            raise InvalidSetting(f"There are two --limits for {name}.")
        limits[name] = own
    return limits


def _openings(options: Options, game: Game) -> tuple[str, Book]:
    """Return the openings, and the option that chooses them.

    More than one round measures strength, for which the openings have to differ and to favour nobody. A competition
    that goes on has those with which it began.
    """
    if options.openings is not None:
        return options.openings, Book.parse(options.openings, game)
    if options.resume and options.db is not None and options.db.is_file():
        with closing(TournamentStore(options.db)) as store:
            numbers = store.tournaments()
            text = str(json.loads(store.settings(numbers[-1])).get("openings", "")) if numbers else ""
        return text, Book.parse(text, game)
    if options.rounds <= 1 and options.sprt is None:
        return "", Book()
    text, book = measuring_book(game, options.seed)
    if not text:
        print(
            f"plyground: There are no balanced openings of {game.name}; it begins at the usual start.", file=sys.stderr
        )
    return text, book


_UNEVEN = (
    "plyground: Many random openings favour one side by more than a pawn; balanced:PLIES measures strength better."
)
INTERRUPTED = 128 + signal.SIGINT
"""The exit status of a program that Ctrl-C has ended, as shells have it."""


class Competition:
    """A competition being played, with the resources it holds.

    Attributes
    ----------
    status
        The exit status: 0, or `INTERRUPTED`.
    """

    def __init__(self, players: list[str], options: Options, form: str) -> None:
        self.options = options
        self.status = 0
        game = game_with_settings(options.game, options.rule or ())
        found = tuple(entries(players))
        if any(entry.kind == "human" for entry in found):
            raise InvalidSetting("A human plays with `plyground play`, not in a match.")
        check_count(options.concurrency, "The concurrency")
        if not 0 < options.hang < 1e6:
            raise InvalidSetting(f"The time of --hang cannot be {options.hang:g}; it is a positive number of seconds.")
        if not 0 <= options.grace < 1e6:
            raise InvalidSetting(f"The time of --grace cannot be {options.grace:g}; it is seconds from 0 up.")
        if options.resume and options.db is None:
            raise InvalidSetting("--resume needs --db FILE, the file of the tournament to go on with.")
        check_output(options.report)
        check_output(options.pgnout)
        check_output(options.uci_log)
        if options.uci_log is not None:
            os.environ[UCI_LOG] = str(options.uci_log.absolute())  # for the processes that play, too
        text, book = _openings(options, game)
        self.plan = Plan(
            game,
            found,
            Schedule(form, len(found), check_count(options.rounds, "The number of rounds")),
            TimeControl.parse(options.time, options.tc, options.depth, options.nodes),
            book,
            text,
            Adjudication(
                Rule() if options.draw is None else Rule.parse(options.draw, USUAL_DRAW),
                Rule() if options.win is None else Rule.parse(options.win, USUAL_WIN),
            ),
            options.hang,
            options.seed,
            Sprt.parse(options.sprt) if options.sprt is not None else None,
            _own_limits(options.limits or (), [entry.name for entry in found]),
            options.grace,
        )
        say_weakness(found)
        for entry in found:
            # a player that cannot be created is reported now, not after an hour
            with entry.create(game) as player:
                if entry.kind not in WITH_COMMAND:
                    # compiling once here is better than in every worker at the same time
                    player.new_game(game, Color.WHITE, 0)
        self.store = TournamentStore(options.db)
        self.tournament = Tournament(self.plan, self.store, resume=options.resume)

    def rehearse(self) -> str | None:
        """Return why a program cannot play at all, in a sentence; None if every one can."""
        for entry in self.plan.entries:
            if entry.kind in WITH_COMMAND and not self.tournament.is_over:
                try:
                    rehearse(entry, self.plan.game, self.plan.limits_of(entry))
                except PlayerFailed as failure:
                    return f"The player {entry.name} cannot play: {failure}"
        return None

    def run(self) -> Tournament:
        """Play what is missing, until Ctrl-C."""
        before = signal.getsignal(signal.SIGINT)
        try:
            if not self.tournament.is_over:
                with _Interruptible(self._executor()) as executor:
                    self._write_games()
                    watch(self.tournament, executor, self._append_game)
        except KeyboardInterrupt:
            self.status = INTERRUPTED
            played, planned = self.tournament.games_played, self.tournament.games_planned
            print(f"\nInterrupted after {played} of {planned} games.", file=sys.stderr)
        finally:
            signal.signal(signal.SIGINT, before)
        if self.plan.book.plies and not self.plan.book.is_balanced:
            print(_UNEVEN, file=sys.stderr)
        self._write_games()
        if self.options.report is not None:
            from plyground.arena.report import report_html

            try:
                self.options.report.write_text(report_html(self.tournament), encoding="utf-8")
            except OSError as error:
                raise InvalidSetting(f"The report {self.options.report} cannot be written: {error.strerror}.") from None
        return self.tournament

    def _write_games(self) -> None:
        """Write all games there are as PGN, in the order of their numbers."""
        if self.options.pgnout is not None:
            games = self.store.games(self.tournament.number, counted_only=False)
            write_text(str(self.options.pgnout), "\n".join(pgn_text(self.store, game) for game in games))

    def _append_game(self, number: int) -> None:
        """Write a game that has just ended behind the others, so that a match that is killed has its games."""
        if self.options.pgnout is not None:
            text = pgn_text(self.store, self.store.game(self.tournament.number, number))
            with self.options.pgnout.open("a", encoding="utf-8") as file:
                file.write(f"\n{text}" if file.tell() else text)

    def _executor(self) -> Executor[GameTask, Played]:
        slots = min(self.options.concurrency, self.plan.schedule.pairs() * 2)
        return executor_on(self.options.cluster, GameWorker, slots)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.close()
