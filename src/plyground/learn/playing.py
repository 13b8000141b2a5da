"""A game of self-play, as one kernel: its opening, its searches, its side lines, and what is kept of them.

Its searches are those of `plyground.engine.thinking`, which do nothing around the search itself.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.arena.quick import outcome_at, winner_of
from plyground.core.rules import (
    ONGOING,
    play,
    sample,
)
from plyground.engine.hooks import is_check, move_priority
from plyground.engine.state import State
from plyground.engine.thinking import copy, think
from plyground.kernel import kernel
from plyground.kernel.random import below
from plyground.kernel.words import Moves, Words, key, turn
from plyground.learn.dataset import DRAW, LOSS, UNKNOWN, WIN

LONGEST = 400
"""Plies after which a game is a draw."""
DECIDED_PLIES = 4
"""How many plies in a row a game must look decided, from one side's view, to end there."""
OPENING_TRIES = 200
RANDOM_PLIES = 2
"""The most random plies of a side line."""
BRANCH_PLIES = 4
"""After that many of the engine's moves a side line that has come to nothing is given up."""

SEARCHED, PLIES, BAND, BRANCHES, DECISIVE, REPETITION, PLY_CAP, SCORED = CHOSEN = range(8)
"""Places in a game's settings: nodes of a search; the opening's plies, and the hundredths by which it may be uneven;
side lines from a position; the score that decides; which occurrence of a position is a draw, and which ply (0 each:
none); whether it is played for points."""

SCORE, RESULT, DEPTH, PLY = LABELS = range(4)
"""Columns of `Kept.labels`, as `plyground.learn.dataset` has them."""


class Kept(NamedTuple):
    """The positions that a game leaves.

    Attributes
    ----------
    words, keys
        The positions, and their keys.
    labels
        What is known of each, by the columns above.
    line
        The positions of the game, and of a side line, in the kernel.
    """

    words: Words
    keys: NDArray[np.uint64]
    labels: Moves
    line: Words

    @classmethod
    def room_for(cls, words: int, plies: int, branches: int) -> "Kept":
        """Make room for a game of positions of that many `words`, with openings of `plies`."""
        rows = (LONGEST + 1) * (1 + branches)
        longest = LONGEST + plies + RANDOM_PLIES + BRANCH_PLIES + 2
        return cls(
            np.zeros((rows, words), np.uint64),
            np.zeros(rows, np.uint64),
            np.zeros((rows, len(LABELS)), np.int64),
            np.zeros((longest, words), np.uint64),
        )


@kernel
def is_quiet(game: Any, position: Words, move: int) -> bool:
    """Tell whether a static judgement of a position can be right: no check, and its best `move` threatens nothing."""
    return not is_check(game, position) and move_priority(game, position, move) == 0


@kernel
def keep(kept: Kept, size: int, position: Words, score: int, result: int, depth: int, ply: int) -> int:
    """Add a position unless it is there already; return how many there are."""
    here = key(position)
    for i in range(size):
        if kept.keys[i] == here:
            return size
    copy(position, kept.words[size])
    kept.keys[size] = here
    labels = kept.labels[size]
    labels[SCORE], labels[RESULT], labels[DEPTH], labels[PLY] = score, result, depth, ply
    return size + 1


@kernel
def opening(
    game: Any, state: State, table: Words, settings: Moves, chosen: Moves, start: Words, random: Words, kept: Kept
) -> int:
    """Write an even opening into the line of the game; return how many plies it has, -1 if none was found."""
    line = kept.line
    for _ in range(OPENING_TRIES):
        copy(start, line[0])
        state.keys[0] = key(start)
        ply = 0
        for _ in range(chosen[PLIES] - below(random, chosen[PLIES] // 2 + 1)):
            if outcome_at(game, state, line[ply], ply, chosen[REPETITION], chosen[PLY_CAP]) != ONGOING:
                break
            move = sample(game, line[ply], state.moves[0], random)
            play(game, line[ply], move, line[ply + 1])
            ply += 1
            state.keys[ply] = key(line[ply])
        if outcome_at(game, state, line[ply], ply, chosen[REPETITION], chosen[PLY_CAP]) != ONGOING:
            continue
        copy(line[ply], state.positions[0])
        score, _, _ = think(game, state, table, settings, chosen[SEARCHED], ply, chosen[PLY_CAP])
        if abs(score) <= chosen[BAND]:
            return ply
    return -1


@kernel
def branch(
    game: Any,
    state: State,
    table: Words,
    settings: Moves,
    chosen: Moves,
    random: Words,
    kept: Kept,
    size: int,
    ply: int,
) -> int:
    """Follow a side line from `ply`, and keep what it comes to, if anything; return how many positions are kept."""
    line, last = kept.line, ply
    for _ in range(1 + below(random, RANDOM_PLIES)):
        move = sample(game, line[last], state.moves[0], random)
        play(game, line[last], move, line[last + 1])
        last += 1
        state.keys[last] = key(line[last])
        if outcome_at(game, state, line[last], last, chosen[REPETITION], chosen[PLY_CAP]) != ONGOING:
            return size
    for _ in range(BRANCH_PLIES):
        copy(line[last], state.positions[0])
        score, move, depth = think(game, state, table, settings, chosen[SEARCHED], last, chosen[PLY_CAP])
        if abs(score) > chosen[DECISIVE]:
            return size
        if is_quiet(game, line[last], move):
            return keep(kept, size, line[last], score, UNKNOWN, depth, ply)
        play(game, line[last], move, line[last + 1])
        last += 1
        state.keys[last] = key(line[last])
        if outcome_at(game, state, line[last], last, chosen[REPETITION], chosen[PLY_CAP]) != ONGOING:
            return size
    return size


@kernel
def play_game(
    game: Any, state: State, table: Words, settings: Moves, chosen: Moves, start: Words, random: Words, kept: Kept
) -> int:
    """Play a game from `start`; return how many positions are `kept`, -1 if no even opening was found.

    Parameters
    ----------
    state, table, settings
        The search's.
    chosen
        The game's settings, as above.
    random
        A stream, which has been started.
    """
    line = kept.line
    first = opening(game, state, table, settings, chosen, start, random, kept)
    if first < 0:
        return -1
    ply, size, advantage, white = first, 0, 0, DRAW
    while ply - first < LONGEST:
        position = line[ply]
        code = outcome_at(game, state, position, ply, chosen[REPETITION], chosen[PLY_CAP])
        if code != ONGOING:
            white = winner_of(game, position, code, chosen[SCORED])
            break
        copy(position, state.positions[0])
        score, move, depth = think(game, state, table, settings, chosen[SEARCHED], ply, chosen[PLY_CAP])
        sign = int(score > chosen[DECISIVE]) - int(score < -chosen[DECISIVE])
        own = -sign if turn(position) != 0 else sign
        advantage = advantage + own if own * advantage > 0 else own
        if abs(advantage) >= DECIDED_PLIES:
            white = WIN if advantage > 0 else LOSS
            break
        if sign == 0 and is_quiet(game, position, move):
            size = keep(kept, size, position, score, DRAW, depth, ply)
        for _ in range(chosen[BRANCHES]):
            size = branch(game, state, table, settings, chosen, random, kept, size, ply)
        play(game, position, move, line[ply + 1])
        ply += 1
        state.keys[ply] = key(line[ply])
    for i in range(size):
        if kept.labels[i, RESULT] != UNKNOWN:
            kept.labels[i, RESULT] = WIN - white if turn(kept.words[i]) != 0 else white
    return size
