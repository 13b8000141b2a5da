"""What is known exactly within a search: a position of few men, looked up in an endgame table.

A table's win in n plies is one if the rules' counter and the ply cap leave n plies, and a draw if they do not. What it
counts is the whole way to the win (Congo), or the way to the next move that sets the counter to 0 (minichess, gardner):
then the score is a `TABLE_WIN`.

A search meets a table right after the move by which a man has come off the board, so no position of the game before can
be repeated there. A root that is in a table is not searched (`plyground.engine.tb_root`).
"""

from typing import Any

from plyground.endgame.tablebase import NOT_IN_TABLE, has_counter, table_value
from plyground.endgame.values import CURSED, DRAWN
from plyground.engine.scores import TABLE_WIN, WIN
from plyground.engine.state import LENGTH, PROVED_HERE, TABLE_HITS, State
from plyground.kernel import inlined


@inlined
def score_by_table(game: Any, state: State, ply: int, left: int) -> tuple[bool, int]:
    """Tell whether a table knows the position at `ply`, from where the game lasts `left` plies, and its score then."""
    value = table_value(state.probe, game, state.positions[ply])
    if value == NOT_IN_TABLE:
        return False, 0
    state.counters[TABLE_HITS] += 1
    state.frames[ply, LENGTH] = 0
    plies = abs(value) - 1
    is_drawn = value == DRAWN or plies >= CURSED
    state.frames[ply, PROVED_HERE] = int(is_drawn or plies <= left)
    if is_drawn or plies > left:
        return True, 0
    best = TABLE_WIN if has_counter(state.probe) and plies > 0 else WIN
    return True, (best - plies - ply if value > 0 else plies + ply - best)
