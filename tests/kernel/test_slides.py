"""The eight slides at once against walking step by step."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from plyground.kernel import kernel
from plyground.kernel.slides import chessboard_slides, slides, wide_slides

WORD = (1 << 64) - 1


@kernel
def slide(pieces, free, stride):
    return slides(pieces, free, stride)


@kernel
def slide_wide(low, high, free_low, free_high, stride):
    return wide_slides(low, high, free_low, free_high, stride)


@kernel
def slide_on_chessboard(pieces, free):
    return chessboard_slides(pieces, free)


def walk(pieces, free, stride):
    reached = 0
    for start in (i for i in range(128) if pieces >> i & 1):
        for step in (1, stride - 1, stride, stride + 1, -1, 1 - stride, -stride, -1 - stride):
            square = start + step
            while square >= 0 and free >> square & 1:
                reached |= 1 << square
                square += step
    return reached


@st.composite
def boards(draw, bits):
    """A board that fits into so many bits: the pieces, the free squares and the stride; files' ends are never free."""
    ranks = draw(st.integers(4, 10))
    stride = ranks + 1
    files = min(10, bits // stride)
    squares = sum(((1 << ranks) - 1) << stride * file for file in range(files))
    free = draw(st.sampled_from((squares, squares & draw(st.integers(0, (1 << bits) - 1)))))
    pieces = squares & sum({1 << draw(st.integers(0, stride * files - 1)) for _ in range(draw(st.integers(0, 5)))})
    return pieces, free, stride


@given(boards(64))
def test_one_word(board):
    pieces, free, stride = board
    assert int(slide(np.uint64(pieces), np.uint64(free), stride)) == walk(pieces, free, stride)


@given(boards(128))
def test_two_words(board):
    pieces, free, stride = board
    halves = [np.uint64(half) for word in (pieces, free) for half in (word & WORD, word >> 64)]
    low, high = slide_wide(*halves, stride)
    assert int(low) | int(high) << 64 == walk(pieces, free, stride)


@given(st.integers(0, WORD), st.integers(0, WORD), st.booleans())
def test_the_chessboard_without_gaps(pieces, free, is_open):
    free = WORD if is_open else free
    gaps = [sum((word >> 8 * file & 0xFF) << 9 * file for file in range(8)) for word in (pieces, free)]
    walked = walk(*gaps, 9)
    reached = int(slide_on_chessboard(np.uint64(pieces), np.uint64(free)))
    assert sum((reached >> 8 * file & 0xFF) << 9 * file for file in range(8)) == walked


def test_a_slide_crosses_ten_squares():
    squares, stride = sum(((1 << 10) - 1) << 11 * file for file in range(10)), 11
    low, high = slide_wide(np.uint64(1), np.uint64(0), np.uint64(squares & WORD), np.uint64(squares >> 64), stride)
    reached = int(low) | int(high) << 64
    assert all(reached >> corner & 1 for corner in (9, 9 * stride, 9 * stride + 9))
    assert reached.bit_count() == 27
