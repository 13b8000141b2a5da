"""The minichess assignment's gameboard, its answers, and its configuration file.

A *gameboard* is a dict from (column, row) to (type, colour): ``('a', 0): ('Rook', 'White')``, row 0 at the top, which
is rank 1 of our notation. The assignment's program has a function ``studentAgent(gameboard)`` that returns
``((column, row), (column, row))`` and always plays White. In a round robin it plays Black as well: then it is shown the
board upside down with the colours exchanged, and its move is turned back.
"""

import re
from collections import Counter
from typing import TYPE_CHECKING

from plyground.core.errors import IllegalMove, InvalidNotation, quote
from plyground.core.registry import get_game
from plyground.courses.course import StartFile

if TYPE_CHECKING:
    from plyground.core.move import Move
    from plyground.core.position import Position

Cell = tuple[str, int]
Gameboard = dict[Cell, tuple[str, str]]

COLUMNS, ROWS = "abcde", 5
TYPES = {"King": "K", "Queen": "Q", "Bishop": "B", "Rook": "R", "Knight": "N", "Pawn": "P"}
"""Type to FEN letter, in the order of the configuration file."""
COLORS = ("White", "Black")


# Gameboards


def mirrored_gameboard(gameboard: Gameboard) -> Gameboard:
    """Return the gameboard upside down with the colours exchanged: what Black's player is shown.

    >>> mirrored_gameboard({("a", 0): ("Rook", "White")})
    {('a', 4): ('Rook', 'Black')}
    """
    other = dict(zip(COLORS, reversed(COLORS), strict=True))
    return {(column, ROWS - 1 - row): (kind, other[color]) for (column, row), (kind, color) in gameboard.items()}


def gameboard_of_position(position: "Position") -> Gameboard:
    """Return the gameboard as the player to move is shown it: as White.

    It is in the order of the assignment's start: the pawns column by column, White's before Black's, then the pieces.
    """
    rows = reversed(position.text.split()[0].split("/"))
    kinds = {letter: kind for kind, letter in TYPES.items()}
    shown: Gameboard = {}
    for row, rank in enumerate(rows):
        for column, letter in enumerate(re.sub("[1-5]", lambda run: "." * int(run[0]), rank)):
            if letter != ".":
                shown[COLUMNS[column], row] = kinds[letter.upper()], COLORS[letter.islower()]
    if position.turn:
        shown = mirrored_gameboard(shown)
    return dict(sorted(shown.items(), key=_place))


def _place(item: tuple[Cell, tuple[str, str]]) -> tuple[bool, str, int, int]:
    (column, row), (kind, color) = item
    return kind != "Pawn", column, COLORS.index(color), row


def position_of_gameboard(gameboard: Gameboard) -> "Position":
    """Return the `minichess` position with White to move; raises `InvalidNotation`."""
    letters = [["." for _ in COLUMNS] for _ in range(ROWS)]
    for cell, piece in gameboard.items():
        column, row = _check_cell(cell)
        if not (isinstance(piece, tuple | list) and len(piece) == 2 and piece[0] in TYPES and piece[1] in COLORS):
            raise InvalidNotation(
                f"The gameboard has {_repr_of(piece)} on {cell!r}; expected a type and a colour, as in "
                "('Rook', 'White')."
            )
        letter = TYPES[piece[0]]
        letters[row][COLUMNS.index(column)] = letter if piece[1] == "White" else letter.lower()
    ranks = (re.sub(r"\.+", lambda run: str(len(run[0])), "".join(rank)) for rank in reversed(letters))
    return get_game("minichess").position(f"{'/'.join(ranks)} w - - 0 1")


def _repr_of(given: object) -> str:
    """Return what a program gave us as Python writes it, cut after 60 characters."""
    text = repr(given)
    return text if len(text) <= 60 else text[:60] + "..."


def _check_cell(cell: object) -> Cell:
    """Return `cell` if it is a column a to e and a row 0 to 4."""
    if (
        isinstance(cell, tuple | list)
        and len(cell) == 2
        and type(cell[0]) is str
        and cell[0] in tuple(COLUMNS)
        and type(cell[1]) is int
        and 0 <= cell[1] < ROWS
    ):
        return cell[0], cell[1]
    raise InvalidNotation(f"{_repr_of(cell)} is no square; expected a column a to e and a row 0 to 4: ('a', 0).")


# What a program answers


def move_of_answer(position: "Position", answer: object) -> "Move":
    """Return the move that a program's ``((column, row), (column, row))`` means for the player to move.

    Raises
    ------
    InvalidNotation
        If the answer is not two squares.
    IllegalMove
        If the move is not playable.
    """
    if not (isinstance(answer, tuple | list) and len(answer) == 2):
        raise InvalidNotation(
            f"The program returned {_repr_of(answer)}; expected two squares, as in (('a', 1), ('a', 2))."
        )
    names = []
    for column, row in map(_check_cell, answer):
        names.append(f"{column}{(ROWS - 1 - row if position.turn else row) + 1}")
    text = "".join(names)
    if text not in position.playable_moves:
        raise IllegalMove(f"The program returned {_repr_of(answer)}; {text} is no playable move in {position.text!r}.")
    return position.move(text)


def read_answer(answer: object) -> object:
    """Return an answer as two squares where it can mean nothing else.

    Such are ``('a', 1, 'a', 2)`` and ``(('A', '1'), ('A', 2))``. A text such as ``a2`` is none: its row may count from
    0 or from 1.
    """
    if isinstance(answer, tuple | list) and len(answer) == 4:
        answer = (answer[:2], answer[2:])
    if not (isinstance(answer, tuple | list) and len(answer) == 2):
        return answer
    return tuple(_read_cell(cell) for cell in answer)


