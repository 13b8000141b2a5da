"""`self_play`: games of a player against itself, as arrays to learn from.

>>> from plyground import self_play
>>> games = self_play("gardner", 20, "random", seed=1)
>>> games.observation.shape[1:], len(games.move) == len(games.result)
((13, 5, 5), True)
"""

from collections.abc import Callable
from types import NoneType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from plyground.agents.player import RESIGN, Allowance, Player
from plyground.agents.roster import Entry
from plyground.core.arguments import at_most, demand_type, one_or_more, seed_of, short_repr
from plyground.core.errors import InvalidSetting, WrongType
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.planes import Planes
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.kernel.words import Moves, Words
from plyground.rl.arrays import planes_of_ours
from plyground.rl.batch import BatchEnv
from plyground.rl.rows import LEAVE

Policy = Callable[[BatchEnv], ArrayLike]
AT_ONCE = 256
"""Games that a policy plays at the same time."""
MAX_GAMES = 10**8
RANDOM = "random"


class Games(NamedTuple):
    """Positions of games, game by game and ply by ply; the last position of a game, where nobody moves, is not there.

    Attributes
    ----------
    observation
        Shape (positions, planes, height, width), uint8: what the player to move sees.
    move
        Shape (positions,), int64: the index of the move that was made (`Position.move_at`).
    player
        Shape (positions,), int8: who made it, 0 White or 1 Black.
    result
        Shape (positions,), float32: what the game brought that player in the end: 1, 0, -1, or points.
    game, ply
        Shape (positions,), int64: which game, from 0, and after how many moves.
    words
        Shape (positions, words), uint64: the positions as kernels see them.
    """

    observation: Planes
    move: Moves
    player: NDArray[np.int8]
    result: NDArray[np.float32]
    game: Moves
    ply: Moves
    words: Words

    def __repr__(self) -> str:
        games = int(self.game[-1]) + 1 if len(self.game) else 0
        return f"<{len(self.move)} positions of {games} game{'s' if games != 1 else ''}>"


def self_play(
    game: Game | str,
    games: int,
    player: Player | str | None = None,
    *,
    policy: Policy | None = None,
    threads: int = 1,
    seed: int = 0,
) -> Games:
    """Play games of one player against itself.

    Parameters
    ----------
    game
        The game, or its name.
    games
        How many.
    player
        A player, or the text of one as for ``plyground match``. "random" (the default) takes each action with the same
        chance, and makes a million positions a second in gardner.
    policy
        Instead of a player, a function that chooses an action for each game of a `BatchEnv`; up to `AT_ONCE` games are
        played at the same time.
    threads
        Of the environment, with "random" or a policy.
    seed
        Of everything random. The same seed gives the same games.

    Raises
    ------
    PlygroundError
        If a player does not exist, or chooses a move that is not legal.
    """
    demand_type(game, (Game, str), "The game of self-play", "a Game or its name")
    found = get_game(game) if isinstance(game, str) else game
    games = at_most(one_or_more(games, "The number of games"), MAX_GAMES, "The number of games")
    seed = seed_of(seed)
    if not (policy is None or callable(policy)):
        raise WrongType(f"A policy should be a function from a BatchEnv to actions, not {short_repr(policy)}.")
    demand_type(player, (Player, str, NoneType), "The player of self-play", "a Player or the text of one")
    if policy is not None and player is not None:
        raise InvalidSetting("A policy plays instead of a player; give one of them.")
    if policy is None and player not in {None, RANDOM}:
        return _play_records(found, games, player, seed)
    return _play_batch(found, games, policy or BatchEnv.sample, threads, seed)


def _play_batch(game: Game, games: int, policy: Policy, threads: int, seed: int) -> Games:
    """Let a policy play; every game that is begun is played to its end, or short ones would come too often."""
    columns: dict[str, list[NDArray[Any]]] = {name: [] for name in ("words", "player", "game", "ply", "move")}
    results = np.zeros((games, 2), np.float32)
    with BatchEnv(game, min(games, AT_ONCE), threads=threads, seed=seed) as env:
        number, begun = np.arange(env.size), env.size
        words, index = env.words.copy(), np.zeros(env.size, np.int64)
        player, ply = env.player.copy(), env.plies.copy()
        while (number >= 0).any():
            actions = np.asarray(policy(env))
            if actions.shape == number.shape:  # else `step` says what is wrong
                actions = np.where(number >= 0, actions, LEAVE)
            env.step(actions)
            index = index * env.actions + actions
            ended = env.terminated | env.truncated
            moved = (number >= 0) & (ended | (env.plies != ply))
            values = (words[moved], player[moved], number[moved], ply[moved], index[moved])
            for name, column in zip(columns, values, strict=True):
                columns[name].append(column)
            for row in np.flatnonzero(moved & ended):
                results[number[row]] = env.rewards[row]
                number[row], begun = (begun, begun + 1) if begun < games else (-1, begun)
            words[moved], player[moved], ply[moved], index[moved] = (
                env.words[moved],
                env.player[moved],
                env.plies[moved],
                0,
            )
        joined = {name: np.concatenate(column) for name, column in columns.items()}
        order = np.lexsort((joined["ply"], joined["game"]))
        return _games(env.start, results, **{name: column[order] for name, column in joined.items()})


def _play_records(game: Game, games: int, player: Player | str | None, seed: int) -> Games:
    """Let a player play against itself, one game after the other."""
    players = [
        Entry.parse(player).create(game) if isinstance(player, str) else player for _ in Color if player is not None
    ]
    start, results = game.position(), np.zeros((games, 2), np.float32)
    rows: list[tuple[Words, int, int, int, int]] = []
    try:
        for number in range(games):
            record = Record(game)
            own_seed = int(np.random.SeedSequence([seed, number]).generate_state(1, np.uint64)[0] >> np.uint64(1))
            for color, each in zip(Color, players, strict=True):
                each.new_game(game, color, own_seed)
            while record.outcome is None:
                position = record.position
                choice = players[position.turn].choose(record, Allowance())
                if choice.request == RESIGN:
                    record.declare(position.turn.other, "resignation")
                    continue
                move = position.move(str(choice.move))
                rows.append((position.words, int(position.turn), number, record.plies, position.move_index(move)))
                record.play(move)
            outcome = record.outcome
            white = outcome.utility
            if white is None:
                white = {None: 0, Color.WHITE: 1, Color.BLACK: -1}[outcome.winner]
            results[number] = white, -white
    finally:
        if isinstance(player, str):
            for each in players:
                each.close()
    names = ("words", "player", "game", "ply", "move")
    return _games(
        start, results, **{name: np.array(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}
    )


def _games(
    start: Any, results: NDArray[np.float32], *, words: Any, player: Any, game: Any, ply: Any, move: Any
) -> Games:
    """Return the arrays, with planes and results added."""
    return Games(planes_of_ours(start, words), move, player.astype(np.int8), results[game, player], game, ply, words)
