"""What `Game` said in 0.2 and the folder of a game declares today, and modules under their names of then; until 0.4."""

import sys
from functools import wraps
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar

from plyground.core.deprecation import warn

T = TypeVar("T")

FIELDS: dict[str, Any] = {
    "level_steps": (512, 512, 301, 215, 255, 255, 172, 70, 35),
    "is_first_choice": False,
    "is_uci_default": False,
    "bench_depth": 7,
    "is_benched": False,
}
"""Fields of `Game` and their defaults; a game's package declares them in capital letters (``BENCH_DEPTH``)."""

MODULES = {
    "plyground.core.lesson": "plyground.web.learn.lesson",
    "plyground.core.overlays": "plyground.web.board.overlays",
}


def with_former_fields(kind: type[T]) -> type[T]:
    """Let `Game` take and answer the fields that it had, with a warning; `Game.former` holds what it was given."""
    make: Any = kind.__init__

    @wraps(make)
    def init(self: Any, **fields: Any) -> None:
        given = {name: fields.pop(name) for name in FIELDS if name in fields}
        for name in given:
            _warn_of_field(name)
        if given:
            fields["former"] = (*fields.get("former", ()), *given.items())
        make(self, **fields)

    def answer(self: Any, name: str) -> Any:
        if name not in FIELDS:
            raise AttributeError(f"{kind.__name__!r} object has no attribute {name!r}")
        _warn_of_field(name)
        return self.declaration(name.upper(), FIELDS[name])

    kind.__init__ = init  # type: ignore[method-assign]
    kind.__getattr__ = answer  # type: ignore[attr-defined]
    return kind


def _warn_of_field(name: str) -> None:
    warn(f"Game.{name} goes away in 0.4; the game's package declares {name.upper()} beside GAMES.")


class _Moved(ModuleType):
    """A module that warns, and hands out what another one has."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        place = MODULES[self.__name__]
        warn(f"{self.__name__} goes away in 0.4; import {place}.")
        return getattr(import_module(place), name)


def keep_modules() -> None:
    """Let modules be imported under their former names."""
    for name in MODULES:
        sys.modules.setdefault(name, _Moved(name))
