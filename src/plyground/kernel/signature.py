"""What a kernel is called with, as a text: the same of numba's types, where it is compiled, and of values, anywhere.

``"uint64"``, ``"array(int64, 2, C)"``, ``"plyground.engine.state.State(array(int64, 1, C), bool)"``. A NamedTuple is
written with its module, any other tuple as ``tuple``. A whole number of Python is an ``int64``, as it is to numba.
"""

from typing import Any

import numpy as np

_INT64 = range(-(1 << 63), 1 << 63)
SCALARS = frozenset({"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float64"})
"""What a number can be."""


def of_dtype(dtype: "np.dtype[Any]") -> str:
    """Return the text of an array's elements."""
    return dtype.name if dtype.fields is None else str(dtype.descr)


def of_array(dtype: "np.dtype[Any]", dimensions: int, layout: str) -> str:
    """Return the text of an array; `layout` is "C", "F", or "A" for any other."""
    return f"array({of_dtype(dtype)}, {dimensions}, {layout})"


def of_tuple(kind: type, parts: list[str]) -> str:
    """Return the text of a tuple of that class."""
    name = f"{kind.__module__}.{kind.__qualname__}" if hasattr(kind, "_fields") else "tuple"
    return f"{name}({', '.join(parts)})"


def of_value(value: Any) -> str:
    """Return the text of an argument; one that no kernel takes has a text that no kernel has."""
    if isinstance(value, np.ndarray):
        return of_array(value.dtype, value.ndim, layout_of(value))
    if isinstance(value, tuple):
        return of_tuple(type(value), [of_value(part) for part in value])
    if isinstance(value, bool | np.bool_):
        return "bool"
    if isinstance(value, np.generic):
        return value.dtype.name
    if isinstance(value, int):
        return "int64" if value in _INT64 else "uint64"
    return "float64" if isinstance(value, float) else type(value).__qualname__


def of_type(kind: Any) -> str | None:
    """Return the text of one of numba's types; None if it is none that a kernel can be called with from elsewhere."""
    from numba.core.types import Array

    kind = getattr(kind, "literal_type", kind)  # of a kernel that always returns the same number
    if isinstance(kind, Array):
        dtype = getattr(kind.dtype, "dtype", None) or np.dtype(str(kind.dtype))  # a record's own, or a number's
        return of_array(dtype, kind.ndim, kind.layout)
    if hasattr(kind, "types"):
        parts = [of_type(part) for part in kind.types]
        return None if None in parts else of_tuple(getattr(kind, "instance_class", tuple), list(map(str, parts)))
    if str(kind) == "none":
        return "None"
    return str(kind) if str(kind) in SCALARS else None


def layout_of(array: "np.ndarray[Any, Any]") -> str:
    """Return "C" for an array in C order, "F" for one in Fortran's, "A" for any other."""
    flags = array.flags
    return "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
