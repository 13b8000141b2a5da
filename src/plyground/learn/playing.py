"""A game of self-play, as one kernel: its opening, its searches, its side lines, and what is kept of them.

The engine that people use does much around each search: it asks tables, keeps time, reports lines. At a few hundred
positions a search that takes longer than the search. Here the same search kernel runs by itself: iterative deepening
with the whole window, until its positions are used up.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.rules import (
    BLACK_WINS,
    NO_MOVE,
    ONGOING,
    WHITE_WINS,
    generate,
    outcome,
    outcome_code,
    play,
    result_of,
    sample,
    utility,
)
from plyground.core.rules import DRAW as DRAWN
from plyground.engine.evaluator import forget
from plyground.engine.hooks import is_check, move_priority
from plyground.engine.ordering import pick, select
from plyground.engine.parameters import AT
from plyground.engine.pvs import search
from plyground.engine.scores import INFINITE, KNOWN, MAX_PLIES
from plyground.engine.state import (
    KILLER,
    LENGTH,
    NODE_LIMIT,
    PLIES_LEFT,
    PROVED_HERE,
    ROOT_DEPTH,
    ROOT_IS_WHOLE,
    ROOT_KEY,
    ROOT_MOVES,
    ROOT_SCORE,
    SECOND_KILLER,
    State,
)
from plyground.kernel import inlined, kernel
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

NO_LIMIT = 1 << 60
MAX_DEPTH = 100

SEARCHED, PLIES, BAND, BRANCHES, DECISIVE, REPETITION, PLY_CAP, SCORED = CHOSEN = range(8)
"""Places in a game's settings: nodes of a search; the opening's plies, and the hundredths by which it may be uneven;
side lines from a position; the score that decides; which occurrence of a position is a draw, and which ply (0 each:
none); whether it is played for points."""

SCORE, RESULT, DEPTH, PLY = FACTS = range(4)
"""Columns of `Kept.facts`, as `plyground.learn.dataset` has them."""


class Kept(NamedTuple):
    """The positions that a game leaves.

    Attributes
    ----------
    words, keys
        The positions, and their keys.
    facts
        What is known of each, by the columns above.
    line
        The positions of the game, and of a side line, in the kernel.
    """

    words: Words
    keys: NDArray[np.uint64]
    facts: Moves
    line: Words

    @classmethod
    def room_for(cls, words: int, plies: int, branches: int) -> "Kept":
        """Make room for a game of positions of that many `words`, with openings of `plies`."""
        rows = (LONGEST + 1) * (1 + branches)
        longest = LONGEST + plies + RANDOM_PLIES + BRANCH_PLIES + 2
        return cls(
            np.zeros((rows, words), np.uint64),
            np.zeros(rows, np.uint64),
            np.zeros((rows, len(FACTS)), np.int64),
            np.zeros((longest, words), np.uint64),
        )


@inlined
def copy(position: Words, other: Words) -> None:
    """Write a position into another row."""
    for i in range(position.size):
        other[i] = position[i]


@kernel
def think(
    game: Any, state: State, table: Words, settings: Moves, nodes: int, ply: int, cap: int
) -> tuple[int, int, int]:
    """Search the position in ``state.stack[0]``, which is not over; return its score, its best move, and the depth.

    `ply` is its place in ``state.keys``; `cap` is the ply at which the game is a draw, 0 for none.
    """
    counters, facts, position = state.counters, state.facts, state.stack[0]
    forget(state.evaluator, 0)
    for row in range(facts.shape[0]):
        for column in range(facts.shape[1]):
            facts[row, column] = NO_MOVE if column in (KILLER, SECOND_KILLER) else 0
    for side in range(2):
        for i in range(state.history.shape[1]):
            state.history[side, i] >>= 3
    for i in range(counters.size):
        counters[i] = 0
    counters[ROOT_KEY] = ply
    counters[PLIES_LEFT] = cap - ply if cap > 0 else NO_LIMIT
    state.keys[ply] = key(position)
    state.stop[0] = 0
    moves, order = state.moves[0], state.order[0]
    size = generate(game, position, moves)
    score, best, finished = 0, moves[0], 0
    counters[ROOT_MOVES], counters[ROOT_IS_WHOLE] = size, 1
    for depth in range(1, MAX_DEPTH):
        # (a first iteration is always finished: a move that nobody has looked at may be the worst of all)
        counters[NODE_LIMIT] = nodes if depth > 1 else NO_LIMIT
        counters[ROOT_DEPTH] = depth
        facts[0, LENGTH] = 0
        for i in range(size):
            order[i] = 0
        found = search(game, state, table, settings, 0, depth, -INFINITE, INFINITE, size < 0)
        if state.stop[0] != 0:
            if facts[0, LENGTH] > 0:
                score, best = counters[ROOT_SCORE], state.line[0, 0]
            break
        score, finished = found, depth
        if facts[0, LENGTH] > 0:
            best = state.line[0, 0]
        if facts[0, PROVED_HERE] != 0 or (abs(score) > KNOWN and settings[AT.scored] == 0) or depth >= MAX_PLIES // 2:
            break
        for i in range(size):
            if moves[i] == best:
                order[i] = NO_LIMIT
        select(moves, order, size, settings[AT.picked])
        for i in range(size):
            pick(moves, order, i, size, settings[AT.picked])
    return score, best, finished


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
    facts = kept.facts[size]
    facts[SCORE], facts[RESULT], facts[DEPTH], facts[PLY] = score, result, depth, ply
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
            if over(game, state, chosen, line[ply], ply) != ONGOING:
                break
            move = sample(game, line[ply], state.moves[0], random)
            play(game, line[ply], move, line[ply + 1])
            ply += 1
            state.keys[ply] = key(line[ply])
        if over(game, state, chosen, line[ply], ply) != ONGOING:
            continue
        copy(line[ply], state.stack[0])
        score, _, _ = think(game, state, table, settings, chosen[SEARCHED], ply, chosen[PLY_CAP])
        if abs(score) <= chosen[BAND]:
            return ply
    return -1


@kernel
def over(game: Any, state: State, chosen: Moves, position: Words, ply: int) -> int:
    """Return the outcome of a game at `ply`, by its position or as a draw by repetition or the ply cap."""
    code = outcome(game, position, state.moves[0])
    if code != ONGOING:
        return code
    if chosen[PLY_CAP] > 0 and ply >= chosen[PLY_CAP]:
        return outcome_code(DRAWN, 0)
    if chosen[REPETITION] > 0:
        seen = 0
        for i in range(ply + 1):
            if state.keys[i] == state.keys[ply]:
                seen += 1
        if seen >= chosen[REPETITION]:
            return outcome_code(DRAWN, 0)
    return ONGOING


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
        if over(game, state, chosen, line[last], last) != ONGOING:
            return size
    for _ in range(BRANCH_PLIES):
        copy(line[last], state.stack[0])
        score, move, depth = think(game, state, table, settings, chosen[SEARCHED], last, chosen[PLY_CAP])
        if abs(score) > chosen[DECISIVE]:
            return size
        if is_quiet(game, line[last], move):
            return keep(kept, size, line[last], score, UNKNOWN, depth, ply)
        play(game, line[last], move, line[last + 1])
        last += 1
        state.keys[last] = key(line[last])
        if over(game, state, chosen, line[last], last) != ONGOING:
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
        code = over(game, state, chosen, position, ply)
        if code != ONGOING:
            white = white_result(game, position, code, chosen)
            break
        copy(position, state.stack[0])
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
        if kept.facts[i, RESULT] != UNKNOWN:
            kept.facts[i, RESULT] = WIN - white if turn(kept.words[i]) != 0 else white
    return size


@kernel
def white_result(game: Any, position: Words, code: int, chosen: Moves) -> int:
    """Return White's result of a game that is over."""
    if chosen[SCORED] != 0:
        points = utility(game, position, code)
        return DRAW if points == 0 else WIN if points > 0 else LOSS
    result = result_of(code)
    return WIN if result == WHITE_WINS else LOSS if result == BLACK_WINS else DRAW
