"""Tune the minichess evaluation: make games, fit the weights to them, write `games/minichess/weights.py`.

    python tools/tune_minichess.py games gardner games-1.npz --seconds 300 --nodes 800 --seed 1
    python tools/tune_minichess.py fit gardner games-1.npz games-2.npz ...

Games: after some random moves, the engine plays itself with few nodes a move. The positions that are not in check, and
whose move captures nothing, are stored with the score and the result of the game. Fit: every term counts something, so
the evaluation is linear in the weights. They are found by logistic regression (Adam), so that ``sigmoid(value /
SCALE)`` approximates a blend of result and score, with a small pull towards 0 where the games say little. This is
"Texel's tuning method" (chessprogramming.org). Every tenth game is held out to measure how well the fit generalises.
"""

import argparse
import time
from pathlib import Path

import numpy as np

from plyground import get_game
from plyground.core.rules import generate, outcome, play, result_of, scratch
from plyground.endgame.tablebase import idle_probe
from plyground.engine.hooks import forcing, is_check
from plyground.engine.iteration import Root, Searcher
from plyground.engine.parameters import parameters_of
from plyground.engine.state import new_state
from plyground.engine.table import TranspositionTable
from plyground.engine.warmup import warmup
from plyground.games.minichess import weights
from plyground.games.minichess.evaluate import middle_of, pair_of, phase_of
from plyground.games.minichess.terms import FULL, TERMS
from plyground.kernel import kernel
from plyground.kernel.words import key, turn

SCALE = 220.0
"""Hundredths of a pawn that make an expectation of 73%."""
RESULT_SHARE = 0.25
"""The share of the game's result in the target; the rest is the score of the search."""
DECIDED_SCORE, DECIDED_PLIES = 1500, 6
"""A game with this score for this many moves counts as won."""
MAX_PLIES = 160
PULL = 1e-6
"""The strength of the pull towards 0, per hundredth and position."""
WEIGHTS_FILE = Path(weights.__file__)


def play_games(name: str, seconds: float, nodes: int, seed: int) -> dict[str, np.ndarray]:
    """Play for some seconds; return words, score, result (for the side to move) and game number of each position."""
    game = get_game(name)
    position = game.position()
    rules, parameters = position.rules, parameters_of(game)._replace(repetition=3)
    warmup(position, parameters)
    random = np.random.default_rng(seed)
    stop = np.zeros(1, np.int64)
    state, table, moves = new_state(rules, stop, probe=idle_probe(game)), TranspositionTable(4), scratch(rules)
    kept: list[tuple[np.ndarray, float, float, int]] = []
    end, number = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        table.clear()
        state.history.fill(0)
        number += 1
        words, earlier, rows = position.words.copy(), [], []
        opening, decided, result = int(random.integers(3, 11)), 0, 0
        for ply in range(MAX_PLIES):
            code = outcome(rules, words, moves)
            if code:
                result = {1: 1, 2: -1, 3: 0}[result_of(code)]
                break
            here = int(key(words))
            if earlier.count(here) >= 2:
                break
            size = generate(rules, words, moves)
            codes = moves[:size].tolist()
            if ply < opening:
                move = codes[int(random.integers(size))]
            else:
                stop[0] = 0
                table.grow_older()
                limit = int(nodes * (0.6 + 0.8 * random.random()))
                searcher = Searcher(
                    Root(rules, words, moves[:size].copy(), True, tuple(earlier)), state, table, parameters, 1, limit
                )
                for _ in searcher.deepen(30):
                    if searcher.is_decided():
                        break
                line = searcher.lines[0]
                move, white = line.codes[0], 1 - 2 * int(turn(words))
                captures = moves[: forcing(rules, words, moves)].tolist()
                if move not in captures and not is_check(rules, words):
                    rows.append((words, line.score, white))
                decided = decided + 1 if abs(line.score) > DECIDED_SCORE else 0
                if decided > DECIDED_PLIES or abs(line.score) > 900_000:
                    result = white if line.score > 0 else -white
                    break
            child = np.empty_like(words)
            play(rules, words, move, child)
            earlier.append(here)
            words = child
        kept += [(row, score, white * result, number) for row, score, white in rows]
    columns = list(zip(*kept, strict=True))
    names = ("words", "score", "result", "game")
    return {name: np.array(column) for name, column in zip(names, columns, strict=True)}


@kernel
def count_terms(positions: np.ndarray, unit: np.ndarray, counts: np.ndarray, phases: np.ndarray) -> None:
    """Count how often each term occurs in each position: the evaluation with that weight 1 and all others 0."""
    for row in range(len(positions)):
        phases[row] = phase_of(positions[row])
    for term in range(len(unit)):
        unit[term] = 1
        for row in range(len(positions)):
            counts[row, term] = middle_of(pair_of(positions[row], unit))
        unit[term] = 0


