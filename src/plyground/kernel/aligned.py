"""Arrays that begin where a line of the processor's cache does.

numpy promises 16 bytes. A row of 64 bytes is then in two lines, and takes twice as long to fetch.
"""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from plyground.kernel.words import Words

LINE = 64
"""Bytes of a line."""
WORD_BYTES = 8


def aligned_zeros(rows: int, width: int, kind: DTypeLike) -> NDArray[Any]:
    """Return zeros of shape (`rows`, `width`) whose first is the first of a line of the cache."""
    each = np.dtype(kind).itemsize
    memory = np.zeros(rows * width + LINE // each, kind)
    start = -memory.ctypes.data % LINE // each
    return memory[start : start + rows * width].reshape(rows, width)


def entries_within(mebibytes: int, words: int) -> Words:
    """Return empty entries of a hash table, `words` words each: a power of two, 2 at least, in at most `mebibytes`."""
    entries = 2
    while 2 * entries * words * WORD_BYTES <= mebibytes << 20:
        entries *= 2
    return aligned_zeros(entries, words, np.uint64)
