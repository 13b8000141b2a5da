"""Sums of rows of 16-bit numbers, in vectors: what an accumulator of a net is made of.

``add_rows(new, old, rows, less, n, more, m)`` writes ``old``, less the `n` rows that the list `less` names, plus the
`m` rows of `more`, into ``new``. A plain loop does the same; but the compiler cannot know that ``new`` is apart from
the others, tests that at every call, and goes through memory once for each row. `new` may be `old`. Sums wrap around.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.kernel.compile import is_compiled
from plyground.kernel.words import Moves

Row = NDArray[np.int16]

if is_compiled():
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

    def row_at(builder: Any, rows: Any, place: Any) -> Any:
        """Return where the row at this place begins in a two-dimensional array."""
        begin = builder.bitcast(rows.data, ir.IntType(8).as_pointer())
        offset = builder.mul(place, builder.extract_value(rows.strides, 0))
        return builder.gep(begin, [offset], source_etype=ir.IntType(8))

    def vector_at(builder: Any, row: Any, first: Any, kind: Any, value: Any = None) -> Any:
        """Load a vector, or a number, of a row from its place `first` on; or store `value` there."""
        offset = builder.mul(first, first.type(_BYTES))
        begin = builder.bitcast(row, ir.IntType(8).as_pointer())
        place = builder.bitcast(builder.gep(begin, [offset], source_etype=ir.IntType(8)), kind.as_pointer())
        if value is None:
            return builder.load(place, align=_BYTES)
        return builder.store(value, place, align=_BYTES)

    def in_vectors(builder: Any, width: Any, use: Any) -> None:
        """Let `use` write what is to be done with each part of a row of this width: where it begins, and its type."""
        done = width.type(0)
        for lanes in LANES:
            left = builder.sub(width, done)
            end = builder.add(done, builder.sub(left, builder.srem(left, width.type(lanes))))
            with cgutils.for_range_slice(builder, done, end, width.type(lanes)) as (at, _):
                use(at, ir.VectorType(ir.IntType(16), lanes))
            done = end
        with cgutils.for_range_slice(builder, done, width, width.type(1)) as (at, _):
            use(at, ir.IntType(16))

    @intrinsic  # type: ignore[untyped-decorator]
    def add_rows(
        _context: Any, new: Any, old: Any, rows: Any, less: Any, less_size: Any, more: Any, more_size: Any
    ) -> Any:
        """See the module; `new` and `old` are rows, `rows` a two-dimensional array, all in C order and equally long."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            new, old, rows, less, more = (
                make_array(signature.args[i])(context, builder, value=arguments[i]) for i in _ARRAYS
            )

            def sum_from(first: Any, kind: Any) -> None:
                """Sum a vector, or a number, of all rows."""
                total = cgutils.alloca_once(builder, kind)
                builder.store(vector_at(builder, old.data, first, kind), total)
                for names, size, change in ((less, arguments[4], builder.sub), (more, arguments[6], builder.add)):
                    with cgutils.for_range(builder, size) as loop:
                        name = builder.load(builder.gep(names.data, [loop.index]))
                        row = vector_at(builder, row_at(builder, rows, name), first, kind)
                        builder.store(change(builder.load(total), row), total)
                vector_at(builder, new.data, first, kind, builder.load(total))

            in_vectors(builder, builder.extract_value(new.shape, 0), sum_from)
            return context.get_dummy_value()

        return types.void(new, old, rows, less, types.int64, more, types.int64), generate

else:

    def add_rows(new: Row, old: Row, rows: Row, less: Moves, less_size: int, more: Moves, more_size: int) -> None:
        """See the module."""
        new[:] = old - rows[less[:less_size]].sum(0, np.int16) + rows[more[:more_size]].sum(0, np.int16)
