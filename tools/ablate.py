"""What each part of the engine is worth: matches of the engine against itself with that one part switched off.

    python tools/ablate.py gardner --games 200 --nodes 5000
    python tools/ablate.py gardner --only evaluation --cache /var/tmp/ablation

Prints a Markdown table. A feature of the search is switched off by the engine's parameters; features that the game does
not use are skipped. A term of the evaluation is a constant to the compiler, so it is changed before anything is
compiled, in a separate process, which takes a minute or two the first time; `--cache` keeps the machine code for the
next run. If every piece has exactly one value from a table, all get the table's mean; a value for something that may be
absent is set to 0. With a limit on nodes, a run gives the same table again; what a part costs in time does not show.

To ablate another game's evaluation, add a function to `TERMS_OF` that names its terms and says how to remove them.
Its tables are in docs/lab/strength.md.
"""

import argparse
import hashlib
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np

from plyground import get_game
from plyground.agents.engine import USUAL_HASH, EnginePlayer
from plyground.agents.player import Player
from plyground.agents.roster import Entry
from plyground.agents.uci import UciPlayer
from plyground.arena.elo import estimate
from plyground.arena.openings import Book
from plyground.arena.referee import play_game
from plyground.arena.tally import Tally
from plyground.arena.task import GameTask
from plyground.arena.time_control import TimeControl
from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.engine import Engine
from plyground.engine.parameters import parameters_of
from plyground.nets.evaluations import HANDMADE
from plyground.protocol import uci

SEARCH = {
    "quiescence": "quiescence",
    "check extension": "check_extension",
    "futility": "futility_depth",
    "razoring": "razoring_depth",
    "null move": "null_move",
    "verified null moves": "null_verified",
    "correction history": "correction",
    "evaluations that fade with the counter": "fade",
    "late-move reductions": "lmr_depth",
    "late-move pruning": "lmp_depth",
    "pruning of losing captures": "see_pruning_depth",
    "pruning of quiet moves that lose their piece": "see_quiet_depth",
    "singular extensions": "singular_depth",
    "a ply less without a table move": "iir_depth",
    "order by the evaluation a ply ahead": "child_order_depth",
    "of those only that a rough look chooses": "child_order_share",
    "order by what a move gained elsewhere": "gain_scale",
    "remembered moves before the others": "staged",
    "lazy evaluation": "lazy_margin",
    "aspiration windows": "aspiration",
    "positions recognized as won": "recognizer",
}
"""Features of the search, and the parameter that switches each of them off when it is 0."""

Terms = Mapping[str, Callable[[], None]]


def minichess_terms() -> Terms:
    """Name the terms of the minichess evaluation; a number there holds a middle-game and an endgame value."""
    from plyground.games.minichess.terms import TERMS
    from plyground.games.minichess.weights import WEIGHTS

    def level(values: np.ndarray) -> None:
        middle = ((values + (1 << 31)) & 0xFFFFFFFF) - (1 << 31)
        end = (values - middle) >> 32
        values[:] = round(middle.mean()) + (round(end.mean()) << 32)

    def remove(flat: tuple[str, ...], none: tuple[str, ...] = ()) -> None:
        for weights in WEIGHTS:
            for name in flat:
                level(weights[TERMS.slice_of(name)])
            for name in none:
                weights[TERMS.slice_of(name)] = 0

    kinds = ("pawn", "knight", "bishop", "rook", "queen")
    pawns = ("passed pawn", "free pawn", "free pawn from king", "supported pawn", "pawn alone", "doubled pawn")
    return {
        "squares of pieces and pawns": partial(remove, tuple(f"{kind} on" for kind in kinds)),
        "square of the king": partial(remove, ("king on",)),
        "distance from the kings": partial(remove, (), ("near own king", "near other king")),
        "mobility": partial(remove, tuple(f"{kind} moves" for kind in kinds[1:])),
        "king's safe squares": partial(remove, ("king moves",)),
        "attacks around the king": partial(remove, (), ("king ring attacked",)),
        "checks in hand": partial(remove, (), ("checks in hand",)),
        "hanging and attacked pieces": partial(
            remove, (), ("hanging", "attacked by pawn", "attacked by minor", "queen attacked by rook")
        ),
        "pawn structure": partial(remove, (), (*pawns, "stopped pawn")),
        "bishop pair, rook on open file": partial(remove, (), ("bishop pair", "rook on open file")),
        "to move": partial(remove, (), ("to move",)),
    }


