"""What judging by a net costs, beside the handmade evaluation: positions a second of a search, and evaluations alone.

Every game that has a net of its own is measured. A search begins in each of some positions a few random plies after the
start, with an empty table, and visits a given number of positions. Alone, an evaluation is asked for each position of a
line in turn: by what differs from the one before, as in a search, and anew.
"""

import time
from collections.abc import Iterator
from functools import partial
from random import Random

import numpy as np

from benchmarks.pairs import Row, compare
from plyground.arena.openings import random_opening
from plyground.core.evaluation import HANDMADE, Evaluation
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.registry import all_games
from plyground.engine import Engine, Limits
from plyground.engine.evaluator import evaluate_at, evaluator_of, forget
from plyground.kernel import kernel
from plyground.kernel.words import Words
from plyground.nets.evaluations import engine_evaluation, net_owner
from plyground.nets.hooks import side_count

PLIES = 2, 6, 12, 20
"""Random plies before the positions that are searched: one position alone may have a tree that favours either side."""
POSITIONS = 6
"""For each number of plies."""
NODES = 60_000
"""Of each search."""
ROUNDS = 5
FIRST, LINE = 6, 24
"""Where the line begins on which evaluations are timed, and how many plies it has."""
JUDGED = 400_000
"""How often each is timed."""


def positions_of(game: Game) -> list[Position]:
    """Return the positions that are searched."""
    random = Random(f"benchmark {game.name}")
    return [random_opening(game, plies, random).position for plies in PLIES for _ in range(POSITIONS)]


def searched(engine: Engine, positions: list[Position]) -> float:
    """Return positions a second of processor time, in millions."""
    nodes, begin = 0, time.process_time()
    for position in positions:
        engine.clear()
        nodes += engine.search(position, Limits(nodes=NODES)).nodes
    return nodes / (time.process_time() - begin) / 1e6


def line_of(game: Game) -> Words:
    """Return the positions of a line of random moves, from the first on: what a search has on its stack."""
    record = random_opening(game, FIRST + LINE, Random(f"line {game.name}"))
    return np.array([position.words for position in record.positions[FIRST:]])


@kernel
def judged(evaluator: object, game: object, stack: Words, is_anew: bool, times: int) -> int:
    """Judge every position of `stack` some `times`, by what differs from the one before or anew; return the sum."""
    total = 0
    for _ in range(times):
        forget(evaluator, 0)
        for ply in range(len(stack)):
            first = ply if is_anew else 0
            forget(evaluator, ply - first)
            total += evaluate_at(evaluator, game, stack[first:], ply - first)
    return total


def evaluations(game: Game, evaluation: Evaluation, *, is_anew: bool) -> float:
    """Return evaluations a second of processor time, in millions."""
    evaluator, rules, stack = evaluator_of(evaluation), game.position().rules, line_of(game)
    times = JUDGED // len(stack)
    judged(evaluator, rules, stack, is_anew, 1)
    begin = time.process_time()
    judged(evaluator, rules, stack, is_anew, times)
    return times * len(stack) / (time.process_time() - begin) / 1e6


def rows() -> Iterator[Row]:
    """Yield the rows of each game with a net of its own."""
    for game in all_games().values():
        net = engine_evaluation(game)
        if net is HANDMADE or net_owner(game) is not game:
            continue
        positions, width = positions_of(game), net.kernel.bias.size
        added = ", added" if net.kernel.handmade[0] else ""
        handmade = Engine(game, evaluation=HANDMADE, hash_mib=16)
        with Engine(game, evaluation=net, hash_mib=16) as ours, handmade as theirs:
            yield compare(
                f"{game.name} searched by its net ({width} wide{added})",
                "the same search, handmade evaluation",
                partial(searched, ours, positions),
                partial(searched, theirs, positions),
                pairs=ROUNDS,
            )
        alone = partial(evaluations, game, HANDMADE, is_anew=True)
        if side_count(game.position().rules, game.position().words) == 2:
            yield compare(
                f"{game.name} evaluated by its net, updated",
                "handmade evaluation",
                partial(evaluations, game, net, is_anew=False),
                alone,
            )
        yield compare(
            f"{game.name} evaluated by its net, anew",
            "handmade evaluation",
            partial(evaluations, game, net, is_anew=True),
            alone,
        )
