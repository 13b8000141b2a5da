"""The garbage collector: it finds nothing in the large graphs that a compiler keeps, again and again."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_others_freeze = False
"""Whether somebody else keeps objects out of the collector's sight; if so, they are not counted again."""


@contextmanager
def without_collecting() -> Iterator[None]:
    """Collect no garbage meanwhile, nor at once afterwards, from all that is new; for what imports or compiles much."""
    global _others_freeze
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_collecting:
            _others_freeze = _others_freeze or gc.get_freeze_count() > 0
            if not _others_freeze:
                gc.freeze()
                gc.unfreeze()  # which leaves everything among what is old
            gc.enable()