def congo_terms() -> Terms:
    """Name the terms of Congo's evaluation."""
    from plyground.games.congo.terms import TERMS
    from plyground.games.congo.weights import WEIGHTS

    def level() -> None:
        for places in (TERMS.slice_of(name) for name, _, _ in TERMS if name.startswith("place ")):
            WEIGHTS[places] = round(WEIGHTS[places].mean())

    def remove(*names: str) -> None:
        for name in names:
            WEIGHTS[TERMS.slice_of(name)] = 0

    return {
        "places": level,
        "mobility": partial(remove, "mobility"),
        "attacks on the lion's squares": partial(remove, "aim"),
        "lion: shield, escapes, attacked": partial(remove, "shield", "escapes", "lion attacked"),
        "passed and protected": partial(remove, "passed", "protected"),
        "hanging and attacked pieces": partial(remove, "hanging piece", "hanging pawn", "piece under pawn"),
        "pieces in the river": partial(remove, "piece in river", "pawn in river"),
        "pieces between the lions": partial(remove, "pinned"),
        "to move": partial(remove, "tempo"),
    }


def starcircle_terms() -> Terms:
    """Name the terms of Star and Circle's evaluation."""
    from plyground.games.starcircle.terms import TERMS
    from plyground.games.starcircle.weights import WEIGHTS

    def put(name: str, value: int) -> None:
        WEIGHTS[TERMS.slice_of(name)] = value

    return {
        "a worth by row of pieces that face others": partial(put, "facing", 100),
        "steps left": partial(put, "spare steps", 0),
        "to move": partial(put, "tempo", 0),
    }


def halma_terms() -> Terms:
    """Name the terms of Halma's evaluation; those by square also order the moves."""
    from plyground.games.halma.terms import TERMS, square_values
    from plyground.games.halma.weights import SQUARE_VALUES, WEIGHTS

    def remove(name: str) -> None:
        WEIGHTS[TERMS.slice_of(name)] = 0
        SQUARE_VALUES[:] = square_values(WEIGHTS)

    return {
        "a straggler's square": partial(remove, "straggler"),
        "way off the diagonal": partial(remove, "off the diagonal"),
        "man in the goal": partial(remove, "arrived"),
        "man at home": partial(remove, "at home"),
        "the last man": partial(remove, "last man"),
        "way to the holes": partial(remove, "to a hole"),
        "to move": partial(remove, "to move"),
    }


def amazons_terms() -> Terms:
    """Name the terms of Amazons' evaluation; a row of the tables holds the weights of one phase of the game."""
    from plyground.games.amazons.terms import COLUMNS
    from plyground.games.amazons.weights import LARGE, SMALL

    def remove(name: str) -> None:
        for table in (SMALL, LARGE):
            weights = table[:, COLUMNS.slice_of(name)]
            # every queen has some number of moves and neighbours; a square may be nobody's
            weights[:] = np.rint(weights.mean(axis=1, keepdims=True)) if name.startswith("queen's") else 0

    return {name: partial(remove, name) for name, _, _ in COLUMNS}


TERMS_OF: Mapping[str, Callable[[], Terms]] = {
    "amazons": amazons_terms,
    "halma": halma_terms,
    "minichess": minichess_terms,
    "congo": congo_terms,
    "starcircle": starcircle_terms,
}
"""By family of games: the terms of the evaluation, and how to remove each before anything is compiled."""


