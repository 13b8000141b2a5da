"""Turn an edited board into a position text: what has to be known about a notation for that.

All our notations begin with the board, row by row from the top, joined by ``/``: letters and runs of empty squares
(``3q2``), or cells between commas (``0,C1``). The side to move and the rest follow after a space. Whether a
game's notation is of this kind is found out by writing its start; a game with another notation is refused.
"""

import re
from itertools import groupby

from plyground.core.errors import InvalidNotation, UnknownName
from plyground.core.position import Position


def position_of_pieces(base: Position, pieces: dict[str, str], turn: int) -> Position:
    """Return a position with `pieces` on the board of `base`, its other particulars, and side `turn` to move.

    Raises
    ------
    InvalidNotation, UnknownName
        If that is not a position of the game, or its notation is of another kind.
    """
    board, _, rest = base.text.partition(" ")
    if _board_text(base, base.pieces, board) != board:
        raise InvalidNotation(f"Positions of {base.game.name} cannot be edited piece by piece; edit the text.")
    edited = base.game.position(f"{_board_text(base, pieces, board)} {rest}")
    return edited if int(edited.turn) == turn else edited.turned_over()


def _board_text(base: Position, pieces: dict[str, str], like: str) -> str:
    """Write pieces as the board of a position text that looks like `like`."""
    draw = base.game.submodule("draw")
    letters = draw.LETTERS
    rows = []
    for names in draw.board(base.rules).rows:
        for name in names:
            if name in pieces and pieces[name] not in letters:
                raise UnknownName(f"{base.game.name} has no piece {pieces[name][:40]!r}.")
        rows.append([letters[pieces[name]] if name in pieces else "" for name in names])
    if "," in like:
        return "/".join(",".join(_cell(letter) for letter in row) for row in rows)
    return "/".join(
        "".join(str(len(list(run))) if not letter else letter * len(list(run)) for letter, run in groupby(row))
        for row in rows
    )


def _cell(letter: str) -> str:
    """Write a cell: ``0``, or a letter and the number of pieces."""
    return letter if re.search(r"\d$", letter) else f"{letter}1" if letter else "0"
