"""The files that a game on a board need not write: its notation, its drawing and its list of evaluations.

They are there for a game whose ``rules.py`` has ``PIECES``, the names of the pieces and their letters in the order of
the words (``{"white-man": "W", "black-man": "B"}``), and whose words are those of `plyground.core.boards`. A position
is written as `plyground.core.board_text` says, then ``w`` or ``b``; a move by its squares, ``a2a3``, or by the square
on which a piece is dropped, ``a2``. Pieces are discs. A game that has one of the files replaces as much as it defines.
"""

import re
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np

from plyground.core.board_text import EMPTY, SIDES, board_of, rows_of, side_of
from plyground.core.boards import LARGEST, MOST_FILES, MOST_RANKS, move_between
from plyground.core.drawing import Board, disc
from plyground.core.errors import BrokenPackage, InvalidNotation, quote
from plyground.core.evaluation import HANDMADE
from plyground.kernel.words import Words, turned

_FILES = "abcdefghijklmnop"
_MOVE = re.compile(r"([a-p])([1-9])(?:([a-p])([1-9]))?")


def default_file(rules: ModuleType, name: str, own: ModuleType | None) -> ModuleType | None:
    """Return the file `name` of a game, completed by what it need not define.

    Parameters
    ----------
    rules
        The game's ``rules.py``.
    own
        What the game has of the file; None if it has none.

    Returns
    -------
    ModuleType or None
        None if nothing stands in for this file in this game.
    """
    if not hasattr(rules, "PIECES") or name not in _FILES_BY_NAME:
        return None
    made = ModuleType(f"{rules.__name__.rpartition('.')[0]}.{name}")
    vars(made).update(_FILES_BY_NAME[name](_pieces_of(rules)))
    if own is not None:
        vars(made).update(vars(own))
    elif name == "notation" and getattr(rules, "MIRRORED", False):
        vars(made).update(_mirror(_pieces_of(rules)))
    return made


def _pieces_of(rules: ModuleType) -> dict[str, str]:
    """Return the letters of the pieces by their names, or say what is wrong with them."""
    pieces = rules.PIECES
    letters = list(pieces.values()) if isinstance(pieces, Mapping) else []
    for letter in letters:
        if not (isinstance(letter, str) and re.fullmatch("[A-Za-z*]", letter)):
            raise BrokenPackage(f"{rules.__name__}: a piece's letter in PIECES should be one letter, not {letter!r}.")
    if not letters or len(set(letters)) < len(letters):
        raise BrokenPackage(
            f"{rules.__name__}: PIECES should name each kind of piece with a letter of its own, "
            "as {'white-man': 'W', 'black-man': 'B'}."
        )
    return dict(pieces)


def demand_board(rules: Any) -> None:
    """Raise `BrokenPackage` if the board of `rules` is not of the kind that the defaults can write."""
    files, ranks = rules.files, rules.ranks
    if not (0 < files <= MOST_FILES and 0 < ranks <= MOST_RANKS and files * ranks <= LARGEST):
        raise BrokenPackage(
            f"A board of {files} x {ranks} needs a notation.py and a draw.py of its own: the usual ones take at most "
            f"{MOST_FILES} files, {MOST_RANKS} ranks and {LARGEST} squares."
        )


def _notation(pieces: Mapping[str, str]) -> dict[str, Any]:
    letters = "".join(pieces.values())

    def parse_position(rules: Any, text: str) -> tuple[Any, Words]:
        """Read a board and the side to move; raises `InvalidNotation`."""
        demand_board(rules)
        fields = text.split()
        if len(fields) != 2:
            raise InvalidNotation(f"The position {quote(text)} should be a board, a blank, and w or b.")
        words = np.zeros(rules.words, np.uint64)
        for i, row in enumerate(rows_of(fields[0], letters, rules.files, rules.ranks)):
            for file, cell in enumerate(row):
                if cell != EMPTY:
                    words[letters.index(cell)] |= np.uint64(1 << rules.ranks * file + rules.ranks - 1 - i)
        words[-1] = np.uint64(side_of(fields[1]))
        return rules, words

    def position_text(rules: Any, position: Words) -> str:
        """Write a position."""
        rows = (
            "".join(_letter_on(letters, position, rules.ranks * file + rank) for file in range(rules.files))
            for rank in range(rules.ranks - 1, -1, -1)
        )
        return f"{board_of(rows)} {SIDES[int(position[-1]) & 1]}"

    return {
        "parse_position": parse_position,
        "position_text": position_text,
        "parse_move": _parse_move,
        "move_text": lambda rules, position, move: "".join(_move_steps(rules, position, move)),
        "move_steps": _move_steps,
    }


