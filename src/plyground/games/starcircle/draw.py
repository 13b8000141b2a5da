"""How Star and Circle looks: five-pointed stars, rings, and a number on a stack. Pieces stand on dark squares only."""

from math import cos, radians, sin

from plyground.core.drawing import Board
from plyground.games.starcircle.cells import COLUMNS, EMPTY, NAMES, ROWS, SQUARES, cell_on
from plyground.games.starcircle.rules import StarCircle
from plyground.kernel.words import Words

MAX_ON_A_SQUARE = 32 + 56
"""A text stacks at most 32, and at most the 56 squares before the last row can add one each."""

_POINTS = " ".join(
    f"{50 + radius * sin(radians(angle)):.1f},{52 - radius * cos(radians(angle)):.1f}"
    for i, angle in enumerate(range(0, 360, 36))
    for radius in ((43, 19)[i % 2],)
)
_STAR = f'<polygon points="{_POINTS}" fill="#fdf6e3" stroke="#2f2419" stroke-width="4" stroke-linejoin="round"/>'
_CIRCLE = (
    '<circle cx="50" cy="50" r="36" fill="#27384a" stroke="#101a24" stroke-width="4"/>'
    '<circle cx="50" cy="50" r="26" fill="none" stroke="#e8eef4" stroke-width="4"/>'
)


def _badge(count: int) -> str:
    """Return the number that a stack of `count` carries at its lower right."""
    if count == 1:
        return ""
    return (
        '<circle cx="77" cy="77" r="19" fill="#b3402f" stroke="#fff" stroke-width="3"/>'
        f'<text x="77" y="86" font-family="sans-serif" font-size="25" font-weight="bold" fill="#fff" '
        f'text-anchor="middle">{count}</text>'
    )


def _symbol(cell: str) -> str:
    """Return the symbol of a cell: ``star``, or ``star-3`` for a stack."""
    name, count = NAMES[cell[0]].lower(), cell[1:]
    return name if count == "1" else f"{name}-{count}"


SYMBOLS = {
    _symbol(f"{owner}{count}"): shape + _badge(count)
    for owner, shape in (("S", _STAR), ("C", _CIRCLE))
    for count in range(1, MAX_ON_A_SQUARE + 1)
}
LETTERS = {
    _symbol(f"{owner}{count}"): owner if count == 1 else f"{owner}{count}"
    for owner in NAMES
    for count in range(1, MAX_ON_A_SQUARE + 1)
}


def board(rules: StarCircle) -> Board:
    """Return the squares: rows H to A from the top, columns 1 to 8."""
    rows = tuple(tuple(row + column for column in COLUMNS) for row in ROWS)
    # a to h: Star counts them from row A, Circle from row H
    return Board(rows, tuple(ROWS), tuple(COLUMNS), row_values=tuple(zip(reversed(rules), rules, strict=True)))


def pieces(rules: StarCircle, position: Words) -> dict[str, str]:
    """Return the symbol on each occupied square."""
    cells = {square: cell_on(position, square) for square in SQUARES}
    return {square: _symbol(cell) for square, cell in cells.items() if cell != EMPTY}
