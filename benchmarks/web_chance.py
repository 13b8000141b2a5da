"""Fit the constant of the evaluation bar, 1 / (1 + exp(-score / c)), to games of the engine.

    python -m benchmarks.web_chance GAME [GAMES] [NODES]

Plays the engine against itself, with few nodes a move, from random openings that are long enough for one side to be
ahead, and prints the c that makes the results most likely, given the score of every position (won and lost ones left
out), with the number of positions.
"""

import sys
from math import exp, log
from random import Random

from plyground.arena.openings import random_opening
from plyground.core.outcome import Color, Outcome
from plyground.core.registry import get_game
from plyground.engine import Engine, Limits

PLY_CAP = 400
"""Games longer than this are not used."""
RANDOM_PLIES = 10
"""The longest random opening."""


def sample(name: str, games: int, nodes: int) -> list[tuple[float, float]]:
    """Return pairs of White's score and White's points."""
    game, random = get_game(name), Random(f"chance {name}")
    found: list[tuple[float, float]] = []
    engine = Engine(game, hash_mib=4)
    for _ in range(games):
        record, scores = random_opening(game, random.randrange(2, RANDOM_PLIES + 1), random), []
        engine.clear()
        while record.outcome is None and record.plies < PLY_CAP:
            info = engine.search(record, Limits(nodes=nodes))
            score = info.score
            if score is not None and score.kind == "cp":
                scores.append(score.value if record.position.turn is Color.WHITE else -score.value)
            record.play(info.lines[0].moves[0])
        if record.outcome is not None:
            found += [(score, points(record.outcome)) for score in scores]
    return found


def points(outcome: Outcome) -> float:
    """Return White's points."""
    if outcome.utility is not None:
        return 0.5 + 0.5 * ((outcome.utility > 0) - (outcome.utility < 0))
    return 0.5 if outcome.winner is None else float(outcome.winner is Color.WHITE)


def loss(found: list[tuple[float, float]], constant: float) -> float:
    """Return the mean log loss."""
    total = 0.0
    for score, result in found:
        chance = 1 / (1 + exp(-max(-30.0, min(30.0, score / constant))))
        chance = min(1 - 1e-9, max(1e-9, chance))
        total -= result * log(chance) + (1 - result) * log(1 - chance)
    return total / len(found)


def main() -> None:
    """Fit and print."""
    name = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    nodes = int(sys.argv[3]) if len(sys.argv) > 3 else 500
    found = sample(name, games, nodes)
    best = min((5 * 1.08**i for i in range(90)), key=lambda constant: loss(found, constant))
    print(f"{name} constant {best:.0f} loss {loss(found, best):.3f} positions {len(found)} games {games}")


if __name__ == "__main__":
    main()
