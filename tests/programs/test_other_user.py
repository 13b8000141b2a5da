"""The walls without root: the hostile programs again, started by a user who may do nothing special.

The boundary needs nothing of the package, so a copy of it is run by the system's own Python as `nobody`.
"""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from plyground import programs

SYSTEM_PYTHON = Path("/usr/bin/python3")
NOBODY = 65534

SCRIPT = """
import json, os, resource, socket, sys
sys.path.insert(0, sys.argv[1])
from programs.limits import ResourceLimits
from programs.ending import ProgramFailed
from programs.program import Program
from programs.protection import available_modes, plain_python
LIMITS = ResourceLimits(cpu_seconds=1, wall_seconds=10, memory=128, files=4, processes=24, output=1)
PROGRAMS = {
    "loop": "while True: pass",
    "fork bomb": "import os\\nwhile True:\\n try: os.fork()\\n except OSError: pass",
    "flood": "while True: print('x' * 10000)",
    "kill": "import os\\nfor pid in (%d, os.getppid(), -1):\\n try: os.kill(pid, 9)\\n except OSError: pass\\n"
    "print('ok')" % os.getpid(),
    "socket": "import socket\\ntry: socket.socket()\\nexcept OSError as e: print(e.strerror)",
    "who": "import os; print(os.getuid())",
}
PROGRAMS["secret"] = "import os\\ntry: print(open(%r).read())\\nexcept OSError: print('hidden')" % sys.argv[2]
# what is the user's, and what only he may do to it
victim = os.path.join(sys.argv[3], "his.txt")
open(victim, "w").write("his")
os.chmod(victim, 0o600)
address = os.path.join(sys.argv[3], "socket")
listening = socket.socket(socket.AF_UNIX)
listening.bind(address)
listening.listen()
os.chmod(address, 0o777)
PROGRAMS["attacks"] = ATTACKS % (os.getpid(), victim, address)
PROGRAMS["hidden memory"] = HIDDEN_MEMORY
PROGRAMS["hidden files"] = HIDDEN_FILES
def state():
    kept = os.stat(victim)
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    return limits, os.getpriority(os.PRIO_PROCESS, 0), os.sched_getaffinity(0), kept.st_mode, kept.st_mtime
before = state()
found = {}
for mode in available_modes()[:-1]:
    for name, code in PROGRAMS.items():
        try:
            with Program([plain_python(mode), "-c", code], LIMITS, mode=mode) as program:
                ended = program.communicate()
                found[mode + " " + name] = ended.output.decode().strip() or str(ended.status)
        except ProgramFailed as failure:
            found[mode + " " + name] = failure.kind
    found[mode + " changed"] = str(state() != before)
print(json.dumps([os.getuid(), found]))
"""

ATTACKS = """
import fcntl, os, resource, socket
grader, victim, address = %d, %r, %r
def attempt(name, act):
    try:
        act()
    except OSError:
        return
    print(name)
attempt('limits', lambda: resource.prlimit(grader, resource.RLIMIT_NOFILE, (0, 0)))
attempt('priority', lambda: os.setpriority(os.PRIO_PROCESS, grader, 19))
attempt('processors', lambda: os.sched_setaffinity(grader, {0}))
attempt('mode', lambda: os.chmod(victim, 0o777))
attempt('times', lambda: os.utime(victim, (0, 0)))
attempt('owner', lambda: os.chown(victim, -1, os.getgid()))
attempt('talk', lambda: socket.socket(socket.AF_UNIX).connect(address))
attempt('pair', lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0].connect(address))
attempt('pipes', lambda: socket.socketpair())
def shoot():
    reader, writer = os.pipe()
    fcntl.fcntl(reader, fcntl.F_SETOWN, grader)
    fcntl.fcntl(reader, 10, 9)
    fcntl.fcntl(reader, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    os.write(writer, b'x')
attempt('signal', shoot)
"""
HIDDEN_FILES = """
import ctypes, os, time
ctypes.CDLL(None).prctl(4, 0)
kept = []
try:
    for i in range(9):
        kept.append(open('x', 'wb', buffering=0))
        os.unlink('x')
        kept[-1].write(bytes(1 << 20))
    time.sleep(9)
except OSError: print('refused')
"""
HIDDEN_MEMORY = """
import ctypes, os
try: os.memfd_create('x'); print('memfd')
except OSError: pass
if ctypes.CDLL(None).shmget(0, 1 << 20, 0o1600) >= 0: print('System V')
"""


