"""How Congo looks: a board with its river and its two castles, and an animal's picture on a token for each piece.

White's tokens are round and light, Black's octagonal and dark, so that they can be distinguished in print and without
colour vision. An animal is drawn in two colours only, ink on paper, which are exchanged for Black.
"""

from plyground.core.drawing import Board
from plyground.games.congo.movement import KINDS
from plyground.games.congo.notation import LETTERS as PIECE_LETTERS
from plyground.games.congo.notation import piece_letter
from plyground.games.congo.rules import Congo
from plyground.games.congo.squares import NAMES, RIVER_RANK, SIDE, castle, square_at
from plyground.kernel.words import BLACK, WHITE, Words

_PAPER, _INK = "#fdf5e3", "#3a281c"
_COLORS = ("white", "black")

_TOKENS = {
    "white": '<circle cx="50" cy="50" r="44" class="paper edge"/><circle cx="50" cy="50" r="39" class="line thin"/>',
    "black": (
        '<path d="M32 6 H68 L94 32 V68 L68 94 H32 L6 68 V32 Z" class="paper edge"/>'
        '<path d="M34.5 12 H65.5 L88 34.5 V65.5 L65.5 88 H34.5 L12 65.5 V34.5 Z" class="line thin"/>'
    ),
}

_ANIMALS = {
    "lion": (
        '<path d="M50 19 L56 27 L65 23 L67 32 L77 34 L74 43 L82 50 L74 57 L77 66 L67 68 L65 77 L56 73 L50 81 L44 73'
        ' L35 77 L33 68 L23 66 L26 57 L18 50 L26 43 L23 34 L33 32 L35 23 L44 27 Z" class="ink"/>'
        '<circle cx="50" cy="50" r="17" class="paper"/>'
        '<circle cx="43" cy="46" r="2.5" class="ink"/><circle cx="57" cy="46" r="2.5" class="ink"/>'
        '<path d="M45 52 H55 L50 58 Z" class="ink"/><path d="M50 57 V60 M42 60 C45 64 48 63 50 60 C52 63 55 64 58 60"'
        ' class="line thin"/>'
    ),
    "zebra": (
        '<path d="M34 79 C32 58 38 46 45 38 L45 22 L53 31 C62 33 70 48 76 61 C78 67 71 73 66 69 C60 64 56 62 53 61'
        ' C56 67 57 73 57 79 Z" class="ink"/>'
        '<path d="M37 54 L50 60 M35 64 L54 67 M34.5 73 L56 75 M42 44 L53 52 M48 37 L58 46 M59 60 L66 51 M66 66 L72 57"'
        ' class="cut"/>'
        '<path d="M42 22 C34 34 29 48 29 70" class="line mane"/><circle cx="56" cy="41" r="2.2" class="paper"/>'
    ),
    "elephant": (
        '<ellipse cx="29" cy="43" rx="14" ry="18" class="ink"/><ellipse cx="71" cy="43" rx="14" ry="18" class="ink"/>'
        '<path d="M34 42 C34 24 66 24 66 42 C66 54 60 58 57 62 C56 70 58 74 64 72 C68 71 70 76 66 79 C55 84 46 76 46 66'
        ' C42 60 34 54 34 42 Z" class="ink seam"/>'
        '<circle cx="43" cy="44" r="2.5" class="paper"/><circle cx="57" cy="44" r="2.5" class="paper"/>'
        '<path d="M48 62 H56 M48 67 H56 M50 72 L57 70" class="cut thin"/>'
        '<path d="M40 58 C38 66 34 69 30 69 M61 58 C64 64 69 65 72 63" class="line tusk"/>'
    ),
    "giraffe": (
        '<path d="M33 80 L43 39 C41 32 45 27 51 27 C60 27 67 33 73 39 C77 43 72 49 67 47 C63 46 60 46 57 46 L61 80 Z"'
        ' class="ink"/><path d="M47 28 L45 18 M54 27 L55 17" class="line"/>'
        '<circle cx="45" cy="17" r="3" class="ink"/><circle cx="55.5" cy="16" r="3" class="ink"/>'
        '<path d="M42 33 L31 30 L39 40 Z" class="ink"/><circle cx="55" cy="35" r="2.2" class="paper"/>'
        '<path d="M46 47 L52 45 L53 51 L47 53 Z M42 59 L48 57 L49 63 L43 66 Z M52 57 L57 56 L58 63 L53 64 Z'
        ' M39 71 L45 70 L46 77 L39 77 Z M50 69 L57 68 L58 76 L51 77 Z" class="paper"/>'
    ),
    "crocodile": (
        '<path d="M20 50 C22 40 28 36 34 37 C36 31 44 31 46 37 C56 39 70 42 83 46 C86 49 84 53 81 53 L32 54'
        ' C42 58 62 58 78 62 C81 65 79 69 74 69 C54 70 30 69 22 62 C18 58 19 54 20 50 Z" class="ink"/>'
        '<path d="M42 54 L45 60 L48 54 L51 60 L54 54 L57 60 L60 54 L63 60 L66 54 L69 60 L72 54" class="line thin"/>'
        '<circle cx="40" cy="38" r="2.5" class="paper"/><circle cx="78" cy="48.5" r="1.6" class="paper"/>'
        '<path d="M26 45 L28 41 M31 47 L33 43 M50 44 L51 40.5 M57 45.5 L58 42 M64 47 L65 43.5" class="cut thin"/>'
    ),
    "monkey": (
        '<circle cx="25" cy="49" r="9.5" class="ink"/><circle cx="75" cy="49" r="9.5" class="ink"/>'
        '<circle cx="25" cy="49" r="4.5" class="paper"/><circle cx="75" cy="49" r="4.5" class="paper"/>'
        '<path d="M50 21 C68 21 76 36 74 52 C72 70 62 79 50 79 C38 79 28 70 26 52 C24 36 32 21 50 21 Z" class="ink"/>'
        '<path d="M50 40 C46 32 33 34 33 46 C33 52 37 54 37 56 C32 66 40 74 50 74 C60 74 68 66 63 56 C63 54 67 52 67 46'
        ' C67 34 54 32 50 40 Z" class="paper"/>'
        '<circle cx="42.5" cy="46" r="3" class="ink"/><circle cx="57.5" cy="46" r="3" class="ink"/>'
        '<path d="M47 56 L49 58 M53 56 L51 58" class="line thin"/>'
        '<path d="M41 63 C45 69 55 69 59 63" class="line thin"/>'
    ),
    "pawn": (
        '<circle cx="50" cy="36" r="11" class="ink"/>'
        '<path d="M50 44 C58 46 57 62 66 70 H34 C43 62 42 46 50 44 Z" class="ink"/>'
        '<rect x="30" y="72" width="40" height="7" rx="3" class="ink"/>'
    ),
    "superpawn": (
        '<path d="M50 13 L53 21 L61 21 L55 26 L57 34 L50 29 L43 34 L45 26 L39 21 L47 21 Z" class="ink"/>'
        '<circle cx="50" cy="43" r="9.5" class="ink"/>'
        '<path d="M50 50 C57 51 57 64 66 71 H34 C43 64 43 51 50 50 Z" class="ink"/>'
        '<path d="M43 58 C34 60 27 55 24 45 M57 58 C66 60 73 55 76 45" class="line"/>'
        '<rect x="30" y="73" width="40" height="7" rx="3" class="ink"/>'
    ),
}


