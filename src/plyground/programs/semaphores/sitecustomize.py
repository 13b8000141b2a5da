"""Keeps `multiprocessing` from the shared memory that a program behind Landlock does not have: it uses its own folder.

Python imports this file at its start. See `_multiprocessing.py` beside it.
"""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any


class _Finder:
    """Finds ``multiprocessing.heap``, once, and changes where it makes files."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return how to import the module, if it is that one."""
        if name != "multiprocessing.heap":
            return None
        sys.meta_path.remove(self)
        spec = find_spec(name)
        if spec is not None and spec.loader is not None:
            loader: Any = spec.loader
            usual = loader.exec_module

            def changed(module: Any) -> None:
                usual(module)
                module.Arena._dir_candidates = []

            loader.exec_module = changed
        return spec


sys.meta_path.insert(0, _Finder())
