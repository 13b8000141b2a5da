"""Scratch memory on the stack, for kernels, which may not allocate.

``floats = stack_floats(128)`` at module level, and ``table = floats()`` in a kernel: 128 floats, not cleared, that
disappear when the kernel returns; `stack_integers` gives whole numbers, `stack_words` words. They cost nothing, every
thread and every level of a recursion has its own, and they must not be returned. Uncompiled, they are an ordinary
array.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.kernel.compile import is_compiled
from plyground.kernel.words import Words


def stack_floats(size: int) -> Callable[[], NDArray[np.float64]]:
    """Make a function that gives a kernel `size` floats of scratch memory."""
    return _allocate(size, "float64") if is_compiled() else lambda: np.empty(size)


def stack_integers(size: int, bits: int) -> Callable[[], NDArray[Any]]:
    """Make a function that gives a kernel `size` whole numbers of 16, 32 or 64 `bits`, with a sign."""
    name = f"int{bits}"
    return _allocate(size, name) if is_compiled() else lambda: np.empty(size, name)


def stack_words(size: int) -> Callable[[], Words]:
    """Make a function that gives a kernel `size` words of 64 bits."""
    return _allocate(size, "uint64") if is_compiled() else lambda: np.empty(size, np.uint64)


def _allocate(size: int, name: str) -> Any:
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array, populate_array

    kind = getattr(types, name)
    array_type = types.Array(kind, 1, "C")
    bytes_each = kind.bitwidth // 8

    @intrinsic  # type: ignore[untyped-decorator]
    def numbers(_context: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
            def number(value: int) -> Any:
                return context.get_constant(types.intp, value)

            array = make_array(array_type)(context, builder)
            data = cgutils.alloca_once(builder, context.get_data_type(kind), size=size)
            populate_array(array, data, [number(size)], [number(bytes_each)], number(bytes_each), meminfo=None)
            return array._getvalue()

        return array_type(), generate

    return numbers