class WithoutFeature(EnginePlayer):
    """The engine with one parameter at 0."""

    def __init__(self, game: Game, parameter: str) -> None:
        super().__init__(game)
        self._engine = Engine(game, hash_mib=USUAL_HASH, parameters=parameters_of(game).with_changes({parameter: 0}))


def without_term(game: Game, term: str, cache: Path) -> Player:
    """Return the engine without a term of the handmade evaluation: this program as a UCI engine, compiled."""
    folder = cache / hashlib.sha256(f"{game.family} {term} {Path(__file__).read_text()}".encode()).hexdigest()[:16]
    command = [
        "env",
        f"PLYGROUND_CACHE={folder}",
        sys.executable,
        str(Path(__file__).resolve()),
        game.name,
        "--engine-without",
        term,
    ]
    options = f"setoption name UCI_Variant value {game.name}\nsetoption name Use NNUE value false\n"
    subprocess.run(command, input=f"{options}isready\nquit\n", text=True, check=True, stdout=subprocess.DEVNULL)
    return UciPlayer(game, f"{shlex.join(command)};Hash={USUAL_HASH};Use NNUE=false")


def play_match(game: Game, whole: Player, other: Player, games: int, plies: int, nodes: int) -> Tally:
    """Play pairs of games from random openings; return the tally of the whole engine."""
    entry = Entry.parse("engine")
    control = TimeControl(nodes=nodes)
    tally = Tally()
    for number, opening in enumerate(islice(Book(plies).openings(game, seed=0), games // 2), 1):
        points = []
        for players in ((whole, other), (other, whole)):
            played = play_game(
                GameTask(number, number, 1, game, entry, entry, opening, (control, control), seed=0), players
            )
            points.append(played.points[players.index(whole)])
        tally.add(points)
    return tally


def ablate(game: Game, chosen: argparse.Namespace, cache: Path) -> None:
    """Play all the matches and print a row for each as it ends."""
    own = parameters_of(game)._asdict()
    players: dict[str, Callable[[], Player]] = {}
    terms: list[str] = []
    if chosen.only != "evaluation":
        players |= {
            feature: partial(WithoutFeature, game, parameter)
            for feature, parameter in SEARCH.items()
            if own[parameter] != 0
        }
    if chosen.only != "search":
        terms = list(TERMS_OF.get(game.family, dict)())
        players |= {term: partial(without_term, game, term, cache) for term in terms}
    print(f"| {game.name}, {chosen.nodes} nodes a move: without | games | + | = | - | Elo of having it |")
    print("|---|---|---|---|---|---|")
    with EnginePlayer(game) as usual, EnginePlayer(game, evaluation=HANDMADE) as handmade:
        for name, make in players.items():
            # (a net has no terms)
            whole = handmade if name in terms else usual
            with make() as other:
                tally = play_match(game, whole, other, chosen.games, chosen.plies, chosen.nodes)
            found = estimate(tally)
            results = f"{tally.games} | {tally.wins} | {tally.draws} | {tally.losses}"
            print(f"| {name} | {results} | {found.elo:+.0f} ± {found.error:.0f} |", flush=True)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200, help="of each match")
    parser.add_argument("--nodes", type=int, default=5000, help="of each search")
    parser.add_argument("--plies", type=int, default=4, help="random plies that a pair of games begins with")
    parser.add_argument("--only", choices=("search", "evaluation"))
    parser.add_argument("--cache", type=Path, help="where to keep what is compiled without a term")
    parser.add_argument("--engine-without", metavar="TERM", help="be a UCI engine without this term")
    chosen = parser.parse_args()
    try:
        game = get_game(chosen.game)
    except PlygroundError as error:
        parser.error(str(error))
    if chosen.engine_without:
        TERMS_OF[game.family]()[chosen.engine_without]()
        uci.main()
        return
    with tempfile.TemporaryDirectory() as folder:
        ablate(game, chosen, (chosen.cache or Path(folder)).resolve())


if __name__ == "__main__":
    main()
