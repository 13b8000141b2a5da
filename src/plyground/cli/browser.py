"""Opening an address that holds a secret in the browser, without showing it to other users of the machine.

The arguments of every process can be read by everybody on most systems, and the browser is started with the address as
an argument. So it is given a file of this user's alone, which leads on to the address.
"""

import atexit
import contextlib
import os
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from html import escape
from pathlib import Path

_DELAY, _KEPT = 0.5, 60.0
"""Seconds until the browser is opened, when the server answers, and until it has surely read the file."""


def open_soon(address: str, *, is_secret: bool) -> None:
    """Open an address in the browser, in a moment."""
    _later(_DELAY, lambda: _open_by_file(address) if is_secret else webbrowser.open(address))


def redirection(address: str) -> Path:
    """Write a page that leads to `address`, and that nobody else can read."""
    number, name = tempfile.mkstemp(prefix="plyground-", suffix=".html")
    with os.fdopen(number, "w", encoding="utf-8") as file:
        file.write(
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Plyground</title>'
            f'<meta http-equiv="refresh" content="0; url={escape(address)}"></head>'
            f'<body><a href="{escape(address)}">Plyground</a></body></html>\n'
        )
    return Path(name)


def _open_by_file(address: str) -> None:
    try:
        file = redirection(address)
    except OSError:
        # a full disk; the terminal has the address
        return
    atexit.register(_remove, file)
    webbrowser.open(file.as_uri())
    _later(_KEPT, lambda: _remove(file))


def _remove(file: Path) -> None:
    with contextlib.suppress(OSError):
        file.unlink()


def _later(seconds: float, action: Callable[[], object]) -> None:
    timer = threading.Timer(seconds, action)
    timer.daemon = True
    timer.start()
