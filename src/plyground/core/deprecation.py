"""Old names: they go on working, with a warning, until a later release takes them away (docs/api.md, "Versions")."""

import sys
import warnings
from collections.abc import Callable, Mapping
from typing import Any


class OldName(DeprecationWarning):
    """Something was asked for by an old name; the command line says so as a remark."""


def warn_of(old: str, new: str) -> None:
    """Warn that what was called `old` is called `new`."""
    warn(f"{old} is an old name of {new}, which will go away.")


def warn(sentence: str) -> None:
    """Warn of something old in a sentence; the line to change is the first outside of this package."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).startswith("plyground."):
        level, frame = level + 1, frame.f_back
    warnings.warn(sentence, OldName, stacklevel=level)


def old_names(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a ``__getattr__`` for `module`; `names` are its old names, each with the new one."""

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warn_of(f"{module}.{name}", f"{module}.{names[name]}")
        return getattr(sys.modules[module], names[name])

    return find
