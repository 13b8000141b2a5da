"""All of it: rounds of data, training and gate, in one folder.

Every round plays new games, trains a net on the games of all rounds so far, and lets it play the best evaluation so
far, at first the one that the plan names. If a match accepts the net, it is the best from then on: it judges the games
of the next round, and is the next net's opponent. A folder that an earlier run has left unfinished is gone on with:
what there is of data, nets and matches is not made again (`plyground.learn.diary`).
"""

import contextlib
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from plyground.arena.tournament import Tournament
from plyground.core.errors import InvalidNotation, InvalidSetting
from plyground.core.files import check_output, write_text
from plyground.core.game import Game
from plyground.learn.dataset import Dataset
from plyground.learn.diary import Diary, facts
from plyground.learn.gate import GateVerdict, Match, Watch, display_name, gate, plan_of_match, player_text
from plyground.learn.generate import DataProgress, generate
from plyground.learn.report import report_html
from plyground.learn.selfplay import Settings
from plyground.learn.train import WHAT_IT_TAKES, Recipe, Trained, are_enough, provenance, train
from plyground.nets.evaluations import NET
from plyground.nets.file import load, provenance_of, save

DATA_SHARE = 0.7
"""Of the hours, for self-play; training and matches take what they take."""
REPORT = "report.html"
_EVERY_SECONDS = 5.0


@dataclass(frozen=True)
class Round:
    """What a round came to.

    Attributes
    ----------
    number
        From 1 up.
    judge
        What judged its games, and was the net's opponent.
    games
        How many there are.
    trained, verdict
        The net, and its match.
    next_judge
        What judges the games of the next round: its net if it was accepted, else what has judged its own games.
    """

    number: int
    judge: str
    games: int
    trained: Trained
    verdict: GateVerdict
    next_judge: str

    def __str__(self) -> str:
        return (
            f"round {self.number} judged by {self.judge} games {self.games} {self.trained} against {self.judge}: "
            f"{self.verdict}"
        )


@dataclass(frozen=True)
class TrainingPlan:
    """What is to be done.

    Attributes
    ----------
    rounds
        How many.
    hours
        About how long in all, but for the matches.
    positions
        Of each round's data at most; None for as many as there is time for.
    data, recipe, match
        How it is done; a round adds its number to the data's seed. The data's evaluation judges the games of the first
        round, and is the first net's opponent.
    """

    rounds: int
    hours: float
    positions: int | None = None
    data: Settings = field(default_factory=Settings)
    recipe: Recipe = field(default_factory=Recipe)
    match: Match = field(default_factory=Match)

    def __post_init__(self) -> None:
        if self.rounds < 1:
            raise InvalidSetting(f"The number of rounds cannot be {self.rounds}; it is a whole number from 1 up.")
        if not 0 < self.hours < 1e5:
            raise InvalidSetting(f"The hours cannot be {self.hours:g}; a positive number was expected.")
        if self.positions is not None and not are_enough([self.positions]):
            raise InvalidSetting(f"{self.positions} positions a round are too few to learn from; {WHAT_IT_TAKES}.")

    @property
    def data_seconds(self) -> float:
        """How long a round plays itself, at most."""
        return self.hours * 3600 * DATA_SHARE / self.rounds


def run(
    game: Game,
    folder: Path,
    plan: TrainingPlan,
    *,
    processes: int = 1,
    say: Callable[[str], None] = lambda _: None,
    watch: Watch = Tournament.run,
) -> list[Round]:
    """Do all rounds in `folder`, and leave ``report.html`` there, up to date after each.

    Raises
    ------
    PlygroundError
        If the plan cannot be carried out, the folder cannot be written, or holds what another plan has made.
    """
    best = plan.data.evaluation
    # what is wrong is said before anything is written, and not after hours
    plan_of_match(game, best, best, plan.match)
    player_text(plan.match.player, _net_text(folder, plan.rounds), "new")
    diary = Diary.of(folder, facts(game, plan.data, plan.recipe, plan.match))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidSetting(f"The folder {folder} cannot be made: {error.strerror}.") from None
    report = folder / REPORT
    check_output(report)
    diary.write()
    work = _Work(game, folder, plan, diary, processes, say, watch)
    rounds: list[Round] = []
    for number in range(1, plan.rounds + 1):
        found = work.round(number, best)
        if found.verdict.is_accepted:
            best = _net_text(folder, number)
        rounds.append(found)
        say(str(found))
        write_text(str(report), report_html(game, plan, rounds))
    return rounds


