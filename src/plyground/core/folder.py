"""`GameFolder`: the package with a game's files, and how they are loaded, each when it is first asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from plyground.core.arguments import demand_type
from plyground.core.completeness import REQUIRED
from plyground.core.errors import BrokenPackage

_PART = "The name of a part of a game"


@dataclass(frozen=True, kw_only=True)
class GameFolder:
    """The folder of the game called `name`: a package of Python, whose full name is `module`."""

    name: str
    module: str

    @property
    def family(self) -> str:
        """The last part of `module`: "congo"."""
        return self.module.rpartition(".")[2]

    def submodule(self, name: str) -> Any:
        """Return the game's module `name`: "rules", "notation", "evaluate" or "draw"."""
        try:
            return submodule(self.module, name)
        except TypeError:  # asked for with every position, so looked at only then
            demand_type(name, str, _PART, "a text")
            raise

    def optional_submodule(self, name: str) -> Any | None:
        """Return the game's module `name` ("hooks", "endgame", "players", "lesson"), None if it has none."""
        demand_type(name, str, _PART, "a text")
        return optional_submodule(self.module, name)

    def optional_text(self, name: str) -> str | None:
        """Return what stands in the file `name` ("demos.txt") of the game's folder, None if it has none."""
        demand_type(name, str, _PART, "a text")
        file = files(self.module) / name
        return file.read_text(encoding="utf-8") if file.is_file() else None

    def declaration(self, name: str, default: Any) -> Any:
        """Return what the package declares as `name` (``BENCH_DEPTH``) beside ``GAMES``, for a program to ask.

        A mapping there is by the names of the games.
        """
        value = getattr(import_module(self.module), name, default)
        return value.get(self.name, default) if isinstance(value, Mapping) else value


@cache
def submodule(module: str, name: str) -> Any:
    """Return a game's module; every position asks for it, and a cache is faster than the import system.

    Where the game has none, or one that does not define everything, a default may stand in (`plyground.core.defaults`).

    Raises
    ------
    BrokenPackage
        If there is none, or if it fails.
    """
    demand_type(name, str, _PART, "a text")
    own = _own_submodule(module, name)
    if name != "rules" and name in REQUIRED and not all(hasattr(own, item) for item in REQUIRED[name]):
        from plyground.core.defaults import default_file

        own = default_file(submodule(module, "rules"), name, own) or own
    if own is None:
        raise BrokenPackage(f"The package {module} has no file {name}.py, which every game has.")
    return own


def _own_submodule(module: str, name: str) -> Any | None:
    """Return the module that a game has of that name, None if it has none; raises `BrokenPackage` if it fails."""
    try:
        return import_module(f"{module}.{name}")
    except ModuleNotFoundError as error:
        if error.name == f"{module}.{name}":
            return None
        raise BrokenPackage(f"{module}.{name} cannot be imported: {error}.") from error
    except Exception as error:  # the code of another package may fail in any way
        raise BrokenPackage(f"{module}.{name} cannot be imported: {type(error).__name__}: {error}.") from error


@cache
def optional_submodule(module: str, name: str) -> Any:
    """Return a game's module, None if it has none; raises `BrokenPackage` if it fails."""
    return _own_submodule(module, name) if find_spec(f"{module}.{name}") is not None else None
