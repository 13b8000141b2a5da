"""The supervisor: the process between us and a stranger's program.

Its only argument is a socket to its client. It reads a plan from there (a line of JSON), builds the sandbox, starts the
program, and reports ``{"started": ..., "protections": [...]}``. When the program ends, it kills whatever the program
has left behind, collects the files that it should have written, and reports how it ended: ``{"exit": 0, "cpu": 1.2,
...}``. When the client closes the socket or dies, everything is killed.

The program inherits nothing from the supervisor except standard input, output and error. It can neither trace the
supervisor (which is not "dumpable") nor signal it: it runs as another user, or in a namespace where the supervisor is
the first process.
"""

import base64
import contextlib
import errno
import json
import os
import resource
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import cgroup, landlock, namespaces, seccomp
from .limits import MAX_OPEN_FILES, MIB
from .process_tree import adopt_orphans, descendants, die_with_parent, kill_descendants, kill_user, tasks_of
from .staging import plain_file, remove_belongings
from .streams import wait_for
from .system_calls import PR_CAPBSET_DROP, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, prctl

_FIRST_USER, _USERS = 2_000_000, 1_000_000
"""Started by root, every program is a user of its own, counted from here by the supervisor's process number."""
_NOBODY = 65534
_ACCOUNT = "the kernel's account (cgroup v2)"
_POWERS = 64
"""More capabilities than there are."""
_LATER, _LATER_SECONDS = 1.25, 4
"""The kernel's limit of CPU time: so many times ours, and so many seconds more."""
_MORE_MEMORY = 256
"""MiB that may be asked for, at least, beyond those that may be used."""
_CROWD = 8
"""So many programs of one user may run at a time without being in each other's way."""


