"""Prefetch: ask for a row of a large table before it is needed.

A transposition table does not fit into the processor's cache, so every access waits for memory, about as long as it
takes to evaluate a position. ``prefetch(table, row)`` starts loading the row and returns at once, so that other work
can be done meanwhile. It affects only the time; uncompiled, it does nothing at all.
"""

from typing import Any

from plyground.kernel.compile import is_compiled
from plyground.kernel.words import Words

if is_compiled():
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    _READ, _KEEP, _DATA = 0, 3, 1

    @intrinsic  # type: ignore[untyped-decorator]
    def prefetch(_context: Any, table: Any, row: Any) -> Any:
        """Ask for ``table[row]``, of an array in C order."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = make_array(signature.args[0])(context, builder, value=arguments[0])
            stride = builder.extract_value(array.strides, 0)
            offset = builder.mul(arguments[1], stride)
            byte = ir.IntType(8).as_pointer()
            address = builder.gep(builder.bitcast(array.data, byte), [offset], source_etype=ir.IntType(8))
            number = ir.IntType(32)
            ask = builder.module.declare_intrinsic(
                "llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            )
            builder.call(ask, [address, *(number(fact) for fact in (_READ, _KEEP, _DATA))])
            return context.get_dummy_value()

        return types.void(table, types.int64), generate

else:

    def prefetch(table: Words, row: int) -> None:
        """Do nothing: there is no cache to fill."""
