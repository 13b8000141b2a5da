"""Which processes with a mark on their command line still run.

The mark must be the test's own: the same suite may run beside this one, on another worker or in another checkout, and
its programs are none of ours.
"""

import os
from pathlib import Path


def left_running(mark: str) -> list[str]:
    """Return the command lines that name `mark`, except our own; a process that is only not yet waited for has none."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = place.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if mark in command and int(place.parent.name) != os.getpid():
            found.append(command)
    return found
