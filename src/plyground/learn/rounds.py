"""All of it: rounds of data, training and gate, in one folder.

Every round plays new games, trains a net on the games of all rounds so far, and lets it play the best evaluation so
far, at first the handmade one. A folder that an earlier run has left unfinished is gone on with: what there is of data
and of matches is not played again.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from plyground.core.errors import InvalidSetting
from plyground.core.game import Game
from plyground.learn.dataset import Dataset
from plyground.learn.gate import GateVerdict, Match, Watch, gate
from plyground.learn.generate import generate
from plyground.learn.report import report_html
from plyground.learn.selfplay import Settings
from plyground.learn.train import Recipe, Trained, provenance, train
from plyground.nets.evaluations import HANDMADE
from plyground.nets.file import save

DATA_SHARE = 0.7
"""Of the hours, for self-play; training and matches take what they take."""


@dataclass(frozen=True)
class Round:
    """What a round came to."""

    number: int
    games: int
    trained: Trained
    against: str
    verdict: GateVerdict

    def __str__(self) -> str:
        return f"round {self.number} games {self.games} {self.trained} against {self.against}: {self.verdict}"


@dataclass(frozen=True)
class TrainingPlan:
    """What is to be done.

    Attributes
    ----------
    rounds
        How many.
    hours
        About how long in all.
    positions
        Of each round's data at most; None for as many as there is time for.
    data, recipe, match
        How it is done; a round adds its number to the data's seed.
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


def run(
    game: Game,
    folder: Path,
    plan: TrainingPlan,
    *,
    processes: int = 1,
    say: Callable[[str], None] = lambda _: None,
    watch: Watch | None = None,
) -> list[Round]:
    """Do all rounds in `folder`, and leave ``report.html`` there, up to date after each.

    Raises
    ------
    PlygroundError
        If the folder cannot be written, or holds what does not fit.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidSetting(f"The folder {folder} cannot be made: {error.strerror}.") from None
    rounds: list[Round] = []
    files: list[Path] = []
    best = HANDMADE
    for number in range(1, plan.rounds + 1):
        files.append(folder / f"round-{number}.positions")
        found = _one_round(game, folder, plan, number, files, best, processes, say, watch)
        if found.verdict.is_accepted:
            best = str(folder / f"round-{number}.npz")
        rounds.append(found)
        say(str(found))
        (folder / "report.html").write_text(report_html(game, plan, rounds), encoding="utf-8")
    return rounds


def _one_round(
    game: Game,
    folder: Path,
    plan: TrainingPlan,
    number: int,
    files: list[Path],
    best: str,
    processes: int,
    say: Callable[[str], None],
    watch: Watch | None,
) -> Round:
    settings = replace(plan.data, seed=plan.data.seed + number)
    shown = time.monotonic()

    def tell(progress: object) -> None:
        nonlocal shown
        if time.monotonic() - shown > 5:
            say(f"round {number} data {progress}")
            shown = time.monotonic()

    net, db = folder / f"round-{number}.npz", folder / f"round-{number}.db"
    # where there is a net its data are complete: trained on more it would not be the one that has begun its match
    seconds = 0.0 if net.exists() else plan.hours * 3600 * DATA_SHARE / plan.rounds
    made = generate(
        game,
        settings,
        files[-1],
        plan.positions or 2**62,
        processes=processes,
        resume=True,
        seconds=seconds,
        tell=tell,
    )
    datasets = Dataset.load_all(files, game)
    trained = train(game, datasets, plan.recipe, lambda epoch: say(f"round {number} {epoch}"))
    save(net, game, trained.network, provenance(trained, plan.recipe, files, datasets))
    how = {"watch": watch} if watch is not None else {}
    verdict = gate(game, str(net), best, plan.match, db=db, resume=db.exists(), processes=processes, **how)
    against = best if best == HANDMADE else Path(best).stem
    return Round(number, made.games, trained, against, verdict)
