"""How far the engine's scores swing with the parity of the depth, as they are and as pages show them.

    python -m benchmarks.web_tempo GAME...

For each game, positions ten plies apart of a game in which one move in five is random are searched to depth 10 or for
1.5 s. The mean difference between scores at odd and at even depths is what a move is worth (``TEMPO`` of Halma); the
largest steps of the last five iterations, in units of the page's score, tell what somebody sees who looks on.
"""

import random
import statistics
import sys
from math import log

from plyground import get_game
from plyground.core.game import Game
from plyground.core.record import Record
from plyground.engine import Engine, Info, Limits
from plyground.web.service.steady import Steady

LIMITS = Limits(depth=10, movetime=1.5)
POSITIONS, APART = 6, 10


def scores(reports: list[Info]) -> list[int]:
    """Return the best line's score by depth, in the engine's hundredths."""
    found = {info.depth: info.score.value for info in reports if info.score is not None and info.score.kind == "cp"}
    return [found[depth] for depth in sorted(found)]


def step(values: list[int], game: Game) -> float:
    """Return the largest step of the last five iterations, as pages count."""
    return max((abs(b - a) for a, b in zip(values[-5:], values[-4:], strict=False)), default=0) / (
        game.winning_scale * log(3)
    )


def measured(name: str) -> str:
    """Return a row of the table."""
    game, rng = get_game(name), random.Random(5)
    record, engine = Record(game), Engine(game, hash_mib=8)
    tempo, raw, shown = list[float](), list[float](), list[float]()
    for _ in range(POSITIONS):
        if record.outcome is not None:
            break
        reports = [info for info in engine.analyse(record, LIMITS) if not info.is_partial]
        values, steady = scores(reports), Steady()
        if len(values) > 4:
            sign = [(-1) ** i * (values[i] - values[i - 1]) for i in range(2, len(values))]
            tempo.append(statistics.mean(sign))
            raw.append(step(values, game))
            shown.append(step(scores([steady.update(info) for info in reports]), game))
        for _ in range(APART):
            if record.outcome is None:
                best = engine.search(record, Limits(nodes=3000)).bestmove
                moves = list(record.position.legal_moves)
                record.play(best if best is not None and rng.random() < 0.8 else rng.choice(moves))
    row = (statistics.mean(values) if values else 0.0 for values in (tempo, raw, shown))
    return f"| {name} | " + " | ".join(f"{value:.2f}" for value in row) + " |"


if __name__ == "__main__":
    print("| game | tempo | step of the engine's scores | step of the shown ones |\n|---|---|---|---|")
    for each in sys.argv[1:]:
        print(measured(each), flush=True)
