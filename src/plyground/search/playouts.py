"""Random playouts: whole games of uniformly random moves, one by one or over a matrix of positions.

They show how long games are, how many moves there are, and whom chance favours; they are the leaves of Monte-Carlo
search; and they are the quickest way to find a rule that two implementations read differently. Each game has its own
stream of random numbers, derived from the seed and the game's index, so the results do not depend on the number of
threads.
"""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from plyground.core.arguments import at_most, seed_of, whole
from plyground.core.errors import InvalidSetting
from plyground.core.rules import (
    BLACK_WINS,
    DRAW,
    NO_MOVE,
    ONGOING,
    WHITE_WINS,
    outcome,
    outcome_code,
    play,
    result_of,
    sample,
    scratch,
)
from plyground.core.threads import thread_pool
from plyground.kernel import kernel
from plyground.kernel.random import seed_stream
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import Moves, Words, key

if TYPE_CHECKING:
    from plyground.core.position import Position

REPETITION_REASON = 1000
PLY_CAP_REASON = 1001
"""Reasons of outcomes that belong to a game, not to a position."""

MAX_GAMES, MAX_THREADS = 10**12, 256
"""More games than anybody waits for, and more threads than there are."""

KEPT_KEYS = 256
"""How many of the last positions are searched for a repetition."""


@kernel
def occurrences(keys: Words, plies: int) -> int:
    """Count how often the last position has occurred with the same side to move."""
    last = plies % KEPT_KEYS
    found = 0
    for back in range(0, min(plies, KEPT_KEYS - 1) + 1, 2):
        if keys[(plies - back) % KEPT_KEYS] == keys[last]:
            found += 1
    return found


@kernel
def _play_out(
    game: Any, rows: Words, moves: Moves, keys: Words, random: Words, repetition: int, ply_cap: int, ended: Moves
) -> None:
    """Play one random game from ``rows[0]``; write its outcome into ``ended[0]`` and its plies into ``ended[1]``.

    The last position is left in ``rows[plies % 2]``. A `repetition` or `ply_cap` of 0 switches that rule off.
    """
    plies = 0
    if repetition > 0:
        keys[0] = key(rows[0])
    while True:
        current = rows[plies & 1]
        move = sample(game, current, moves, random)
        if move == NO_MOVE:
            ended[0] = outcome(game, current, moves)
            break
        if ply_cap > 0 and plies >= ply_cap:
            ended[0] = outcome_code(DRAW, PLY_CAP_REASON)
            break
        play(game, current, move, rows[(plies + 1) & 1])
        plies += 1
        if repetition > 0:
            keys[plies % KEPT_KEYS] = key(rows[plies & 1])
            if occurrences(keys, plies) >= repetition:
                ended[0] = outcome_code(DRAW, REPETITION_REASON)
                break
    ended[1] = plies


@kernel
def _play_out_all(
    game: Any,
    positions: Words,
    seed: int,
    first: int,
    repetition: int,
    ply_cap: int,
    results: Moves,
    rows: Words,
    moves: Moves,
    keys: Words,
    random: Words,
) -> None:
    """Play game ``first + i`` of `seed` from row i of `positions` to its end, for every i; rows hold the last position.

    `rows` (two positions), `moves`, `keys` and `random` are scratch.
    """
    for i in range(len(positions)):
        seed_stream(random, seed, first + i)
        for word in range(positions.shape[1]):
            rows[0, word] = positions[i, word]
        _play_out(game, rows, moves, keys, random, repetition, ply_cap, results[i])
        for word in range(positions.shape[1]):
            positions[i, word] = rows[results[i, 1] & 1, word]


@dataclass(frozen=True)
class Playouts:
    """The results of random games; in Star/Circle White is Star, and the sign of E decides who wins."""

    games: int
    plies: int
    white: int
    black: int
    draws: int
    seconds: float

    def __str__(self) -> str:
        per_second = 1 / max(self.seconds, 1e-9)
        return (
            f"games {self.games} plies {self.plies} white {self.white} black {self.black} draws {self.draws} "
            f"games/s {self.games * per_second:.0f} moves/s {self.plies * per_second:.0f}"
        )


def warmup(position: "Position") -> None:
    """Compile playouts for the rules of `position`, or load them from the cache (0.4 s, not playing time)."""

    def build() -> None:
        playout_batch(position, position.words[None].copy(), seed=0)
        result_of(ONGOING)

    ensure_ready(f"{position.game.family} playouts", f"{position.game.title} playout", build)
    build()


def playout_batch(position: "Position", positions: Words, *, seed: int, first: int = 0) -> NDArray[np.int64]:
    """Play a random game from every row of `positions`.

    Parameters
    ----------
    position
        Any position: it determines the game and its rules.
    positions
        Shape (games, words), uint64; afterwards it holds the last positions.
    seed, first
        Row i is game ``first + i`` of `seed`.

    Returns
    -------
    Shape (games, 2): the outcome's number (`plyground.core.rules`) and the plies played.
    """
    game, rules = position.game, position.rules_for_playouts
    results = np.zeros((len(positions), 2), np.int64)
    _play_out_all(
        rules,
        positions,
        seed,
        first,
        game.repetition or 0,
        game.ply_cap or 0,
        results,
        np.empty((2, rules.words), np.uint64),
        scratch(rules),
        np.empty(KEPT_KEYS, np.uint64),
        np.empty(1, np.uint64),
    )
    return results


def playouts(position: "Position", games: int, *, seed: int = 0, threads: int = 1) -> Playouts:
    """Play `games` random games from `position`; the counts are the same for any number of `threads`.

    Raises
    ------
    WrongType, InvalidSetting
        If there is no game or no thread, or the seed is not one from 0 to 2**63 - 1.
    """
    from plyground.core.position import demand_position  # here: no kernel depends on it

    demand_position(position, "What random games begin with")
    seed = seed_of(seed)
    for name, number in (("games", games), ("threads", threads)):
        if whole(number, f"The number of {name}") < 1:
            raise InvalidSetting(f"The number of {name} cannot be {number}; it is a whole number from 1 up.")
    at_most(games, MAX_GAMES, "The number of games")
    at_most(threads, MAX_THREADS, "The number of threads")
    warmup(position)
    chunk = 64
    begin = time.perf_counter()

    def play_chunk(first: int) -> NDArray[np.int64]:
        rows = np.tile(position.words, (min(chunk, games - first), 1))
        return playout_batch(position, rows, seed=seed, first=first)

    chunks = range(0, games, chunk)
    if threads == 1:
        parts = list(map(play_chunk, chunks))
    else:
        with thread_pool(threads) as pool:
            parts = list(pool.map(play_chunk, chunks))
    seconds = time.perf_counter() - begin
    results = np.concatenate(parts) if parts else np.zeros((0, 2), np.int64)
    winners = results[:, 0] & result_of(-1)
    return Playouts(
        games,
        int(results[:, 1].sum()),
        int((winners == WHITE_WINS).sum()),
        int((winners == BLACK_WINS).sum()),
        int((winners == DRAW).sum()),
        seconds,
    )
