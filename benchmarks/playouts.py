"""Random playouts beside open_spiel (Amazons 10x10) and pgx (gardner), where they are installed."""

import importlib.util
import sys
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.pairs import Row, compare
from plyground import get_game
from plyground.search.playouts import playouts


def our_games(name: str, games: int) -> float:
    begin = time.process_time()
    playouts(get_game(name).position(), games)
    return games / (time.process_time() - begin) / 1e3


def our_moves(name: str, games: int) -> float:
    begin = time.process_time()
    plies = playouts(get_game(name).position(), games).plies
    return plies / (time.process_time() - begin) / 1e6


def spiel_games(seconds: float = 2.0) -> float:
    """Return random games a second, in thousands, between open_spiel's own random bots, in its C++ loop."""
    import pyspiel

    state = pyspiel.load_game("amazons").new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in (0, 1)]
    begin, games = time.process_time(), 0
    while time.process_time() - begin < seconds:
        pyspiel.evaluate_bots(state.clone(), bots, games)
        games += 1
    return games / (time.process_time() - begin) / 1e3


def pgx_steps(batch: int = 256, plies: int = 20) -> Any:
    """Return a function that plays `batch` gardner games for `plies` and tells how many million moves a second."""
    import jax
    import jax.numpy as jnp
    import pgx

    environment = pgx.make("gardner_chess")
    start = jax.jit(jax.vmap(environment.init))(jax.random.split(jax.random.PRNGKey(0), batch))

    def one(state: Any, key: Any) -> Any:
        keys = jax.random.split(key, batch)
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        return jax.vmap(environment.step)(state, jax.vmap(jax.random.categorical)(keys, logits)), None

    run = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, plies))[0])

    def rate() -> float:
        begin = time.process_time()
        jax.block_until_ready(run(start, jax.random.PRNGKey(1)).rewards)
        return batch * plies / (time.process_time() - begin) / 1e6

    return rate


def rows() -> Iterator[Row]:
    """Yield a row for each peer that is here."""
    if importlib.util.find_spec("pyspiel"):
        yield compare(
            "amazons-10x10 random games",
            "open_spiel",
            lambda: our_games("amazons-10x10", 5000),
            spiel_games,
            unit="k/s",
        )
    else:
        print("open_spiel is not installed: its row is left out", file=sys.stderr)
    if importlib.util.find_spec("pgx"):
        yield compare(
            "gardner random moves",
            "pgx (256 games at once, CPU)",
            lambda: our_moves("gardner", 20000),
            pgx_steps(),
            pairs=3,
        )
    else:
        print("pgx is not installed: its row is left out", file=sys.stderr)