def _net_text(folder: Path, number: int) -> str:
    """Return the evaluation that round `number` makes."""
    return f"{NET}:{folder / f'round-{number}.npz'}"


@dataclass(frozen=True)
class _Work:
    """What every round is done with."""

    game: Game
    folder: Path
    plan: TrainingPlan
    diary: Diary
    processes: int
    say: Callable[[str], None]
    watch: Watch

    def round(self, number: int, best: str) -> Round:
        """Do a round: games that the evaluation `best` judges, a net, and its match against `best`."""
        net, db = self.folder / f"round-{number}.npz", self.folder / f"round-{number}.db"
        # a net that is there is not trained again: it may have begun its match
        games, trained = self._load_round(net) if net.exists() else self._make_round(net, number, best)
        new = _net_text(self.folder, number)
        match = self.plan.match
        verdict = gate(
            self.game, new, best, match, db=db, resume=db.exists(), processes=self.processes, watch=self.watch
        )
        return Round(
            number, display_name(best), games, trained, verdict, display_name(new if verdict.is_accepted else best)
        )

    def _load_round(self, net: Path) -> tuple[int, Trained]:
        """Return how many games the last file of a net's data holds, and its training, as the net's file says."""
        network, said = load(net, self.game), provenance_of(net)
        try:
            return int(said["data"][-1]["games"]), Trained.of(network, said["training"])
        except (KeyError, IndexError, TypeError, ValueError):
            raise InvalidNotation(f"The net {net} does not say how it was trained: no round has made it.") from None

    def _make_round(self, net: Path, number: int, best: str) -> tuple[int, Trained]:
        """Make a round's data and net; return as `_load_round` does."""
        files = [self.folder / f"round-{i}.positions" for i in range(1, number + 1)]
        made = self._play_games(files[-1], number, best)
        datasets = Dataset.load_all(files, self.game) if made.games else []
        if not are_enough([len(data.records) for data in datasets]) and made.positions < (
            self.plan.positions or math.inf
        ):
            raise InvalidSetting(
                f"The time was too short: self-play had {self.plan.data_seconds:.3g} seconds in round {number}, and "
                f"made {made.positions} positions, too few to learn from; let it take more hours."
            )
        recipe = self.plan.recipe
        trained = train(self.game, datasets, recipe, lambda epoch: self.say(f"round {number} {epoch}"))
        save(net, self.game, trained.network, provenance(trained, recipe, files, datasets))
        return made.games, trained

    def _play_games(self, file: Path, number: int, best: str) -> DataProgress:
        """Let the engine, judging by `best`, play itself for as long as the round may; return what there is then."""
        settings = replace(self.plan.data, seed=(self.plan.data.seed + number) % 2**63, evaluation=best)
        spent = self.diary.seconds_of(number)
        begin = shown_at = time.monotonic()

        def tell(progress: DataProgress) -> None:
            nonlocal shown_at
            if time.monotonic() - shown_at > _EVERY_SECONDS:
                self.say(f"round {number} data {progress}")
                shown_at = time.monotonic()
                self._note(number, spent + shown_at - begin)

        try:
            return generate(
                self.game,
                settings,
                file,
                self.plan.positions or 2**62,
                processes=self.processes,
                resume=True,
                seconds=max(self.plan.data_seconds - spent, 0.0),
                tell=tell,
            )
        finally:
            self._note(number, spent + time.monotonic() - begin)

    def _note(self, number: int, seconds: float) -> None:
        """Note how long a round has played itself; a diary that cannot be written just then ends nothing."""
        with contextlib.suppress(InvalidSetting):
            self.diary.note(number, seconds)
