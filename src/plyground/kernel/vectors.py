"""Sums of rows of 16-bit numbers, in vectors: what an accumulator of a net is made of.

``add_rows(new, old, rows, less, n, more, m)`` writes ``old``, less the `n` rows that the list `less` names, plus the
`m` rows of `more`, into ``new``. A plain loop does the same; but the compiler cannot know that ``new`` is apart from
the others, tests that at every call, and goes through memory once for each row. `new` may be `old`. Sums wrap around.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.kernel.compile import JIT, numba
from plyground.kernel.words import Moves

Row = NDArray[np.int16]

if JIT:
    numba()
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    LANES = 64, 32
    """Numbers that are summed together: as many as go, then half as many; the rest of a row is summed one by one."""
    _BYTES = 2
    """Of a number."""
    _ARRAYS = 0, 1, 2, 3, 5
    """Which arguments are arrays."""

    @intrinsic  # type: ignore[untyped-decorator]
    def add_rows(
        _context: Any, new: Any, old: Any, rows: Any, less: Any, less_size: Any, more: Any, more_size: Any
    ) -> Any:
        """See the module; `new` and `old` are rows, `rows` a two-dimensional array, all in C order and equally long."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            arrays = [make_array(signature.args[i])(context, builder, value=arguments[i]) for i in _ARRAYS]
            width = builder.extract_value(arrays[0].shape, 0)
            stride = builder.extract_value(arrays[2].strides, 0)
            byte, number = ir.IntType(8), width.type

            def sum_from(first: Any, kind: Any) -> None:
                """Sum a vector, or a number, of all rows; `first` is its place."""
                offset = builder.mul(first, number(_BYTES))

                def place(start: Any) -> Any:
                    begin = builder.bitcast(start, byte.as_pointer())
                    return builder.bitcast(builder.gep(begin, [offset], source_etype=byte), kind.as_pointer())

                total = cgutils.alloca_once(builder, kind)
                builder.store(builder.load(place(arrays[1].data), align=_BYTES), total)
                for names, size, change in (
                    (arrays[3], arguments[4], builder.sub),
                    (arrays[4], arguments[6], builder.add),
                ):
                    with cgutils.for_range(builder, size) as loop:
                        name = builder.load(builder.gep(names.data, [loop.index]))
                        begin = builder.bitcast(arrays[2].data, byte.as_pointer())
                        row = builder.gep(begin, [builder.mul(name, stride)], source_etype=byte)
                        builder.store(change(builder.load(total), builder.load(place(row), align=_BYTES)), total)
                builder.store(builder.load(total), place(arrays[0].data), align=_BYTES)

            done = number(0)
            for lanes in LANES:
                left = builder.sub(width, done)
                end = builder.add(done, builder.sub(left, builder.srem(left, number(lanes))))
                with cgutils.for_range_slice(builder, done, end, number(lanes)) as (at, _):
                    sum_from(at, ir.VectorType(ir.IntType(16), lanes))
                done = end
            with cgutils.for_range_slice(builder, done, width, number(1)) as (at, _):
                sum_from(at, ir.IntType(16))
            return context.get_dummy_value()

        return types.void(new, old, rows, less, types.int64, more, types.int64), generate

else:

    def add_rows(new: Row, old: Row, rows: Row, less: Moves, less_size: int, more: Moves, more_size: int) -> None:
        """See the module."""
        new[:] = old - rows[less[:less_size]].sum(0, np.int16) + rows[more[:more_size]].sum(0, np.int16)