class Supervisor:
    """The sandbox of one program, and the program in it.

    Parameters
    ----------
    control
        The socket to the caller.
    plan
        command, environment, mode, own_user, root, work, readable, listable, hidden, limits, collect: see
        `plyground.programs.program`.
    """

    def __init__(self, control: int, plan: dict[str, Any]) -> None:
        self.control = control
        self.plan = plan
        self.work = plan["work"]
        self.namespaced = plan["mode"] == "namespaces"
        self.owner = _owner() if os.geteuid() == 0 and plan["own_user"] else os.geteuid()
        self.protections: list[str] = []
        limits = plan["limits"]
        # files in memory are counted as such
        memory = limits["memory"] + (limits["files"] if self.namespaced else 0)
        self.group = cgroup.make(memory, limits["processes"])
        self.procs = -1
        if self.group is not None:
            with contextlib.suppress(OSError):
                # for later, when there may be no way to it any more
                self.procs = os.open(self.group.path / "cgroup.procs", os.O_WRONLY)

    def run(self) -> None:
        """Keep the program from its start to its end."""
        if self.namespaced and self._enter_namespaces():
            return
        self._keep()

    def _enter_namespaces(self) -> bool:
        """Build the program's world; True in the process that stays outside, when all is over."""
        by_user = namespaces.enter()
        inside = os.fork()
        if inside:
            os.close(self.control)
            _let_go_of_standard_streams()
            os.waitpid(inside, 0)
            return True
        die_with_parent()
        if by_user:
            # only one user is mapped there
            self.owner = os.geteuid()
        limits = self.plan["limits"]
        has_proc = namespaces.build_root(
            self.plan["root"], self.work, self.plan["readable"], self.plan["hidden"], limits["files"], self.owner
        )
        self.work = namespaces.WORK
        self.protections += [
            "own processes (namespace)",
            "only its own files (mount namespace, in memory)",
            "no network (namespace)",
            *(["user namespace"] if by_user else []),
            *([] if has_proc else ["no /proc"]),
        ]
        return False

    def _keep(self) -> None:
        _prctl_quietly(PR_SET_DUMPABLE, 0)
        if not self.namespaced:
            adopt_orphans()
            namespaces.give(self.work, self.owner)
            self.protections.append("own process group, orphans adopted")
        if self._has_own_user():
            self.protections.append("unprivileged user")
        waker, alarm = os.pipe()
        os.set_blocking(alarm, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(alarm, warn_on_full_buffer=False)
        failure, failing = os.pipe()
        program = os.fork()
        if program == 0:
            os.close(failure)
            try:
                self._become_program(failing)
            except OSError as error:
                os.write(failing, f"error {error.strerror or error}".encode())
            os._exit(127)
        os.close(failing)
        _let_go_of_standard_streams()
        said = b"".join(iter(lambda: os.read(failure, 4096), b"")).decode()
        walls, _, trouble = said.partition("error ")
        self.protections += [wall for wall in walls.split("\n") if wall]
        owner = self.owner if not self.namespaced and self._is_alone() else None
        group = None if self.group is None else [str(self.group.path), self.group.is_limited, _ACCOUNT in walls]
        self._tell(
            {
                "started": not trouble,
                "error": trouble,
                "protections": self.protections,
                "owner": owner,
                "group": group,
            }
        )
        ended = None
        while ended is None and not trouble:
            ready = wait_for([self.control, waker], [], None)
            if self.control in ready:
                # the client has closed the socket
                break
            os.read(waker, 4096)
            ended = _reap_all(program)
        left = len(descendants(os.getpid())) if ended else 0
        self._kill_rest()
        if not self.namespaced and self._is_alone():
            remove_belongings(self.owner)
        if ended is not None:
            self._tell(self._ending(ended) | {"left": left})

    def _has_own_user(self) -> bool:
        return os.geteuid() == 0 and self.owner != 0

    def _is_alone(self) -> bool:
        """Tell whether the program's user is nobody else's."""
        return self._has_own_user() and self.owner != _NOBODY

    def _become_program(self, failing: int) -> None:
        """Give up everything that a stranger's program must not have, and run it."""
        plan = self.plan
        os.setsid()
        os.chdir(self.work)
        with contextlib.suppress(OSError):
            # should memory run out all the same, this one goes first
            Path("/proc/self/oom_score_adj").write_text("1000")
        walls = self._set_limits()
        if self.procs >= 0 and cgroup.join(self.procs):
            walls.append(_ACCOUNT)
        is_alone = self._is_alone()
        if self._has_own_user():
            with contextlib.suppress(PermissionError):
                os.setgroups([])
            os.setresgid(self.owner, self.owner, self.owner)
            os.setresuid(self.owner, self.owner, self.owner)
        elif not self.namespaced:
            # root without powers still is the owner of root's files, which is for Landlock
            for power in range(_POWERS):
                _prctl_quietly(PR_CAPBSET_DROP, power)
        _prctl_quietly(PR_SET_NO_NEW_PRIVS, 1)
        walled_by_landlock = plan["mode"] == "landlock"
        if walled_by_landlock:
            readable = [*namespaces.system_paths(), *plan["readable"], f"/proc/{os.getpid()}", "/proc/cpuinfo"]
            devices = [f"/dev/{name}" for name in ("null", "zero", "full", "random", "urandom")]
            landlock.restrict(
                [*readable, "/proc/meminfo", "/proc/stat"],
                [self.work, *devices],
                plan["listable"],
                plan["hidden"],
            )
            walls.append(f"only its own files (Landlock {landlock.version()})")
        if seccomp.is_available():
            signals_walled = walled_by_landlock and landlock.version() >= landlock.SIGNALS_VERSION
            shares_user = not (self.namespaced or is_alone)
            exposure = seccomp.Exposure(
                signals=shares_user and not signals_walled, user=shares_user, files=not self.namespaced
            )
            seccomp.install(exposure, os.getpid())
            walls.append("no sockets, mounts or tracing (seccomp)")
        os.write(failing, "".join(f"{wall}\n" for wall in walls).encode())
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for ignored_by_python in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(ignored_by_python, signal.SIG_DFL)
        os.execvpe(plan["command"][0], plan["command"], plan["environment"])

    def _set_limits(self) -> list[str]:
        limits = self.plan["limits"]
        # in a user namespace, and as a user of its own, only the program's own tasks are counted; else those of other
        # programs, too, which must not be made to fail: there the client counts, and this is only to be in time
        counted_alone = self._has_own_user() or "user namespace" in self.protections
        processes = limits["processes"] if counted_alone else tasks_of(os.geteuid()) + _CROWD * limits["processes"]
        # of time and memory the client keeps a finer account, and says what was too much; the kernel, which counts time
        # by ticks and memory by what is asked for, only sees to it that there is an end
        seconds = int(limits["cpu_seconds"] * _LATER) + _LATER_SECONDS
        data = limits["memory"] + max(limits["memory"] // 2, _MORE_MEMORY)
        for kind, soft, hard in (
            # the signal of the first tells that it was the time; the second is for a program that ignores it
            (resource.RLIMIT_CPU, seconds, seconds + _LATER_SECONDS),
            (resource.RLIMIT_DATA, int(data * MIB), int(data * MIB)),
            (resource.RLIMIT_FSIZE, int(limits["files"] * MIB), int(limits["files"] * MIB)),
            (resource.RLIMIT_NPROC, int(processes), int(processes)),
            (resource.RLIMIT_NOFILE, MAX_OPEN_FILES, MAX_OPEN_FILES),
            (resource.RLIMIT_CORE, 0, 0),
        ):
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(kind, (soft, hard))
        return ["limits on CPU, memory, files, processes and output"]

    def _kill_rest(self) -> None:
        """Kill whatever still runs, and reap it, so that its CPU time counts."""
        if self.namespaced:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(-1, signal.SIGKILL)
        elif self._has_own_user():
            kill_user(self.owner)
            kill_descendants()
        else:
            kill_descendants()
        with contextlib.suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)

    def _ending(self, ended: int) -> dict[str, Any]:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return {
            "exit": os.waitstatus_to_exitcode(ended),
            "cpu": used.ru_utime + used.ru_stime,
            "memory": used.ru_maxrss / 1024,
            "files": {name: base64.b64encode(content).decode() for name, content in self._collect()},
        }

    def _collect(self) -> Iterator[tuple[str, bytes]]:
        """Yield the files that the program was to write, as far as it did."""
        for name in self.plan["collect"]:
            content = plain_file(Path(self.work) / name)
            if content is not None:
                yield name, content

    def _tell(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode() + b"\n"
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            while data:
                data = data[os.write(self.control, data) :]


def _let_go_of_standard_streams() -> None:
    """Leave input, output and error to the program alone, so that the client sees when it closes them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    os.close(nothing)


def _prctl_quietly(option: int, value: int) -> None:
    """Set a property of this process where the system knows it."""
    with contextlib.suppress(OSError):
        prctl(option, value)


def _owner() -> int:
    """Return an unused user, or `nobody` if this system does not support that many users."""
    wanted = _FIRST_USER + os.getpid() % _USERS
    try:
        lines = Path("/proc/self/uid_map").read_text().splitlines()
    except OSError:
        return _NOBODY
    ranges = [tuple(map(int, line.split())) for line in lines]
    return wanted if any(first <= wanted < first + count for first, _, count in ranges) else _NOBODY


def _reap_all(program: int) -> int | None:
    """Reap every child that has ended; return the program's status if it is among them."""
    found = None
    with contextlib.suppress(ChildProcessError):
        while True:
            child, status = os.waitpid(-1, os.WNOHANG)
            if child == 0:
                break
            if child == program:
                found = status
    return found


def main() -> None:
    """Read the plan from the socket whose number is the first argument, and run."""
    # what is built here is for the program to pass through, whatever the user's usual permissions are
    os.umask(0o022)
    control = int(sys.argv[1])
    os.set_inheritable(control, False)
    data = b""
    while not data.endswith(b"\n"):
        piece = os.read(control, 65536)
        if not piece:
            return
        data += piece
    supervisor = Supervisor(control, json.loads(data))
    try:
        supervisor.run()
    except OSError as error:
        if supervisor.group is not None:
            supervisor.group.remove()
        # more than it may have is in its own folder
        is_too_large = error.errno == errno.EFBIG
        supervisor._tell(
            {"started": False, "error": f"{error.strerror or error}", "walls": not is_too_large, "protections": []}
        )
