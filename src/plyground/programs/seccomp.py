"""seccomp: the system calls that a stranger's program may not use.

A filter program in the kernel examines every system call before it is executed. It refuses calls that could change or
bypass the sandbox (mounts, namespaces, tracing, keys, and io_uring, which circumvents the filter), memory that no limit
counts (``memfd_create``, System V, message queues), and all but local sockets. A refused call fails with EPERM, so the
program gets an ordinary error.

Locks on files are taken in name only: the call succeeds and does nothing. All programs can read the interpreter, and
a lock on it would be a word from one to the other; a filter cannot tell such a file from the program's own, for which
nobody else waits anyway. Watching for what others do with a file (inotify, leases) is refused.

How much more is refused depends on what else protects the system (`Exposure`). A program with neither its own process
namespace nor its own user could otherwise take the limits, the priority or the processors of the grader, or have the
kernel send the grader a signal. One that writes to a disk could hide files there by sending them, opened, through a
pair of sockets. One that sees the system's files could talk to any program that listens there, and change the mode and
the times of every file of its user: Landlock does not watch over those, and a filter cannot tell one file from
another, so they cannot be changed in its own folder either.

`clone3` hides its flags from a filter, so it is reported as missing; the C library then uses `clone`.
"""

import ctypes
import errno
import struct
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from .system_calls import MACHINE, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, SECCOMP, prctl, system_call

Instruction = tuple[int, int, int, int]
"""Code, jump if true, jump if false, operand."""


@dataclass(frozen=True)
class _Calls:
    """A machine's system calls.

    Attributes
    ----------
    audit
        The machine's number.
    walls
        Refused to everybody: what changes walls, looks behind them, or takes memory that is not counted.
    signals
        Ways to send a signal that are refused as a whole where signals are; `kill` and `tgkill` name a process.
    processes
        What changes another process, which its first argument names; 0 is oneself.
    files
        What changes the mode, the owner, the times or the attributes of a file.
    others
        Those of which an argument decides, by name.
    """

    audit: int
    walls: tuple[int, ...]
    signals: tuple[int, ...]
    processes: tuple[int, ...]
    files: tuple[int, ...]
    others: dict[str, int]


_X86 = _Calls(
    audit=0xC000003E,
    walls=(
        165, 166, 155, 161, 272, 308, 101,  # mount umount2 pivot_root chroot unshare setns ptrace
        310, 311, 312,  # process_vm_readv process_vm_writev kcmp
        246, 320, 175, 176, 313,  # kexec_load kexec_file_load init_module delete_module finit_module
        321, 298, 248, 249, 250, 323,  # bpf perf_event_open add_key request_key keyctl userfaultfd
        303, 304, 169, 167, 168, 163,  # name_to_handle_at open_by_handle_at reboot swapon swapoff acct
        164, 227, 179, 300, 103,  # settimeofday clock_settime quotactl fanotify_init syslog
        319, 29, 68, 64, 240,  # memfd_create shmget msgget semget mq_open
        254,  # inotify_add_watch
    ),
    signals=(200, 129, 297),  # tkill rt_sigqueueinfo rt_tgsigqueueinfo
    # prlimit64 sched_setparam sched_setscheduler sched_setaffinity sched_setattr migrate_pages move_pages
    processes=(302, 142, 144, 203, 314, 256, 279),
    files=(
        90, 91, 268, 92, 93, 94, 260,  # chmod fchmod fchmodat chown fchown lchown fchownat
        132, 235, 261, 280,  # utime utimes futimesat utimensat
        188, 189, 190, 197, 198, 199,  # setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr
    ),
    others={
        "socket": 41, "socketpair": 53, "sendmsg": 46, "sendmmsg": 307, "clone": 56, "kill": 62, "tgkill": 234,
        "fcntl": 72, "flock": 73, "ioctl": 16, "prctl": 157, "setpriority": 141, "ioprio_set": 251,
    },
)  # fmt: skip
_GENERIC = _Calls(
    audit=0xC00000B7,
    walls=(
        40, 39, 41, 51, 97, 268, 117,
        270, 271, 272, 104, 294, 105, 106, 273,
        280, 241, 217, 218, 219, 282, 264, 265,
        142, 224, 225, 89, 170, 112, 60, 262, 116,
        279, 194, 186, 190, 180,
        27,
    ),
    signals=(130, 138, 240),
    processes=(261, 118, 119, 122, 274, 238, 239),
    files=(52, 53, 55, 54, 88, 5, 6, 7, 14, 15, 16),
    others={
        "socket": 198, "socketpair": 199, "sendmsg": 211, "sendmmsg": 269, "clone": 220, "kill": 129, "tgkill": 131,
        "fcntl": 25, "flock": 32, "ioctl": 29, "prctl": 167, "setpriority": 140, "ioprio_set": 30,
    },
)  # fmt: skip
_MACHINES = {"x86_64": _X86, "aarch64": _GENERIC}