def _symbol(color: str, kind: str) -> str:
    """Return a piece as SVG markup: the classes of the drawings above become colours."""
    paper, ink = (_PAPER, _INK) if color == "white" else (_INK, _PAPER)
    round_line = f'fill="none" stroke-linecap="round" stroke-linejoin="round" stroke="{ink}" stroke-width'
    styles = {
        "paper edge": f'fill="{paper}" stroke="{_INK}" stroke-width="2.5"',
        "ink seam": f'fill="{ink}" stroke="{paper}" stroke-width="2.5"',
        "paper": f'fill="{paper}"',
        "ink": f'fill="{ink}"',
        "line": f'{round_line}="4"',
        "line thin": f'{round_line}="2"',
        "line tusk": f'{round_line}="3.5"',
        "line mane": f'{round_line}="5" stroke-dasharray="1 7"',
        "cut": f'fill="none" stroke="{paper}" stroke-width="3.5"',
        "cut thin": f'fill="none" stroke="{paper}" stroke-width="2"',
    }
    markup = _TOKENS[color] + _ANIMALS[kind]
    for name, style in styles.items():
        markup = markup.replace(f'class="{name}"', style)
    return markup


SYMBOLS = {f"{color}-{kind}": _symbol(color, kind) for color in _COLORS for kind in KINDS}
"""An SVG fragment in a box of 100 x 100 for each piece."""
_NAMES = {
    letter if color == "white" else letter.lower(): f"{color}-{kind}"
    for color in _COLORS
    for letter, kind in zip(PIECE_LETTERS, KINDS, strict=True)
}
LETTERS = {name: letter for letter, name in _NAMES.items()}
"""What a terminal shows: the letters of the position text."""


def _tints() -> dict[str, str]:
    tints = {NAMES[square_at(file, RIVER_RANK)]: "river" if file % 2 else "river-dark" for file in range(SIDE)}
    for square in [*castle(WHITE), *castle(BLACK)]:
        file, rank = divmod(square, SIDE)
        tints[NAMES[square]] = "castle" if (file + rank) % 2 else "castle-dark"
    return tints


_BOARD = Board.with_files_and_ranks(SIDE, SIDE, _tints())


def board(rules: Congo) -> Board:
    """Return the squares: the river on rank 4, the castles c1-e3 and c5-e7."""
    return _BOARD


def pieces(rules: Congo, position: Words) -> dict[str, str]:
    """Return the symbol on each occupied square."""
    letters = {name: piece_letter(position, square) for square, name in enumerate(NAMES)}
    return {name: _NAMES[letter] for name, letter in letters.items() if letter}
