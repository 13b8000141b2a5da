"""Columns of a matrix of bits whose rows are words: what several sets say of each square, as one number.

``list_columns(rows, base, step, found, first)`` reads from the words `rows` for each bit i a number k, whose bit j is
bit i of ``rows[j]``. For every k that is not 0 it writes ``step * k + base + i`` (below 2 ** 15) into `found`, from
place `first` on, in the order of i, and returns the place after the last. All columns are read at once, in vectors.
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
    def list_columns(_context: Any, rows: Any, base: Any, step: Any, found: Any, first: Any) -> Any:
        """See the module; `rows` is a tuple of up to eight words."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            rows, base, step, _, first = arguments
            target = make_array(signature.args[3])(context, builder, value=arguments[3])
            word = ir.IntType(64)
            columns, marked = ir.Constant(_BYTES, None), word(0)
            for j in range(signature.args[0].count):
                row = builder.extract_value(rows, j)
                marked = builder.or_(marked, row)
                bits = builder.bitcast(row, _BITS)
                chosen = builder.select(bits, _constant(_BYTES, [1 << j] * WORD), ir.Constant(_BYTES, None))
                columns = builder.or_(columns, chosen)

            def everywhere(number: Any) -> Any:
                """Return a vector of this number."""
                vector = builder.insert_element(
                    ir.Constant(_NUMBERS, ir.Undefined), builder.trunc(number, _NUMBERS.element), ir.IntType(32)(0)
                )
                places = ir.Constant(ir.VectorType(ir.IntType(32), WORD), None)
                return builder.shuffle_vector(vector, ir.Constant(_NUMBERS, ir.Undefined), places)

            numbers = builder.mul(builder.zext(columns, _NUMBERS), everywhere(step))
            numbers = builder.add(numbers, builder.add(everywhere(base), _constant(_NUMBERS, range(WORD))))
            here = cgutils.alloca_once_value(builder, numbers)
            here = builder.bitcast(here, _NUMBERS.element.as_pointer())
            marked = cgutils.alloca_once_value(builder, marked)
            place = cgutils.alloca_once_value(builder, first)
            head, body, tail = (builder.append_basic_block(name) for name in ("head", "body", "tail"))
            builder.branch(head)
            with builder.goto_block(head):
                builder.cbranch(builder.icmp_unsigned("!=", builder.load(marked), word(0)), body, tail)
            with builder.goto_block(body):
                rest, at = builder.load(marked), builder.load(place)
                number = builder.load(builder.gep(here, [builder.cttz(rest, ir.IntType(1)(1))]))
                builder.store(builder.zext(number, word), builder.gep(target.data, [at]))
                builder.store(builder.add(at, word(1)), place)
                builder.store(builder.and_(rest, builder.sub(rest, word(1))), marked)
                builder.branch(head)
            builder.position_at_end(tail)
            return builder.load(place)

        return types.int64(rows, types.int64, types.int64, found, types.int64), generate

else:

    def list_columns(rows: tuple[np.uint64, ...], base: int, step: int, found: Moves, first: int) -> int:
        """See the module; `rows` is a tuple of up to eight words."""
        for i in range(WORD):
            column = sum((int(row) >> i & 1) << j for j, row in enumerate(rows))
            if column != 0:
                found[first] = step * column + base + i
                first += 1
        return first
