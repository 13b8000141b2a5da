"""How connect four looks."""

from connect_four.notation import man_on
from connect_four.rules import COLUMNS, RANKS, ConnectFour
from plyground.core.drawing import Board
from plyground.kernel.words import Words

SYMBOLS = {
    "white-man": '<circle cx="50" cy="50" r="38" fill="#fff" stroke="#333" stroke-width="5"/>',
    "black-man": '<circle cx="50" cy="50" r="38" fill="#333" stroke="#000" stroke-width="5"/>'
    '<circle cx="50" cy="50" r="18" fill="none" stroke="#fff" stroke-width="5"/>',
}
LETTERS = {"white-man": "W", "black-man": "B"}
_NAMES = {"W": "white-man", "B": "black-man"}


def board(rules: ConnectFour) -> Board:
    """Return the squares."""
    return Board.with_files_and_ranks(COLUMNS, RANKS)


def pieces(rules: ConnectFour, position: Words) -> dict[str, str]:
    """Return the symbol on each occupied square."""
    return {
        f"{'abcdefg'[column]}{rank + 1}": _NAMES[man_on(position, column, rank)]
        for column in range(COLUMNS)
        for rank in range(RANKS)
        if man_on(position, column, rank) != "."
    }
