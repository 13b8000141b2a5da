"""seccomp: the system calls that a stranger's program may not use.

A filter program in the kernel examines every system call before it is executed. It refuses calls that could change or
bypass the sandbox (mounts, namespaces, tracing, keys, and io_uring, which circumvents the filter), and all but local
sockets. A refused call fails with EPERM, so the program gets an ordinary error.

`clone3` hides its flags from a filter, so it is reported as missing; the C library then uses `clone`. If the program
has neither its own process namespace nor its own user, signals to other processes are refused too.
"""

import ctypes
import errno
import struct
import sys

from .system_calls import MACHINE, PR_SET_NO_NEW_PRIVS, SECCOMP, prctl, system_call

_X86 = {
    "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161, "unshare": 272, "setns": 308, "ptrace": 101,
    "process_vm_readv": 310, "process_vm_writev": 311, "kexec_load": 246, "kexec_file_load": 320, "init_module": 175,
    "delete_module": 176, "finit_module": 313, "bpf": 321, "perf_event_open": 298, "add_key": 248,
    "request_key": 249, "keyctl": 250, "userfaultfd": 323, "name_to_handle_at": 303, "open_by_handle_at": 304,
    "reboot": 169, "swapon": 167, "swapoff": 168, "acct": 163, "settimeofday": 164, "clock_settime": 227,
    "quotactl": 179, "fanotify_init": 300, "syslog": 103,
}  # fmt: skip
_GENERIC = {
    "mount": 40, "umount2": 39, "pivot_root": 41, "chroot": 51, "unshare": 97, "setns": 268, "ptrace": 117,
    "process_vm_readv": 270, "process_vm_writev": 271, "kexec_load": 104, "kexec_file_load": 294, "init_module": 105,
    "delete_module": 106, "finit_module": 273, "bpf": 280, "perf_event_open": 241, "add_key": 217,
    "request_key": 218, "keyctl": 219, "userfaultfd": 282, "name_to_handle_at": 264, "open_by_handle_at": 265,
    "reboot": 142, "swapon": 224, "swapoff": 225, "acct": 89, "settimeofday": 170, "clock_settime": 112,
    "quotactl": 60, "fanotify_init": 262, "syslog": 116,
}  # fmt: skip
_EVERYWHERE = (*range(425, 434), 438, 442)
"""io_uring, the new mount calls, pidfd_getfd, mount_setattr."""

_ARCHITECTURES = {
    "x86_64": (0xC000003E, _X86, {"socket": 41, "clone": 56, "kill": 62, "tgkill": 234}, (200, 129, 297)),
    "aarch64": (0xC00000B7, _GENERIC, {"socket": 198, "clone": 220, "kill": 129, "tgkill": 131}, (130, 138, 240)),
}
"""Machine to audit number, refused calls, calls looked at closer, and other ways to send a signal."""

_CLONE3, _PIDFD_SEND_SIGNAL = 435, 424
_AF_UNIX = 1
_NAMESPACE_FLAGS = 0x7E020000
"""All of ``CLONE_NEW...``."""
_X32_CALLS = 0x40000000

_LOAD, _JUMP_EQUAL, _JUMP_GREATER_OR_EQUAL, _JUMP_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _REFUSE, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
"""Offsets in ``struct seccomp_data``; of an argument the low half, little-endian."""
_SET_MODE_FILTER = 1


def is_available() -> bool:
    """Tell whether this machine's system calls are known here."""
    return sys.platform == "linux" and sys.byteorder == "little" and MACHINE in _ARCHITECTURES


def _filter(signals_only_to: int | None) -> bytes:
    """Return the filter's instructions: code, jump if true, jump if false, operand."""
    architecture, refused, closer, signalling = _ARCHITECTURES[MACHINE]
    refusal = _REFUSE | errno.EPERM
    program = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_JUMP_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_JUMP_GREATER_OR_EQUAL, 0, 1, _X32_CALLS),
        (_RETURN, 0, 0, _KILL),
    ]
    numbers = [*refused.values(), *_EVERYWHERE]
    if signals_only_to is not None:
        numbers += [*signalling, _PIDFD_SEND_SIGNAL]
    for number in numbers:
        program += [(_JUMP_EQUAL, 0, 1, number), (_RETURN, 0, 0, refusal)]
    program += [(_JUMP_EQUAL, 0, 1, _CLONE3), (_RETURN, 0, 0, _REFUSE | errno.ENOSYS)]
    program += [
        (_JUMP_EQUAL, 0, 4, closer["socket"]),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_JUMP_EQUAL, 1, 0, _AF_UNIX),
        (_RETURN, 0, 0, refusal),
        (_RETURN, 0, 0, _ALLOW),
        (_JUMP_EQUAL, 0, 4, closer["clone"]),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_JUMP_ANY_BIT, 0, 1, _NAMESPACE_FLAGS),
        (_RETURN, 0, 0, refusal),
        (_RETURN, 0, 0, _ALLOW),
    ]
    if signals_only_to is not None:
        for call in ("kill", "tgkill"):
            program += [
                (_JUMP_EQUAL, 0, 4, closer[call]),
                (_LOAD, 0, 0, _FIRST_ARGUMENT),
                (_JUMP_EQUAL, 1, 0, signals_only_to),
                (_RETURN, 0, 0, refusal),
                (_RETURN, 0, 0, _ALLOW),
            ]
    program.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


def install(signals_only_to: int | None = None) -> None:
    """Put the filter before this process, and all that it starts, for ever.

    Parameters
    ----------
    signals_only_to
        Refuse signals to any process but this one; None allows what the system allows.
    """
    code = _filter(signals_only_to)
    buffer = ctypes.create_string_buffer(code, len(code))

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p)]

    program = Program(len(code) // 8, ctypes.addressof(buffer))
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    system_call(SECCOMP, _SET_MODE_FILTER, 0, ctypes.byref(program))