def _letter_on(letters: str, position: Words, square: int) -> str:
    return next((letter for kind, letter in enumerate(letters) if int(position[kind]) >> square & 1), EMPTY)


def _parse_move(rules: Any, position: Words, text: str) -> int:
    """Read one or two squares; whether that is a move is up to the rules."""
    found = _MOVE.fullmatch(text)
    if found is None:
        raise InvalidNotation(f"The move {quote(text)} should be squares, such as a2a3, or a2 for a piece dropped.")
    start = _square(rules, found[1], found[2])
    return int(move_between(start, _square(rules, found[3], found[4]) if found[3] else start))


def _square(rules: Any, file: str, rank: str) -> int:
    column, row = _FILES.index(file), int(rank) - 1
    if column >= rules.files or row >= rules.ranks:
        last = f"{_FILES[rules.files - 1]}{rules.ranks}"
        raise InvalidNotation(f"There is no square {file}{rank} on this board, which goes from a1 to {last}.")
    return int(rules.ranks * column + row)


def _move_steps(rules: Any, position: Words, move: int) -> tuple[str, ...]:
    """Return the squares of a move: where it starts and ends, or the one on which a piece is dropped."""
    squares = dict.fromkeys((move >> 6, move & 63))
    return tuple(f"{_FILES[square // rules.ranks]}{square % rules.ranks + 1}" for square in squares)


def _mirror(pieces: Mapping[str, str]) -> dict[str, Any]:
    """Return the functions for a game that is the same for both sides with the board upside down."""
    names = list(pieces)
    other = {"white": "black", "black": "white"}
    partner = [
        names.index("-".join([other.get(color, color), *rest])) for color, *rest in (name.split("-") for name in names)
    ]

    def upside_down(rules: Any, square: int) -> int:
        return int(square - square % rules.ranks + rules.ranks - 1 - square % rules.ranks)

    def mirrored(rules: Any, position: Words) -> Words:
        """Return the position with the colours exchanged and the board upside down."""
        words = turned(position)
        for kind, from_kind in enumerate(partner):
            squares = (square for square in range(rules.files * rules.ranks) if int(position[from_kind]) >> square & 1)
            words[kind] = np.uint64(sum(1 << upside_down(rules, square) for square in squares))
        return words

    def mirrored_move(rules: Any, position: Words, move: int) -> int:
        """Return the move of the mirrored position that corresponds to `move`."""
        return int(move_between(upside_down(rules, move >> 6), upside_down(rules, move & 63)))

    return {"mirrored": mirrored, "mirrored_move": mirrored_move}


def _draw(pieces: Mapping[str, str]) -> dict[str, Any]:
    letters = "".join(pieces.values())
    names = {letter: name for name, letter in pieces.items()}

    def board(rules: Any) -> Board:
        """Return the squares."""
        demand_board(rules)
        return Board.with_files_and_ranks(rules.files, rules.ranks)

    def pieces_on(rules: Any, position: Words) -> dict[str, str]:
        """Return the symbol on each occupied square."""
        found = {
            f"{_FILES[file]}{rank + 1}": _letter_on(letters, position, rules.ranks * file + rank)
            for file in range(rules.files)
            for rank in range(rules.ranks)
        }
        return {square: names[letter] for square, letter in found.items() if letter != EMPTY}

    symbols = {name: disc(name, letter if len(pieces) > 2 else "") for name, letter in pieces.items()}
    return {"board": board, "pieces": pieces_on, "SYMBOLS": symbols, "LETTERS": dict(pieces)}


def _evaluate(pieces: Mapping[str, str]) -> dict[str, Any]:
    return {"EVALUATIONS": {"handmade": HANDMADE}}


_FILES_BY_NAME = {"notation": _notation, "draw": _draw, "evaluate": _evaluate}
