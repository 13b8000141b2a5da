"""What a net sees of Halma: every man by colour and square, the board turned so that its own camp lies below right.

A training sees each position also reflected in the diagonal between the camps.
"""

import numpy as np

from plyground.games.halma.rules import Halma
from plyground.games.halma.squares import CAMP_ROWS, CLASSES, COLUMNS, LARGEST, ROWS, square_at, squares_of
from plyground.kernel.bits import ZERO, bit, lowest, without_lowest
from plyground.kernel.words import Words
from plyground.nets.hooks import feature_at, feature_count, image_count, most_features, write_image

JUDGED_AS = {"halma-usc2019": "halma"}
"""By whose net variants are judged that have none of their own: the board and the men are the same."""
SQUARES = 256
MAX_MEN = 64

TURNED = np.zeros((LARGEST + 1, SQUARES), np.int64)
"""By board size: the square that a square becomes when the board is turned by half a turn."""
for _size in CAMP_ROWS:
    for _square in squares_of(_size):
        _column, _row = _size - 1 - int(COLUMNS[_square]), 2 * LARGEST - 1 - _size - int(ROWS[_square])
        TURNED[_size, _square] = square_at(_column, _row)

REFLECTED = np.zeros((LARGEST + 1, SQUARES), np.int64)
"""By board size: the square that a square becomes when the board is reflected in the diagonal between the camps."""
for _size in CAMP_ROWS:
    for _square in squares_of(_size):
        _column, _row = int(ROWS[_square]) - LARGEST + _size, int(COLUMNS[_square]) + LARGEST - _size
        REFLECTED[_size, _square] = square_at(_column, _row)


@feature_count.register(Halma)
def _(game: Halma, position: Words) -> int:
    # (the last rows are no feature's: they tell the boards apart, of which a net knows only one)
    return 2 * SQUARES + game.size


@most_features.register(Halma)
def _(game: Halma, position: Words) -> int:
    return MAX_MEN


@feature_at.register(Halma)
def _(game: Halma, view: int, word: int, bit: int, side: int) -> int:
    color, place = word // CLASSES, word % CLASSES
    square = 64 * place + bit
    if side != 0:
        square = TURNED[game.size, square]
    return SQUARES * (color ^ side) + square


@image_count.register(Halma)
def _(game: Halma, position: Words) -> int:
    return 2


@write_image.register(Halma)
def _(game: Halma, position: Words, number: int, image: Words) -> None:
    for word in range(position.size):
        image[word] = position[word]
    if number == 0:
        return
    for word in range(2 * CLASSES):
        image[word] = ZERO
    for word in range(2 * CLASSES):
        rest = position[word]
        while rest != ZERO:
            square = REFLECTED[game.size, 64 * (word % CLASSES) + lowest(rest)]
            image[word - word % CLASSES + square // 64] |= bit(square % 64)
            rest = without_lowest(rest)