def _read_cell(cell: object) -> object:
    if not (isinstance(cell, tuple | list) and len(cell) == 2 and type(cell[0]) is str):
        return cell
    column, row = cell
    if type(row) is str and re.fullmatch("[0-9]", row):
        row = int(row)
    return (column.strip().lower() if len(column.strip()) == 1 else column, row)


def cell_beyond(answer: str) -> tuple[str, bool]:
    """Return the first square of an answer, as Python writes it, that lies on a larger board; nothing without one.

    And whether no step off this board leads there.

    >>> cell_beyond("(('f', 0), ('g', 5))"), cell_beyond("(('b', 4), ('b', 6))"), cell_beyond("(('a', 0), ('e', 4))")
    (("('f', 0)", False), ("('b', 6)", True), ('', False))
    """
    for cell, column, row in re.findall(r"(\('([a-h])', ([0-7])\))", answer):
        if column not in COLUMNS or int(row) >= ROWS:
            return str(cell), column in "gh" or int(row) > ROWS
    return "", False


def answer_of_move(position: "Position", move: "Move") -> tuple[Cell, Cell]:
    """Return a move as the program of the player to move would return it."""
    squares = [
        (name[0], ROWS - int(name[1]) if position.turn else int(name[1]) - 1)
        for name in (move.text[:2], move.text[2:4])
    ]
    return squares[0], squares[1]


# The configuration file

_COUNTS = "King, Queen, Bishop, Rook, Knight, Pawn (space between):"
_SECTIONS = (
    ("Black", f"Number of Enemy {_COUNTS}", "Position of Enemy Pieces:"),
    ("White", f"Number of Own {_COUNTS}", "Starting Position of Pieces [Piece, Pos]:"),
)
"""Whose pieces, the label before their numbers, and the heading of their list."""


class _Lines:
    """The lines of a configuration file, read one by one; every complaint names the line."""

    def __init__(self, text: str) -> None:
        self._lines = [line.strip() for line in text.splitlines()]
        self._next = 0

    def fail(self, expected: str) -> InvalidNotation:
        """Return the error for the line just read."""
        if self._next > len(self._lines):
            return InvalidNotation(f"The configuration ends after line {len(self._lines)}; expected {expected}.")
        found = quote(self._lines[self._next - 1])
        return InvalidNotation(f"Line {self._next} of the configuration is {found}; expected {expected}.")

    def read(self) -> str:
        """Return the next line that is not empty; an empty text at the end."""
        while self._next < len(self._lines) and not self._lines[self._next]:
            self._next += 1
        self._next += 1
        return self._lines[self._next - 1] if self._next <= len(self._lines) else ""

    def read_value(self, label: str) -> str:
        """Return what follows `label` on the next line."""
        line = self.read()
        if not line.startswith(label):
            raise self.fail(f"{label!r}")
        return line.removeprefix(label).strip()


def parse_config(text: str) -> Gameboard:
    """Read the assignment's configuration file; raises `InvalidNotation`, which names the line."""
    lines = _Lines(text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}"))
    for label in ("Rows:", "Cols:"):
        if lines.read_value(label) != str(ROWS):
            raise lines.fail(f"'{label}{ROWS}'")
    gameboard: Gameboard = {}
    for color, counts_label, heading in _SECTIONS:
        counts = lines.read_value(counts_label).split()
        if len(counts) != len(TYPES) or not all(re.fullmatch("[0-9]{1,2}", count) for count in counts):
            raise lines.fail(f"six whole numbers after {counts_label!r}")
        if lines.read_value(heading):
            raise lines.fail(f"{heading!r}")
        expected = dict(zip(TYPES, map(int, counts), strict=True))
        found: Counter[str] = Counter()
        for _ in range(sum(expected.values())):
            match = re.fullmatch(rf"\[({'|'.join(TYPES)}), ?([a-e])([0-4])\]", lines.read())
            if not match:
                raise lines.fail(f"a {color.lower()} piece and its square, as in '[King,e0]'")
            kind, cell = match[1], (match[2], int(match[3]))
            found[kind] += 1
            if cell in gameboard:
                raise lines.fail("a square that is still empty")
            if found[kind] > expected[kind]:
                raise lines.fail(f"no more than the {expected[kind]} of {kind} announced")
            gameboard[cell] = kind, color
    if lines.read():
        raise lines.fail("nothing after the last piece")
    return gameboard


def config_text(gameboard: Gameboard) -> str:
    """Write a gameboard as the assignment's configuration file."""
    written = [f"Rows:{ROWS}", f"Cols:{ROWS}"]
    for color, counts_label, heading in _SECTIONS:
        own = [(kind, cell) for cell, (kind, owner) in gameboard.items() if owner == color]
        own.sort(key=lambda piece: (list(TYPES).index(piece[0]), piece[1]))
        counts = Counter(kind for kind, _ in own)
        written.append(counts_label + " ".join(str(counts[kind]) for kind in TYPES))
        written.append(heading)
        written.extend(f"[{kind},{column}{row}]" for kind, (column, row) in own)
    return "\n".join(written) + "\n"


STARTS_FILE = re.compile(r"Rows:")
"""How a configuration file begins."""


def read_start(text: str) -> StartFile:
    """Return the position of a configuration file; raises `InvalidNotation`."""
    return StartFile("minichess config file", position_of_gameboard(parse_config(text)))
