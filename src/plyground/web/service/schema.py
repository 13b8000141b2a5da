"""Types as a JSON schema, and JSON checked against types: one declaration for validation and documentation.

A request or an answer is a `TypedDict`. Constraints stand in ``Annotated``::

    class Ask(TypedDict):
        game: str
        depth: Annotated[int, Between(1, 20)]
        note: NotRequired[Annotated[str, Most(200)]]

`check` reads a JSON value as such a type or raises `BadRequest` with a sentence that names the place; `schema_of`
writes the type as JSON schema for OpenAPI.
"""

import re
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from plyground.core.errors import PlygroundError, alternatives, quote

MAX_CHARACTERS = 10_000
"""The limit for a text without one of its own."""
MAX_ENTRIES = 10_000
"""The limit for a list or an object without one of its own."""
MAX_WHOLE = 2**63 - 1
"""The limit for a whole number without one of its own, up and down: what a file can keep."""


class BadRequest(PlygroundError):
    """A request whose shape is not what the schema says."""


@dataclass(frozen=True)
class Between:
    """A number from `least` to `most`."""

    least: int
    most: int


@dataclass(frozen=True)
class Most:
    """The largest number of characters of a text, or of entries of a list."""

    size: int


Constraints = tuple[Any, ...]
_DECIMAL = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18})?")
_WORDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", NoneType: "null"}
_JSON = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def check(kind: Any, value: Any, place: str, constraints: Constraints = ()) -> Any:
    """Return `value` if it is of type `kind`.

    Parameters
    ----------
    kind
        A TypedDict, ``str``, ``int``, ``float``, ``bool``, ``list[...]``, ``dict[str, ...]``, ``Literal[...]``, a
        union of these, or one of them in ``Annotated``.
    value
        The value from ``json.loads``.
    place
        The name of the value in messages: "depth", "moves[3]".
    constraints
        The `Between` and `Most` that apply.

    Raises
    ------
    BadRequest
    """
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return check(arguments[0], value, place, arguments[1:])
    if origin in (Union, UnionType):
        return _check_union(arguments, value, place)
    if origin is Literal:
        if isinstance(value, bool) or value not in arguments:
            raise BadRequest(f"{place} cannot be {_short(value)}; it is {alternatives(arguments)}.")
        return value
    if is_typeddict(kind):
        return _check_fields(kind, value, place)
    if origin is list:
        _demand(isinstance(value, list), place, "a list", value)
        _demand_size(value, place, "entries", constraints, MAX_ENTRIES)
        return [check(arguments[0], entry, f"{place}[{i}]") for i, entry in enumerate(value)]
    if origin is dict:
        _demand(isinstance(value, dict), place, "an object", value)
        _demand_size(value, place, "entries", constraints, MAX_ENTRIES)
        for name in value:
            _demand_text(name, f"a field of {place}")
        return {name: check(arguments[1], entry, f"{place}.{name}") for name, entry in value.items()}
    return _check_plain(kind, value, place, constraints)


def _check_union(kinds: tuple[Any, ...], value: Any, place: str) -> Any:
    if value is None and NoneType in kinds:
        return None
    others = [kind for kind in kinds if kind is not NoneType]
    for kind in others[:-1]:
        try:
            return check(kind, value, place)
        except BadRequest:
            continue
    return check(others[-1], value, place)


def _check_fields(kind: Any, value: Any, place: str) -> dict[str, Any]:
    _demand(isinstance(value, dict), place, "an object", value)
    hints = get_type_hints(kind, include_extras=True)
    for name in value:
        if name not in hints:
            raise BadRequest(f"{place} has no field {quote(str(name))}; it has {alternatives(hints)}.")
    for name in hints:
        if name in kind.__required_keys__ and name not in value:
            raise BadRequest(f"{place} lacks the field {name}.")
    return {name: check(_bare(hints[name]), entry, name) for name, entry in value.items()}


def _bare(kind: Any) -> Any:
    """Return the type inside a ``NotRequired[...]``."""
    return get_args(kind)[0] if get_origin(kind) is NotRequired else kind


