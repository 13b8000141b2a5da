"""Temporary folders: made, filled, removed however deep they are, and also when their maker is killed.

A process that is killed, or ended by Ctrl-C, removes nothing. So the one who makes the first such folder also starts a
*janitor*: a process that waits for the end of this one, whatever ends it, and then removes its folders. Should the
janitor be killed as well, with a container say, the next grader does it (`remove_left_behind`).
"""

import contextlib
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

_ROUNDS, _PAUSE = 50, 0.1
_NAME = 100
"""Characters of a folder's name that are kept in the names of what is brought up into it."""
HAS_HANDLES = {os.open, os.stat, os.rename, os.unlink, os.rmdir} <= os.supports_dir_fd and os.scandir in os.supports_fd
"""Whether folders can be walked by their handles: anywhere but on Windows."""
_ERROR_NUMBER = re.compile(r"\[Errno (\d+)\]")
_PACKAGE = Path(__file__).parent
_JANITOR = f"import sys; sys.path.insert(0, sys.argv.pop(1)); from {_PACKAGE.name}.folders import tend; tend()"

_starting = threading.Lock()
_janitors: dict[int, int] = {}
"""The pipe to the janitor of a process, by its number; a fork of us has its own."""
_told: set[str] = set()


def new_folder(what: str) -> Path:
    """Make a temporary folder whose name says who made it, and that does not outlive this process."""
    prefix = folder_prefix(what)
    _remove_at_the_end(str(Path(tempfile.gettempdir()) / prefix))
    return Path(tempfile.mkdtemp(prefix=prefix))


@contextlib.contextmanager
def temporary_folder(what: str) -> Iterator[Path]:
    """Make such a folder, and remove it in the end."""
    folder = new_folder(what)
    try:
        yield folder
    finally:
        remove_folder(folder)


def folder_prefix(what: str) -> str:
    """Return how the name of a temporary folder begins: what for, our process's number, and where numbers mean that.

    Another container on the same folder may number other processes by the same numbers.
    """
    return f"plyground-{what}-{os.getpid()}-{_process_namespace()}-"


def _process_namespace() -> str:
    try:
        return str(os.stat("/proc/self/ns/pid").st_ino)  # noqa: PTH116 (a link to nothing that has a path)
    except OSError:
        return "0"


# --- when the maker is dead ---


def remove_left_behind() -> None:
    """Remove temporary folders whose makers are dead: ours, and where we are root, those of everybody."""
    for folder in Path(tempfile.gettempdir()).glob("plyground-*-*-*"):
        _, _, maker, *where, _ = folder.name.split("-")
        with contextlib.suppress(OSError):
            if maker.isdigit() and where in ([], [_process_namespace()]) and not Path(f"/proc/{maker}").exists():
                facts = folder.lstat()
                if not stat.S_ISDIR(facts.st_mode):
                    # anybody who may write here could point us to anything
                    continue
                if facts.st_uid == os.geteuid():
                    remove_folder(folder)
                elif os.geteuid() == 0:
                    _remove_as(facts.st_uid, facts.st_gid, folder)


def _remove_as(user: int, group: int, folder: Path) -> None:
    """Remove a folder as its owner, who might put something of ours in its place while we do."""
    child = os.fork()
    if child == 0:
        with contextlib.suppress(OSError):
            os.setgroups([])
            os.setresgid(group, group, group)
            os.setresuid(user, user, user)
            remove_folder(folder)
        os._exit(0)
    os.waitpid(child, 0)


def _remove_at_the_end(prefix: str) -> None:
    """See to it that whatever begins with `prefix` is removed when this process has ended."""
    if os.name != "posix":
        return
    with _starting, contextlib.suppress(OSError):
        if os.getpid() not in _janitors:
            _janitors[os.getpid()] = _start_janitor()
            _told.clear()
        if prefix not in _told:
            os.write(_janitors[os.getpid()], os.fsencode(prefix) + b"\n")
            _told.add(prefix)


def _start_janitor() -> int:
    """Start a janitor, and return the pipe to it."""
    reading, writing = os.pipe()
    python = getattr(sys, "_base_executable", None) or sys.executable
    try:
        subprocess.run(
            [python, "-I", "-S", "-B", "-c", _JANITOR, str(_PACKAGE.parent)],
            stdin=reading,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={},
            start_new_session=True,
            check=False,
        )
    finally:
        os.close(reading)
    return writing


