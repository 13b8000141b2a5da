"""Tune the search's parameters by SPSA: many games, each between two sets of values a little apart.

    python tools/spsa.py gardner futility_margin=40:160 lmr_scale=30:70 --pairs 3000 --nodes 5000 --processes 2

For each parameter NAME=LEAST:MOST. Every pair of games moves all of them at once, up or down by chance, for the one
side, and the other way for the other; the result moves the values towards the side that did better. Steps and
differences shrink as the pairs go by. Prints the values every `--report` pairs, and at the end; a match then has to
tell whether they are better (`tools/compare.py`). A pair is begun from the values of then, while others are still being
played; so the course depends on the number of processes.

Source: J. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation",
1992; the schedule is that of Stockfish's Fishtest. What it found is in docs/lab/history.md.
"""

import argparse
from collections import deque
from collections.abc import Iterator
from itertools import islice

import numpy as np
from pairs import Pair, played

from plyground import get_game
from plyground.arena.openings import Book
from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.engine.parameters import parameters_of

ALPHA, GAMMA = 0.602, 0.101
"""How fast the steps and the differences shrink."""
STABLE = 0.1
"""The share of the pairs during which the steps hardly shrink."""
LAST_RATE = 0.02
"""How far a won pair moves a value at the end, in squares of its last difference."""
WIDTH = 10
"""The last difference is the range over this."""


def ranges_in(texts: list[str]) -> dict[str, tuple[int, int]]:
    """Read ``name=least:most`` for each parameter."""
    found = {}
    for text in texts:
        name, _, range_text = text.partition("=")
        try:
            least, most = map(int, range_text.split(":"))
        except ValueError:
            raise InvalidSetting(f"The range of {name} cannot be {range_text!r}; it is LEAST:MOST.") from None
        found[name] = least, most
    return found


def main() -> None:
    """Read the command line, and tune."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("ranges", nargs="+", help="NAME=LEAST:MOST")
    parser.add_argument("--pairs", type=int, default=3000)
    parser.add_argument("--nodes", type=int, default=5000, help="of each search")
    parser.add_argument("--openings", default="balanced:6")
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--report", type=int, default=100)
    parser.add_argument("--processes", type=int, default=1)
    chosen = parser.parse_args()
    try:
        game = get_game(chosen.game)
        ranges = ranges_in(chosen.ranges)
        start = parameters_of(game).with_changes(dict.fromkeys(ranges, 0)) and parameters_of(game)._asdict()
        openings = list(islice(Book.parse(chosen.openings, game).openings(game, chosen.seed), min(chosen.pairs, 500)))
    except PlygroundError as error:
        parser.error(str(error))
    names = list(ranges)
    least, most = (np.array([ranges[name][i] for name in names], float) for i in range(2))
    values = np.array([start[name] for name in names], float)
    last_difference = np.maximum((most - least) / WIDTH, 0.5)
    stable = STABLE * chosen.pairs
    differences = last_difference * chosen.pairs**GAMMA
    rates = LAST_RATE * last_difference**2 * (stable + chosen.pairs) ** ALPHA
    random = np.random.default_rng(chosen.seed)
    asked = deque[tuple[np.ndarray, np.ndarray]]()

    def rounded(some: np.ndarray) -> dict[str, int]:
        """Round by chance, so that a difference below 1 counts, too."""
        whole = np.floor(np.clip(some, least, most) + random.random(len(names))).astype(int)
        return dict(zip(names, np.clip(whole, least, most).astype(int).tolist(), strict=True))

    def pairs() -> Iterator[Pair]:
        """Yield pairs of sides that differ by chance, and note how."""
        for pair in range(1, chosen.pairs + 1):
            difference = differences / pair**GAMMA
            signs = random.choice((-1.0, 1.0), len(names))
            asked.append((difference, signs))
            up, down = (rounded(values + towards * signs * difference) for towards in (1, -1))
            yield Pair(openings[pair % len(openings)], up, down)

    results = played(pairs(), game, ("engine", "engine"), chosen.nodes, chosen.processes)
    for pair, result in enumerate(results, start=1):
        difference, signs = asked.popleft()
        values += rates / (stable + pair) ** ALPHA / difference * signs * 2 * (sum(result.points) - 1)
        values = np.clip(values, least, most)
        if pair % chosen.report == 0 or pair == chosen.pairs:
            shown = ",".join(f"{name}={value:.0f}" for name, value in zip(names, values, strict=True))
            print(f"{pair} {shown}", flush=True)


if __name__ == "__main__":
    main()