# newer calls have one number everywhere
_WALLS_EVERYWHERE = (*range(425, 434), 438, 442, 447)
"""io_uring, the new mount calls, pidfd_getfd, mount_setattr, memfd_secret."""
_FILES_EVERYWHERE = (452, 463, 466, 469)
"""fchmodat2, setxattrat, removexattrat, file_setattr."""
_PROCESSES_EVERYWHERE = (440, 448)
"""process_madvise and process_mrelease, which name a process by a handle: never oneself."""
_CLONE3, _PIDFD_SEND_SIGNAL = 435, 424

_AF_UNIX, _SOCK_STREAM, _SOCK_SEQPACKET = 1, 1, 5
_SOCKET_KIND = 0xF
"""Without the flags; a pair of datagram sockets could write to any address."""
_NAMESPACE_FLAGS = 0x7E020000
"""All of ``CLONE_NEW...``."""
_F_SETOWN, _F_SETSIG, _F_SETOWN_EX = 8, 10, 15
_LOCKS = (6, 7, 37, 38)
"""F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW."""
_F_SETLEASE, _F_NOTIFY = 1024, 1026
_IOCTLS = (0x8901, 0x8902, 0x5412, 0x541C, 0x40086602, 0x401C5820)
"""FIOSETOWN, SIOCSPGRP, TIOCSTI, TIOCLINUX, FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR."""
_PRIO_USER, _IOPRIO_WHO_USER = 2, 3
_X32_CALLS = 0x40000000

_LOAD, _AND, _RETURN = 0x20, 0x54, 0x06
_JUMP_EQUAL, _JUMP_GREATER_OR_EQUAL, _JUMP_ANY_BIT = 0x15, 0x35, 0x45
_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_REFUSE = _ERROR | errno.EPERM
_PRETEND = _ERROR | 0
"""The call does nothing, and succeeds."""
_NUMBER, _ARCHITECTURE = 0, 4
"""Offsets in ``struct seccomp_data``."""
_SET_MODE_FILTER = 1


@dataclass(frozen=True)
class Exposure:
    """What a program could reach, were it not for the filter.

    Attributes
    ----------
    signals
        Others' processes, by signals.
    user
        Processes and files of the user it runs as, who is also somebody else.
    files
        The system's files, and with them the sockets that others listen at.
    """

    signals: bool = False
    user: bool = False
    files: bool = False


def is_available() -> bool:
    """Tell whether this machine's system calls are known here."""
    return sys.platform == "linux" and sys.byteorder == "little" and MACHINE in _MACHINES


def _argument(number: int) -> Instruction:
    """Load an argument: its low half, little-endian; all that are looked at are of 32 bits."""
    return (_LOAD, 0, 0, 16 + 8 * number)


def _allow_only(argument: int, values: Sequence[int], mask: int = 0) -> list[Instruction]:
    """Refuse the call unless an argument has one of these values."""
    jumps = [(_JUMP_EQUAL, len(values) - i, 0, value) for i, value in enumerate(values)]
    return [_argument(argument), *([(_AND, 0, 0, mask)] if mask else []), *jumps, (_RETURN, 0, 0, _REFUSE)]


