"""Position and move texts of connect four."""

import re

import numpy as np

from connect_four.rules import COLUMNS, HEIGHT, RANKS, ConnectFour
from plyground.core.errors import InvalidNotation, quote
from plyground.kernel.words import Words


def parse_position(rules: ConnectFour, text: str) -> tuple[ConnectFour, Words]:
    """Read ``7/7/7/7/7/7 w``; raises `InvalidNotation`."""
    fields = text.split()
    if len(fields) != 2 or fields[1] not in {"w", "b"}:
        raise InvalidNotation(f"The position {quote(text)} should be a board, a blank, and w or b.")
    ranks = [re.sub(r"[1-7]", lambda run: "." * int(run[0]), rank) for rank in fields[0].split("/")]
    if len(ranks) != RANKS or any(len(rank) != COLUMNS or set(rank) - set("WB.") for rank in ranks):
        raise InvalidNotation(f"The board {quote(fields[0])} should have 6 ranks of 7 squares: W, B and digits.")
    words = np.zeros(rules.words, np.uint64)
    for row, rank in enumerate(ranks):
        for column, man in enumerate(rank):
            if man != ".":
                words["WB".index(man)] |= np.uint64(1 << (HEIGHT * column + RANKS - 1 - row))
            elif row > 0 and ranks[row - 1][column] != ".":
                raise InvalidNotation(f"In the board {quote(fields[0])} a man floats in column {'abcdefg'[column]}.")
    words[2] = np.uint64("wb".index(fields[1]))
    return rules, words


def position_text(rules: ConnectFour, position: Words) -> str:
    """Write a position."""
    ranks = []
    for rank in range(RANKS - 1, -1, -1):
        cells = "".join(man_on(position, column, rank) for column in range(COLUMNS))
        ranks.append(re.sub(r"\.+", lambda run: str(len(run[0])), cells))
    return "/".join(ranks) + " " + "wb"[int(position[2]) & 1]


def man_on(position: Words, column: int, rank: int) -> str:
    """Return ``W``, ``B`` or ``.``."""
    bit = 1 << (HEIGHT * column + rank)
    return "W" if int(position[0]) & bit else "B" if int(position[1]) & bit else "."


def parse_move(rules: ConnectFour, position: Words, text: str) -> int:
    """Read a column; whether a man can be dropped there is up to the rules."""
    if len(text) != 1 or text not in "abcdefg":
        raise InvalidNotation(f"The move {quote(text)} should be a column, a to g.")
    return "abcdefg".index(text)


def move_text(rules: ConnectFour, position: Words, move: int) -> str:
    """Write a column."""
    return "abcdefg"[move]


def move_steps(rules: ConnectFour, position: Words, move: int) -> tuple[str, ...]:
    """Return the squares a move touches, in order: the one the man lands on."""
    rank = next(rank for rank in range(RANKS) if man_on(position, move, rank) == ".")
    return (f"{'abcdefg'[move]}{rank + 1}",)


def mirrored(rules: ConnectFour, position: Words) -> Words:
    """Return the position with the colours exchanged."""
    return np.array([position[1], position[0], position[2] ^ np.uint64(1)], np.uint64)


def mirrored_move(rules: ConnectFour, position: Words, move: int) -> int:
    """Return the move of the mirrored position that corresponds to `move`."""
    return move
