"""Stand-ins for modules that a browser's Python has not: what needs them fails where it is used, not where imported.

A browser has no processes and no memory that they would share.
"""

import sys
from types import ModuleType


def _put(name: str, **content: object) -> None:
    """Put a module where Python has none."""
    try:
        __import__(name)
    except ImportError:
        module = ModuleType(name)
        module.__dict__.update(content)
        sys.modules[name] = module


_put("_multiprocessing")
_put("_posixshmem", shm_unlink=None)
