"""How minichess looks: chess pieces drawn in plain curves.

White's pieces are light with a dark outline, Black's dark with light inner lines and a striped foot: they can be
distinguished in print and without colour vision.
"""

from plyground.core.drawing import Board
from plyground.games.minichess.attacks import WIDTH
from plyground.games.minichess.notation import piece_letters, square_name
from plyground.games.minichess.rules import Minichess
from plyground.kernel.words import Words

_FOOT = '<path d="M31 76 H69 L76 90 H24 Z"/>'
_SHAPES = {
    "pawn": (
        '<path d="M37 76 C43 66 45 56 45 46 H55 C55 56 57 66 63 76 Z"/>'
        '<rect x="38" y="43" width="24" height="6" rx="3"/><circle cx="50" cy="31" r="13"/>'
    ),
    "rook": (
        '<path d="M29 18 H39 V26 H45 V18 H55 V26 H61 V18 H71 V34 L63 41 V67 L69 76 H31 L37 67 V41 L29 34 Z"/>'
        '<path class="line" d="M37 41 H63 M37 67 H63"/>'
    ),
    "knight": (
        '<path d="M31 76 C30 60 43 56 47 45 C40 50 36 49 33 53 C29 56 22 52 22 45 C25 36 31 29 35 22 L36 11 L45 17'
        ' C62 17 73 36 70 76 Z"/>'
        '<path class="line" d="M52 22 C62 30 65 46 63 62 M27 45 L31 43"/><circle class="dot" cx="39" cy="29" r="3"/>'
    ),
    "bishop": (
        '<path d="M38 76 C43 70 44 64 44 58 H56 C56 64 57 70 62 76 Z"/>'
        '<path d="M50 16 C66 27 68 44 60 55 H40 C32 44 34 27 50 16 Z"/><circle cx="50" cy="12" r="5"/>'
        '<rect x="36" y="54" width="28" height="6" rx="3"/><path class="line" d="M50 28 V44 M42 36 H58"/>'
    ),
    "queen": (
        '<path d="M31 76 L21 34 L37 52 L36 24 L47 48 L50 20 L53 48 L64 24 L63 52 L79 34 L69 76 Z"/>'
        '<circle cx="21" cy="31" r="5"/><circle cx="36" cy="20" r="5"/><circle cx="50" cy="15" r="5"/>'
        '<circle cx="64" cy="20" r="5"/><circle cx="79" cy="31" r="5"/>'
        '<path class="line" d="M32 67 C44 62 56 62 68 67"/>'
    ),
    "king": (
        '<path d="M47 6 H53 V13 H60 V19 H53 V30 H47 V19 H40 V13 H47 Z"/>'
        '<path d="M32 76 C32 66 22 60 20 48 C18 34 38 26 50 42 C62 26 82 34 80 48 C78 60 68 66 68 76 Z"/>'
        '<path d="M50 44 C42 38 44 28 50 26 C56 28 58 38 50 44 Z"/><path class="line" d="M33 66 C44 61 56 61 67 66"/>'
    ),
}
"""A shape is filled; ``line`` and ``dot`` are the details drawn on it."""
_STYLES = {"white": ("#fffaf0", "#2d2622", "#2d2622"), "black": ("#3b332f", "#14100e", "#fffaf0")}
"""Fill, outline and detail."""
_STRIPE = '<path class="line" d="M30 83 H70"/>'


def _symbol(color: str, shape: str) -> str:
    """Return a piece as SVG markup."""
    fill, outline, detail = _STYLES[color]
    markup = _FOOT + _SHAPES[shape] + (_STRIPE if color == "black" else "")
    markup = markup.replace('class="line"', f'fill="none" stroke="{detail}" stroke-width="3"')
    markup = markup.replace('class="dot"', f'fill="{detail}" stroke="none"')
    return (
        f'<g fill="{fill}" stroke="{outline}" stroke-width="3.5" stroke-linejoin="round" stroke-linecap="round">'
        f"{markup}</g>"
    )


SYMBOLS = {f"{color}-{shape}": _symbol(color, shape) for color in _STYLES for shape in _SHAPES}
_SHAPE_OF_LETTER = {"P": "pawn", "R": "rook", "N": "knight", "B": "bishop", "Q": "queen", "K": "king"}
_SYMBOL_OF_LETTER = {letter: f"white-{shape}" for letter, shape in _SHAPE_OF_LETTER.items()} | {
    letter.lower(): f"black-{shape}" for letter, shape in _SHAPE_OF_LETTER.items()
}
LETTERS = {symbol: letter for letter, symbol in _SYMBOL_OF_LETTER.items()}


def board(rules: Minichess) -> Board:
    """Return the squares."""
    return Board.with_files_and_ranks(WIDTH, WIDTH)


def pieces(rules: Minichess, position: Words) -> dict[str, str]:
    """Return the symbol on each occupied square."""
    return {square_name(square): _SYMBOL_OF_LETTER[letter] for square, letter in piece_letters(position).items()}
