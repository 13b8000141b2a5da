"""Amazons in SGF (https://www.red-bean.com/sgf/amazons.html), as Little Golem and other servers write it.

A point is two letters, the file and the rank from the top (``dj`` is d1 on 10x10), or a square's name; a move is three
of them, with or without signs in between: ``djddgd``, ``d1d7g7``, ``d1-d7/g7``.
"""

import re
from typing import Any

from plyground.core.errors import InvalidNotation, quote
from plyground.core.registry import all_games
from plyground.games.amazons.notation import FILES

_NAMES = {"18", "amazons"}
_MOVE = re.compile(r"({0})\W?({0})\W?({0})\W*(?:/.*)?".format("[a-j](?:10|[1-9]|[a-j])"), re.IGNORECASE | re.DOTALL)
_RANGE = re.compile(r"(..):(..)")


def is_game(root: Any, first_move: str) -> bool:
    """Tell whether a file's root, or its first move where the root does not name the game, is of Amazons."""
    name = root.value("GM").strip().lower()
    return name in _NAMES if name else _MOVE.fullmatch(first_move) is not None


def start(root: Any, first_side: str) -> tuple[str, str]:
    """Return the game's name and the start; the first player has White's queens."""
    size = root.value("SZ").strip() or "10"
    if not size.isdigit() or not 4 <= int(size) <= len(FILES):
        raise InvalidNotation(f"The size of the SGF file's board is {quote(size)}; it should be from 4 to 10.")
    number = int(size)
    names = [game.name for game in all_games().values() if game.module == __package__]
    name = next((each for each in names if each.endswith(f"-{number}x{number}")), "amazons")
    if not {"AB", "AW"} & set(root.properties):
        game = all_games()[name]
        if game.position().encoding.shape[1] != number:
            raise InvalidNotation(f"The SGF file has a board of {number}x{number} without the queens on it (AB, AW).")
        return name, game.start
    cells = {}
    for sign, kind in (("Q", f"A{first_side}"), ("q", "AW" if first_side == "B" else "AB"), ("*", "AA")):
        for point in root.properties.get(kind, []):
            cells.update(dict.fromkeys(_squares(point, number), sign))
    ranks = ["".join(cells.get(f"{file}{rank}", ".") for file in FILES[:number]) for rank in range(number, 0, -1)]
    return name, "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), rank) for rank in ranks) + " w"


def move(root: Any, text: str, *, is_turned: bool = False) -> str:
    """Return a move as we write it; `is_turned` for a board whose ranks are counted from the other side."""
    found = _MOVE.fullmatch(text.strip())
    if found is None:
        raise InvalidNotation(f"The move {quote(text)} of the SGF file should be three squares, such as djddgd.")
    size = int(root.value("SZ").strip() or 10)
    squares = [_square(point.lower(), size) for point in found.groups()]
    if is_turned:
        squares = [f"{square[0]}{size + 1 - int(square[1:])}" for square in squares]
    return f"{squares[0]}{squares[1]}/{squares[2]}"


def _square(point: str, size: int) -> str:
    return point if point[1:].isdigit() else f"{point[0]}{size - FILES.index(point[1])}"


def _squares(point: str, size: int) -> list[str]:
    """Return the squares of a point, or of a rectangle given by two corners."""
    corners = _RANGE.fullmatch(point)
    try:
        if corners is None:
            return [_square(point.strip().lower(), size)]
        files, ranks = (sorted(FILES.index(corner[i]) for corner in corners.groups()) for i in range(2))
    except (ValueError, IndexError):
        raise InvalidNotation(f"The SGF file has {quote(point)} where a square was expected.") from None
    return [
        f"{FILES[file]}{size - rank}"
        for file in range(files[0], files[1] + 1)
        for rank in range(ranks[0], ranks[1] + 1)
    ]
