"""Sets of squares as bits of uint64 words: the few operations that everything else is built on.

Bit i of a word stands for square i. In compiled kernels each function here is one or two machine instructions.
"""

from typing import Any

import numpy as np

from plyground.kernel.compile import is_compiled, kernel

ZERO = np.uint64(0)
ONE = np.uint64(1)


if is_compiled():
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def _ctpop(_context: Any, word: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.uint64(types.uint64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def _cttz(_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

        return types.uint64(types.uint64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def _ctlz(_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.ctlz(arguments[0], context.get_constant(types.boolean, False))

        return types.uint64(types.uint64), generate

    @kernel
    def popcount(word: np.uint64) -> int:
        """Count the set bits of `word`."""
        return np.int64(_ctpop(word))  # type: ignore[return-value]

    @kernel
    def lowest(word: np.uint64) -> int:
        """Return the number of the lowest set bit of `word`; 64 for an empty word."""
        return np.int64(_cttz(word))  # type: ignore[return-value]

    @kernel
    def highest(word: np.uint64) -> int:
        """Return the number of the highest set bit of `word`; -1 for an empty word."""
        return np.int64(63) - np.int64(_ctlz(word))  # type: ignore[return-value]

else:

    def popcount(word: np.uint64) -> int:
        """Count the set bits of `word`."""
        return int(word).bit_count()

    def lowest(word: np.uint64) -> int:
        """Return the number of the lowest set bit of `word`; 64 for an empty word."""
        return (int(word) & -int(word)).bit_length() - 1 if word else 64

    def highest(word: np.uint64) -> int:
        """Return the number of the highest set bit of `word`; -1 for an empty word."""
        return int(word).bit_length() - 1


@kernel
def bit(i: int) -> np.uint64:
    """Return the word in which only bit `i` (0 to 63) is set."""
    return ONE << np.uint64(i)


@kernel
def has(word: np.uint64, i: int) -> bool:
    """Tell whether bit `i` of `word` is set."""
    return (word >> np.uint64(i)) & ONE != ZERO


@kernel
def without_lowest(word: np.uint64) -> np.uint64:
    """Return `word` without its lowest set bit: ``while word: i = lowest(word); word = without_lowest(word)``."""
    return word & (word - ONE)
