"""Fit the weights of the Amazons evaluation to games that the engine plays against itself.

    python tools/tune_amazons.py play small.npz amazons --games 4000 --nodes 3000
    python tools/tune_amazons.py play large-8.npz amazons-8x8 --games 1500 --nodes 5000
    python tools/tune_amazons.py fit small.npz large-8.npz large-10.npz

`play` plays from random openings, with an occasional random move for variety, and stores every
position with the search's score and the game's result. `fit` writes ``games/amazons/weights.py``.

The evaluation is linear in its weights, so a position becomes the row of what each weight contributes, times how much
of each phase there is in it; `tuning.fit` finds the weights. A prior that they are not large
keeps weights reasonable about which the games say little.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from tuning import Numbers, fit, surprise

from plyground import get_game
from plyground.arena.openings import random_opening
from plyground.core.errors import PlygroundError
from plyground.engine import Engine, Limits
from plyground.games.amazons import weights
from plyground.games.amazons.evaluate import BOTH, weigh
from plyground.games.amazons.rules import Amazons, is_small
from plyground.games.amazons.terms import (
    COLUMNS,
    CONTESTED,
    EMPTY,
    MOVES,
    NEIGHBOURS,
    ROOM,
    TERMS,
    TO_MOVE,
    shares,
)
from plyground.kernel import kernel
from plyground.kernel.words import Moves, Words
from plyground.nets.evaluations import HANDMADE

SCALE = 145.0
"""The advantage, in hundredths of a square, that is worth 73% of the wins."""
RESULT_SHARE = 0.2
"""The result's share of the target; the rest is the winning chance that the search's score stands for."""
DECIDED = 2500
"""The score of a proved win, in hundredths of a square."""
SLIP = 0.08
"""The probability of a random move."""
OPENING = range(10)
"""The number of random moves at the beginning of a game."""
BELIEVED = 150.0
"""The prior's standard deviation of a weight, in hundredths of a square."""


def play(path: Path, name: str, games: int, nodes: int, seed: int) -> None:
    """Play games and write the positions to `path`: words, search score and result for the side to move."""
    game, random = get_game(name), Random(seed)
    engine = Engine(game, hash_mib=8, evaluation=HANDMADE)
    words: list[NDArray[np.uint64]] = []
    scores: list[float] = []
    results: list[float] = []
    for _ in range(games):
        record = random_opening(game, random.choice(OPENING), random)
        engine.clear()
        sides = []
        while record.outcome is None:
            found = engine.search(record, Limits(nodes=nodes))
            score, move = found.score, found.bestmove
            assert score is not None
            assert move is not None
            words.append(record.position.words.copy())
            scores.append({"win": DECIDED, "loss": -DECIDED}.get(score.kind, score.value))
            sides.append(record.position.turn)
            if random.random() < SLIP:
                move = record.position.move_of_code(random.choice(record.position.legal_moves.codes()))
            record.play(move)
        results += [float(side == record.outcome.winner) for side in sides]
    rules = np.array([game.position().rules])
    np.savez(path, rules=rules, words=np.array(words), scores=np.array(scores), results=np.array(results))
    print(f"{len(words)} positions")


@kernel
def _fill(game: Amazons, words: Words, units: Moves, found: Numbers) -> None:
    """Write what each weight contributes to each position; `units` is a table of zeros."""
    for place in range(units.shape[1]):
        units[:, place] = 1
        for i in range(len(words)):
            found[i, place] = weigh(game, words[i], units, BOTH)
        units[:, place] = 0


@kernel
def _find_phases(game: Amazons, words: Words, numbered: Moves, found: Moves) -> None:
    """Write which row of a table each position is judged by; only the weight of the move is not 0: the row's number."""
    for i in range(len(words)):
        found[i] = weigh(game, words[i], numbered, BOTH)


def features(game: Amazons, words: Words) -> Numbers:
    """Return what each weight of each phase contributes to each position; shape (positions, phases * values)."""
    contributions = np.empty((len(words), COLUMNS.size))
    table = np.zeros((CONTESTED * EMPTY, COLUMNS.size), np.int64)
    _fill(game, words, table, contributions)
    table[:, TO_MOVE] = np.arange(len(table))
    phases = np.empty(len(words), np.int64)
    _find_phases(game, words, table, phases)
    by_room = contributions[:, MOVES:NEIGHBOURS] @ np.eye(ROOM[-1] + 1)[list(ROOM)]
    values = np.hstack([contributions[:, :MOVES], by_room, contributions[:, NEIGHBOURS:]])
    product: Numbers = np.einsum("ij,ik->ijk", shares()[phases], values).reshape(len(words), -1)
    return product


def fit_files(files: Sequence[tuple[Amazons, NDArray[np.float64], Words]], table: Moves) -> list[list[list[int]]]:
    """Fit one set of weights, and say how good it and `table` are; return for each term a row for each phase."""
    x = np.vstack([features(game, words) for game, _, words in files])
    y = np.concatenate([target for _, target, _ in files])
    found = fit(x, y, SCALE, np.zeros(x.shape[1]), np.full(x.shape[1], BELIEVED))
    now = np.concatenate([[weigh(game, position, table, BOTH) for position in words] for game, _, words in files])
    print(f"surprise with the weights as they are, on all positions: {surprise(now / SCALE, y):.4f}")
    by_phase = np.rint(found).astype(int).reshape(shares().shape[1], -1)
    ends = np.cumsum([size for _, size, _ in TERMS])
    return [part.tolist() for part in np.split(by_phase, ends[:-1], axis=1)]


def written(name: str, values: list[list[list[int]]]) -> str:
    """Return the source of one set of weights."""
    lines = [f"{name} = table_of(", "    {"]
    for (term, _, _), rows in zip(TERMS, values, strict=True):
        lines += [
            f'        "{term}": (',
            *(f"            ({', '.join(map(str, row))},)," for row in rows),
            "        ),",
        ]
    return "\n".join([*lines, "    }", ")"])


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    player = commands.add_parser("play")
    player.add_argument("path", type=Path)
    player.add_argument("game", help="amazons, amazons-8x8, amazons-10x10")
    player.add_argument("--games", type=int, default=1000)
    player.add_argument("--nodes", type=int, default=3000, help="of each search")
    player.add_argument("--seed", type=int, default=1)
    fitter = commands.add_parser("fit")
    fitter.add_argument("paths", type=Path, nargs="+")
    chosen = parser.parse_args()
    if chosen.command == "play":
        try:
            play(chosen.path, chosen.game, chosen.games, chosen.nodes, chosen.seed)
        except PlygroundError as error:
            parser.error(str(error))
        return
    files = []
    for path in chosen.paths:
        file = np.load(path)
        target = RESULT_SHARE * file["results"] + (1 - RESULT_SHARE) / (1 + np.exp(-file["scores"] / SCALE))
        files.append((Amazons(*file["rules"][0].tolist()), target, file["words"]))
    source = Path(weights.__file__)
    parts = [source.read_text().partition("\n# fmt: off")[0], "# fmt: off"]
    for name, small in (("SMALL", True), ("LARGE", False)):
        table: Moves = getattr(weights, name)
        parts.append(written(name, fit_files([file for file in files if is_small(file[0]) == small], table)))
    source.write_text("\n".join(parts) + "\n")


if __name__ == "__main__":
    main()
