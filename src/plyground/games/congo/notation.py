"""Position texts and move texts of Congo, as the course writes them.

``gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0``: ranks 7 to 1, White in capitals, digits for empty squares; the
side to move; the full moves played. P pawn, S superpawn, G giraffe, M monkey, E elephant, C crocodile, Z zebra, L lion.

A move is its start and end square, ``e3e4``; a monkey's capture names every square it lands on, ``b5b3d3f5``. If
several paths are the same move, the alphabetically smallest is written, and any is accepted.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from plyground.core.board_text import EMPTY, SIDES, board_of
from plyground.core.errors import InvalidNotation, quote
from plyground.games.congo.jumps import (
    END_SHIFT,
    JUMPED_MASK,
    MAX_JUMPS,
    MAX_MOVES,
    SQUARE_MASK,
    START_SHIFT,
    smallest_path,
    square_on_path,
)
from plyground.games.congo.movement import COLORS, STATE, list_moves
from plyground.games.congo.rules import ARMY, MAX_FULL_MOVES, Congo
from plyground.games.congo.squares import NAMES, SIDE, castle, square_at
from plyground.kernel.words import BLACK, WHITE, Words, move_number, state_word, turn

LETTERS = "LZEGCMPS"
"""White's letters, in the order of the kinds."""
_SIDES = ("White", "Black")
_A_JUMP = 2


def parse_position(rules: Congo, text: str) -> tuple[Congo, Words]:
    """Read a position text.

    Raises
    ------
    InvalidNotation
        If it is not three fields, has a rank that is not seven squares, or has lions where they cannot be.
    """
    fields = text.split()
    if len(fields) != 3:
        raise InvalidNotation(
            f"The position {quote(text)} has {len(fields)} fields instead of three: "
            "the ranks 7 to 1, w or b, and the number of full moves played."
        )
    ranks, side, number = fields
    words = np.zeros(rules.words, np.uint64)
    for square, letter in _pieces(ranks):
        _put(words, square, letter)
    if side not in {"w", "b", "W", "B"}:
        raise InvalidNotation(f"The side to move {quote(side)} in {quote(text)} should be w or b.")
    if not (number.isascii() and number.isdigit() and len(number) < 12 and int(number) < MAX_FULL_MOVES):
        raise InvalidNotation(
            f"The number of moves {quote(number)} in {quote(text)} should be a whole number from 0 up."
        )
    words[STATE] = state_word("wb".index(side.lower()), 0, 0, int(number))
    _check_lions(words, text)
    _check_room(words, text)
    return rules, words


def _pieces(ranks: str) -> Iterator[tuple[int, str]]:
    """Yield the square and the letter of every piece in the first field."""
    rows = ranks.split("/")
    if len(rows) != SIDE:
        raise InvalidNotation(f"The board {quote(ranks)} has {len(rows)} ranks instead of 7, from rank 7 to rank 1.")
    for rank, row in zip(range(SIDE - 1, -1, -1), rows, strict=True):
        file = 0
        for character in row:
            if "1" <= character <= "7":
                file += int(character)
                continue
            if character not in LETTERS + LETTERS.lower():
                raise InvalidNotation(
                    f"Rank {rank + 1}, {quote(row)}, has the character {character!r}, "
                    f"which is neither one of the pieces {LETTERS}{LETTERS.lower()} nor a digit from 1 to 7."
                )
            if file < SIDE:
                yield square_at(file, rank), character
            file += 1
        if file != SIDE:
            raise InvalidNotation(f"Rank {rank + 1}, {quote(row)}, has {file} squares instead of 7.")


def _put(words: Words, square: int, letter: str) -> None:
    """Put a piece on the board."""
    there = np.uint64(1 << square)
    kind = LETTERS.index(letter.upper())
    for i in range(COLORS):
        if kind >> i & 1:
            words[i] |= there
    words[COLORS + letter.islower()] |= there


def _check_lions(words: Words, text: str) -> None:
    """Raise unless there is a lion, at most one a side, where lions can be."""
    lions = [_squares(_lions(words) & int(words[COLORS + side])) for side in (WHITE, BLACK)]
    for side in (WHITE, BLACK):
        if len(lions[side]) > 1:
            where = " and ".join(NAMES[square] for square in lions[side][:2])
            raise InvalidNotation(f"{_SIDES[side]} has more than one lion in {quote(text)}: on {where}.")
    if not lions[WHITE] and not lions[BLACK]:
        raise InvalidNotation(f"Both lions are missing in {quote(text)}; at least one side must have its own.")
    for side in (WHITE, BLACK):
        for square in lions[side]:
            has_flown = not lions[1 - side] and square in castle(1 - side)
            if square not in castle(side) and not has_flown:
                home = ("c1-e3", "c5-e7")[side]
                raise InvalidNotation(
                    f"{_SIDES[side]}'s lion stands on {NAMES[square]} in {quote(text)}, outside its castle {home}."
                )


def _check_room(words: Words, text: str) -> None:
    """Raise if monkeys among many pieces have more captures than can be listed."""
    for side in (WHITE, BLACK):
        monkeys = sum(piece_letter(words, square) == "Mm"[side] for square in range(SIDE * SIDE))
        if monkeys * int(words[COLORS + 1 - side]).bit_count() > ARMY:
            if list_moves(words, side, np.empty(MAX_MOVES, np.int64)) == MAX_MOVES:
                raise InvalidNotation(
                    f"In {quote(text)} {_SIDES[side]} has {MAX_MOVES} moves or more; "
                    "positions with that many are not supported."
                )


