"""Isolation of a program by Linux namespaces, with a root folder that holds only what it needs.

In its namespaces a program sees no process but its own, has no network, not even the local one, and sees these files:
the system's programs and libraries, read-only; what it was given to read; and its home and ``/tmp`` in memory, which
are gone with it. When the first process of a process namespace ends, the kernel kills all others, so nothing can be
left running. Root creates the namespaces directly, other users through a user namespace, where the system allows that.
"""

import contextlib
import errno
import os
from pathlib import Path

from .folders import copy_tree
from .system_calls import (
    CLONE_NEWCGROUP,
    CLONE_NEWIPC,
    CLONE_NEWNET,
    CLONE_NEWNS,
    CLONE_NEWPID,
    CLONE_NEWUSER,
    CLONE_NEWUTS,
    MS_BIND,
    MS_NODEV,
    MS_NOEXEC,
    MS_NOSUID,
    MS_PRIVATE,
    MS_RDONLY,
    MS_REC,
    change_root,
    mount,
    mount_read_only,
    unshare,
)

WORK = "/home/student"
"""The program's folder, and its home."""

INSIDE_USER = 1000
"""The user that the program is in a user namespace: not root, so that it loses all powers there when it starts."""

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS = (
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/alternatives",
    "/etc/localtime",
    "/etc/mono",
    "/etc/mime.types",
    "/etc/ssl/certs",
)
"""What programs need of /etc; Java's folders, whose names hold its version, come on top."""
_DEVICES = ("null", "zero", "full", "random", "urandom")
_ALL = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS
_MAX_INODES = 20_000
_FULL = 100
"""Full is what has no more than this part left."""


def system_paths() -> list[str]:
    """Return the system's files and folders that every program may read."""
    java = sorted(map(str, Path("/etc").glob("java*")))
    return [path for path in (*_SYSTEM, *_SETTINGS, *java) if Path(path).exists()]


def enter() -> bool:
    """Leave all namespaces for new ones; tell whether a user namespace was needed.

    The process namespace is for the children: fork after it.

    Raises
    ------
    OSError
        If the system does not allow it.
    """
    user, group = os.geteuid(), os.getegid()
    try:
        unshare(_ALL)
    except OSError:
        unshare(_ALL | CLONE_NEWUSER)
        own = Path("/proc/self")
        (own / "setgroups").write_text("deny")
        (own / "uid_map").write_text(f"{INSIDE_USER} {user} 1")
        (own / "gid_map").write_text(f"{INSIDE_USER} {group} 1")
        return True
    finally:
        with contextlib.suppress(OSError):
            unshare(CLONE_NEWCGROUP)
    return False


def build_root(place: str, work: str, readable: list[str], hidden: list[str], mib: int, owner: int) -> bool:
    """Make the empty folder `place` the root, and show only what the program may see; tell whether it has a /proc.

    Parameters
    ----------
    place
        An empty folder to mount on.
    work
        A folder whose content is copied to its home.
    readable
        Files and folders to show, read-only, besides the system's.
    hidden
        Folders that are shown empty, wherever they are in what is shown.
    mib
        How much may be written, in memory.
    owner
        Whose its home and ``/tmp`` are.
    """
    root = Path(place)
    mount("", "/", flags=MS_REC | MS_PRIVATE)
    mount("tmpfs", place, "tmpfs", MS_NOSUID | MS_NODEV, f"size={mib}m,nr_inodes={_MAX_INODES},mode=755")
    # a folder before what is in it, which is then there already
    for path in sorted([*system_paths(), *readable], key=len):
        _show(Path(path), root)
    for name in hidden:
        if Path(place + name).is_dir():
            mount("tmpfs", place + name, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV, "size=4k,mode=755")
    (root / "dev/shm").mkdir(parents=True)
    for name in _DEVICES:
        (root / "dev" / name).touch()
        mount(f"/dev/{name}", f"{place}/dev/{name}", flags=MS_BIND)
    (root / "dev/fd").symlink_to("/proc/self/fd")
    (root / "etc").mkdir(exist_ok=True)
    (root / "etc/passwd").write_text(f"student:x:{owner}:{owner}::{WORK}:/bin/sh\n")
    (root / "etc/group").write_text(f"student:x:{owner}:\n")
    (root / "etc/hosts").write_text("127.0.0.1 localhost\n")
    try:
        copy_tree(Path(work), Path(place + WORK))
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        raise OSError(errno.EFBIG, f"its files take more than the {mib:g} MiB that it may have") from None
    give(place + WORK, owner)
    for folder in ("/tmp", "/dev/shm"):
        # like everywhere: for everybody, and the sticky bit
        Path(place + folder).mkdir(exist_ok=True)
        Path(place + folder).chmod(0o1777)
    has_proc = True
    (root / "proc").mkdir()
    try:
        mount("proc", f"{place}/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    except OSError:
        # inside some containers the kernel shows no second /proc; few programs need one
        has_proc = False
    change_root(place)
    return has_proc


def give(folder: str, owner: int) -> None:
    """Make `owner` the owner of `folder` and all that is in it."""
    if os.geteuid() != 0:
        # in a user namespace everything is its only user's already
        return
    os.lchown(folder, owner, owner)
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            os.lchown(Path(place) / name, owner, owner)


def has_full_disk(pid: int) -> bool:
    """Tell whether what a process behind these walls may write is full: of bytes, or of files."""
    with contextlib.suppress(OSError):
        disk = os.statvfs(f"/proc/{pid}/root{WORK}")
        return disk.f_bavail * _FULL <= disk.f_blocks or disk.f_favail * _FULL <= disk.f_files
    return False


def _show(path: Path, root: Path) -> None:
    """Show `path` at the same place under `root`; a link stays a link."""
    target = root / path.relative_to("/")
    if target.is_symlink() or target.exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.is_symlink():
        target.symlink_to(path.readlink())
        return
    if path.is_dir():
        target.mkdir(exist_ok=True)
    else:
        target.touch()
    mount_read_only(str(path), str(target))