@pytest.mark.skipif(os.geteuid() != 0 or not SYSTEM_PYTHON.exists(), reason="needs root to become somebody else")
def test_the_same_walls_for_an_ordinary_user():
    with tempfile.TemporaryDirectory() as name:
        tmp_path = Path(name)
        tmp_path.chmod(0o755)
        found = run_as_nobody(tmp_path)
    check(found)


def run_as_nobody(tmp_path):
    shutil.copytree(Path(programs.__file__).parent, tmp_path / "programs")
    secret = tmp_path / "secret.txt"
    secret.write_text("swordfish")
    his = tmp_path / "his"
    his.mkdir()
    os.chown(his, NOBODY, NOBODY)
    script = f"ATTACKS, HIDDEN_MEMORY, HIDDEN_FILES = {ATTACKS!r}, {HIDDEN_MEMORY!r}, {HIDDEN_FILES!r}\n{SCRIPT}"
    said = as_nobody([str(SYSTEM_PYTHON), "-B", "-c", script, str(tmp_path), str(secret), str(his)])
    user, found = json.loads(said)
    assert user == NOBODY
    return found


def as_nobody(command):
    done = subprocess.run(
        command,
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "TMPDIR": "/tmp"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def check(found):
    modes = {name.partition(" ")[0] for name in found}
    assert modes, "neither namespaces nor Landlock worked without root"
    for mode in modes:
        assert found[f"{mode} loop"] == "time"
        assert found[f"{mode} fork bomb"] in {"time", "memory"}
        assert found[f"{mode} flood"] == "output"
        assert found[f"{mode} kill"] in {"ok", "-9"}
        assert found[f"{mode} secret"] == "hidden"
        assert found[f"{mode} socket"] == "Operation not permitted"
        assert found[f"{mode} who"] in {"1000", str(NOBODY)}
        # a pair of connected sockets is all right: it leads nowhere else
        assert found[f"{mode} attacks"] == "pipes"
        assert found[f"{mode} hidden memory"] == "0"
        assert found[f"{mode} hidden files"] == ("files" if mode == "landlock" else "refused")
        assert found[f"{mode} changed"] == "False"


UNWALLED = """
import os, sys
sys.path.insert(0, sys.argv[1])
from programs.limits import ResourceLimits
from programs.program import Program
from programs.protection import close_this_process, plain_python
CODE = '''
import os
for name in ("mem", "environ", "maps", "fd/0", "stat"):
    try: open("/proc/%d/" + name, "rb").read(1); print(name)
    except OSError: pass
''' % os.getpid()
for close in (False, True):
    if close: close_this_process()
    with Program([plain_python("limits"), "-c", CODE], ResourceLimits(wall_seconds=20), mode="limits") as program:
        print(program.communicate().output.decode().split())
"""


@pytest.mark.skipif(os.geteuid() != 0 or not SYSTEM_PYTHON.exists(), reason="needs root to become somebody else")
def test_without_walls_the_grader_itself_is_closed_to_a_program_of_the_same_user():
    """Programs still run, and their use is still looked at."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        shutil.copytree(Path(programs.__file__).parent, Path(name) / "programs")
        before, after = as_nobody([str(SYSTEM_PYTHON), "-B", "-c", UNWALLED, name]).splitlines()
    assert "environ" in before
    assert after == "['stat']"
