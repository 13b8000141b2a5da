"""Whether another user of this machine could have written a file: then what is in it is not run.

Others must not be able to write the file, nor its folder, nor to put another folder in its place: every folder above it
belongs to this user, to root, or to the owner of this package, whose code is run anyway, and cannot be written by
others. Above the folder itself, one like ``/tmp`` will do, in which everybody can remove only what is their own (the
sticky bit). A group counts as others, unless it is the user's own. Windows has no such modes, and a profile for each
user; nothing is distrusted there.
"""

import os
import stat
import sys
from functools import cache
from pathlib import Path


def distrust(folder: Path) -> str:
    """Return why what is in `folder` cannot be trusted, as the end of a sentence; "" if it can."""
    if sys.platform == "win32":
        return ""
    # both ways: a link can be changed by its owner, and what it leads to by others
    for path in dict.fromkeys([folder.absolute(), folder.resolve()]):
        for part in (path, *path.parents):
            try:
                reason = _fault(part.lstat(), is_above=part != path)
            except OSError as error:
                return f"cannot be examined ({error.strerror})"
            if reason:
                return reason if part == path else f"is in {part}, which {reason}"
    return ""


def read_trusted(path: Path) -> bytes:
    """Read a file that nobody else can have written; raises `PermissionError` for another, `OSError` without one."""
    with path.open("rb") as file:
        if sys.platform != "win32" and (reason := _fault(os.fstat(file.fileno()), is_above=False)):
            raise PermissionError(f"The file {path} {reason}.")
        return file.read()


def _fault(found: os.stat_result, *, is_above: bool) -> str:
    if found.st_uid not in _users_to_trust():
        return f"belongs to {_user_name(found.st_uid)}"
    if stat.S_ISLNK(found.st_mode) or (is_above and found.st_mode & stat.S_ISVTX):
        return ""
    by_group = found.st_mode & stat.S_IWGRP and not _is_own_group(found.st_gid)
    return "can be written by other users" if by_group or found.st_mode & stat.S_IWOTH else ""


@cache
def _users_to_trust() -> frozenset[int]:
    if sys.platform == "win32":
        return frozenset()
    return frozenset({0, os.getuid(), Path(__file__).stat().st_uid})


def _user_name(number: int) -> str:
    if sys.platform == "win32":
        return "another user"
    import pwd

    try:
        return f"the user {pwd.getpwuid(number).pw_name}"
    except KeyError:
        return f"the user {number}"


@cache
def _is_own_group(number: int) -> bool:
    """Tell whether nobody but this user is in a group, as where everybody has a group of their own."""
    if sys.platform == "win32":
        return False
    import grp
    import pwd

    try:
        user, group = pwd.getpwuid(os.getuid()), grp.getgrgid(number)
    except KeyError:
        return False
    return group.gr_gid == user.pw_gid and group.gr_name == user.pw_name and set(group.gr_mem) <= {user.pw_name}
