"""Proof-number search of how a side does not lose, for a growing set (`plyground.solving.closure`).

It ends where endgame tables know a position, and at every position of the set that is not known to be lost. So the
more there is of a set, the shorter are the searches, and the fewer positions join it. What the search finds stays in
its table, from which the set takes move after move. (What was found to hold by a position that turns out to be lost
later is wrong then; a move to a lost position is not taken, and `plyground.solving.growth` walks through the whole set
in the end.)

The question is whether the *opponent* wins, so that a repetition does for the side: where pawns are locked nothing else
may. What holds only by a repetition further up on the path is not remembered (`plyground.solving.dfpn`), nor what
nobody wins within the depth of a search, which is taken, too: the set, not the search, has to be closed.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.game import Game
from plyground.core.rules import NO_MOVE
from plyground.endgame import tablebase
from plyground.engine.thinking import copy
from plyground.kernel import kernel
from plyground.kernel.prefetch import prefetch
from plyground.kernel.words import Moves, Words, turn
from plyground.solving.checker import positions_recur
from plyground.solving.closure import LOST, advance, row_of
from plyground.solving.dfpn import BEST, NODE_LIMIT, NODES, PHI, Question, Search, move_in_table, new_search, run
from plyground.solving.positions import PositionList
from plyground.solving.tables import NO_VALUE, ask_for, table_value


class SetAndTables(NamedTuple):
    """What a search asks as others ask tables.

    Attributes
    ----------
    found
        The set's positions.
    probe
        Endgame tables, as the engine asks them.
    side
        Who is not to lose.
    """

    found: PositionList
    probe: Any
    side: int


@table_value.register(SetAndTables)
def _(known: SetAndTables, game: Any, position: Words) -> int:
    row = row_of(known.found, position)
    is_own = turn(position) == known.side
    if row >= 0:
        holds = known.found.symbols[row] != LOST
    else:
        value = tablebase.table_value(known.probe, game, position)
        if value == tablebase.NOT_IN_TABLE:
            return NO_VALUE
        holds = (value if is_own else -value) >= 0
    return 1 if holds == is_own else -1


@ask_for.register(SetAndTables)
def _(known: SetAndTables, key: np.uint64) -> None:
    places = known.found.places
    prefetch(places, np.int64(key & np.uint64(len(places) - 1)))


class SetSearch(NamedTuple):
    """A thread's search, and its question: whether the opponent wins."""

    question: Question
    search: Search


def new_set_search(game: Game, rules: Any, side: int, found: PositionList, probe: Any, table: Words) -> SetSearch:
    """Return a search; `table` (`plyground.solving.numbers`) may be shared by several."""
    scale = game.handmade_scale or game.winning_scale
    question = Question(1 - side, 1, int(positions_recur(game)), scale, 0)
    return SetSearch(question, new_search(rules, table, np.zeros(1, np.int64), SetAndTables(found, probe, side)))


def within(searching: SetSearch, found: PositionList) -> SetSearch:
    """Return the same search for a set that has been given more room."""
    search = searching.search
    return searching._replace(search=search._replace(tables=search.tables._replace(found=found)))


@kernel
def is_among(moves: Moves, size: int, move: int) -> bool:
    """Tell whether a move is one of the first `size`."""
    found = False
    for i in range(size):
        found = found or moves[i] == move
    return found


@kernel
def recall_move(game: Any, searching: SetSearch, position: Words, moves: Moves, size: int, child: Words) -> int:
    """Return the move that earlier searches found, one of the position's, and not to a lost one; else `NO_MOVE`."""
    move = move_in_table(game, searching.question, position, searching.search)
    if move < 0 or not is_among(moves, size, move):
        return NO_MOVE
    advance(game, position, move, child)
    found = searching.search.tables.found
    row = row_of(found, child)
    return NO_MOVE if row >= 0 and found.symbols[row] == LOST else move


@kernel
def find_move(game: Any, searching: SetSearch, position: Words, nodes: int) -> int:
    """Search a position by at most so many nodes; return a move by which the side does not lose, or `NO_MOVE`."""
    search = searching.search
    copy(position, search.rows[0])
    search.counts[NODES], search.counts[NODE_LIMIT] = 0, nodes
    run(game, searching.question, search, 0)
    return search.counts[BEST] if search.counts[PHI] == 0 else NO_MOVE
