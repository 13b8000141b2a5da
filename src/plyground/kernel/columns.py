"""Columns of a matrix of bits whose rows are sets of squares: what several sets say of each square, as one number.

`Sets` are the same sets in words: for each 64 squares a tuple of up to eight words, the first 64 squares of every set,
then the next. Square i has the number k whose bit j tells whether it is in set j. A square whose number is not 0 has
the place ``step * k + i``, which is below 2 ** 15. All columns of a word are read at once, in vectors.

``list_columns(sets, step, found)`` writes these places into `found`, in the order of the squares, and returns how many
there are. ``add_columns(new, old, rows, sets, step)`` adds up the rows at these places, as
`plyground.kernel.vectors.add_rows` does with those of a list, and writes the sum with ``old`` into ``new``.
"""

from typing import Any

import numpy as np

from plyground.kernel.compile import is_compiled
from plyground.kernel.vectors import Row
from plyground.kernel.words import Moves

WORD = 64
Sets = tuple[tuple[np.uint64, ...], ...]

if is_compiled():
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    from plyground.kernel.vectors import in_vectors, row_at, vector_at

    _ONE_WORD, _NUMBER = ir.IntType(64), ir.IntType(16)
    _BITS = ir.VectorType(ir.IntType(1), WORD)
    _BYTES = ir.VectorType(ir.IntType(8), WORD)
    _NUMBERS = ir.VectorType(_NUMBER, WORD)

    def _constant(kind: Any, values: Any) -> Any:
        return ir.Constant(kind, [ir.Constant(kind.element, value) for value in values])

    def _everywhere(builder: Any, number: Any) -> Any:
        """Return a vector of this number."""
        first = builder.insert_element(
            ir.Constant(_NUMBERS, ir.Undefined), builder.trunc(number, _NUMBER), ir.IntType(32)(0)
        )
        places = ir.Constant(ir.VectorType(ir.IntType(32), WORD), None)
        return builder.shuffle_vector(first, ir.Constant(_NUMBERS, ir.Undefined), places)

    class _Columns:
        """The places of all columns, and a loop over those that are not 0."""

        def __init__(self, builder: Any, sets: Any, kind: Any, step: Any) -> None:
            self.builder = builder
            self.words = []
            for i in range(kind.count):
                columns, marked = ir.Constant(_BYTES, None), _ONE_WORD(0)
                for j in range(kind[i].count):
                    row = builder.extract_value(sets, [i, j])
                    marked = builder.or_(marked, row)
                    chosen = _constant(_BYTES, [1 << j] * WORD)
                    chosen = builder.select(builder.bitcast(row, _BITS), chosen, ir.Constant(_BYTES, None))
                    columns = builder.or_(columns, chosen)
                numbers = builder.mul(builder.zext(columns, _NUMBERS), _everywhere(builder, step))
                numbers = builder.add(numbers, _constant(_NUMBERS, range(WORD * i, WORD * (i + 1))))
                here = cgutils.alloca_once_value(builder, numbers)
                self.words.append((builder.bitcast(here, _NUMBER.as_pointer()), marked))

        def each(self, use: Any) -> None:
            """Let `use` write what is to be done with each place."""
            builder = self.builder
            for numbers, marked in self.words:
                rest = cgutils.alloca_once(builder, _ONE_WORD)
                builder.store(marked, rest)
                head, body, tail = (builder.append_basic_block(name) for name in ("head", "body", "tail"))
                builder.branch(head)
                builder.position_at_end(head)
                left = builder.load(rest)
                builder.cbranch(builder.icmp_unsigned("!=", left, _ONE_WORD(0)), body, tail)
                builder.position_at_end(body)
                place = builder.load(builder.gep(numbers, [builder.cttz(left, ir.IntType(1)(1))]))
                use(builder.zext(place, _ONE_WORD))
                builder.store(builder.and_(left, builder.sub(left, _ONE_WORD(1))), rest)
                builder.branch(head)
                builder.position_at_end(tail)

    @intrinsic  # type: ignore[untyped-decorator]
    def list_columns(_context: Any, sets: Any, step: Any, found: Any) -> Any:
        """See the module."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            sets, step, found = arguments
            target = make_array(signature.args[2])(context, builder, value=found)
            size = cgutils.alloca_once_value(builder, _ONE_WORD(0))

            def append(place: Any) -> None:
                builder.store(place, builder.gep(target.data, [builder.load(size)]))
                builder.store(builder.add(builder.load(size), _ONE_WORD(1)), size)

            _Columns(builder, sets, signature.args[0], step).each(append)
            return builder.load(size)

        return types.int64(sets, types.int64, found), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def add_columns(_context: Any, new: Any, old: Any, rows: Any, sets: Any, step: Any) -> Any:
        """See the module; arrays are as in `add_rows`."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            target, source, table = (
                make_array(kind)(context, builder, value=value)
                for kind, value in zip(signature.args[:3], arguments[:3], strict=True)
            )
            columns = _Columns(builder, arguments[3], signature.args[3], arguments[4])

            def sum_from(first: Any, kind: Any) -> None:
                total = cgutils.alloca_once(builder, kind)
                builder.store(vector_at(builder, source.data, first, kind), total)

                def add(place: Any) -> None:
                    row = vector_at(builder, row_at(builder, table, place), first, kind)
                    builder.store(builder.add(builder.load(total), row), total)

                columns.each(add)
                vector_at(builder, target.data, first, kind, builder.load(total))

            in_vectors(builder, builder.extract_value(target.shape, 0), sum_from)
            return context.get_dummy_value()

        return types.void(new, old, rows, sets, types.int64), generate

else:

    def list_columns(sets: Sets, step: int, found: Moves) -> int:
        """See the module."""
        size = 0
        for i in range(WORD * len(sets)):
            column = sum((int(row) >> i % WORD & 1) << j for j, row in enumerate(sets[i // WORD]))
            if column != 0:
                found[size] = step * column + i
                size += 1
        return size

    def add_columns(new: Row, old: Row, rows: Row, sets: Sets, step: int) -> None:
        """See the module; arrays are as in `add_rows`."""
        found = np.empty(WORD * len(sets), np.int64)
        new[:] = old + rows[found[: list_columns(sets, step, found)]].sum(0, np.int16)
