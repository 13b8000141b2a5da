"""Sums over the rows of a board of eight by eight, whose rows are the bytes of a word.

`row_sum` weighs how many squares two sets have in each row, eight rows at once: in vectors of whole numbers, which LLVM
translates to what the processor has. Counting row by row takes four times as many instructions.
"""

from typing import Any

import numpy as np

from plyground.kernel.compile import is_compiled

ROWS = 8

if is_compiled():
    from llvmlite import ir
    from numba.core import types
    from numba.core.cgutils import get_or_insert_function as insert_function
    from numba.extending import intrinsic

    _BYTES = ir.VectorType(ir.IntType(8), ROWS)
    _WORDS = ir.VectorType(ir.IntType(64), ROWS)

    def _counts(builder: Any, word: Any) -> Any:
        """Return how many bits each byte of `word` has, as a vector of eight 64-bit numbers."""
        count_bits = insert_function(builder.module, ir.FunctionType(_BYTES, [_BYTES]), "llvm.ctpop.v8i8")
        return builder.zext(builder.call(count_bits, [builder.bitcast(word, _BYTES)]), _WORDS)

    @intrinsic  # type: ignore[untyped-decorator]
    def row_sum(_context: Any, ours: Any, theirs: Any, weights: Any) -> Any:
        """Return the sum over the eight bytes of ``weights[i] * (bits in ours - bits in theirs)``.

        Byte 0 of `ours` is its highest and of `theirs` its lowest: each side's rows are numbered from the far end.
        """

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            ours, theirs, weights = arguments
            vector = ir.Constant(_WORDS, ir.Undefined)
            for i in range(ROWS):
                place = ir.Constant(ir.IntType(32), i)
                vector = builder.insert_element(vector, builder.extract_value(weights, i), place)
            difference = builder.sub(_counts(builder, builder.bswap(ours)), _counts(builder, theirs))
            reduction = ir.FunctionType(ir.IntType(64), [_WORDS])
            add_up = insert_function(builder.module, reduction, "llvm.vector.reduce.add.v8i64")
            return builder.call(add_up, [builder.mul(vector, difference)])

        return types.int64(types.uint64, types.uint64, weights), generate

else:

    def row_sum(ours: np.uint64, theirs: np.uint64, weights: tuple[int, ...]) -> int:
        """Return the sum over the eight bytes of ``weights[i] * (bits in ours - bits in theirs)``.

        Byte 0 of `ours` is its highest and of `theirs` its lowest: each side's rows are numbered from the far end.
        """
        rows = zip(weights, int(ours).to_bytes(ROWS, "big"), int(theirs).to_bytes(ROWS, "little"), strict=True)
        return sum(weight * (mine.bit_count() - other.bit_count()) for weight, mine, other in rows)