def _refuse(argument: int, values: Sequence[int], how: int = _REFUSE) -> list[Instruction]:
    """Refuse the call if an argument has one of these values."""
    tests: list[Instruction] = [_argument(argument)]
    for value in values:
        tests += [(_JUMP_EQUAL, 0, 1, value), (_RETURN, 0, 0, how)]
    return tests


def _call(number: int, *tests: list[Instruction], otherwise: int = _ALLOW) -> list[Instruction]:
    """Decide one call by tests of its arguments; after them it is allowed."""
    body = [instruction for test in tests for instruction in test] + [(_RETURN, 0, 0, otherwise)]
    return [(_JUMP_EQUAL, 0, len(body), number), *body]


def _filter(exposure: Exposure, own: int) -> bytes:
    """Return the filter's instructions for the process `own`."""
    calls = _MACHINES[MACHINE]
    named = calls.others
    program: list[Instruction] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_JUMP_EQUAL, 1, 0, calls.audit),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_JUMP_GREATER_OR_EQUAL, 0, 1, _X32_CALLS),
        (_RETURN, 0, 0, _KILL),
    ]
    refused = [*calls.walls, *_WALLS_EVERYWHERE]
    program += _call(_CLONE3, otherwise=_ERROR | errno.ENOSYS)
    no_namespaces = [_argument(0), (_JUMP_ANY_BIT, 0, 1, _NAMESPACE_FLAGS), (_RETURN, 0, 0, _REFUSE)]
    program += _call(named["clone"], no_namespaces)
    # programs that read the same file could tell each other something by locks on it, and by waiting for its use
    program += _call(named["flock"], otherwise=_PRETEND)
    of_user = [_F_SETOWN, _F_SETOWN_EX, _F_SETSIG] if exposure.user else []
    program += _call(named["fcntl"], _refuse(1, _LOCKS, _PRETEND), _refuse(1, [_F_SETLEASE, _F_NOTIFY, *of_user]))
    # who is not "dumpable" shows nobody which files it holds open
    program += _call(named["prctl"], _refuse(0, [PR_SET_DUMPABLE]))
    if exposure.files:
        refused += [named[name] for name in ("socket", "sendmsg", "sendmmsg")]
        kinds = (_SOCK_STREAM, _SOCK_SEQPACKET)
        program += _call(named["socketpair"], _allow_only(0, [_AF_UNIX]), _allow_only(1, kinds, _SOCKET_KIND))
    else:
        program += _call(named["socket"], _allow_only(0, [_AF_UNIX]))
    if exposure.signals:
        refused += [*calls.signals, _PIDFD_SEND_SIGNAL]
        for name in ("kill", "tgkill"):
            program += _call(named[name], _allow_only(0, [own]))
    if exposure.user:
        refused += [*calls.files, *_FILES_EVERYWHERE, *_PROCESSES_EVERYWHERE]
        for number in calls.processes:
            program += _call(number, _allow_only(0, [0, own]))
        program += _call(named["setpriority"], _refuse(0, [_PRIO_USER]), _allow_only(1, [0, own]))
        program += _call(named["ioprio_set"], _refuse(0, [_IOPRIO_WHO_USER]), _allow_only(1, [0, own]))
        program += _call(named["ioctl"], _refuse(1, _IOCTLS))
    for number in refused:
        program += _call(number, otherwise=_REFUSE)
    program.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


def install(exposure: Exposure, own: int) -> None:
    """Put the filter before this process, and all that it starts, for ever.

    Parameters
    ----------
    exposure
        What must be refused besides what always is.
    own
        This process: the only one to which it may then send signals, where those are refused.
    """
    code = _filter(exposure, own)
    buffer = ctypes.create_string_buffer(code, len(code))

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p)]

    program = Program(len(code) // 8, ctypes.addressof(buffer))
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    system_call(SECCOMP, _SET_MODE_FILTER, 0, ctypes.byref(program))
