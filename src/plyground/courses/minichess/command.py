"""``plyground assignment minichess``."""

import sys

from plyground.core.files import write_text
from plyground.courses.command import Output


def command(*, output: Output = None) -> None:
    """CS3243, minichess: write the stand-alone AB.py."""
    from plyground.courses.minichess.player import ab_text

    write_text(output or "AB.py", ab_text())
    if output != "-":
        print(f"Wrote {output or 'AB.py'}.", file=sys.stderr)
