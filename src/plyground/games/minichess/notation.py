"""Position and move texts of minichess: six-field FEN, and moves such as ``a2a3`` or, with promotion, ``a4a5q``.

``rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1``: the ranks from the fifth to the first, White's pieces in capitals; the side
to move; castling and en passant, always ``-``; the plies since the number of pieces changed (`minichess`) or since the
last capture or pawn move (`gardner`); the move number. Counters that are left out, both of them, are ``0 1``.
"""

import re

import numpy as np

from plyground.core.board_text import EMPTY, SIDES, board_of, rows_of, side_of
from plyground.core.errors import InvalidNotation, quote
from plyground.games.minichess.attacks import LAST_RANK, SQUARES, WIDTH
from plyground.games.minichess.pieces import can_take_king
from plyground.games.minichess.rules import MAX_NUMBER, MAX_PLIES, PROMOTIONS, Minichess
from plyground.kernel.words import BLACK, WHITE, Words, move_number, quiet_plies, state_word, turn

USUAL_COUNTERS = ["0", "1"]
FILES, RANKS = "abcde", "12345"
_KIND_WORDS = {
    "K": (0, 0),
    "P": (1, 0),
    "N": (1 << 32, 0),
    "B": (0, 1),
    "R": (0, 1 << 32),
    "Q": (0, 1 | 1 << 32),
}
"""What a piece adds to the second and third word of a position, on square 0."""


