"""`BatchEnv`: many games of one kind at once, stepped together, seen through arrays that are written in place.

>>> from plyground.rl import BatchEnv
>>> env = BatchEnv("gardner", 64, seed=1)
>>> env.observation.shape, env.legal.shape
((64, 13, 5, 5), (64, 670))
>>> for _ in range(100):
...     env.step(env.sample())
>>> env.rewards.shape
(64, 2)
"""

from collections.abc import Iterator, Sequence
from functools import partial
from types import NoneType
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import ArrayLike, NDArray

from plyground.core.arguments import demand_type, seed_of, whole
from plyground.core.errors import IllegalMove, InvalidSetting
from plyground.core.game import Game
from plyground.core.outcome import result_words
from plyground.core.position import Position
from plyground.core.registry import get_game
from plyground.core.rules import scratch
from plyground.core.threads import thread_pool
from plyground.kernel.random import seed_stream
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import Moves, Words
from plyground.rl.arrays import check_positions
from plyground.rl.rows import (
    Conditions,
    Rows,
    Scratch,
    Views,
    begin_rows,
    compress,
    draw_actions,
    first_illegal,
    see_rows,
    step_rows,
)
from plyground.search.playouts import KEPT_KEYS

MAX_DENSE = 5000
"""With more actions than this, the legal ones are listed instead of marked."""
MAX_SIZE = 1 << 22
MAX_THREADS = 256
MAX_ACTION = 2**62
_ODD = 0x9E3779B97F4A7C15
"""Spreads what a checksum is made of; any odd number with many ones would do."""


