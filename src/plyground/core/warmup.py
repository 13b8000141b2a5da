"""Compile a game's rules by calling each of them once."""

from typing import Any

import numpy as np

from plyground.core.evaluation import HANDMADE, evaluate
from plyground.core.rules import count, generate, order, outcome, play, sample, scratch, utility
from plyground.kernel.words import Words, key, move_number, quiet_plies, turn


def ask_everything(rules: Any, position: Words) -> None:
    """Call everything on `position`, so that each kernel ends up in the cache."""
    moves, child, random = scratch(rules), np.empty_like(position), np.zeros(1, np.uint64)
    size = generate(rules, position, moves)
    order(rules, position, moves, size)
    count(rules, position, moves.copy())
    play(rules, position, moves[0], child)
    utility(rules, position, outcome(rules, child, moves))
    sample(rules, position, moves, random)
    evaluate(HANDMADE.kernel, rules, position)
    turn(position), key(position), quiet_plies(position), move_number(position)
