"""The source files that kernels are compiled from, and a digest of each, the same in every version of Python.

(What machine code depends on, `plyground.kernel.digest` says more exactly; but bytecode is different in each Python.)
"""

import ast
import hashlib
import sys
from collections.abc import Iterable
from functools import cache
from importlib.util import resolve_name
from pathlib import Path


@cache
def source_digest(path: str) -> str:
    """Return 16 hexadecimal digits for what a file holds; "" if it cannot be read."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
    except (OSError, ValueError):  # it is gone, or no name of a file
        return ""


def source_files(modules: Iterable[str]) -> dict[str, str]:
    """Return the files, by name, of `modules` and of those of the same packages that they import for constants."""
    waiting = set(modules)
    roots = {"plyground", *(name.partition(".")[0] for name in waiting)}
    seen: set[str] = set()
    found: dict[str, str] = {}
    while waiting:
        name = waiting.pop()
        seen.add(name)
        module = sys.modules.get(name)
        # what is typed, or comes by standard input, has no file, or one that is called "<stdin>"
        path = getattr(module, "__file__", None)
        if module is not None and path is not None and Path(path).is_file():
            found[name] = path
            imported = _imports_of(Path(path).read_bytes(), module.__package__)
            waiting |= {name for name in imported if name.partition(".")[0] in roots} - seen
    return found


@cache
def _imports_of(source: bytes, package: str | None) -> frozenset[str]:
    """Return what a module with this source imports when it is imported."""
    found: set[str] = set()
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Import):
            found.update(alias.name for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom):
            relative = "." * statement.level + (statement.module or "")
            base = resolve_name(relative, package)
            found.update([base, *(f"{base}.{alias.name}" for alias in statement.names)])
    return frozenset(found)