def fit(files: list[str], rounds: int) -> np.ndarray:
    """Return the weights, [middle game or endgame, place], that fit the games best."""
    data = [np.load(file) for file in files]
    words = np.concatenate([part["words"] for part in data])
    score = np.concatenate([part["score"] for part in data]).clip(-3000, 3000)
    result = np.concatenate([part["result"] for part in data])
    aside = np.concatenate([part["game"] for part in data]) % 10 == 0
    counts, phases = np.zeros((len(words), TERMS.size), np.int16), np.zeros(len(words), np.int64)
    count_terms(words, np.zeros(TERMS.size, np.int64), counts, phases)
    share = (phases / FULL)[:, None].astype(np.float32)
    features = np.concatenate([counts * share, counts * (1 - share)], axis=1).astype(np.float32)
    wanted = RESULT_SHARE * (result + 1) / 2 + (1 - RESULT_SHARE) / (1 + np.exp(-score / SCALE))
    wanted = wanted.astype(np.float32)
    weight = np.tile(prior(), 2).astype(np.float32)
    train, test = features[~aside], features[aside]
    first, second = np.zeros_like(weight), np.zeros_like(weight)
    for step in range(1, rounds + 1):
        expected = 1 / (1 + np.exp(-(train @ weight) / SCALE))
        gradient = train.T @ (expected - wanted[~aside]) / len(train) * 4 + PULL * (weight - np.tile(prior(), 2))
        first += 0.1 * (gradient - first)
        second += 0.001 * (gradient**2 - second)
        rate = 4.0 * min(1.0, 2 * (1 - step / (rounds + 1)))
        weight -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        if step % 100 == 0 or step == rounds:
            seen, unseen = (
                float(np.mean((1 / (1 + np.exp(-(part @ weight) / SCALE)) - goal) ** 2))
                for part, goal in ((train, wanted[~aside]), (test, wanted[aside]))
            )
            print(f"round {step}: mean squared error {seen:.5f}, on games aside {unseen:.5f}", flush=True)
    return np.rint(weight.reshape(2, TERMS.size)).astype(int)


def prior() -> np.ndarray:
    """Return the start of the fit, towards which weights are pulled: material alone."""
    values = {"pawn on": 100, "knight on": 300, "bishop on": 300, "rook on": 500, "queen on": 900}
    return np.concatenate([np.full(size, values.get(name, 0)) for name, size, _ in TERMS])


def write(variant: str, found: np.ndarray) -> None:
    """Write the weights of one variant to `weights.py`; those of the other stay."""
    tables = {"gardner": weights.GARDNER, "minichess": weights.MINICHESS}
    start, values = 0, {}
    for name, size, _ in TERMS:
        values[name] = tuple(tuple(int(value) for value in phase[start : start + size]) for phase in found)
        start += size
    tables[variant] = values
    text = WEIGHTS_FILE.read_text(encoding="utf-8")
    parts = [text[: text.index("GARDNER:")]]
    for variable in ("GARDNER", "MINICHESS"):
        parts.append(f"{variable}: Values = {{\n")
        for name, phases in tables[variable.lower()].items():
            parts.append(f'    "{name}": (\n')
            parts += [f"        ({', '.join(map(str, phase))}{',' * (len(phase) == 1)}),\n" for phase in phases]
            parts.append("    ),\n")
        parts.append("}\n")
    parts.append("\n" + text[text.index("WEIGHTS:") :])
    WEIGHTS_FILE.write_text("".join(parts), encoding="utf-8")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    games = commands.add_parser("games", help="play games and keep their positions")
    games.add_argument("variant", choices=("gardner", "minichess"))
    games.add_argument("file")
    games.add_argument("--seconds", type=float, default=60)
    games.add_argument("--nodes", type=int, default=800)
    games.add_argument("--seed", type=int, default=1)
    fitting = commands.add_parser("fit", help="fit the weights to games and write them")
    fitting.add_argument("variant", choices=("gardner", "minichess"))
    fitting.add_argument("files", nargs="+")
    fitting.add_argument("--rounds", type=int, default=600)
    chosen = parser.parse_args()
    if chosen.command == "games":
        kept = play_games(chosen.variant, chosen.seconds, chosen.nodes, chosen.seed)
        np.savez_compressed(chosen.file, **kept)
        print(f"{len(kept['score'])} positions of {kept['game'][-1]} games")
    else:
        write(chosen.variant, fit(chosen.files, chosen.rounds))


if __name__ == "__main__":
    main()
