"""Columns of a matrix of bits whose rows are words: what several sets say of each square, as one number.

``list_columns(rows, size, base, step, found, first)`` reads from the words `rows` for each bit i below `size` a number
k: bit j of k is bit i of ``rows[j]``. For every k that is not 0 it writes ``step * k + base + i`` (below 2 ** 15) into
`found`, from place `first` on, in the order of i, and returns the place after the last. `found` needs room as if the
last bit's k were not 0. All columns are read at once, in vectors; one after the other they take several times as long.
"""

from typing import Any

import numpy as np

from plyground.kernel.compile import JIT, numba
from plyground.kernel.words import Moves

WORD = 64

if JIT:
    numba()
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    _BITS = ir.VectorType(ir.IntType(1), WORD)
    _BYTES = ir.VectorType(ir.IntType(8), WORD)
    _NUMBERS = ir.VectorType(ir.IntType(16), WORD)

    def _constant(kind: Any, values: Any) -> Any:
        return ir.Constant(kind, [ir.Constant(kind.element, value) for value in values])

    @intrinsic  # type: ignore[untyped-decorator]
    def list_columns(_context: Any, rows: Any, size: Any, base: Any, step: Any, found: Any, first: Any) -> Any:
        """See the module; `rows` is a tuple of up to eight words."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            rows, size, base, step, _, first = arguments
            target = make_array(signature.args[4])(context, builder, value=arguments[4])
            columns = ir.Constant(_BYTES, None)
            for j in range(signature.args[0].count):
                bits = builder.bitcast(builder.extract_value(rows, j), _BITS)
                chosen = builder.select(bits, _constant(_BYTES, [1 << j] * WORD), ir.Constant(_BYTES, None))
                columns = builder.or_(columns, chosen)

            def everywhere(number: Any) -> Any:
                vector = builder.insert_element(
                    ir.Constant(_NUMBERS, ir.Undefined), builder.trunc(number, _NUMBERS.element), ir.IntType(32)(0)
                )
                places = ir.Constant(ir.VectorType(ir.IntType(32), WORD), None)
                return builder.shuffle_vector(vector, ir.Constant(_NUMBERS, ir.Undefined), places)

            numbers = builder.mul(builder.zext(columns, _NUMBERS), everywhere(step))
            numbers = builder.add(numbers, builder.add(everywhere(base), _constant(_NUMBERS, range(WORD))))
            read_columns = cgutils.alloca_once_value(builder, columns)
            read_numbers = cgutils.alloca_once_value(builder, numbers)
            read_columns = builder.bitcast(read_columns, _BYTES.element.as_pointer())
            read_numbers = builder.bitcast(read_numbers, _NUMBERS.element.as_pointer())
            place = cgutils.alloca_once_value(builder, first)
            with cgutils.for_range(builder, size) as loop:
                here = builder.load(place)
                number = builder.load(builder.gep(read_numbers, [loop.index]))
                builder.store(builder.zext(number, ir.IntType(64)), builder.gep(target.data, [here]))
                column = builder.load(builder.gep(read_columns, [loop.index]))
                is_marked = builder.icmp_unsigned("!=", column, _BYTES.element(0))
                builder.store(builder.add(here, builder.zext(is_marked, here.type)), place)
            return builder.load(place)

        return types.int64(rows, types.int64, types.int64, types.int64, found, types.int64), generate

else:

    def list_columns(rows: tuple[np.uint64, ...], size: int, base: int, step: int, found: Moves, first: int) -> int:
        """See the module; `rows` is a tuple of up to eight words."""
        for i in range(size):
            column = sum((int(row) >> i & 1) << j for j, row in enumerate(rows))
            if column != 0:
                found[first] = step * column + base + i
                first += 1
        return first
