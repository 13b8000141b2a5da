"""The garbage collector: it finds nothing in the large graphs that a compiler keeps, again and again."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collecting() -> Iterator[None]:
    """Collect no garbage meanwhile, nor at once afterwards, from all that is new; for what imports or compiles much."""
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_collecting:
            if gc.get_freeze_count() == 0:
                gc.freeze()
                gc.unfreeze()  # which leaves everything among what is old
            gc.enable()
