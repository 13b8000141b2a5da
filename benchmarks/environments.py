"""Batches of games, masks and observations included: `BatchEnv` beside pgx (gardner) and open_spiel (Amazons)."""

import importlib.util
import sys
import time
from collections.abc import Iterator
from functools import partial

from benchmarks.pairs import Row, compare
from benchmarks.playouts import pgx_steps
from plyground.rl import BatchEnv

BATCH = 1024


def our_steps(name: str, steps: int) -> float:
    """Return steps of random play a second, in thousands, on one thread."""
    env = BatchEnv(name, BATCH)
    for _ in range(50):  # games that have just begun are not like the others
        env.step(env.sample())
    begin = time.process_time()
    for _ in range(steps):
        env.step(env.sample())
    return BATCH * steps / (time.process_time() - begin) / 1e3


def spiel_steps(seconds: float = 2.0) -> float:
    """Return steps of random play a second, in thousands, with a mask and an observation each, from Python."""
    import numpy as np
    import pyspiel

    game, random = pyspiel.load_game("amazons"), np.random.default_rng(1)
    state, steps, begin = game.new_initial_state(), 0, time.process_time()
    while time.process_time() - begin < seconds:
        if state.is_terminal():
            state = game.new_initial_state()
        actions = state.legal_actions()
        np.array(state.observation_tensor(), np.float32), state.legal_actions_mask()
        state.apply_action(actions[int(random.random() * len(actions))])
        steps += 1
    return steps / (time.process_time() - begin) / 1e3


def rows() -> Iterator[Row]:
    """Yield a row for each peer that is here."""
    if importlib.util.find_spec("pgx"):
        pgx, peer = pgx_steps(BATCH), f"pgx, gardner ({BATCH} games at once, CPU)"
        for name in ("gardner", "congo"):
            yield compare(
                f"{name} steps", peer, partial(our_steps, name, 500), lambda: 1e3 * pgx(), pairs=3, unit="k/s"
            )
    else:
        print("pgx is not installed: its rows are left out", file=sys.stderr)
    if importlib.util.find_spec("pyspiel"):
        yield compare(
            "amazons-10x10 steps",
            "open_spiel, from Python",
            lambda: our_steps("amazons-10x10", 50),
            spiel_steps,
            pairs=3,
            unit="k/s",
        )
    else:
        print("open_spiel is not installed: its row is left out", file=sys.stderr)