class BatchEnv:
    """Many games at once.

    All arrays stay the same objects for the whole life of the environment; `step`, `reset` and `load` write to them.
    Row i belongs to game i. Do not write to them yourself.

    Parameters
    ----------
    game
        The game, or its name.
    size
        How many games.
    threads
        How many threads step through them.
    seed
        Of `sample`: game i draws the same numbers whatever `size` and `threads` are.
    auto_reset
        Whether another game begins in the row of one that has ended, within the same `step`: `observation`, `legal` and
        `player` are then those of the new game, `rewards`, `terminated` and `truncated` those of the old.
    start
        The position, or the text of one, that every game begins with; by default the game's usual start.
    sparse
        Whether the legal actions are listed (`legal_indptr`, `legal_indices`) instead of marked in `legal`; by default
        where there are more than `MAX_DENSE` actions.

    Attributes
    ----------
    observation
        Shape (size, planes, height, width), uint8: what the player to move sees (`plyground.core.planes`). In a game
        whose moves take several actions, one more plane for each action but the last shows the cell already chosen.
    legal
        Shape (size, actions), bool: the actions that may be taken; None if `sparse`. All False where a game is over.
    legal_indptr, legal_indices
        If `sparse`: the actions of game i are ``legal_indices[legal_indptr[i] : legal_indptr[i + 1]]``, as in scipy's
        ``csr_array``; shapes (size + 1,) int64 and (room,) int32. Else None.
    player
        Shape (size,), int8: the side to move, 0 White or 1 Black.
    rewards
        Shape (size, 2), float32: what the step has brought White and Black. 0 until a game ends, then 1 for a win, -1
        for a loss; in a game for points, the points.
    terminated
        Shape (size,), bool: whether the game has ended by its rules, repetition included.
    truncated
        Shape (size,), bool: whether it was cut off by the cap on plies.
    plies
        Shape (size,), int64: moves made since the start.
    words
        Shape (size, words), uint64: the positions as kernels see them.
    actions
        How many actions there are.

    Raises
    ------
    UnknownName
        If the game does not exist or has no ``planes.py``.
    InvalidSetting, InvalidNotation
        If a parameter cannot be what it is.
    """

    def __init__(
        self,
        game: Game | str,
        size: int,
        *,
        threads: int = 1,
        seed: int = 0,
        auto_reset: bool = True,
        start: Position | str | None = None,
        sparse: bool | None = None,
    ) -> None:
        demand_type(game, (Game, str), "The game of an environment", "a Game or its name")
        self.game = get_game(game) if isinstance(game, str) else game
        seed = seed_of(seed)
        demand_type(auto_reset, (bool, np.bool_), "The auto_reset of an environment", "True or False")
        demand_type(sparse, (bool, np.bool_, NoneType), "The sparse of an environment", "True, False or None")
        self.size = _between(size, "size", 1, MAX_SIZE)
        self.threads = min(_between(threads, "threads", 1, MAX_THREADS), self.size)
        self.start = start if isinstance(start, Position) else self.game.position(start)
        if self.start.game.name != self.game.name:
            raise InvalidSetting(f"No game of {self.game.name} can begin with a position of {self.start.game.name}.")
        if self.start.outcome is not None:
            raise InvalidSetting(
                f"No game can begin with {self.start.text!r}: it is over ({result_words(self.start.outcome_text)})."
            )
        self.encoding = self.start.encoding
        self.actions = self.encoding.actions
        self._rules: Any = self.start.rules_for_playouts
        is_sparse = self.actions > MAX_DENSE if sparse is None else sparse
        self._conditions = Conditions(
            actions=self.actions,
            steps=self.encoding.steps,
            planes=len(self.encoding.planes),
            repetition=self.game.repetition or 0,
            ply_cap=self.game.ply_cap or 0,
            is_scored=int(self.game.scored),
            auto_reset=int(auto_reset),
            is_dense=int(not is_sparse),
        )
        self._games = self._no_games()
        self._views = self._no_views(is_sparse=is_sparse)
        self._scratches = [
            Scratch(np.empty(self._rules.words, np.uint64), scratch(self._rules), np.zeros(self.actions, np.bool_))
            for _ in range(self.threads)
        ]
        self._pool = thread_pool(self.threads) if self.threads > 1 else None
        self._drawn = np.zeros(self.size, np.int64)
        self.observation, self.player, self.rewards = self._views.observation, self._views.player, self._views.rewards
        self.terminated, self.truncated = self._views.terminated, self._views.truncated
        self.words, self.plies = self._games.words, self._games.plies
        self.legal: NDArray[np.bool_] | None = None if is_sparse else self._views.legal
        self.legal_indptr: Moves | None = np.zeros(self.size + 1, np.int64) if is_sparse else None
        self.legal_indices: NDArray[np.int32] | None = (
            np.zeros(self._views.listed.size, np.int32) if is_sparse else None
        )
        ensure_ready(f"{self.game.family} environment", f"{self.game.title} environment", self._warmup)
        for i in range(self.size):  # not before: compiling draws random numbers
            seed_stream(self._games.random[i], seed, i)
        self.reset()

    def _no_games(self) -> Rows:
        kept = KEPT_KEYS if self._conditions.repetition else 1
        chosen, stage, plies, over, changed = np.zeros((5, self.size), np.int64)
        words, keys = np.zeros((self.size, self._rules.words), np.uint64), np.zeros((self.size, kept), np.uint64)
        return Rows(words, chosen, stage, plies, over, changed, keys, np.zeros((self.size, 1), np.uint64))

    def _no_views(self, *, is_sparse: bool) -> Views:
        planes, height, width = self.encoding.shape
        terminated, truncated = np.zeros((2, self.size), np.bool_)
        return Views(
            np.zeros((self.size, planes + self.encoding.steps - 1, height, width), np.uint8),
            np.zeros((1, 1) if is_sparse else (self.size, self.actions), np.bool_),
            np.zeros(self.size, np.int8),
            np.zeros((self.size, 2), np.float32),
            terminated,
            truncated,
            np.zeros((self.size, min(self.actions, self._rules.max_moves)), np.int32),
            np.zeros(self.size, np.int64),
        )

    def _warmup(self) -> None:
        """Compile every kernel of this file."""
        self.reset()
        self.step(self.sample())
        self.load(self.save())
        compress(self._views, np.zeros(self.size + 1, np.int64), np.zeros(self._views.listed.size, np.int32))

    def reset(self, rows: ArrayLike | None = None, positions: Sequence[Position | str] | Words | None = None) -> None:
        """Begin new games.

        Parameters
        ----------
        rows
            Which games, by their numbers; by default all.
        positions
            A position for each of them: positions, texts, or rows of words, shape (rows, words), uint64. By default
            `start`. A position that is over shows its rewards; with `auto_reset`, the next step begins another game
            there.

        Raises
        ------
        InvalidSetting, InvalidNotation
            If there are not as many positions as rows, or one is of other rules, or a row of words is no position.
        """
        chosen = self._rows(rows)
        starts = np.tile(self.start.words, (len(chosen), 1)) if positions is None else self._words_of(positions)
        if len(starts) != len(chosen):
            raise InvalidSetting(f"{len(starts)} positions cannot be put into {len(chosen)} rows.")
        begin_rows(self._rules, self._conditions, self._games, self._views, self._scratches[0], starts, chosen)
        self._compress()

    def step(self, actions: ArrayLike) -> None:
        """Take an action in every game and write what follows into the arrays.

        Parameters
        ----------
        actions
            Shape (size,), whole numbers; -1 leaves a game as it is. What is given for a game that is over is ignored.

        Raises
        ------
        IllegalMove
            If an action is not legal, naming the first such game; then nothing has changed.
        InvalidSetting
            If the shape or type is wrong.
        """
        given = np.asarray(actions)
        if given.shape != (self.size,) or not np.issubdtype(given.dtype, np.integer):
            raise InvalidSetting(
                f"The actions have the shape {given.shape} and the type {given.dtype}; they should be {self.size} "
                "whole numbers."
            )
        taken = np.ascontiguousarray(given, np.int64)
        if given.dtype == np.uint64:  # a large one would become negative
            taken = np.where(given < MAX_ACTION, taken, MAX_ACTION)
        wrong = int(first_illegal(self._conditions, self._games, self._views, taken))
        if wrong >= 0:
            raise IllegalMove(f"The action {given[wrong]} is not legal in game {wrong}, {self.position(wrong).text!r}.")
        fixed = self._rules, self._conditions, self._games, self._views
        if self._pool is None:
            step_rows(*fixed, self._scratches[0], self.start.words, taken, 0, self.size)
        else:
            edges = [self.size * i // self.threads for i in range(self.threads + 1)]
            run = partial(step_rows, *fixed)
            parts = [
                self._pool.submit(run, mine, self.start.words, taken, first, end)
                for mine, first, end in zip(self._scratches, edges[:-1], edges[1:], strict=True)
            ]
            for part in parts:
                part.result()
        self._compress()

    def sample(self) -> Moves:
        """Return a legal action of each game, drawn with equal chances; -1 where it is over.

        The array, shape (size,) int64, is written over by the next call.
        """
        draw_actions(self._games, self._views, self._drawn)
        return self._drawn

    def save(self, rows: ArrayLike | None = None) -> Words:
        """Return the whole state of some games, by default all; shape (rows, state), uint64: `load` goes on from it.

        A row holds the position, the actions of an unfinished move, the number of plies, the random numbers, where the
        game knows a draw by repetition, the keys of the last positions, and a checksum.
        """
        chosen, games = self._rows(rows), self._games
        counters = np.stack([games.chosen, games.stage, games.plies, games.over], axis=1).view(np.uint64)
        parts = [part[chosen] for part in (games.words, counters, games.random, games.keys)]
        states = np.hstack([*parts, np.zeros((len(chosen), 1), np.uint64)])
        states[:, -1] = self._checksums(states)
        return states

    def _checksums(self, states: Words) -> NDArray[np.uint64]:
        """Return a number for each row of `states`, whose last column does not count: it is told by the game, too."""
        odd = np.arange(1, 2 * states.shape[1], 2, dtype=np.uint64) * np.uint64(_ODD)
        odd[-1] = 0
        return states @ odd + np.uint64(crc32(self.game.name.encode()))

    def load(self, states: Words, rows: ArrayLike | None = None) -> None:
        """Go on from states that `save` has returned, also of an environment of another size.

        Raises
        ------
        InvalidSetting
            If their shape is not that of `rows`, or a row is not what `save` has returned for this game.
        """
        chosen, games = self._rows(rows), self._games
        widths = np.cumsum([self._rules.words, 4, 1, games.keys.shape[1], 1])
        states = np.asarray(states)
        if states.shape != (len(chosen), widths[-1]) or states.dtype != np.uint64:
            raise InvalidSetting(
                f"The states have the shape {states.shape} and the type {states.dtype}; it should be "
                f"{(len(chosen), int(widths[-1]))} and uint64."
            )
        words, counters, random, keys, checksums = np.split(states, widths[:-1], axis=1)
        is_wrong = self._checksums(states) != checksums[:, 0]
        if is_wrong.any():
            raise InvalidSetting(
                f"Row {int(is_wrong.argmax())} of the states is not one that `save` has returned for {self.game.name}."
            )
        games.words[chosen], games.random[chosen], games.keys[chosen] = words, random, keys
        for column, values in zip(
            np.ascontiguousarray(counters).view(np.int64).T,
            (games.chosen, games.stage, games.plies, games.over),
            strict=True,
        ):
            values[chosen] = column
        see_rows(self._rules, self._conditions, games, self._views, self._scratches[0], chosen)
        self._compress()

    def position(self, row: int) -> Position:
        """Return the position of one game; raises `WrongType` or `InvalidSetting` if there is no such row."""
        number = whole(row, "The row of a position")
        if not 0 <= number < self.size:
            raise InvalidSetting(f"The row of a position cannot be {number}; it is from 0 to {self.size - 1}.")
        return Position(self.game, self.start.rules, self._games.words[number].copy())

    @property
    def positions(self) -> list[Position]:
        """The positions of all games."""
        return [self.position(row) for row in range(self.size)]

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> "BatchEnv":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Position]:
        return iter(self.positions)

    def __repr__(self) -> str:
        return f"<{self.size} games of {self.game.name}>"

    def _rows(self, rows: ArrayLike | None) -> Moves:
        if rows is None:
            return np.arange(self.size)
        chosen = np.atleast_1d(np.asarray(rows))
        if chosen.dtype == np.bool_ and chosen.shape == (self.size,):
            return np.flatnonzero(chosen)
        if chosen.ndim != 1 or (chosen.size and not np.issubdtype(chosen.dtype, np.integer)):
            raise InvalidSetting(f"The rows should be whole numbers below {self.size}, or {self.size} truth values.")
        if chosen.size and not 0 <= int(chosen.min()) <= int(chosen.max()) < self.size:
            raise InvalidSetting(f"The rows should be from 0 to {self.size - 1}.")
        return np.ascontiguousarray(chosen, np.int64)

    def _words_of(self, positions: Sequence[Position | str] | Words) -> Words:
        if isinstance(positions, np.ndarray):
            return check_positions(self.start, positions)
        demand_type(
            positions, (list, tuple), "The positions to begin with", "a list of positions or texts, or an array"
        )
        read = [self.game.position(each) if isinstance(each, str) else each for each in positions]
        for each in read:
            demand_type(each, Position, "Each of the positions", "a Position or the text of one")
            if each.game != self.game or each.rules != self.start.rules:
                raise InvalidSetting(f"The position {each.text!r} is not one of these games: its rules are others.")
        return np.array([each.words for each in read], np.uint64).reshape(len(read), self._rules.words)

    def _compress(self) -> None:
        if self.legal_indptr is not None and self.legal_indices is not None:
            compress(self._views, self.legal_indptr, self.legal_indices)


def _between(value: int, name: str, least: int, most: int) -> int:
    if not least <= whole(value, f"The {name} of an environment") <= most:
        raise InvalidSetting(
            f"The {name} of an environment cannot be {value!r}; it is a number from {least} to {most}."
        )
    return value
