"""How Amazons looks: crowned queens, White's open and Black's filled with a jewelled band; a blocked square burns."""

from plyground.core.drawing import Board
from plyground.games.amazons.notation import BLOCKED, cell_at
from plyground.games.amazons.rules import Amazons
from plyground.kernel.words import Words

_CROWN = "M20 34 L33 56 L38 24 L50 52 L62 24 L67 56 L80 34 L73 70 H27 Z"
_BALLS = "".join(f'<circle cx="{x}" cy="{y}" r="5.5"/>' for x, y in ((20, 30), (38, 20), (62, 20), (80, 30)))

SYMBOLS = {
    "white-queen": '<g fill="#ffffff" stroke="#1c1917" stroke-width="5" stroke-linejoin="round">'
    f'<path d="{_CROWN}"/>{_BALLS}<rect x="24" y="73" width="52" height="11" rx="4"/></g>',
    "black-queen": '<g fill="#2a2522" stroke="#0f0d0c" stroke-width="3.5" stroke-linejoin="round">'
    f'<path d="{_CROWN}"/>{_BALLS}<rect x="24" y="73" width="52" height="11" rx="4"/></g>'
    '<g fill="none" stroke="#f3e6c8" stroke-width="2.6"><path d="M30 65 H70"/><path d="M29 78.5 H71"/></g>'
    '<path d="M50 57 l4 5 -4 5 -4 -5 Z" fill="#f3e6c8"/>',
    "blocked": '<rect x="6" y="6" width="88" height="88" rx="9" fill="#6b5b4b"/>'
    '<path d="M52 16 C58 34 76 42 72 64 C70 78 60 85 50 85 C38 85 28 77 28 63 C28 53 34 48 38 39 '
    'C41 46 43 49 46 50 C50 40 47 28 52 16 Z" fill="#e08a3c"/>'
    '<path d="M51 52 C56 60 62 64 60 72 C58 79 54 81 50 81 C44 81 39 77 40 70 C41 63 48 61 51 52 Z" fill="#f7d9a3"/>',
}
LETTERS = {"white-queen": "Q", "black-queen": "q", "blocked": "*"}
_NAMES = {"Q": "white-queen", "q": "black-queen", BLOCKED: "blocked"}


def board(rules: Amazons) -> Board:
    """Return the squares."""
    return Board.with_files_and_ranks(rules.files, rules.ranks)


def pieces(rules: Amazons, position: Words) -> dict[str, str]:
    """Return the symbol on each square that is not empty."""
    squares = board(rules).rows
    found = {}
    for row, names in enumerate(squares):
        for file, name in enumerate(names):
            cell = cell_at(rules, position, file, rules.ranks - 1 - row)
            if cell in _NAMES:
                found[name] = _NAMES[cell]
    return found
