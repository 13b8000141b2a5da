"""Position and move texts of Amazons.

>>> from plyground import get_game
>>> get_game("amazons").position().play("a4a6/c4").text
'Q2q2/6/2*3/5Q/6/2q3 b'

A position text gives the ranks from the top: `Q` a white queen, `q` a black one, `*` a blocked square, a number for a
run of empty squares (`10` is ten), then a space and the player to move, `w` or `b`. A move text is the queen's start,
its target and the square it blocks; ``a4-a6/c4`` is accepted too.
"""

import re

import numpy as np

from plyground.core.board_text import SIDES, board_of
from plyground.core.errors import InvalidNotation, quote
from plyground.games.amazons.rules import (
    EMPTY,
    FROM_SHIFT,
    LARGEST,
    LAST,
    SMALLEST,
    SQUARE_MASK,
    TO_SHIFT,
    Amazons,
)
from plyground.games.amazons.squares import WORD
from plyground.kernel.words import Words

FILES = "abcdefghij"
QUEENS = "Qq"
BLOCKED = "*"
_MOVE = re.compile(r"([a-j])([1-9]|10)-?([a-j])([1-9]|10)/([a-j])([1-9]|10)")


def parse_position(rules: Amazons, text: str) -> tuple[Amazons, Words]:
    """Read a position; the board's size and the number of queens go into the rules.

    Raises
    ------
    InvalidNotation
        If it is not a position, or its board does not have the size that the game's name prescribes.
    """
    fields = text.split(" ")
    if len(fields) != 2:
        raise InvalidNotation(f"The position {quote(text)} should be a board, a blank, and the side to move.")
    if fields[1] not in {"w", "b"}:
        raise InvalidNotation(f"The side to move in {quote(text)} is {quote(fields[1])}; it should be w or b.")
    ranks = fields[0].split("/")
    if not SMALLEST <= len(ranks) <= LARGEST:
        raise InvalidNotation(f"The board {quote(fields[0])} has {len(ranks)} ranks; it should have 4 to 10.")
    rows = [_cells(rank, len(ranks) - i) for i, rank in enumerate(ranks)]
    _check_board(rules, rows, fields[0])
    words = np.zeros(rules.words, np.uint64)
    queens = [sum(row.count(queen) for row in rows) for queen in QUEENS]
    rules = Amazons(len(rows[0]), len(rows), max(queens), rules.fixed)
    for rank, row in enumerate(reversed(rows)):
        for file, cell in enumerate(row):
            if cell != BLOCKED:
                word = 2 * QUEENS.index(cell) if cell in QUEENS else EMPTY
                square = file * (rules.ranks + 1) + rank
                words[word + square // WORD] |= np.uint64(1 << square % WORD)
    words[LAST] = np.uint64(SIDES.index(fields[1]))
    return rules, words


def _cells(rank: str, number: int) -> str:
    """Expand one rank of a position text, with a dot for each empty square."""
    cells = ""
    for token in re.findall(r"[0-9]+|.", rank, re.DOTALL):
        if token in {"Q", "q", BLOCKED}:
            cells += token
        elif token.isascii() and token.isdigit() and len(token) < 3 and 1 <= int(token) <= LARGEST and token[0] != "0":
            cells += "." * int(token)
        else:
            raise InvalidNotation(
                f"Rank {number} of the board is {quote(rank)}, and {quote(token)} in it should be "
                "Q, q, * or a number of empty squares from 1 to 10."
            )
    return cells


def _check_board(rules: Amazons, rows: list[str], board: str) -> None:
    """Raise `InvalidNotation` unless `rows` form a board of the right size with queens of both sides."""
    wide = len(rows[0])
    if not SMALLEST <= wide <= LARGEST:
        raise InvalidNotation(f"Rank {len(rows)} of {quote(board)} has {wide} squares; it should have 4 to 10.")
    for i, row in enumerate(rows):
        if len(row) != wide:
            raise InvalidNotation(
                f"Rank {len(rows) - i} of {quote(board)} has {len(row)} squares; it should have {wide} "
                "like the top rank."
            )
    if rules.fixed and (wide, len(rows)) != (rules.files, rules.ranks):
        raise InvalidNotation(
            f"The board {quote(board)} is {wide}x{len(rows)}; it should be {rules.files}x{rules.ranks} here "
            "(the game amazons takes any size)."
        )
    for queen, side in zip(QUEENS, ("White", "Black"), strict=True):
        if not any(queen in row for row in rows):
            raise InvalidNotation(f"The board {quote(board)} has no queen of {side} ({queen}); it needs one.")


def cell_at(rules: Amazons, position: Words, file: int, rank: int) -> str:
    """Return ``Q``, ``q``, ``*`` or, for an empty square, a dot."""
    square = file * (rules.ranks + 1) + rank
    for word, cell in ((0, "Q"), (2, "q"), (EMPTY, ".")):
        if int(position[word + square // WORD]) >> square % WORD & 1:
            return cell
    return BLOCKED


def position_text(rules: Amazons, position: Words) -> str:
    """Write a position."""
    rows = (
        "".join(cell_at(rules, position, file, rank) for file in range(rules.files))
        for rank in range(rules.ranks - 1, -1, -1)
    )
    return f"{board_of(rows)} {SIDES[int(position[LAST]) & 1]}"


def square_name(rules: Amazons, square: int) -> str:
    """Write a square's number as ``a1``."""
    file, rank = divmod(square, rules.ranks + 1)
    return f"{FILES[file]}{rank + 1}"


def parse_square(rules: Amazons, name: str) -> int:
    """Read ``a1``; raises `InvalidNotation` if there is no such square on this board."""
    file, rank = FILES.index(name[0]), int(name[1:]) - 1
    if file >= rules.files or rank >= rules.ranks:
        raise InvalidNotation(
            f"There is no square {name} on this board; it has the files a to {FILES[rules.files - 1]} "
            f"and the ranks 1 to {rules.ranks}."
        )
    return file * (rules.ranks + 1) + rank


def parse_move(rules: Amazons, position: Words, text: str) -> int:
    """Read ``a4a6/c4`` or ``a4-a6/c4``; whether it is legal is up to the rules."""
    found = _MOVE.fullmatch(text)
    if not found:
        raise InvalidNotation(
            f"The move {quote(text)} should be where the queen comes from, where it goes, a slash and the "
            "square it blocks, as in a4a6/c4."
        )
    start, end, blocked = (parse_square(rules, found[i] + found[i + 1]) for i in (1, 3, 5))
    return start << FROM_SHIFT | end << TO_SHIFT | blocked


def move_steps(rules: Amazons, position: Words, move: int) -> tuple[str, ...]:
    """Return the squares a move touches, in order: from, to, blocked."""
    numbers = move >> FROM_SHIFT, move >> TO_SHIFT & SQUARE_MASK, move & SQUARE_MASK
    return tuple(square_name(rules, number) for number in numbers)


def move_text(rules: Amazons, position: Words, move: int) -> str:
    """Write a move."""
    start, end, blocked = move_steps(rules, position, move)
    return f"{start}{end}/{blocked}"


def mirrored(rules: Amazons, position: Words) -> Words:
    """Return the position with the colours exchanged and the files reversed."""
    text, side = position_text(rules, position).split(" ")
    tokens = [re.findall(r"[0-9]+|.", row) for row in text.split("/")]
    board = "/".join("".join(reversed(row)) for row in tokens).swapcase()
    return parse_position(rules, f"{board} {'b' if side == 'w' else 'w'}")[1]


def mirrored_move(rules: Amazons, position: Words, move: int) -> int:
    """Return the move in the mirrored position."""

    def mirror(square: int) -> int:
        file, rank = divmod(square, rules.ranks + 1)
        return (rules.files - 1 - file) * (rules.ranks + 1) + rank

    start, end, blocked = move >> FROM_SHIFT, move >> TO_SHIFT & SQUARE_MASK, move & SQUARE_MASK
    return mirror(start) << FROM_SHIFT | mirror(end) << TO_SHIFT | mirror(blocked)
