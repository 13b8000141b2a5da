"""Makes a win come in time for the rules' counter: chooses anew among the moves that the search knows to win.

The search does not see the counter, so the win that it finds may wander. Here the positions of its proof, and those
that its other winning moves lead to, get the number of plies after which the counter is set to 0 or the game is won,
whatever the other side does, and the winner takes the move with the least. A position from which that takes more plies
than the counter allows is no win at all. With each quiet move the number gets smaller, so the moves lead to the end;
that they do, and in time, is left to the checker.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.position import Position
from plyground.core.rules import ONGOING, generate, order, outcome, play, scratch
from plyground.kernel import kernel
from plyground.kernel.words import Moves, Words, quiet_plies, turn
from plyground.solving.checker import LateWin, check_claim
from plyground.solving.dfpn import (
    OPEN,
    SUCCEEDS,
    Question,
    Search,
    answer_by_rules,
    answer_by_table,
    key_of,
    without_counters,
)
from plyground.solving.extraction import DONE, FULL, claim_of, gather
from plyground.solving.numbers import NUMBERS, choose, delta_in, probe
from plyground.solving.positions import COUNT, NEXT, PositionList, add, find, new_list, with_room
from plyground.solving.proof import BY_TABLE, Claim
from plyground.solving.tables import table_distance
from plyground.solving.tables_asked import TablesAsked

MORE = 4
"""How many times as many positions as in the proof are looked at."""
AT_LEAST = 1 << 16
"""So many are looked at in any case."""
NEVER = 1 << 20
"""More plies than any counter allows."""
_COUNTER_SHIFT = np.uint64(8)
_IDENTITY = np.uint64(0xFF)


class Edges(NamedTuple):
    """The moves between the positions of a list that the winner may choose from, and all those of the other side.

    Attributes
    ----------
    begin : int64 (room of the list + 1,)
        Those of row i are from ``begin[i]`` up to ``begin[i + 1]``.
    target : int64
        Twice the row that a move leads to, and 1 more if it is quiet.
    symbol : uint16
        What a proof says to make it: 1 more than its place among the moves in the order of their texts.
    """

    begin: Moves
    target: Moves
    symbol: NDArray[np.uint16]


@kernel
def _wins(game: Any, question: Question, child: Words, search: Search) -> bool:
    """Tell whether the attacker is known to succeed in `child`, where the other side is to move."""
    row = probe(search.table, key_of(game, question, child, search.memory))
    if row >= 0:
        return delta_in(search.table[row, NUMBERS]) == 0
    answer = answer_by_rules(game, question, child, search)
    return (answer if answer != OPEN else answer_by_table(game, question, child, search)) == SUCCEEDS


@kernel
def spread(
    game: Any, question: Question, search: Search, found: PositionList, edges: Edges, quiet: Moves, own: int, most: int
) -> int:
    """List the moves from each position of `found`, and the positions that they lead to.

    Parameters
    ----------
    quiet
        Gets 0 or a table's distance where the win is settled, else `NEVER`.
    own
        The first so many positions are those of the proof.
    most
        Where the list is longer, no more positions are added.
    """
    moves, child = search.moves[0], search.rows[1]
    while found.state[NEXT] < found.state[COUNT]:
        i = found.state[NEXT]
        place = edges.begin[i]
        if found.state[COUNT] + len(moves) > len(found.rows) or place + len(moves) > len(edges.target):
            return FULL
        position = found.rows[i]
        quiet[i] = NEVER
        if answer_by_rules(game, question, position, search) == SUCCEEDS:
            found.symbols[i], quiet[i] = 0, 0
        elif answer_by_table(game, question, position, search) == SUCCEEDS:
            found.symbols[i], quiet[i] = BY_TABLE, table_distance(search.tables, game, position)
        elif i < own or found.state[COUNT] < most:
            size = generate(game, position, moves)
            is_ours = turn(position) == question.side
            chosen = int(found.symbols[i]) - 1 if i < own else -1
            if is_ours:
                order(game, position, moves, size)
            position[len(position) - 1] |= np.uint64(1) << _COUNTER_SHIFT
            for j in range(size):
                play(game, position, moves[j], child)
                is_quiet = quiet_plies(child) != 0
                without_counters(child)
                if is_ours and j != chosen:
                    is_known = found.places[find(found, child)] >= 0
                    if not is_known and (found.state[COUNT] >= most or not _wins(game, question, child, search)):
                        continue
                edges.target[place] = 2 * add(found, child) + is_quiet
                edges.symbol[place] = j + 1
                place += 1
            without_counters(position)
            found.symbols[i] = 1
        edges.begin[i + 1] = place
        found.state[NEXT] += 1
    return DONE


@kernel
def relax(question: Question, found: PositionList, edges: Edges, quiet: Moves, most: int) -> int:
    """Go once through the positions, backwards, and lower their numbers of quiet plies; return how many were lowered.

    `most` is what the counter allows. The winner's choice is put into ``found.symbols``.
    """
    lowered = 0
    for i in range(found.state[COUNT] - 1, -1, -1):
        first, last = edges.begin[i], edges.begin[i + 1]
        if first == last:
            continue
        is_ours = turn(found.rows[i]) == question.side
        plies = NEVER if is_ours else 0
        for place in range(first, last):
            after = quiet[edges.target[place] >> 1]
            if after < NEVER:
                after = after + 1 if edges.target[place] & 1 != 0 else 1
            if is_ours and after < plies:
                plies = after
                found.symbols[i] = edges.symbol[place]
            elif not is_ours and after > plies:
                plies = after
        if plies < quiet[i] and plies <= most:
            quiet[i] = plies
            lowered += 1
    return lowered


@kernel
def write(game: Any, question: Question, search: Search, found: PositionList, chosen: PositionList) -> int:
    """Note the positions that the choices lead to, as the checker meets them; tell the search's table what is chosen.

    Returns `DONE`, or `FULL` where `chosen` has to be longer.
    """
    moves, child = search.moves[0], search.rows[1]
    while chosen.state[NEXT] < chosen.state[COUNT]:
        i = chosen.state[NEXT]
        if chosen.state[COUNT] + len(moves) > len(chosen.rows):
            return FULL
        position = chosen.rows[i]
        symbol = int(found.symbols[found.places[find(found, position)]])
        chosen.symbols[i] = symbol
        if symbol not in (0, BY_TABLE):
            size = generate(game, position, moves)
            if turn(position) == question.side:
                order(game, position, moves, size)
                moves[0] = moves[symbol - 1]
                size = 1
                choose(search.table, key_of(game, question, position, search.memory), moves[0])
            for j in range(size):
                play(game, position, moves[j], child)
                without_counters(child)
                add(chosen, child)
        chosen.state[NEXT] += 1
    return DONE


def counter_limit(position: Position) -> int:
    """Return the number of quiet plies at which the rules end the game; `NEVER` if they do not."""
    late, moves = position.words.copy(), scratch(position.rules)

    def is_over(plies: int) -> bool:
        late[-1] = (position.words[-1] & _IDENTITY) | np.uint64(plies) << _COUNTER_SHIFT
        return int(outcome(position.rules, late, moves)) != ONGOING

    if not is_over(NEVER - 1):
        return NEVER
    low, high = position.quiet_plies, NEVER - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if is_over(middle) else (middle + 1, high)
    return low


def claim_in_time(position: Position, question: Question, search: Search) -> tuple[Claim, Any] | None:
    """Return the claim of a win that was found, and its numbers; None if none is known that comes in time.

    Raises
    ------
    InvalidProof
        If the search was stopped, or needs more memory for this.
    """
    asked = TablesAsked(position.game)
    claim: tuple[Claim, Any] | None = claim_of(position, question, True, search)
    for again in (True, False):
        try:
            if claim is not None:
                check_claim(position, *claim, asked)
        except LateWin:
            claim = _sooner(position, question, search) if again else None
    return claim


def _sooner(position: Position, question: Question, search: Search) -> tuple[Claim, Any] | None:
    """Return the claim of the win by other moves; None if that is too late, too."""
    found = gather(position, question, question.side, search)
    rules, limit, own = position.rules, counter_limit(position), int(found.state[COUNT])
    found.state[NEXT] = 0
    edges = Edges(np.zeros(len(found.rows) + 1, np.int64), np.zeros(1 << 12, np.int64), np.zeros(1 << 12, np.uint16))
    quiet = np.zeros(len(found.rows), np.int64)
    most = max(MORE * own, AT_LEAST)
    while spread(rules, question, search, found, edges, quiet, own, most) == FULL:
        found = with_room(found, search.moves.shape[1])
        begin, places = np.zeros(len(found.rows) + 1, np.int64), 2 * len(edges.target)
        begin[: len(edges.begin)] = edges.begin
        edges = Edges(begin, np.resize(edges.target, places), np.resize(edges.symbol, places))
        quiet = np.concatenate([quiet, np.zeros(len(found.rows) - len(quiet), np.int64)])
    while relax(question, found, edges, quiet, limit):
        pass
    if position.quiet_plies + int(quiet[0]) > limit:
        return None
    chosen = new_list(len(position.words))
    add(chosen, found.rows[0])
    while write(rules, question, search, found, chosen) == FULL:
        chosen = with_room(chosen, search.moves.shape[1])
    size = int(chosen.state[COUNT])
    return Claim(question.side, question.target, size), chosen.symbols[:size].copy()


def compile_kernels(rules: Any, question: Question, search: Search) -> None:
    """Ask every kernel of this file about nothing."""
    found, quiet = new_list(rules.words), np.zeros(1, np.int64)
    edges = Edges(np.zeros(2, np.int64), np.zeros(1, np.int64), np.zeros(1, np.uint16))
    spread(rules, question, search, found, edges, quiet, 0, 0)
    relax(question, found, edges, quiet, 0)
    write(rules, question, search, found, found)
