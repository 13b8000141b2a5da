"""How often the engine chooses in a short search what it chooses in a long one, by stage of the game.

    python -m benchmarks.agreement amazons-8x8 --plies 4 12 20 28 --positions 12 --nodes 40k 400k 4M

Positions are from games that the engine plays with itself, a few thousand nodes a move, from balanced openings: one a
game and stage. Each is searched once, with the last number of nodes; the choice of a shorter search is the best move
when it had visited so many. Where they differ, both moves are searched alone, with the middle number of nodes, and the
difference of their chances to win is what the shorter search lost. What it showed is in docs/lab/strength.md.

With `--try` the smallest search is made once more for each change of the search's parameters, or of who judges, to see
what would change the choice:

    python -m benchmarks.agreement amazons-10x10 --plies 14 34 --try lmr_scale=30 evaluation=handmade
"""

import argparse
from collections.abc import Iterator
from itertools import islice
from statistics import mean

from plyground import Position, get_game
from plyground.arena.openings import Book
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.engine import Engine, Limits
from plyground.engine.info import winning_chance
from plyground.engine.parameters import parameters_of

PLAYED_NODES = 3000
HASH_MIB = 256
UNITS = {"k": 1000, "M": 1_000_000}


def count(text: str) -> int:
    """Return a number that may end with k or M."""
    return int(float(text[:-1]) * UNITS[text[-1]]) if text[-1] in UNITS else int(text)


def positions_of(game: Game, plies: list[int], seed: int) -> Iterator[list[Position]]:
    """Yield the positions after so many `plies` of one game after the other that lasts as long."""
    engine = Engine(game)
    for opening in Book.parse("balanced:4", game).openings(game, seed):
        begin = opening.record(game).positions
        position, found = begin[-1], dict[int, Position]()
        for ply in range(len(begin) - 1, max(plies) + 1):
            found[ply] = position
            move = None if position.outcome else engine.search(position, Limits(nodes=PLAYED_NODES)).bestmove
            if move is None:
                break
            position = position.play(move)
        if all(ply in found for ply in plies):
            yield [found[ply] for ply in plies]


def choices(engine: Engine, position: Position, nodes: list[int]) -> list[Move]:
    """Return the best move when so many `nodes` were visited, for each number; they grow."""
    engine.clear()
    infos = [info for info in engine.analyse(position, Limits(nodes=nodes[-1])) if info.bestmove is not None]
    return [next(info.bestmove for info in reversed(infos) if info.nodes <= most or info is infos[0]) for most in nodes]


def engine_with(game: Game, change: str) -> Engine:
    """Return an engine with a change, ``NAME=VALUE,NAME=VALUE``: of parameters, or of its evaluation."""
    values = dict(each.split("=", 1) for each in change.split(","))
    evaluation = values.pop("evaluation", None)
    parameters = parameters_of(game).with_changes({name: int(value) for name, value in values.items()})
    return Engine(game, hash_mib=HASH_MIB, parameters=parameters, evaluation=evaluation)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--plies", type=int, nargs="+", required=True)
    parser.add_argument("--positions", type=int, default=12, help="a stage")
    parser.add_argument("--nodes", type=count, nargs="+", default=[40_000, 400_000, 4_000_000])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--try", dest="changes", nargs="+", default=[], metavar="NAME=VALUE")
    asked = parser.parse_args()
    game, nodes = get_game(asked.game), sorted(asked.nodes)
    engine = Engine(game, hash_mib=HASH_MIB)
    others = [engine_with(game, change) for change in asked.changes]
    rows: dict[int, list[list[float]]] = {ply: [] for ply in asked.plies}
    for stages in islice(positions_of(game, asked.plies, asked.seed), asked.positions):
        for ply, position in zip(asked.plies, stages, strict=True):
            *shorter, best = choices(engine, position, nodes)
            shorter += [choices(other, position, nodes[:1])[0] for other in others]
            lost = []
            for move in shorter:
                if move == best:
                    lost.append(0.0)
                    continue
                limits = Limits(nodes=nodes[len(nodes) // 2])
                found = [engine.search(position, limits, moves=[each]).score for each in (best, move)]
                lost.append(winning_chance(game, found[0]) - winning_chance(game, found[1]))
            rows[ply].append([*(float(move == best) for move in shorter), *lost])
    names = [f"{most:,}" for most in nodes[:-1]] + asked.changes
    for ply, found in rows.items():
        means = [mean(column) for column in zip(*found, strict=True)]
        same, lost = means[: len(names)], means[len(names) :]
        texts = [f"{name} {100 * a:.0f}% {100 * b:+.2f}" for name, a, b in zip(names, same, lost, strict=True)]
        print(f"ply {ply:<3} {len(found):>3} positions ", " | ".join(texts), flush=True)


main()