def _check_plain(kind: Any, value: Any, place: str, constraints: Constraints) -> Any:
    if kind is float and type(value) is int:
        # what is larger than any is refused by the constraints, or by the endpoint
        value = float(max(-MAX_WHOLE, min(MAX_WHOLE, value)))
    _demand(type(value) is kind, place, _WORDS[kind], value)
    if kind is str:
        _demand_size(value, place, "characters", constraints, MAX_CHARACTERS)
        _demand_text(value, place)
    if kind is int and abs(value) > MAX_WHOLE:
        raise BadRequest(f"{place} cannot be {_short(value)}; it has too many digits.")
    for limit in constraints:
        if isinstance(limit, Between) and not limit.least <= value <= limit.most:
            raise BadRequest(f"{place} cannot be {_short(value)}; it is from {limit.least} to {limit.most}.")
    return value


def _demand(is_right: bool, place: str, expected: str, value: Any) -> None:
    if not is_right:
        raise BadRequest(f"{place} should be {expected}, not {_short(value)}.")


def _demand_text(value: str, place: str) -> None:
    if "\0" in value or any("\ud800" <= character <= "\udfff" for character in value):
        raise BadRequest(f"{place} holds a character that is not text.")


def _demand_size(value: Any, place: str, what: str, constraints: Constraints, usual: int) -> None:
    most = next((limit.size for limit in constraints if isinstance(limit, Most)), usual)
    if len(value) > most:
        raise BadRequest(f"{place} has {len(value)} {what}; at most {most} are accepted.")


def _short(value: Any) -> str:
    try:
        return quote(value) if isinstance(value, str) else quote(str(value)).strip("'")
    except RecursionError:
        return "something nested too deep"


def from_query(kind: Any, texts: dict[str, list[str]]) -> dict[str, Any]:
    """Turn the texts of a query string into the JSON value that `check` expects for the TypedDict `kind`.

    A list takes every occurrence of its field; numbers and booleans are parsed; what cannot be parsed stays a text, so
    that `check` reports it.
    """
    hints = {name: _bare(hint) for name, hint in get_type_hints(kind, include_extras=True).items()}
    value: dict[str, Any] = {}
    for name, entries in texts.items():
        plain = hints.get(name, str)
        while get_origin(plain) is Annotated:
            plain = get_args(plain)[0]
        value[name] = entries if get_origin(plain) is list else _read(plain, entries[-1])
    return value


def _read(kind: Any, text: str) -> Any:
    if kind is int and text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() and len(text) < 20:
        return int(text)
    if kind is float and _DECIMAL.fullmatch(text):
        return float(text)
    if kind is bool and text in {"true", "false"}:
        return text == "true"
    return text


def schema_of(
    kind: Any, constraints: Constraints = (), components: dict[str, dict[str, Any]] | None = None
) -> dict[str, Any]:
    """Return the JSON schema of a type that `check` takes.

    With `components`, a TypedDict is added there under its name, and the schema refers to it.
    """
    origin, arguments = get_origin(kind), get_args(kind)

    def inner(kind: Any) -> dict[str, Any]:
        return schema_of(kind, (), components)

    if origin is Annotated:
        return schema_of(arguments[0], arguments[1:], components)
    if kind is Any:
        return {}
    if origin in (Union, UnionType):
        return {"anyOf": [inner(argument) for argument in arguments]}
    if origin is Literal:
        return {"enum": list(arguments)}
    if is_typeddict(kind):
        return _object_schema(kind) if components is None else _reference(kind, components)
    size = next((limit.size for limit in constraints if isinstance(limit, Most)), None)
    if origin is list:
        return {"type": "array", "items": inner(arguments[0])} | ({"maxItems": size} if size else {})
    if origin is dict:
        return {"type": "object", "additionalProperties": inner(arguments[1])}
    schema: dict[str, Any] = {"type": _JSON[kind]}
    if kind is str:
        schema["maxLength"] = size or MAX_CHARACTERS
    for limit in constraints:
        if isinstance(limit, Between):
            schema |= {"minimum": limit.least, "maximum": limit.most}
    return schema


def _object_schema(kind: Any, components: dict[str, dict[str, Any]] | None = None) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {
        "type": "object",
        "properties": {name: schema_of(_bare(hint), (), components) for name, hint in hints.items()},
        "required": sorted(kind.__required_keys__),
        "additionalProperties": False,
    }


def _reference(kind: Any, components: dict[str, dict[str, Any]]) -> dict[str, Any]:
    name = kind.__name__
    if name not in components:
        components[name] = {}
        components[name] = _object_schema(kind, components)
    return {"$ref": f"#/components/schemas/{name}"}
