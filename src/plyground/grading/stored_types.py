"""Whether what was read back from a file has the types that its class declares: JSON takes anything for anything."""

import types
from dataclasses import fields, is_dataclass
from typing import Any, Union, get_args, get_origin, get_type_hints

from plyground.grading.check import Grade


def whole_grade(text: str) -> Grade:
    """Read a grade that was stored; raises `TypeError` besides what `Grade.from_json` raises."""
    grade = Grade.from_json(text)
    if not has_type(grade, Grade):
        raise TypeError("a value is of another type")
    return grade


def has_type(value: object, hint: Any) -> bool:
    """Tell whether a value is of a type; of a dataclass, a union, a tuple or a dictionary also what is in it."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if origin in {Union, types.UnionType}:
        return any(has_type(value, each) for each in arguments)
    if origin is tuple and isinstance(value, tuple):
        if arguments[1:] == (...,):
            return all(has_type(each, arguments[0]) for each in value)
        return len(value) == len(arguments) and all(map(has_type, value, arguments))
    if origin is not None:
        return isinstance(value, origin)
    if hint is float:
        return isinstance(value, (int, float))
    if not isinstance(value, hint):
        return False
    if not is_dataclass(value):
        return True
    hints = get_type_hints(hint)
    return all(has_type(getattr(value, field.name), hints[field.name]) for field in fields(value))
