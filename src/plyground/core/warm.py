"""Compile what a game answers, by asking everything once."""

from typing import Any

import numpy as np

from plyground.core import generics
from plyground.kernel.words import Words, key, move_number, quiet_plies, turn


def ask_everything(rules: Any, position: Words) -> None:
    """Call every question of `core.generics` on `position`, so that each lands in the kernel cache."""
    moves, child, random = generics.scratch(rules), np.empty_like(position), np.zeros(1, np.uint64)
    size = generics.generate(rules, position, moves)
    generics.order(rules, position, moves, size)
    generics.count(rules, position, moves.copy())
    generics.play(rules, position, moves[0], child)
    generics.utility(rules, position, generics.outcome(rules, child, moves))
    generics.sample(rules, position, moves, random)
    generics.evaluate(rules, position)
    turn(position), key(position), quiet_plies(position), move_number(position)
