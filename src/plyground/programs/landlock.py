"""Landlock: a process gives up access to all files but those in named folders. It needs Linux 5.13, no privileges.

Later versions also give up TCP (version 4) and signals and abstract sockets to anyone outside (version 6). What a
version does not support is not requested.
"""

import contextlib
import ctypes
import os
import stat
import sys
from collections.abc import Iterable

from .system_calls import (
    LANDLOCK_ADD_RULE,
    LANDLOCK_CREATE_RULESET,
    LANDLOCK_RESTRICT_SELF,
    PR_SET_NO_NEW_PRIVS,
    prctl,
    system_call,
)

_ASK_VERSION = 1
_RULE_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_TRUNCATE = 1 << 14
_RIGHTS_BY_VERSION = {1: 13, 2: 14, 3: 15, 5: 16}
"""Version to how many rights on files it knows; each is one bit."""
_READING = _EXECUTE | _READ_FILE | _READ_DIR
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
"""Rights that make sense for a file; the others are a folder's."""

_TCP_BIND_AND_CONNECT, _TCP_VERSION = 3, 4
_ABSTRACT_SOCKETS_AND_SIGNALS, SIGNALS_VERSION = 3, 6


def version() -> int:
    """Return the kernel's Landlock version, 0 for none."""
    if sys.platform != "linux":
        return 0
    try:
        return system_call(LANDLOCK_CREATE_RULESET, 0, 0, _ASK_VERSION)
    except OSError:
        return 0


def restrict(
    readable: Iterable[str], writable: Iterable[str], listable: Iterable[str] = (), hidden: Iterable[str] = ()
) -> None:
    """Give up, in this process and all that it starts, every file outside these files and folders.

    Parameters
    ----------
    readable
        May be read and executed; what does not exist is passed over.
    writable
        May be changed in any way as well.
    listable
        Folders; of these, and of what is below them, the names can be seen.
    hidden
        May not be read even inside of what may be; only the names in it can be seen.
    """
    known = version()
    rights = (1 << max(count for least, count in _RIGHTS_BY_VERSION.items() if least <= known)) - 1
    words = [rights]
    if known >= _TCP_VERSION:
        words.append(_TCP_BIND_AND_CONNECT)
    if known >= SIGNALS_VERSION:
        words.append(_ABSTRACT_SOCKETS_AND_SIGNALS)
    attributes = (ctypes.c_uint64 * len(words))(*words)
    ruleset = system_call(LANDLOCK_CREATE_RULESET, ctypes.byref(attributes), ctypes.sizeof(attributes), 0)
    closed = [os.path.realpath(path) for path in hidden]
    for path in readable:
        _allow_except(ruleset, os.path.realpath(path), _READING & rights, closed)
    for path in listable:
        _allow(ruleset, path, _READ_DIR & rights)
    for path in writable:
        _allow(ruleset, path, rights)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    system_call(LANDLOCK_RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def _allow_except(ruleset: int, path: str, rights: int, closed: list[str]) -> None:
    """Keep rights for `path` and what is below it, except what is `closed`.

    A rule cannot be narrowed for something inside, so where that is, the rules are for what is beside it.
    """
    if path in closed:
        return
    if not any(name.startswith(f"{path}/") for name in closed):
        _allow(ruleset, path, rights)
        return
    _allow(ruleset, path, rights & _READ_DIR)
    with contextlib.suppress(OSError):
        for entry in os.scandir(path):
            # what a link leads to has a rule of its own, or none
            if not entry.is_symlink():
                _allow_except(ruleset, entry.path, rights, closed)


def _allow(ruleset: int, path: str, rights: int) -> None:
    """Add the rule that `rights` are kept for `path` and what is below it."""
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not stat.S_ISDIR(os.fstat(handle).st_mode):
        rights &= _OF_FILES

    class PathBeneath(ctypes.Structure):
        _pack_ = 1
        _fields_ = [("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32)]

    rule = PathBeneath(rights, handle)
    system_call(LANDLOCK_ADD_RULE, ruleset, _RULE_PATH_BENEATH, ctypes.byref(rule), 0)
    os.close(handle)
