"""``plyground learn``: positions from self-play, a net from positions, the match that accepts it, or all of it."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from plyground.cli.options import Cluster, GameName, Rules, check_count, check_threads
from plyground.cli.progress import Progress, Time, check_seconds
from plyground.core.errors import InvalidSetting
from plyground.core.registry import game_with_settings

if TYPE_CHECKING:
    from plyground.learn.gate import Match

app = App(name="learn", help="Make an evaluation by learning: data from self-play, a net, and its test.")

Seed = Annotated[int, Parameter(help="Seed for everything random: the same seed gives the same result.")]
TdLambda = Annotated[float, Parameter(help="TD(lambda): how much, for each ply, what comes later in the game counts.")]
Threads = Annotated[int, Parameter(help="Processes that play at the same time.")]


def _remark(sentence: str) -> None:
    print(f"plyground: {sentence}", file=sys.stderr)


@app.command
def data(
    game: GameName,
    /,
    *,
    positions: Annotated[int, Parameter(help="How many positions to write.")],
    output: Annotated[Path, Parameter(name=["-o", "--output"], help="The file to write.")],
    nodes: Annotated[int, Parameter(help="Nodes of each search.")] = 1000,
    threads: Threads = 1,
    cluster: Cluster = None,
    seed: Seed = 0,
    plies: Annotated[int, Parameter(help="Random plies of an opening, at most.")] = 12,
    band: Annotated[int, Parameter(help="How uneven an opening may be, in hundredths.")] = 300,
    branches: Annotated[int, Parameter(help="Side lines with a random move, from each position of a game.")] = 1,
    evaluation: Annotated[str, Parameter(help="What the engine judges by: handmade, net, or net:FILE.")] = "handmade",
    time: Time = None,
    resume: Annotated[bool, Parameter(negative=(), help="Go on with the file that is there.")] = False,
    rule: Rules = None,
) -> None:
    """Let the engine play itself and keep positions with the search's score and the game's result."""
    from plyground.learn.generate import generate
    from plyground.learn.selfplay import Settings

    made = generate(
        game_with_settings(game, rule or ()),
        Settings(nodes, plies, band, branches, seed, evaluation),
        output,
        check_count(positions, "The number of positions"),
        processes=check_threads(threads),
        cluster=cluster,
        resume=resume,
        seconds=check_seconds(time),
        tell=Progress(),
    )
    print(made)


@app.command
def random(
    game: GameName,
    /,
    *,
    output: Annotated[Path, Parameter(name=["-o", "--output"], help="The net to write: FILE.npz.")],
    width: Annotated[int, Parameter(help="Width of the first layer, for each side.")] = 128,
    seed: Seed = 0,
    rule: Rules = None,
) -> None:
    """Write a net with random weights: where learning from nothing begins."""
    from plyground.learn.train import Recipe, new_net
    from plyground.nets.file import check_output_net, save

    played = game_with_settings(game, rule or ())
    recipe = Recipe(width, scale=played.winning_scale, seed=seed)
    check_output_net(output)
    save(output, played, new_net(played, recipe), {"random": {"width": width, "seed": seed}})


@app.command
def train(
    game: GameName,
    /,
    *files: Path,
    output: Annotated[Path, Parameter(name=["-o", "--output"], help="The net to write: FILE.npz.")],
    width: Annotated[int, Parameter(help="Width of the first layer, for each side.")] = 128,
    epochs: Annotated[int, Parameter(help="How often each position is seen.")] = 20,
    batch: Annotated[int, Parameter(help="Positions to a step.")] = 4096,
    rate: Annotated[
        float, Parameter(help="Adam's learning rate in the first epoch; it falls to a hundredth of that.")
    ] = 0.001,
    blend: Annotated[float, Parameter(help="Weight of the search's score; the rest is the game's result.")] = 0.9,
    td_lambda: TdLambda = 0.0,
    decay: Annotated[float, Parameter(help="Weight decay, as in AdamW.")] = 0.0,
    scale: Annotated[
        int | None,
        Parameter(help="Hundredths at which the odds are e to 1; by default as in the web's winning chances."),
    ] = None,
    add: Annotated[
        bool,
        Parameter(negative=(), help="Let the net learn what the handmade evaluation leaves out, and be added to it."),
    ] = False,
    seed: Seed = 0,
    rule: Rules = None,
) -> None:
    """Train a net on files of positions; print its validation loss, and what whole numbers cost it."""
    from plyground.learn.dataset import Dataset
    from plyground.learn.train import Recipe, provenance
    from plyground.learn.train import train as train_net
    from plyground.nets.file import check_output_net, save

    played = game_with_settings(game, rule or ())
    if not files:
        raise InvalidSetting("There is nothing to learn from: name a file that `plyground learn data` has written.")
    scale = played.winning_scale if scale is None else scale
    recipe = Recipe(width, epochs, batch, rate, blend, scale, seed, add, td_lambda, decay)
    check_output_net(output)
    datasets = Dataset.load_all(list(files), played)
    for file, dataset in zip(files, datasets, strict=True):
        if dataset.left_out:
            _remark(f"The last {dataset.left_out} bytes of {file} are a part of a block of games, and are left out.")
    trained = train_net(played, datasets, recipe, lambda epoch: print(epoch, file=sys.stderr, flush=True))
    save(output, played, trained.network, provenance(trained, recipe, list(files), datasets))
    print(trained)


@dataclass(kw_only=True)
class MatchOptions:
    """How two evaluations are compared."""

    player: Annotated[str, Parameter(help="Who plays, but for the evaluation: a player that has one.")] = (
        "minimax:depth=4"
    )
    games: Annotated[int, Parameter(help="Games at most, in pairs.")] = 1000
    openings: Annotated[str, Parameter(help="balanced:PLIES, random:PLIES, start, or a file.")] = "balanced:4"
    sprt: Annotated[str, Parameter(help="The test: elo0, elo1, alpha, beta.")] = "elo0=0,elo1=10"

    def match(self, seed: int) -> "Match":
        """Return it as the gate takes it."""
        from plyground.arena.sprt import Sprt
        from plyground.learn.gate import Match

        pairs = (check_count(self.games, "The number of games") + 1) // 2
        return Match(self.player, pairs, self.openings, sprt=Sprt.parse(self.sprt), seed=seed)


@app.command
def gate(
    game: GameName,
    new: str,
    old: str,
    /,
    *,
    options: Annotated[MatchOptions, Parameter(name="*")] = MatchOptions(),  # noqa: B008 (only read)
    threads: Threads = 1,
    seed: Seed = 0,
    db: Annotated[Path | None, Parameter(help="Keep every game in this SQLite file.")] = None,
    resume: Annotated[bool, Parameter(negative=(), help="Go on with the match that --db holds.")] = False,
    rule: Rules = None,
) -> int:
    """Let the evaluation NEW play OLD until a test is sure; exit status 0 if NEW is accepted.

    Each is the file of a net, or an evaluation's name: `handmade`, `net` (the one in the package), `material`. The
    last line begins with accepted, rejected or undecided. An accepted net notes the match in its file, unless it was
    made for another variant.
    """
    from plyground.cli.live import watch
    from plyground.learn.gate import gate as play

    if resume and db is None:
        raise InvalidSetting("--resume needs --db FILE, the file of the match to go on with.")
    verdict = play(
        game_with_settings(game, rule or ()),
        new,
        old,
        options.match(seed),
        db=db,
        resume=resume,
        processes=check_threads(threads),
        watch=watch,
    )
    print(verdict.text)
    print(verdict)
    return 0 if verdict.is_accepted else 1


@app.command
def run(
    game: GameName,
    /,
    *,
    rounds: Annotated[int, Parameter(help="How often: data, training, match.")] = 2,
    hours: Annotated[
        float, Parameter(help="About how long in all, without the matches: these end by --sprt and --games.")
    ] = 1.0,
    output: Annotated[
        Path | None, Parameter(name=["-o", "--output"], help="The folder for all files; by default learn-GAME.")
    ] = None,
    positions: Annotated[int | None, Parameter(help="Of each round, at most; else as many as there is time for.")] = (
        None
    ),
    nodes: Annotated[int, Parameter(help="Nodes of each search of self-play.")] = 1000,
    evaluation: Annotated[
        str,
        Parameter(
            help="What judges the first round's games, and is its net's opponent: handmade, net, or net:FILE. An "
            "accepted net takes its place."
        ),
    ] = "handmade",
    width: Annotated[int, Parameter(help="Of the net's first layer.")] = 128,
    epochs: Annotated[int, Parameter(help="How often each position is seen.")] = 20,
    td_lambda: TdLambda = 0.0,
    options: Annotated[MatchOptions, Parameter(name="*")] = MatchOptions(),  # noqa: B008 (only read)
    threads: Threads = 1,
    seed: Seed = 0,
    rule: Rules = None,
) -> None:
    """Do all of it: rounds of self-play, training and match, and a report in the folder; a stopped run goes on."""
    from plyground.cli.live import watch
    from plyground.learn.rounds import TrainingPlan
    from plyground.learn.rounds import run as run_rounds
    from plyground.learn.selfplay import Settings
    from plyground.learn.train import Recipe

    played = game_with_settings(game, rule or ())
    plan = TrainingPlan(
        rounds,
        hours,
        None if positions is None else check_count(positions, "The number of positions"),
        Settings(nodes, seed=seed, evaluation=evaluation),
        Recipe(width, epochs, scale=played.winning_scale, seed=seed, td_lambda=td_lambda),
        options.match(seed),
    )
    folder = output or Path(f"learn-{game}")
    found = run_rounds(
        played,
        folder,
        plan,
        processes=check_threads(threads),
        say=lambda line: print(line, file=sys.stderr, flush=True),
        watch=watch,
    )
    for each in found:
        print(each)
    print(f"report {folder / 'report.html'}")
