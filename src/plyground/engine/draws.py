"""Draws that belong to a game rather than to a position: repetition, the ply cap, and counters about to run out.

Within the search one repetition counts as a draw already (who can repeat once can repeat twice); of positions that
were on the board before the root it takes as many as the rule says. The table knows neither paths nor counters, so
shortly before a counter ends the game the plies that are left are made part of the key, and a win in n plies is only
believed where the game lasts that long.
"""

from typing import Any

import numpy as np

from plyground.engine.hooks import plies_to_draw, reversible_plies
from plyground.engine.scores import DECISIVE, plies_in
from plyground.engine.state import PLIES_LEFT, ROOT_KEY, WAS_NULL, State
from plyground.kernel import kernel
from plyground.kernel.words import Words

NEAR_THE_END = 20
"""With so few plies left the counter is part of the key."""
_PRIME = np.uint64(0xD6E8FEB86659FD93)


@kernel
def is_repetition(game: Any, state: State, ply: int, occurrence: int) -> bool:
    """Tell whether the position at `ply` counts as a draw by repetition; `occurrence` 0 is no such rule.

    What came before a passed turn does not count: who passes in a search has not shown that the game can go in circles.
    """
    if occurrence == 0:
        return False
    root = state.counters[ROOT_KEY]
    here = root + ply
    oldest = max(0, here - reversible_plies(game, state.positions[ply]))
    key = state.keys[here]
    seen = 1
    place = here - 4
    unseen = ply - 1
    while place >= oldest:
        while unseen >= max(0, place - root):
            if state.frames[unseen, WAS_NULL] != 0:
                return False
            unseen -= 1
        if state.keys[place] == key:
            seen += 1
            if place >= root or seen >= occurrence:
                return True
        place -= 2
    return False


@kernel
def plies_left(game: Any, position: Words, state: State, ply: int) -> int:
    """Return how many plies from here the game can last at most before a counter makes it a draw."""
    return min(state.counters[PLIES_LEFT] - ply, plies_to_draw(game, position))


@kernel
def table_key(key: np.uint64, left: int) -> np.uint64:
    """Return the key under which a position with `left` plies left is kept."""
    if left > NEAR_THE_END:
        return key
    return key ^ (np.uint64(left + 1) * _PRIME)


@kernel
def is_too_long(score: int, left: int) -> bool:
    """Tell whether a win or loss, counted from its own position, would come after the draw by a counter."""
    return abs(score) > DECISIVE and plies_in(score) > left
