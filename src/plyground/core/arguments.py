"""Arguments of public functions: one of the wrong type is named in a sentence, before anything is done with it."""

from operator import index
from typing import Any

from plyground.core.errors import InvalidSetting, WrongType

MAX_SHOWN = 60
"""Characters of a value in a message."""


def demand_type(value: object, kinds: type | tuple[type, ...], what: str, expected: str) -> None:
    """Raise `WrongType` if `value`, which is `what`, is none of the `kinds`; `expected` describes them."""
    if not isinstance(value, kinds):
        raise WrongType(f"{what} should be {expected}, not {short_repr(value)}.")


def demand_callable(value: object, what: str) -> None:
    """Raise `WrongType` if `value`, which is `what`, cannot be called."""
    if not callable(value):
        raise WrongType(f"{what} should be a function, not {short_repr(value)}.")


def whole(value: Any, what: str) -> int:
    """Return a whole number, numpy's kinds among them, as Python's; raises `WrongType`."""
    if not isinstance(value, bool):
        try:
            return index(value)
        except TypeError:
            pass
    raise WrongType(f"{what} should be a whole number, not {short_repr(value)}.")


def one_or_more(value: Any, what: str) -> int:
    """Return a whole number from 1 up; raises `WrongType` or `InvalidSetting`."""
    number = whole(value, what)
    if number < 1:
        raise InvalidSetting(f"{what} cannot be {number}; it is a whole number from 1 up.")
    return number


def at_most(number: int, most: int, what: str) -> int:
    """Return `number`, which is `what`; raises `InvalidSetting` if it is more than `most`."""
    if number > most:
        raise InvalidSetting(f"{what} cannot be {number}; it is at most {most}.")
    return number


def seed_of(value: Any) -> int:
    """Return the seed of something random; raises `WrongType` or `InvalidSetting`."""
    seed = whole(value, "The seed")
    if not 0 <= seed < 2**63:
        raise InvalidSetting(f"The seed cannot be {seed}; it is a whole number from 0 to 2**63 - 1.")
    return seed


def short_repr(value: object) -> str:
    """Return a value as a message shows it: on one line, not longer than `MAX_SHOWN`."""
    text = " ".join(repr(value).split())  # an array's has several lines
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."
