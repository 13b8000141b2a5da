"""How far apart the ten levels of the web app are: matches between neighbours.

    python -m benchmarks.web_levels GAME PAIRS [--lower LEVEL ...] [--share SHARE] [--openings random:4|balanced:4]

Plays pairs of games from the same opening, colours swapped, and prints for each step of the ladder the Elo difference
with its 95 % interval. No clock is used: the full engine gets two million positions a move, about what it looks at in
its three seconds. With a SHARE below 1, both sides look at that fraction of their positions.
"""

import argparse
from itertools import islice
from random import Random

from plyground.agents.levels import LEVELS, Level, choose
from plyground.arena.elo import estimate
from plyground.arena.openings import Book
from plyground.arena.tally import Tally
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.engine import Limits
from plyground.web.host.pool import Job
from plyground.web.service.runtime import result_of
from plyground.web.service.thinking import Thinker

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
        turn = Job("level", lambda turn: None)
        info = result_of(thinker.in_turns(record, limits, turn, level.lines, lambda info: None), turn)
        record.play(choose(level, info, record, random))
    outcome = record.outcome
    if outcome is None:
        return 0.5
    if outcome.utility is not None:
        return 0.5 + 0.5 * ((outcome.utility > 0) - (outcome.utility < 0))
    return 0.5 if outcome.winner is None else float(outcome.winner is Color.WHITE)


def step(game: Game, lower: int, chosen: argparse.Namespace) -> str:
    """Play the level above `lower` against it and say how much stronger it is."""
    random = Random(f"{game.name} {lower} {lower + 1}")
    weak, strong = LEVELS[lower - 1], LEVELS[lower]
    tally = Tally()
    for opening in islice(Book.parse(chosen.openings, game).openings(game, random.getrandbits(32)), chosen.pairs):
        start = opening.record(game)
        first = play(game, start, (strong, weak), random, chosen.share)
        tally.add((first, 1 - play(game, start, (weak, strong), random, chosen.share)))
    found = estimate(tally)
    return (
        f"{game.name} level {lower + 1} against {lower}: +{tally.wins} ={tally.draws} -{tally.losses} "
        f"elo {found.elo:+.0f} error {found.error:.0f} pairs {tally.pairs}"
    )


def main() -> None:
    """Measure some steps, or the whole ladder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("pairs", type=int, help="of games, for each step")
    steps = range(1, len(LEVELS))
    parser.add_argument("--lower", type=int, nargs="*", choices=steps, default=steps, help="the lower levels of steps")
    parser.add_argument("--share", type=float, default=1.0, help="of their positions that both sides look at")
    parser.add_argument("--openings", default="random:4", help="as `plyground match --openings`")
    chosen = parser.parse_args()
    for lower in chosen.lower:
        print(step(get_game(chosen.game), lower, chosen), flush=True)


if __name__ == "__main__":
    main()
