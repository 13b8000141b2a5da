"""What most games on a board of up to 64 squares share: where a square is in a word, what a move is, how it is played.

A game on such a board has a word for each kind of piece, in the order of ``PIECES`` in its ``rules.py``, then the last
word (`plyground.kernel.words`). Bit ``ranks * file + rank``, both from 0, is the square: a1 is 0, a2 is 1, and squares
sort as their names do. A move goes from a square to another, or drops a piece on a square: then both are the same.
A game that lays out the words like this needs neither ``notation.py`` nor ``draw.py`` (`plyground.core.defaults`).
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, bit, has
from plyground.kernel.words import Words

LARGEST = 64
"""The most squares of a board: the bits of a word."""
MOST_RANKS = 9
"""With ten, a10 would sort before a2."""
MOST_FILES = 16
"""The files are a to p."""
_SQUARE_BITS = 6
_SQUARE_MASK = 63


class BoardRules(NamedTuple):
    """The rules of a game on a board. A game makes a class of its own of it: ``class Breakthrough(BoardRules)``.

    Attributes
    ----------
    files, ranks
        The board: at most 64 squares, 16 files and 9 ranks.
    max_moves
        The most moves a position can have, or more.
    kinds
        The kinds of pieces, White's and Black's counted apart: how many `PIECES` there are.
    """

    files: int
    ranks: int
    max_moves: int
    kinds: int = 2

    @property
    def words(self) -> int:
        """The number of words of a position: one a kind, and the last word."""
        return self.kinds + 1


@kernel
def square_at(game: Any, file: int, rank: int) -> int:
    """Return the number of a square, -1 off the board; `file` and `rank` count from 0."""
    if file < 0 or file >= game.files or rank < 0 or rank >= game.ranks:
        return -1
    return game.ranks * file + rank


@kernel
def file_of(game: Any, square: int) -> int:
    """Return the file of a square, from 0."""
    return square // game.ranks


@kernel
def rank_of(game: Any, square: int) -> int:
    """Return the rank of a square, from 0."""
    return square % game.ranks


@kernel
def move_between(start: int, end: int) -> int:
    """Return the move from a square to another; the same square twice is a piece dropped there."""
    return start << _SQUARE_BITS | end


@kernel
def start_of(move: int) -> int:
    """Return the square that a move leaves."""
    return move >> _SQUARE_BITS


@kernel
def end_of(move: int) -> int:
    """Return the square that a move ends on."""
    return move & _SQUARE_MASK


@kernel
def occupied(position: Words) -> np.uint64:
    """Return the squares that are not empty."""
    squares = ZERO
    for kind in range(position.size - 1):
        squares |= position[kind]
    return squares


@kernel
def pass_turn(position: Words, child: Words) -> None:
    """Write into `child` the same board with the other side to move."""
    for word in range(position.size):
        child[word] = position[word]
    child[position.size - 1] ^= ONE


@kernel
def drop_piece(position: Words, kind: int, square: int, child: Words) -> None:
    """Write into `child` the position after a piece was put on an empty square."""
    pass_turn(position, child)
    child[kind] |= bit(square)


@kernel
def move_piece(position: Words, move: int, child: Words) -> None:
    """Write into `child` the position after a piece has gone to another square, and what stood there was taken."""
    pass_turn(position, child)
    start, end = start_of(move), end_of(move)
    for kind in range(position.size - 1):
        child[kind] &= ~(bit(start) | bit(end))
        if has(position[kind], start):
            child[kind] |= bit(end)
