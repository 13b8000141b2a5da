"""What a browser's Python has not: stand-ins for modules, and what is compiled already.

A browser has no processes and no memory that they would share: what needs them fails where it is used, not where
imported.
"""

import dataclasses
import marshal
import sys
from pathlib import Path
from types import ModuleType
from typing import Any


def _put(name: str, **content: object) -> None:
    """Put a module where Python has none."""
    try:
        __import__(name)
    except ImportError:
        module = ModuleType(name)
        module.__dict__.update(content)
        sys.modules[name] = module


def _use_compiled(file: Path) -> None:
    """Let `dataclasses` run what bytecode.mjs has compiled of it: it compiles some methods for each class, as text."""
    code = marshal.loads(file.read_bytes())

    def run(text: str, *names: dict[str, Any]) -> None:
        exec(code.get(text, text), *names)  # noqa: S102

    vars(dataclasses)["exec"] = run


_put("_multiprocessing")
_put("_posixshmem", shm_unlink=None)
if (_compiled := Path(__file__).with_name("dataclasses.code")).is_file():
    _use_compiled(_compiled)