def _lions(words: Words) -> int:
    """Return the squares of both lions, the pieces whose kind has no bit."""
    return int((words[COLORS] | words[COLORS + 1]) & ~(words[0] | words[1] | words[2]))


def _squares(men: int) -> list[int]:
    return [square for square in range(SIDE * SIDE) if men >> square & 1]


def piece_letter(words: Words, square: int) -> str:
    """Return the letter of the piece on a square, "" for an empty one."""
    for side in (WHITE, BLACK):
        if int(words[COLORS + side]) >> square & 1:
            letter = LETTERS[sum((int(words[i]) >> square & 1) << i for i in range(COLORS))]
            return letter if side == WHITE else letter.lower()
    return ""


def position_text(rules: Congo, words: Words) -> str:
    """Write a position in its normal form: lower case side, joined digits."""
    rows = (
        "".join(piece_letter(words, square_at(file, rank)) or EMPTY for file in range(SIDE))
        for rank in range(SIDE - 1, -1, -1)
    )
    return f"{board_of(rows)} {SIDES[turn(words)]} {move_number(words)}"


_MOVE = re.compile(r"([a-g][1-7]){2,}")
_MAX_SQUARES = MAX_JUMPS + 1
_NOT_A_MOVE = JUMPED_MASK
"""From a1 to a1 over everything: a number that no position lists."""


def parse_move(rules: Congo, words: Words, text: str) -> int:
    """Read a move text; whether the move is legal is up to the rules.

    A path that the monkey cannot take yields a number that no position lists, even if another path leads to its end.

    Raises
    ------
    InvalidNotation
        If it is not a row of squares.
    """
    if not _MOVE.fullmatch(text):
        raise InvalidNotation(
            f"The move {quote(text)} should be two squares such as e3e4, or all squares of a monkey's jumps."
        )
    path = [NAMES.index(text[i : i + 2]) for i in range(0, len(text), 2)]
    side = turn(words)
    is_monkey = piece_letter(words, path[0]) == "Mm"[side]
    if len(path) == 2 and not (is_monkey and _distance(*path) == _A_JUMP):
        return _number(path[0], path[1])
    return _jumps_along(words, path) if is_monkey and len(path) <= _MAX_SQUARES else _NOT_A_MOVE


def _number(start: int, end: int, jumped: int = 0) -> int:
    return start << START_SHIFT | end << END_SHIFT | jumped


def _parts(move: int) -> tuple[int, int, int]:
    """Return a move's start, its end, and the set of squares it jumps over."""
    return int(move) >> START_SHIFT, int(move) >> END_SHIFT & SQUARE_MASK, int(move) & JUMPED_MASK


def _distance(one: int, other: int) -> int:
    """Return how many king's steps two squares are apart."""
    (file, rank), (other_file, other_rank) = divmod(one, SIDE), divmod(other, SIDE)
    return max(abs(file - other_file), abs(rank - other_rank))


def _jumps_along(words: Words, path: list[int]) -> int:
    """Return the number of the monkey's move along `path`, `_NOT_A_MOVE` if a jump is not allowed."""
    own, enemy = int(words[COLORS + turn(words)]), int(words[COLORS + 1 - turn(words)])
    lions = _lions(words)
    empty = ~(own | enemy) | 1 << path[0]
    jumped = 0
    for start, end in pairwise(path):
        over = 1 << (start + end) // 2
        is_straight = (start + end) % 2 == 0 and _distance(start, end) == _A_JUMP
        if not is_straight or not enemy & ~jumped & over or not empty >> end & 1 or jumped & lions:
            return _NOT_A_MOVE
        jumped |= over
    return _number(path[0], path[-1], jumped)


def move_text(rules: Congo, words: Words, move: int) -> str:
    """Write a move of this position."""
    return "".join(move_steps(rules, words, move))


def move_steps(rules: Congo, words: Words, move: int) -> tuple[str, ...]:
    """Return the squares a move touches, in order."""
    start, end, jumped = _parts(move)
    if jumped.bit_count() < 2:
        return NAMES[start], NAMES[end]
    high, low = smallest_path(move, words[COLORS] | words[COLORS + 1], np.uint64(_lions(words)))
    # a compiled kernel returns words as Python's numbers, and for small ones another kernel would be compiled
    path = np.uint64(high), np.uint64(low)
    return tuple(NAMES[square_on_path(start, path, jumps)] for jumps in range(jumped.bit_count() + 1))


def mirrored(rules: Congo, words: Words) -> Words:
    """Return the position with the colours exchanged and the board turned upside down."""
    result = np.zeros_like(words)
    for square in range(SIDE * SIDE):
        letter = piece_letter(words, square)
        if letter:
            _put(result, _upside_down(square), letter.swapcase())
    result[STATE] = words[STATE] ^ np.uint64(1)
    return result


def mirrored_move(rules: Congo, words: Words, move: int) -> int:
    """Return the move of the mirrored position that corresponds to `move`."""
    start, end, jumped = _parts(move)
    return _number(
        _upside_down(start), _upside_down(end), sum(1 << _upside_down(square) for square in _squares(jumped))
    )


def _upside_down(square: int) -> int:
    file, rank = divmod(square, SIDE)
    return square_at(file, SIDE - 1 - rank)
