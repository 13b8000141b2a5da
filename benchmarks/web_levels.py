"""How far apart the ten levels of the web app are: matches between neighbours.

    python -m benchmarks.web_levels [GAME] [PAIRS] [LEVEL LEVEL]

Plays pairs of games from the same random opening (4 plies), colours swapped, and prints for each step of the ladder the
Elo difference with its 95 % interval. The full engine's time a move is cut to a fifth, or it would take a day.
"""

import sys
from dataclasses import replace
from random import Random

from plyground.arena.elo import estimate
from plyground.arena.tally import Tally
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.web.levels import LEVELS, Level, choose, limits_of
from plyground.web.pool import Turn
from plyground.web.thinking import Thinker

OPENING_PLIES = 4
PLY_CAP = 300
SECONDS_FACTOR = 0.2


def opening(game: Game, random: Random, plies: int = OPENING_PLIES) -> Record:
    """Return a record with a few random moves that do not end the game."""
    while True:
        record = Record(game)
        for _ in range(plies):
            if record.outcome is None:
                record.play(random.choice(list(record.position.legal_moves)))
        if record.outcome is None:
            return record


def play(game: Game, start: Record, levels: tuple[Level, Level], random: Random) -> float:
    """Play a game on and return White's points."""
    record = Record(game)
    for move in start.moves:
        record.play(move)
    thinkers = [Thinker(game), Thinker(game)]
    while record.outcome is None and record.plies < PLY_CAP:
        level, thinker = levels[record.position.turn], thinkers[record.position.turn]
        limits = limits_of(level, None, 0.0)
        info = thinker.think(record, limits, Turn("level", lambda turn: None), level.lines, lambda info: None)
        record.play(choose(level, info, record, random))
    outcome = record.outcome
    if outcome is None:
        return 0.5
    if outcome.utility is not None:
        return 0.5 + 0.5 * ((outcome.utility > 0) - (outcome.utility < 0))
    return 0.5 if outcome.winner is None else float(outcome.winner is Color.WHITE)


def step(game: Game, lower: int, upper: int, pairs: int) -> str:
    """Play `upper` against `lower` and say how much stronger it is."""
    random = Random(f"{game.name} {lower} {upper}")
    weak, strong = (replace(LEVELS[n - 1], seconds=LEVELS[n - 1].seconds * SECONDS_FACTOR) for n in (lower, upper))
    tally = Tally()
    for _ in range(pairs):
        start = opening(game, random)
        tally.add((play(game, start, (strong, weak), random), 1 - play(game, start, (weak, strong), random)))
    found = estimate(tally)
    return (
        f"{game.name} level {upper} against {lower}: +{tally.wins} ={tally.draws} -{tally.losses} "
        f"elo {found.elo:+.0f} error {found.error:.0f}"
    )


def main() -> None:
    """Measure one step, or the whole ladder."""
    game = get_game(sys.argv[1] if len(sys.argv) > 1 else "gardner")
    pairs = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    steps = [(int(sys.argv[3]), int(sys.argv[4]))] if len(sys.argv) > 4 else [(n, n + 1) for n in range(1, 10)]
    for lower, upper in steps:
        print(step(game, lower, upper, pairs), flush=True)


if __name__ == "__main__":
    main()
