"""Linux system calls that Python does not offer, through ctypes. Each raises `OSError` when the kernel refuses.

Numbers are those of x86-64 and of the generic table (aarch64 and others); calls newer than 2019 have one number for
all. Source: the manual pages of section 2, and the kernel's include/uapi.
"""

import ctypes
import os
import platform
import sys
from typing import Any

CLONE_NEWNS = 0x00020000
CLONE_NEWCGROUP = 0x02000000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 1, 2, 4, 8, 32
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18
MNT_DETACH = 2

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 24, 36, 38

LANDLOCK_CREATE_RULESET, LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF = 444, 445, 446
MOUNT_SETATTR = 442
_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000
_MOUNT_ATTR_RDONLY, _MOUNT_ATTR_NOSUID = 1, 2

MACHINE = platform.machine()
PIVOT_ROOT = 155 if MACHINE == "x86_64" else 41
SECCOMP = 317 if MACHINE == "x86_64" else 277

_libc: Any = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def system_call(number: int, *arguments: Any) -> int:
    """Make the system call `number`; integers are passed as machine words."""
    if _libc is None:
        raise OSError("only Linux has these system calls")
    words = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
    _libc.syscall.restype = ctypes.c_long
    result = int(_libc.syscall(ctypes.c_long(number), *words))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def prctl(option: int, value: int) -> None:
    """Set a property of this process."""
    if _libc is None or _libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0) < 0:
        raise OSError(ctypes.get_errno(), f"prctl({option}) is refused")


def unshare(flags: int) -> None:
    """Leave the parent's namespaces (``CLONE_NEW...``) for new ones."""
    if _libc is None or _libc.unshare(flags) < 0:
        raise OSError(ctypes.get_errno(), f"unshare({flags:#x}) is refused")


def mount(source: str, target: str, kind: str = "", flags: int = 0, data: str = "") -> None:
    """Mount a file system of `kind`, or with ``MS_BIND`` the folder or file `source`, on `target`."""
    words = [text.encode() if text else None for text in (source, target, kind)]
    if _libc is None or _libc.mount(*words, ctypes.c_ulong(flags), data.encode() or None) < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"mount of {source or kind}: {os.strerror(code)}", target)


def mount_read_only(source: str, target: str) -> None:
    """Show the folder or file `source` at `target`, with all that is mounted below it, read-only."""
    mount(source, target, flags=MS_BIND | MS_REC)
    wanted = (ctypes.c_uint64 * 4)(_MOUNT_ATTR_RDONLY | _MOUNT_ATTR_NOSUID, 0, 0, 0)
    try:
        system_call(
            MOUNT_SETATTR, _AT_FDCWD, target.encode(), _AT_RECURSIVE, ctypes.byref(wanted), ctypes.sizeof(wanted)
        )
    except OSError:
        # before Linux 5.12; flags that are locked by the parent's namespace must be repeated
        locked = os.statvfs(target).f_flag & (MS_NOSUID | MS_NODEV | MS_NOEXEC)
        mount("", target, flags=MS_BIND | MS_REMOUNT | MS_RDONLY | MS_NOSUID | locked)


def change_root(new_root: str) -> None:
    """Make `new_root`, a mount point, the root of this mount namespace, and forget the old one."""
    os.chdir(new_root)
    # the old root is stacked on the new one, and then taken off: no folder is needed for it
    system_call(PIVOT_ROOT, b".", b".")
    if _libc.umount2(b".", MNT_DETACH) < 0:
        raise OSError(ctypes.get_errno(), "the old root cannot be unmounted")
    os.chdir("/")
