"""Sets of squares on any board up to 10x10, and where queens slide on them.

A square's number is ``stride * file + rank``, both from 0, with ``stride = ranks + 1``: every file ends with one extra
number, which is not a square and never empty, so that no slide wraps around an edge. Bit i of a set stands for square
i. The four axes along which queens move are the steps 1 (along the file), stride - 1, stride (along the rank) and
stride + 1.

Boards of at most 64 numbers (6x6 has 42) are sets of one word, larger ones (10x10 has 110) of two. The 8x8 board has 64
squares but 72 numbers: where no number is asked for, its sets are `pack` into one word, square ``8 * file + rank``,
and masks keep slides from wrapping around. The type of a set selects the few primitives below at compile time;
everything built on them is written once.

A slide moves all its queens at once. `plyground.kernel.slides` finds the squares that they reach; the number of moves
is counted here step by step, "one step ahead, where it is empty", until no queen is left.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import generic, kernel
from plyground.kernel.bits import ZERO, bit, lowest, popcount, without_lowest
from plyground.kernel.columns import Sets
from plyground.kernel.slides import chessboard_slides, slides, wide_slides
from plyground.kernel.words import Moves

WORD = 64
AXES = 4
CHESSBOARD = 8
"""The files, and the ranks, of a board whose sets can be packed."""
STRIDE_OF_SIX, STRIDE_OF_TEN = 7, 11
"""Of the usual boards of each kind of set: by numbers that the compiler knows, slides take less time."""
LOWEST_RANK = np.uint64(0x0101010101010101)
HIGHEST_RANK = np.uint64(0x8080808080808080)
"""Of a packed set."""


class OneWord(NamedTuple):
    """A set of squares with numbers below 64."""

    low: np.uint64


class TwoWords(NamedTuple):
    """A set of squares with numbers below 128."""

    low: np.uint64
    high: np.uint64


class Packed(NamedTuple):
    """A set of the squares of the 8x8 board, eight numbers a file."""

    word: np.uint64


Squares = OneWord | TwoWords | Packed


@generic
def ahead(squares: Any, step: int) -> Any:
    """Return the squares whose numbers are `step` (1 to 63) higher."""
    raise NotImplementedError


@generic
def back(squares: Any, step: int) -> Any:
    """Return the squares whose numbers are `step` (1 to 63) lower."""
    raise NotImplementedError


@generic
def both(squares: Any, others: Any) -> Any:
    """Return the squares that are in both sets."""
    raise NotImplementedError


@generic
def either(squares: Any, others: Any) -> Any:
    """Return the squares that are in at least one of the sets."""
    raise NotImplementedError


@generic
def without(squares: Any, others: Any) -> Any:
    """Return the squares that are not in `others`."""
    raise NotImplementedError


@generic
def is_empty(squares: Any) -> bool:
    """Tell whether the set is empty."""
    raise NotImplementedError


@generic
def size(squares: Any) -> int:
    """Return the number of squares."""
    raise NotImplementedError


@generic
def first(squares: Any) -> int:
    """Return the lowest number in a set that is not empty."""
    raise NotImplementedError


@generic
def only(squares: Any, number: int) -> Any:
    """Return the set of the one square `number`, of the same type as `squares`."""
    raise NotImplementedError


@generic
def reach(queens: Any, empty: Any, stride: int) -> Any:
    """Return the squares that `queens` reach in one queen move over `empty` ones."""
    raise NotImplementedError


@generic
def neighbours(squares: Any, stride: int) -> Any:
    """Return the squares one king step away from `squares`; maybe also numbers between the files."""
    raise NotImplementedError


@generic
def words_of(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> Any:
    """Return six sets as `plyground.kernel.columns.Sets`."""
    raise NotImplementedError


@generic
def append(squares: Any, base: int, moves: Moves, found: int) -> int:
    """Append ``base | number`` for each square to the first `found` of `moves`; return the new number."""
    raise NotImplementedError


@ahead.register(OneWord)
def _(squares: OneWord, step: int) -> OneWord:
    return OneWord(squares.low << np.uint64(step))


@ahead.register(TwoWords)
def _(squares: TwoWords, step: int) -> TwoWords:
    carried = squares.low >> np.uint64(WORD - step)
    return TwoWords(squares.low << np.uint64(step), squares.high << np.uint64(step) | carried)


@back.register(OneWord)
def _(squares: OneWord, step: int) -> OneWord:
    return OneWord(squares.low >> np.uint64(step))


@back.register(TwoWords)
def _(squares: TwoWords, step: int) -> TwoWords:
    carried = squares.high << np.uint64(WORD - step)
    return TwoWords(squares.low >> np.uint64(step) | carried, squares.high >> np.uint64(step))


@both.register(OneWord)
def _(squares: OneWord, others: OneWord) -> OneWord:
    return OneWord(squares.low & others.low)


@both.register(TwoWords)
def _(squares: TwoWords, others: TwoWords) -> TwoWords:
    return TwoWords(squares.low & others.low, squares.high & others.high)


@both.register(Packed)
def _(squares: Packed, others: Packed) -> Packed:
    return Packed(squares.word & others.word)


@either.register(OneWord)
def _(squares: OneWord, others: OneWord) -> OneWord:
    return OneWord(squares.low | others.low)


@either.register(TwoWords)
def _(squares: TwoWords, others: TwoWords) -> TwoWords:
    return TwoWords(squares.low | others.low, squares.high | others.high)


@either.register(Packed)
def _(squares: Packed, others: Packed) -> Packed:
    return Packed(squares.word | others.word)


@without.register(OneWord)
def _(squares: OneWord, others: OneWord) -> OneWord:
    return OneWord(squares.low & ~others.low)


@without.register(TwoWords)
def _(squares: TwoWords, others: TwoWords) -> TwoWords:
    return TwoWords(squares.low & ~others.low, squares.high & ~others.high)


@without.register(Packed)
def _(squares: Packed, others: Packed) -> Packed:
    return Packed(squares.word & ~others.word)


@is_empty.register(OneWord)
def _(squares: OneWord) -> bool:
    return squares.low == ZERO


@is_empty.register(TwoWords)
def _(squares: TwoWords) -> bool:
    return squares.low | squares.high == ZERO


@is_empty.register(Packed)
def _(squares: Packed) -> bool:
    return squares.word == ZERO


@size.register(OneWord)
def _(squares: OneWord) -> int:
    return popcount(squares.low)


@size.register(TwoWords)
def _(squares: TwoWords) -> int:
    return popcount(squares.low) + popcount(squares.high)


@size.register(Packed)
def _(squares: Packed) -> int:
    return popcount(squares.word)


@first.register(OneWord)
def _(squares: OneWord) -> int:
    return lowest(squares.low)


@first.register(TwoWords)
def _(squares: TwoWords) -> int:
    return lowest(squares.low) if squares.low != ZERO else WORD + lowest(squares.high)


@first.register(Packed)
def _(squares: Packed) -> int:
    return lowest(squares.word)


@only.register(OneWord)
def _(squares: OneWord, number: int) -> OneWord:
    return OneWord(bit(number))


@only.register(TwoWords)
def _(squares: TwoWords, number: int) -> TwoWords:
    if number < WORD:
        return TwoWords(bit(number), ZERO)
    return TwoWords(ZERO, bit(number - WORD))


@only.register(Packed)
def _(squares: Packed, number: int) -> Packed:
    return Packed(bit(number))


@reach.register(OneWord)
def _(queens: OneWord, empty: OneWord, stride: int) -> OneWord:
    if stride == STRIDE_OF_SIX:
        return OneWord(slides(queens.low, empty.low, STRIDE_OF_SIX))
    return OneWord(slides(queens.low, empty.low, stride))


@reach.register(TwoWords)
def _(queens: TwoWords, empty: TwoWords, stride: int) -> TwoWords:
    if stride == STRIDE_OF_TEN:
        low, high = wide_slides(queens.low, queens.high, empty.low, empty.high, STRIDE_OF_TEN)
    else:
        low, high = wide_slides(queens.low, queens.high, empty.low, empty.high, stride)
    return TwoWords(low, high)


@reach.register(Packed)
def _(queens: Packed, empty: Packed, stride: int) -> Packed:
    return Packed(chessboard_slides(queens.word, empty.word))


@words_of.register(OneWord)
def _(a: OneWord, b: OneWord, c: OneWord, d: OneWord, e: OneWord, f: OneWord) -> Sets:
    return ((a.low, b.low, c.low, d.low, e.low, f.low),)


@words_of.register(TwoWords)
def _(a: TwoWords, b: TwoWords, c: TwoWords, d: TwoWords, e: TwoWords, f: TwoWords) -> Sets:
    return ((a.low, b.low, c.low, d.low, e.low, f.low), (a.high, b.high, c.high, d.high, e.high, f.high))


@words_of.register(Packed)
def _(a: Packed, b: Packed, c: Packed, d: Packed, e: Packed, f: Packed) -> Sets:
    return ((a.word, b.word, c.word, d.word, e.word, f.word),)


@kernel
def append_word(word: np.uint64, base: int, moves: Moves, found: int) -> int:
    """Append the squares of one word."""
    while word != ZERO:
        moves[found] = base | lowest(word)
        found += 1
        word = without_lowest(word)
    return found


@append.register(OneWord)
def _(squares: OneWord, base: int, moves: Moves, found: int) -> int:
    return append_word(squares.low, base, moves, found)


@append.register(TwoWords)
def _(squares: TwoWords, base: int, moves: Moves, found: int) -> int:
    found = append_word(squares.low, base, moves, found)
    return append_word(squares.high, base | WORD, moves, found)


@kernel
def nth(squares: Any, n: int) -> int:
    """Return the number of the square that has exactly `n` others of the set before it."""
    for _ in range(n):
        squares = without(squares, only(squares, first(squares)))
    return first(squares)


@kernel
def step_of(axis: int, stride: int) -> int:
    """Return the step of axis 0 to 3."""
    return stride + axis - 2 if axis else 1


@kernel
def count_slides(queens: Any, empty: Any, stride: int) -> int:
    """Return the number of queen moves that one queen on each of `queens`, alone on the board, would have."""
    slides = 0
    for axis in range(AXES):
        step = step_of(axis, stride)
        front, rear = both(ahead(queens, step), empty), both(back(queens, step), empty)
        while not is_empty(either(front, rear)):
            slides += size(front) + size(rear)
            front, rear = both(ahead(front, step), empty), both(back(rear, step), empty)
    return slides


@kernel
def spread(squares: Any, stride: int) -> Any:
    """Return the numbers one king step away from `squares`."""
    column = either(ahead(squares, 1), back(squares, 1))
    three = either(column, squares)
    return either(column, either(ahead(three, stride), back(three, stride)))


@neighbours.register(OneWord)
def _(squares: OneWord, stride: int) -> OneWord:
    return spread(squares, stride)


@neighbours.register(TwoWords)
def _(squares: TwoWords, stride: int) -> TwoWords:
    return spread(squares, stride)


@neighbours.register(Packed)
def _(squares: Packed, stride: int) -> Packed:
    word, one, file = squares.word, np.uint64(1), np.uint64(CHESSBOARD)
    column = word << one & ~LOWEST_RANK | word >> one & ~HIGHEST_RANK
    three = column | word
    return Packed(column | three << file | three >> file)


@kernel
def pack(squares: TwoWords) -> Packed:
    """Return a set of squares of the 8x8 board in one word: the gaps between its files closed, two at a time."""
    word = squares.low
    word = word & np.uint64(0x3FC00FF003FC00FF) | word >> np.uint64(1) & np.uint64(0x000FF003FC00FF00)
    word = word & np.uint64(0x000FFFF00000FFFF) | word >> np.uint64(2) & np.uint64(0x3FF00000FFFF0000)
    word = word & np.uint64(0x00000000FFFFFFFF) | word >> np.uint64(4) & np.uint64(0x00FFFFFF00000000)
    return Packed(word | (squares.low >> np.uint64(63) | squares.high << np.uint64(1)) << np.uint64(56))
