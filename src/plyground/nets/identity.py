"""Identity: whether positions that were kept, or a net that was trained on them, still mean what they meant.

Sources change for many reasons; what matters is what they do. So a game is known by a digest of what its rules make of
a few lines of play that are the same every time: the words of every position on them, and for a net also the features
that it sees there. Rewriting the rules leaves the digest as it is; another layout of the words, other moves, other
features give another one.
"""

import hashlib

import numpy as np
from numpy.typing import NDArray

from plyground.core.game import Game
from plyground.core.rules import generate, order, play, scratch

POSITIONS = 160
LONGEST_LINE = 40
"""Plies of a line; then the next begins, with another first move."""
_MULTIPLIER, _INCREMENT, _MODULUS = 1_103_515_245, 12_345, 1 << 31


def probe_positions(game: Game) -> NDArray[np.uint64]:
    """Return the words of the positions on the lines by which `game` is known; shape (`POSITIONS`, words)."""
    start = game.position()
    rules, moves = start.rules, scratch(start.rules)
    found = np.empty((POSITIONS, len(start.words)), start.words.dtype)
    found[0] = start.words
    # (no kernel: it would be compiled with all of the rules again, before the first answer)
    number, plies = 1, 0
    for i in range(1, POSITIONS):
        position = found[i - 1]
        size = generate(rules, position, moves)
        if plies == LONGEST_LINE or size == 0:
            position, plies = found[0], 0
            size = generate(rules, position, moves)
        order(rules, position, moves, size)
        number = (number * _MULTIPLIER + _INCREMENT) % _MODULUS
        play(rules, position, moves[(number >> 8) % size], found[i])
        plies += 1
    return found


def rules_digest(game: Game) -> str:
    """Return 16 hexadecimal digits that change when the rules of `game`, or what its words mean, do."""
    return hashlib.sha256(probe_positions(game).astype("<u8").tobytes()).hexdigest()[:16]
