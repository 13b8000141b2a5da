"""How Halma looks: two camps in opposite corners, and turned wooden men, Black's with a pale band."""

from plyground.core.drawing import Board
from plyground.games.halma.notation import MEN, man_on
from plyground.games.halma.rules import Halma
from plyground.games.halma.squares import COLUMNS, NAMES, ROWS, camp, squares_of
from plyground.kernel.words import BLACK, WHITE, Words

_SHAPE = (
    "M50 12c10.5 0 18 7.6 18 17 0 6-3 11-7.5 14.2 1 10.5 5.5 19 13 25.8 5.5 5 8.5 9.5 8.5 14.5"
    " 0 5.5-4 8.5-9.5 8.5h-45c-5.5 0-9.5-3-9.5-8.5 0-5 3-9.5 8.5-14.5 7.5-6.8 12-15.3"
    " 13-25.8-4.5-3.2-7.5-8.2-7.5-14.2 0-9.400 7.5-17 18-17z"
)


def _man(fill: str, edge: str, shine: str, more: str = "") -> str:
    return (
        '<ellipse cx="50" cy="91" rx="36" ry="6" fill="#000" opacity=".18"/>'
        f'<path d="{_SHAPE}" fill="{fill}" stroke="{edge}" stroke-width="4" stroke-linejoin="round"/>'
        f'<ellipse cx="44" cy="25" rx="5" ry="6.5" fill="{shine}" opacity=".8"/>{more}'
    )


SYMBOLS = {
    "white-man": _man("#fbf3e0", "#5a4630", "#ffffff"),
    "black-man": _man(
        "#3a3230",
        "#171211",
        "#a39a94",
        '<path d="M26 76h48" stroke="#f0e2c6" stroke-width="7" stroke-linecap="round"/>',
    ),
}
LETTERS = {"white-man": "W", "black-man": "B"}
_SYMBOL_OF = {man: name for name, man in LETTERS.items()}


def board(rules: Halma) -> Board:
    """Return the squares, the camps tinted."""
    tints = {}
    for color, tint in ((WHITE, "camp-white"), (BLACK, "camp-black")):
        for square in camp(rules.size, color):
            is_dark = (COLUMNS[square] + ROWS[square]) % 2 == 1
            tints[NAMES[square]] = f"{tint}-dark" if is_dark else tint
    return Board.with_files_and_ranks(rules.size, rules.size, tints)


def pieces(rules: Halma, position: Words) -> dict[str, str]:
    """Return the symbol on each occupied square."""
    men = ((NAMES[square], man_on(position, square)) for square in squares_of(rules.size))
    return {name: _SYMBOL_OF[man] for name, man in men if man in MEN}