def tend() -> None:
    """Be the janitor: read beginnings of paths from standard input until it ends, and then remove what there is."""
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # a signal to a group of processes does not mean this one
        signal.signal(each, signal.SIG_IGN)
    if os.fork():
        # nobody's child: nobody needs to wait for it
        os._exit(0)
    prefixes = [Path(os.fsdecode(line)) for line in sys.stdin.buffer.read().splitlines()]
    for _ in range(_ROUNDS):
        # programs that are just being killed may still make files
        left = [found for prefix in prefixes for found in prefix.parent.glob(f"{prefix.name}*")]
        if not left:
            break
        for folder in left:
            with contextlib.suppress(OSError):
                remove_folder(folder)
        time.sleep(_PAUSE)


# --- copying and removing ---


def copy_tree(folder: Path, target: Path) -> None:
    """Copy a folder; raises the `OSError` of the first file that cannot be, where `shutil` has a list of texts."""
    try:
        shutil.copytree(folder, target, symlinks=True, dirs_exist_ok=True)
    except shutil.Error as error:
        number = _ERROR_NUMBER.search(str(error))
        if number is None:
            raise
        raise OSError(int(number[1]), os.strerror(int(number[1])), str(target)) from None


def remove_folder(folder: Path) -> None:
    """Remove a folder as far as the system lets us, however deep it is.

    What a folder holds is first brought up, so that no path gets longer than the system takes, nor any recursion
    deeper than Python takes. Nothing is reached by a path that somebody could put a link in meanwhile: each folder is
    opened from the one it is in, and never through a link.
    """
    if not HAS_HANDLES:
        shutil.rmtree(folder, ignore_errors=True)
        return
    with contextlib.suppress(OSError), _open_folder(folder.parent) as parent:
        _remove(folder.name, parent)


def _remove(name: str, parent: int) -> None:
    """Remove the folder `name` in the open folder `parent`."""
    prefix = f"{name[:_NAME]}-{os.urandom(8).hex()}-"
    _unlock(name, parent)
    with open_below(name, parent) as top:
        waiting = _empty(top, top, prefix, 0)
        count = len(waiting)
        while waiting:
            below = waiting.pop()
            with contextlib.suppress(OSError):
                with open_below(below, top) as handle:
                    found = _empty(handle, top, prefix, count)
                count += len(found)
                waiting += found
                os.rmdir(below, dir_fd=top)
    os.rmdir(name, dir_fd=parent)


def _empty(handle: int, top: int, prefix: str, count: int) -> list[str]:
    """Remove the files of an open folder, and bring the folders in it up into `top`; return their new names there."""
    folders: list[str] = []
    for entry in entries_of(handle):
        with contextlib.suppress(OSError):
            if entry.is_dir(follow_symlinks=False):
                # who moves a folder must be allowed to write in it
                _unlock(entry.name, handle)
                brought = f"{prefix}{count + len(folders)}"
                os.rename(entry.name, brought, src_dir_fd=handle, dst_dir_fd=top)
                folders.append(brought)
            else:
                os.unlink(entry.name, dir_fd=handle)
    return folders


# --- folders by their handles ---


@contextlib.contextmanager
def _open_folder(folder: Path) -> Iterator[int]:
    """Open a folder of ours; there may be links on the way to it."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield handle
    finally:
        os.close(handle)


@contextlib.contextmanager
def open_below(name: str | Path, parent: int | None = None) -> Iterator[int]:
    """Open a folder, in the open folder `parent`, even if its maker has locked it; raises `OSError` for a link."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        handle = os.open(name, flags, dir_fd=parent)
    except PermissionError:
        _unlock(name, parent)
        handle = os.open(name, flags, dir_fd=parent)
    try:
        yield handle
    finally:
        os.close(handle)


def entries_of(handle: int) -> "list[os.DirEntry[str]]":
    """Return what is in an open folder; nothing if that cannot be read."""
    try:
        with os.scandir(handle) as found:
            return list(found)
    except OSError:
        return []


def _unlock(name: str | Path, parent: int | None) -> None:
    """Let us read and change a folder of our own user that its maker has locked; root needs no such thing."""
    if os.geteuid() == 0:
        return
    path = getattr(os, "O_PATH", 0)
    with contextlib.suppress(OSError):
        if not path:
            os.chmod(name, 0o700, dir_fd=parent)
            return
        handle = os.open(name, path | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)
        try:
            # the folder that was opened, whatever its name leads to by now
            os.chmod(f"/proc/self/fd/{handle}", 0o700)  # noqa: PTH101
        finally:
            os.close(handle)