def square_name(square: int) -> str:
    """Return the name of a square: 0 is ``a1``, 1 ``a2``, 5 ``b1``."""
    return FILES[square // WIDTH] + RANKS[square % WIDTH]


def parse_square(name: str) -> int:
    """Return the number of the square called `name`."""
    return WIDTH * FILES.index(name[0]) + RANKS.index(name[1])


def piece_letters(position: Words) -> dict[int, str]:
    """Return the FEN letter of the piece on each occupied square."""
    colors, kinds, sliders = (int(word) for word in position[:3])
    found = {}
    for square in range(SQUARES):
        is_white, is_black = colors >> square & 1, colors >> square + 32 & 1
        if is_white or is_black:
            pair = 1 << square | 1 << square + 32
            words = (kinds & pair) >> square, (sliders & pair) >> square
            letter = next(letter for letter, own in _KIND_WORDS.items() if own == words)
            found[square] = letter if is_white else letter.lower()
    return found


def words_of_pieces(letters: dict[int, str], state: np.uint64) -> Words:
    """Build a position from FEN letters by square and its last word."""
    words = [0, 0, 0]
    for square, letter in letters.items():
        words[0] |= 1 << square + (0 if letter.isupper() else 32)
        words[1] |= _KIND_WORDS[letter.upper()][0] << square
        words[2] |= _KIND_WORDS[letter.upper()][1] << square
    return np.array([*words, state], np.uint64)


def parse_position(rules: Minichess, text: str) -> tuple[Minichess, Words]:
    """Read a position text; raises `InvalidNotation`."""
    fields = text.split()
    if len(fields) == 4:
        fields += USUAL_COUNTERS
    if len(fields) != 6:
        raise InvalidNotation(
            f"The position {quote(text)} should have six fields, as in "
            f"'rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1'; it has {len(fields)}."
        )
    board, color, castling, en_passant, quiet, number = fields
    letters = _parse_board(board)
    side = side_of(color)
    for place, found in (("third", castling), ("fourth", en_passant)):
        if found != "-":
            raise InvalidNotation(f"The {place} field of a minichess position is always '-', not {quote(found)}.")
    plies = _parse_counter("fifth", "quiet plies", quiet, 0, MAX_PLIES)
    move = _parse_counter("sixth", "the move number", number, 1, MAX_NUMBER)
    words = words_of_pieces(letters, np.uint64(state_word(side, 0, plies, move)))
    _check_kings(rules, board, letters, side)
    if rules.gardner:
        _check_gardner(board, letters, words)
    return rules, words


def _parse_board(board: str) -> dict[int, str]:
    """Return the letter on each occupied square."""
    return {
        WIDTH * column + WIDTH - 1 - place: letter
        for place, cells in enumerate(rows_of(board, "KQRBNPkqrbnp", WIDTH, WIDTH))
        for column, letter in enumerate(cells)
        if letter != EMPTY
    }


def _parse_counter(place: str, what: str, text: str, least: int, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,10}", text) or not least <= int(text) <= most:
        raise InvalidNotation(
            f"The {place} field of a position, {what}, is a whole number from {least} to {most}, not {quote(text)}."
        )
    return int(text)


def _check_kings(rules: Minichess, board: str, letters: dict[int, str], side: int) -> None:
    """Raise if a king is missing: only the mover's may have been captured, and only in `minichess`."""
    kings = ("White", "K", WHITE), ("Black", "k", BLACK)
    missing = [(name, owner) for name, king, owner in kings if king not in letters.values()]
    if len(missing) == 2:
        raise InvalidNotation(f"The board {quote(board)} has no king; expected one of each colour.")
    for name, owner in missing:
        if owner != side:
            raise InvalidNotation(f"In the board {quote(board)} {name}, who is not to move, has no king.")
        if rules.gardner:
            raise InvalidNotation(f"In the board {quote(board)} {name} has no king, which gardner does not allow.")


def _check_gardner(board: str, letters: dict[int, str], words: Words) -> None:
    """Raise for what ordinary chess cannot have: a pawn on its last rank, or a king that could be captured."""
    for square, letter in letters.items():
        if letter in "Pp" and int(LAST_RANK["Pp".index(letter)]) >> square & 1:
            raise InvalidNotation(
                f"In the board {quote(board)} a pawn stands on {square_name(square)}, its last rank, where a "
                "gardner pawn promotes."
            )
    if can_take_king(words):
        raise InvalidNotation(f"In the board {quote(board)} the king of the side not to move is attacked.")


def position_text(rules: Minichess, position: Words) -> str:
    """Write a position."""
    letters = piece_letters(position)
    ranks = (
        "".join(letters.get(WIDTH * column + rank, EMPTY) for column in range(WIDTH))
        for rank in range(WIDTH - 1, -1, -1)
    )
    return f"{board_of(ranks)} {SIDES[turn(position)]} - - {quiet_plies(position)} {move_number(position)}"


def parse_move(rules: Minichess, position: Words, text: str) -> int:
    """Read a move; whether it can be played is up to the rules."""
    match = re.fullmatch(r"([a-e][1-5])([a-e][1-5])([bnqr]?)", text)
    if not match:
        raise InvalidNotation(
            f"The move {quote(text)} should be two squares from a1 to e5, as in 'a2a3', and for a promotion one "
            "of b n q r, as in 'a4a5q'."
        )
    promotion = PROMOTIONS.index(match[3]) + 1 if match[3] else 0
    return (parse_square(match[1]) << 8) | (parse_square(match[2]) << 3) | promotion


def move_text(rules: Minichess, position: Words, move: int) -> str:
    """Write a move."""
    promotion = PROMOTIONS[(move & 7) - 1] if move & 7 else ""
    return "".join(move_steps(rules, position, move)) + promotion


def move_steps(rules: Minichess, position: Words, move: int) -> tuple[str, ...]:
    """Return the squares a move touches: its start and its target."""
    return square_name(move >> 8), square_name(move >> 3 & 31)


def mirrored_square(square: int) -> int:
    """Return the square with the same file, the ranks counted from the other side."""
    return square - square % WIDTH + WIDTH - 1 - square % WIDTH


def mirrored(rules: Minichess, position: Words) -> Words:
    """Return the position with the board turned upside down and the colours exchanged."""
    letters = {mirrored_square(square): letter.swapcase() for square, letter in piece_letters(position).items()}
    return words_of_pieces(letters, position[3] ^ np.uint64(1))


def mirrored_move(rules: Minichess, position: Words, move: int) -> int:
    """Return the move on the `mirrored` board."""
    return (mirrored_square(move >> 8) << 8) | (mirrored_square(move >> 3 & 31) << 3) | move & 7
