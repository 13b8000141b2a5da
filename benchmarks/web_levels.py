"""How far apart the ten levels of the web app are: matches between neighbours.

    python -m benchmarks.web_levels [GAME] [PAIRS] [LEVEL LEVEL] [SHARE]

Plays pairs of games from the same random opening (4 plies), colours swapped, and prints for each step of the ladder the
Elo difference with its 95 % interval. No clock is used: the full engine gets two million positions a move, about what
it looks at in its three seconds. With a SHARE below 1, both sides look at that fraction of their positions.
"""

import sys
from random import Random

from plyground.agents.levels import LEVELS, Level, choose
from plyground.arena.elo import estimate
from plyground.arena.openings import random_opening
from plyground.arena.tally import Tally
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.engine import Limits
from plyground.web.api.pool import Job
from plyground.web.api.thinking import Thinker

OPENING_PLIES = 4
PLY_CAP = 300
"""Of games that have none of their own."""
FULL_NODES = 2_000_000
"""The limits that stand for the full engine."""


def limits_without_clock(level: Level, share: float) -> Limits:
    """Return the limits of a level in positions only."""
    return Limits(depth=level.depth, nodes=max(1, int(share * min(level.nodes, FULL_NODES))))


def play(game: Game, start: Record, levels: tuple[Level, Level], random: Random, share: float) -> float:
    """Play a game to its end and return White's points."""
    record = Record(game)
    for move in start.moves:
        record.play(move)
    thinkers = [Thinker(game), Thinker(game)]
    while record.outcome is None and record.plies < (game.ply_cap or PLY_CAP):
        level, thinker = levels[record.position.turn], thinkers[record.position.turn]
        limits = limits_without_clock(level, share)
        info = thinker.think(record, limits, Job("level", lambda turn: None), level.lines, lambda info: None)
        record.play(choose(level, info, record, random))
    outcome = record.outcome
    if outcome is None:
        return 0.5
    if outcome.utility is not None:
        return 0.5 + 0.5 * ((outcome.utility > 0) - (outcome.utility < 0))
    return 0.5 if outcome.winner is None else float(outcome.winner is Color.WHITE)


def step(game: Game, lower: int, upper: int, pairs: int, share: float) -> str:
    """Play `upper` against `lower` and say how much stronger it is."""
    random = Random(f"{game.name} {lower} {upper}")
    weak, strong = LEVELS[lower - 1], LEVELS[upper - 1]
    tally = Tally()
    for _ in range(pairs):
        start = random_opening(game, OPENING_PLIES, random)
        first = play(game, start, (strong, weak), random, share)
        tally.add((first, 1 - play(game, start, (weak, strong), random, share)))
    found = estimate(tally)
    return (
        f"{game.name} level {upper} against {lower}: +{tally.wins} ={tally.draws} -{tally.losses} "
        f"elo {found.elo:+.0f} error {found.error:.0f}"
    )


def main() -> None:
    """Measure one step, or the whole ladder."""
    game = get_game(sys.argv[1] if len(sys.argv) > 1 else "gardner")
    pairs = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    share = float(sys.argv[5]) if len(sys.argv) > 5 else 1.0
    steps = [(int(sys.argv[3]), int(sys.argv[4]))] if len(sys.argv) > 4 else [(n, n + 1) for n in range(1, 10)]
    for lower, upper in steps:
        print(step(game, lower, upper, pairs, share), flush=True)


if __name__ == "__main__":
    main()
