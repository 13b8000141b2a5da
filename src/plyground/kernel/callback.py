"""Callback: a kernel asks Python for something, and goes on when it is there.

A kernel knows neither files nor objects. It can be given two kinds of addresses, as whole numbers in an array:
``call_back(address, number)`` calls the Python function that `callback` gave an address, and ``numbers_at`` and
``bytes_at`` see memory at an address as an array. So a kernel that only sometimes needs many arrays takes one: to pass
them all down a recursion would cost more than the recursion's own work.

Code that hands out an address keeps what is there alive.
"""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.kernel.compile import is_compiled

_PROTOTYPE = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)


def callback(function: Callable[[int], int]) -> tuple[Any, int]:
    """Return what has to be kept while `function` may be called, and its address. It must not raise."""
    kept = _PROTOTYPE(function)
    address = ctypes.cast(kept, ctypes.c_void_p).value
    assert address is not None
    return kept, address


if is_compiled():
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array, populate_array

    @intrinsic  # type: ignore[untyped-decorator]
    def call_back(_context: Any, _address: Any, _number: Any) -> Any:
        """Call the function at ``address`` with ``number``; it takes the GIL."""

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            number = ir.IntType(64)
            function = builder.inttoptr(arguments[0], ir.FunctionType(number, [number]).as_pointer())
            return builder.call(function, [arguments[1]])

        return types.int64(types.int64, types.int64), generate

    def _view_as(element: Any) -> Any:
        """Return what tells the compiler how to see an address as an array of `element`."""

        def type_of_view(_context: Any, _address: Any, shape: Any) -> Any:
            array_type = types.Array(element, len(shape), "C")

            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                size = context.get_abi_sizeof(context.get_data_type(element))
                sides = cgutils.unpack_tuple(builder, arguments[1])
                strides = [context.get_constant(types.intp, size)]
                for side in reversed(sides[1:]):
                    strides.insert(0, builder.mul(strides[0], side))
                array = make_array(array_type)(context, builder)
                data = builder.inttoptr(arguments[0], context.get_value_type(types.CPointer(element)))  # type: ignore[attr-defined]
                populate_array(array, data, sides, strides, context.get_constant(types.intp, size), None)
                return array._getvalue()

            return array_type(types.int64, shape), generate

        return type_of_view

    numbers_at = intrinsic(_view_as(types.int64))
    bytes_at = intrinsic(_view_as(types.uint8))

else:

    def call_back(address: int, number: int) -> int:
        """Call the function at ``address`` with ``number``."""
        return int(_PROTOTYPE(int(address))(int(number)))

    def numbers_at(address: int, shape: Any) -> Any:
        """Return the int64 array, in C order, of this shape at an address."""
        return _array_at(address, shape, ctypes.c_int64)

    def bytes_at(address: int, shape: Any) -> Any:
        """Return the uint8 array, in C order, of this shape at an address."""
        return _array_at(address, shape, ctypes.c_uint8)

    def _array_at(address: int, shape: Any, kind: Any) -> Any:
        pointer = ctypes.cast(int(address), ctypes.POINTER(kind))
        return np.ctypeslib.as_array(pointer, tuple(int(side) for side in shape))
