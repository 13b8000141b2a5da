"""Identity: whether positions that were kept, or a net that was trained on them, still mean what they meant.

Sources change for many reasons; what matters is what they do. So a game is known by a digest of what its rules make of
a few lines of play that are the same every time: the words of every position on them, and for a net also the features
that it sees there. Rewriting the rules leaves the digest as it is; another layout of the words, other moves, other
features give another one.
"""

import hashlib
from collections.abc import Iterator

import numpy as np

from plyground.core.game import Game
from plyground.core.rules import play
from plyground.kernel.words import Words

POSITIONS = 160
LONGEST_LINE = 40
"""Plies of a line; then the next begins, with another first move."""
_MULTIPLIER, _INCREMENT, _MODULUS = 1_103_515_245, 12_345, 1 << 31


def probe_positions(game: Game) -> Iterator[Words]:
    """Yield the words of `POSITIONS` positions on the lines by which `game` is known."""
    position = start = game.position()
    number, plies = 1, 0
    for _ in range(POSITIONS):
        yield position.words
        moves = position.legal_moves.array()
        if plies == LONGEST_LINE or not len(moves):
            position, plies = start, 0
            moves = start.legal_moves.array()
        number = (number * _MULTIPLIER + _INCREMENT) % _MODULUS
        child = np.empty_like(position.words)
        play(position.rules, position.words, int(moves[(number >> 8) % len(moves)]), child)
        position, plies = type(position)(game, position.rules, child), plies + 1


def rules_digest(game: Game) -> str:
    """Return 16 hexadecimal digits that change when the rules of `game`, or what its words mean, do."""
    state = hashlib.sha256()
    for words in probe_positions(game):
        state.update(words.astype("<u8").tobytes())
    return state.hexdigest()[:16]
