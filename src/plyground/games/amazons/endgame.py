"""The end of Amazons: once no queen can meet one of the other colour, the moves of each side can be counted.

A region is a set of squares, empty or under a queen, connected by king's steps. When no region holds queens of both
colours, each side has some number of moves left in its own regions, whatever the other does: the longest sequence of
moves there. It is at most the number of empty squares, since each move blocks one, but may be less: of two squares that
touch only where the queen stands, it enters one and loses the other. With M moves for the side to move and N for the
other, the side to move wins exactly when M > N: the other runs out after 2N + 1 plies; otherwise it runs out itself,
after 2M.

The longest sequence is found by depth-first search that remembers the value of each arrangement, and stops at the
first sequence that blocks every square its queens can reach. Finding it is NP-complete (M. Buro, "Simple Amazons
endgames and their connection to Hamilton circuits in cubic subgrid graphs", 2000), so the search may run out of nodes;
then there is no solution yet.

The checker of proofs counts moves likewise on *guarded* squares (`plyground.games.amazons.territory`): those that the
enemy does not reach while no queen of the side leaves a way open. A queen next to the enemy's squares, a *wall*, must
block the square that it came from. In the arrays here walls stand where the queens of the other colour would.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.position import Position
from plyground.core.rules import WIN_VALUE, generate, play, scratch
from plyground.endgame.solution import Solution
from plyground.games.amazons import territory  # noqa: F401  (what the solver asks)
from plyground.games.amazons.rules import EMPTY, FROM_SHIFT, LAST, SQUARE_MASK, Amazons, two_words
from plyground.games.amazons.squares import TwoWords, both, either, first, is_empty, neighbours, only, size, without
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import BLACK, WHITE, Moves, Words, key, sort_moves, turn
from plyground.solving.hooks import LIMIT, Scratch, bounds_to_check

MAX_MOVES = 100
"""No region has more squares."""
ENTRIES = 1 << 14
"""The number of arrangements remembered; a power of two."""
UNSOLVED = -1
MAX_CHECKED = 10_000_000
"""How many positions the checker of proofs visits to count the moves of one position."""
_BEST, _NEXT, _SIZE, _MOST, _MOVE = range(5)
_FREE_NEIGHBOURS_SHIFT = 21
_NOTHING = TwoWords(ZERO, ZERO)


class Workspace(NamedTuple):
    """The solver's arrays.

    Attributes
    ----------
    rows
        The positions of the sequence being tried.
    moves
        The moves at each of them.
    frames
        At each: the most moves found so far, the next move's place, how many there are, the bound, the best move.
    known
        The values of arrangements: rows of key and number of moves + 1.
    nodes
        ``nodes[0]``: positions visited; ``nodes[1]``: their limit.
    stop
        ``stop[0]`` is set when the solver should give up.
    """

    rows: Words
    moves: Moves
    frames: Moves
    known: Words
    nodes: Moves
    stop: Moves


def _workspace(rules: Any, max_nodes: int, stop: Moves) -> Workspace:
    return Workspace(
        np.zeros((MAX_MOVES + 2, LAST + 1), np.uint64),
        np.zeros((MAX_MOVES + 2, scratch(rules).size), np.int64),
        np.zeros((MAX_MOVES + 2, 5), np.int64),
        np.zeros((ENTRIES, 2), np.uint64),
        np.array([0, max_nodes], np.int64),
        stop,
    )


@kernel
def region(game: Any, seed: Any, free: Any) -> Any:
    """Return the squares of `free` that are connected with those of `seed`, which are in `free`."""
    stride = game.ranks + 1
    found = seed
    while True:
        further = either(found, both(neighbours(found, stride), free))
        if is_empty(without(further, found)):
            return found
        found = further


@kernel
def is_separated(game: Any, position: Words) -> bool:
    """Tell whether no region holds queens of both colours."""
    white, black, empty = two_words(position, 0), two_words(position, 2), two_words(position, EMPTY)
    return is_empty(both(region(game, white, either(white, either(black, empty))), black))


@kernel
def _reachable(game: Any, position: Words, side: int) -> int:
    """Return how many empty squares the queens of `side` could ever reach: they have at most that many moves."""
    queens, empty = two_words(position, 2 * side), two_words(position, EMPTY)
    return size(both(region(game, queens, either(queens, empty)), empty))


@kernel
def _without_gaps(walls: TwoWords, moves: Moves, size: int) -> int:
    """Drop the moves by which a wall leaves its square open; return how many are left."""
    if is_empty(walls):
        return size
    kept = 0
    for i in range(size):
        start = moves[i] >> FROM_SHIFT
        if start == moves[i] & SQUARE_MASK or is_empty(both(walls, only(walls, start))):
            moves[kept] = moves[i]
            kept += 1
    return kept


@kernel
def _open_node(game: Any, work: Workspace, ply: int, most: int) -> None:
    """List the moves at `ply`, those first that block a square with few free neighbours: dead ends are filled first."""
    position, frame, moves = work.rows[ply], work.frames[ply], work.moves[ply]
    found = _without_gaps(two_words(position, 2 - 2 * turn(position)), moves, generate(game, position, moves))
    empty = two_words(position, EMPTY)
    for i in range(found):
        blocked = only(empty, moves[i] & SQUARE_MASK)
        free = size(both(neighbours(blocked, game.ranks + 1), empty))
        moves[i] |= free << _FREE_NEIGHBOURS_SHIFT
    sort_moves(moves, found)
    for i in range(found):
        moves[i] &= (1 << _FREE_NEIGHBOURS_SHIFT) - 1
    frame[_BEST], frame[_NEXT], frame[_SIZE], frame[_MOST], frame[_MOVE] = 0, 0, found, most, -1


@kernel
def _longest(game: Any, work: Workspace, side: int, wanted: int) -> int:
    """Return the longest sequence of moves of `side` from ``work.rows[0]``, alone on the board; or `UNSOLVED`.

    Its first move is then ``work.frames[0, _MOVE]``. One of `wanted` moves is as good as a longer one.
    """
    ply = 0
    _open_node(game, work, 0, min(_reachable(game, work.rows[0], side), wanted))
    while True:
        frame = work.frames[ply]
        if frame[_NEXT] >= frame[_SIZE] or frame[_BEST] >= frame[_MOST]:
            # nothing longer can be found here: remember that, and go back to the previous position
            below = frame[_BEST]
            if below < wanted - ply:  # else there may be more
                own = key(work.rows[ply])
                entry = work.known[np.int64(own & np.uint64(ENTRIES - 1))]
                entry[0], entry[1] = own, np.uint64(below + 1)
            if ply == 0:
                return below
            ply -= 1
        else:
            move = work.moves[ply, frame[_NEXT]]
            frame[_NEXT] += 1
            child = work.rows[ply + 1]
            play(game, work.rows[ply], move, child)
            child[LAST] ^= ONE
            work.nodes[0] += 1
            if work.nodes[0] > work.nodes[1] or work.stop[0] != 0:
                return UNSOLVED
            own = key(child)
            entry = work.known[np.int64(own & np.uint64(ENTRIES - 1))]
            if entry[0] == own and entry[1] != ZERO:
                below = np.int64(entry[1]) - 1
            else:
                most = _reachable(game, child, side)
                if most < frame[_BEST]:
                    continue
                ply += 1
                _open_node(game, work, ply, min(most, wanted - ply))
                continue
        frame = work.frames[ply]
        if below + 1 > frame[_BEST]:
            frame[_BEST] = below + 1
            frame[_MOVE] = work.moves[ply, frame[_NEXT] - 1]


@kernel
def _keep_region(game: Any, position: Words, side: int, squares: TwoWords) -> None:
    """Leave only `squares`, and queens and walls of `side` on them, in `position`, with `side` to move."""
    for word in range(0, LAST, 2):
        kept = both(two_words(position, word), squares)
        position[word], position[word + 1] = kept.low, kept.high
    position[LAST] = np.uint64(side)


@kernel
def _next_region(game: Any, position: Words, side: int, seen: TwoWords) -> TwoWords:
    """Return the region of the first queen of `side` outside `seen`; nothing if there is none."""
    queens = two_words(position, 2 * side)
    rest = without(queens, seen)
    if is_empty(rest):
        return rest
    return region(game, only(rest, first(rest)), either(queens, two_words(position, EMPTY)))


def solve_root(position: Position, nodes: int, stop: Moves) -> tuple[Solution | None, int]:
    """Solve a separated position; no solution if it is not separated, or takes more than `nodes` positions."""
    rules, words = position.rules, position.words
    if not is_separated(rules, words):
        return None, 0
    work = _workspace(rules, nodes, stop)
    side = int(position.turn)
    own = _sequence(rules, words, side, work)
    others = _sequence(rules, words, 1 - side, work) if own is not None else None
    visited = min(nodes, int(work.nodes[0]))
    if own is None or others is None:
        return None, visited
    has_won = len(own) > len(others)
    plies = 2 * len(others) + 1 if has_won else 2 * len(own)
    codes = tuple((others if ply % 2 else own)[ply // 2] for ply in range(plies))
    return Solution(codes, has_won), visited


def _sequence(rules: Any, words: Words, side: int, work: Workspace) -> list[int] | None:
    """Return a longest sequence of moves of `side`, one region after the other; None where nodes run out."""
    found: list[int] = []
    seen = _NOTHING
    while True:
        # kernels return plain integers to Python: convert them back to words
        squares = TwoWords(*map(np.uint64, _next_region(rules, words, side, seen)))
        if not squares.low | squares.high:
            return found
        seen = TwoWords(seen.low | squares.low, seen.high | squares.high)
        work.rows[0] = words
        _keep_region(rules, work.rows[0], side, squares)
        while (length := int(_longest(rules, work, side, MAX_MOVES))) > 0:
            move = int(work.frames[0, _MOVE])
            found.append(move)
            play(rules, work.rows[0].copy(), move, work.rows[0])
            work.rows[0, LAST] = np.uint64(side)
        if length == UNSOLVED:
            return None


@kernel
def _set_words(position: Words, word: int, squares: TwoWords) -> None:
    position[word], position[word + 1] = squares.low, squares.high


@kernel
def _moves_alone(
    game: Any, queens: TwoWords, walls: TwoWords, empty: TwoWords, side: int, wanted: int, work: Workspace
) -> int:
    """Return the longest sequences of the queens of `side` over the squares `empty` together; or `UNSOLVED`.

    No more than `wanted` moves are counted.
    """
    position = work.rows[MAX_MOVES + 2]
    _set_words(position, 2 * side, queens)
    _set_words(position, 2 - 2 * side, walls)
    _set_words(position, EMPTY, empty)
    total = 0
    seen = without(queens, queens)
    while True:
        found = _next_region(game, position, side, seen)
        if is_empty(found) or total >= wanted:
            return total
        seen = either(seen, found)
        for i in range(LAST + 1):
            work.rows[0, i] = position[i]
        _keep_region(game, work.rows[0], side, found)
        moves = _longest(game, work, side, wanted - total)
        if moves == UNSOLVED:
            return UNSOLVED
        total += moves


@kernel
def _outlasts(game: Any, position: Words, side: int, work: Workspace) -> bool:
    """Tell whether `side` wins by moving on guarded squares alone."""
    queens, others, empty = two_words(position, 2 * side), two_words(position, 2 - 2 * side), two_words(position, EMPTY)
    nothing = without(queens, queens)
    reach_value = region(game, others, either(others, empty))
    guarded, contested = without(empty, reach_value), both(empty, reach_value)
    walls = both(queens, neighbours(reach_value, game.ranks + 1))
    ahead = 1 if side == turn(position) else 0
    needed = size(contested) + ahead
    own = -1
    if size(guarded) >= needed:
        own = _moves_alone(game, queens, walls, guarded, side, needed, work)
        if own >= needed:
            return True
    against = _moves_alone(game, others, nothing, contested, 1 - side, MAX_MOVES, work)
    if against == UNSOLVED or size(guarded) < against + ahead:
        return False
    if own < 0:
        own = _moves_alone(game, queens, walls, guarded, side, against + ahead, work)
    return own >= against + ahead


@bounds_to_check.register(Amazons)
def _(game: Amazons, position: Words, scratch: Scratch) -> tuple[int, int]:
    """Count the moves on guarded squares, first those of the side that has more of them."""
    scratch.counts[0], scratch.counts[1], scratch.counts[2] = 0, MAX_CHECKED, 0
    work = Workspace(scratch.rows, scratch.moves, scratch.numbers, scratch.known, scratch.counts, scratch.counts[2:3])
    white, black, empty = two_words(position, 0), two_words(position, 2), two_words(position, EMPTY)
    blacks_reach = size(region(game, black, either(black, empty)))
    first_side = WHITE if size(region(game, white, either(white, empty))) >= blacks_reach else BLACK
    for i in range(2):
        side = first_side if i == 0 else 1 - first_side
        if _outlasts(game, position, side, work):
            value = WIN_VALUE if side == WHITE else -WIN_VALUE
            return value, value
    return -LIMIT, LIMIT


def warmup(position: Position) -> None:
    """Compile the solver, or load it from the cache."""

    def build() -> None:
        rules = position.rules
        work = _workspace(rules, 10, np.zeros(1, np.int64))
        work.rows[0] = position.words
        is_separated(rules, position.words)
        _next_region(rules, position.words, 0, _NOTHING)
        _keep_region(rules, work.rows[0], 0, _NOTHING)
        _longest(rules, work, 0, MAX_MOVES)

    ensure_ready(f"{position.game.family} endgame", f"{position.game.title} endgame", build)
