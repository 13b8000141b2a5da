"""Keeps `multiprocessing` from what a program behind Landlock does not have: shared memory and sockets.

Blocks of memory lie in files of its own folder, and processes are forked, whatever start method it asks for: the
others need sockets, or semaphores that have a name. Python imports this file at its start. See `_multiprocessing.py`
beside it.
"""

import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any


def _use_own_folder(heap: Any) -> None:
    heap.Arena._dir_candidates = []


def _fork(context: Any) -> None:
    fork = context._concrete_contexts["fork"]
    context._concrete_contexts.update(spawn=fork, forkserver=fork)
    context._default_context = context.DefaultContext(fork)


_CHANGES: dict[str, Callable[[Any], None]] = {
    "multiprocessing.heap": _use_own_folder,
    "multiprocessing.context": _fork,
}


class _Finder:
    """Finds the modules to change, each once."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return how to import the module, if it is one of those."""
        change = _CHANGES.pop(name, None)
        if change is None:
            return None
        spec = find_spec(name)
        if spec is not None and spec.loader is not None:
            loader: Any = spec.loader
            usual = loader.exec_module

            def exec_and_change(module: Any) -> None:
                usual(module)
                change(module)

            loader.exec_module = exec_and_change
        return spec


sys.meta_path.insert(0, _Finder())
