"""Programs behind the walls: they talk, see no secret, change nothing outside, and leave nothing running."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from left_running import left_running
from plyground.programs import protection
from plyground.programs.ending import ProgramFailed
from plyground.programs.limits import ResourceLimits
from plyground.programs.program import Program
from plyground.programs.protection import (
    Unprotected,
    plain_python,
    python_folders,
    strongest_mode,
    weakness,
)
from walled import LIMITS, MARK, WALLS, ended, failure, python

POOL_LIMITS = ResourceLimits(cpu_seconds=20, wall_seconds=40, memory=512, processes=24)

pytestmark = pytest.mark.skipif(not WALLS, reason="this system allows neither namespaces nor Landlock")


@pytest.fixture(params=WALLS)
def mode(request):
    return request.param


def test_the_walls_can_be_built_by_a_careful_user(mode):
    """Who makes files for nobody but himself (umask) has walls all the same."""
    before = os.umask(0o077)
    try:
        assert ended("print('up')", mode).output == b"up\n"
    finally:
        os.umask(before)


def test_talks_line_by_line(mode):
    with python("while True: print(input().upper(), flush=True)", mode) as program:
        for word in ("one", "two"):
            program.send(word + "\n", seconds=60)
            assert program.read_line(seconds=60) == word.upper()


def test_says_which_walls_stand(mode):
    with python("pass", mode) as program:
        walls = " ".join(program.protections)
    assert "seccomp" in walls
    assert "limits" in walls
    assert ("namespace" in walls) == (mode == "namespaces")
    assert ("Landlock" in walls) == (mode == "landlock")
    assert ("unprivileged user" in walls) == (os.geteuid() == 0)


def test_files_go_in_and_come_out(mode, tmp_path):
    (tmp_path / "given.txt").write_text("given")
    code = "open('out.txt', 'w').write(open('given.txt').read() + open('more.txt').read())"
    result = ended(code, mode, folder=tmp_path, files={"more.txt": b" and more"}, collect=["out.txt", "no.txt"])
    assert result.files == {"out.txt": b"given and more"}
    assert list(tmp_path.iterdir()) == [tmp_path / "given.txt"]


def test_sees_no_secret(mode, tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "swordfish")
    secret = tmp_path / "other-submission.py"
    secret.write_text("swordfish")
    for folder in (tmp_path, *tmp_path.parents):
        if folder.owner() == tmp_path.owner() and "pytest" in str(folder):
            folder.chmod(0o755)
    code = f"""
import glob, os
seen = str(dict(os.environ))
names = [*glob.glob('/proc/*/environ'), *glob.glob('/proc/*/cmdline')]
for name in [{str(secret)!r}, '/etc/shadow', '/etc/passwd', *names]:
    try: seen += open(name).read()
    except OSError: pass
print('sword' 'fish' in seen, 'dae' 'mon' in seen, {str(secret)!r} in str(glob.glob('/tmp/*/*')))
"""
    assert ended(code, mode).output == b"False False False\n"


def test_changes_nothing_outside(mode, tmp_path):
    tmp_path.chmod(0o777)
    victim = tmp_path / "grade.txt"
    victim.write_text("0")
    victim.chmod(0o666)
    code = f"""
import os
for act in (lambda: open({str(victim)!r}, 'w').write('10'), lambda: os.remove({str(victim)!r}),
            lambda: open('/usr/evil', 'w'), lambda: open({str(tmp_path / "new")!r}, 'w')):
    try: act()
    except OSError: print('refused')
"""
    assert ended(code, mode).output.count(b"refused") == 4
    assert victim.read_text() == "0"
    assert [path.name for path in tmp_path.iterdir()] == ["grade.txt"]


def test_opens_no_socket(mode):
    code = """
import socket
for family in (socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK):
    try: socket.socket(family, socket.SOCK_DGRAM); print('open')
    except OSError as error: print(error.strerror)
"""
    assert set(ended(code, mode).output.decode().splitlines()) == {"Operation not permitted"}


def test_opens_no_socket_that_somebody_listens_at(mode, tmp_path):
    for folder in (tmp_path, *tmp_path.parents):
        if folder.owner() == tmp_path.owner() and "pytest" in str(folder):
            folder.chmod(0o755)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "s"))
        (tmp_path / "s").chmod(0o777)
        listening.listen()
        code = f"""
import socket
try: socket.socket(socket.AF_UNIX).connect({str(tmp_path / "s")!r}); print('talks')
except OSError: print('refused')
"""
        assert ended(code, mode).output == b"refused\n"


POOL = """
import multiprocessing
def square(x): return x * x
if __name__ == '__main__':
    with multiprocessing.Pool(2) as pool: print(pool.map(square, range(4)))
"""


def test_may_use_several_processes(mode):
    assert ended(POOL, mode, files={"main.py": POOL.encode()}, limits=POOL_LIMITS).output == b"[0, 1, 4, 9]\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="takes a user of its own")
@pytest.mark.parametrize("place", ["/dev/shm", "/tmp"])
def test_what_it_leaves_elsewhere_counts_and_is_removed(place):
    """Without namespaces a program may write where everybody may."""
    before = set(Path(place).iterdir())
    code = f"""
import os, time
os.makedirs({place!r} + '/left-{MARK}/deeper')
for i in range(3): open(f'{place}/left-{MARK}/{{i}}', 'wb').write(bytes(1 << 20))
"""
    assert ended(code, "limits").status == 0
    assert not [path for path in set(Path(place).iterdir()) - before if MARK in path.name]
    hog = code + f"for i in range(9): open(f'{place}/{MARK}-{{i}}', 'wb').write(bytes(1 << 20))\ntime.sleep(20)"
    assert failure(hog, "limits").kind == "files"
    assert not [path for path in set(Path(place).iterdir()) - before if MARK in path.name]


@pytest.mark.skipif(os.geteuid() != 0, reason="takes a user of its own")
def test_what_it_leaves_elsewhere_is_removed_even_if_its_supervisor_has_no_time_to(monkeypatch):
    monkeypatch.setattr("plyground.programs.supervised._END_SECONDS", 0.0)
    code = f"import time\nfor i in range(900): open(f'/dev/shm/{MARK}-{{i}}', 'w')\nprint(flush=True)\ntime.sleep(20)"
    with python(code, "limits") as program:
        program.read_line(20)
    assert not list(Path("/dev/shm").glob(f"{MARK}-*"))


@pytest.mark.skipif("landlock" not in WALLS, reason="there is no Landlock here")
def test_landlock_leaves_no_place_where_everybody_may_write():
    places = [place for place in ("/dev/shm", "/tmp", "/var/tmp", "/run/lock", "/dev/mqueue") if Path(place).is_dir()]
    code = f"""
for place in {places!r}:
    try: open(place + '/{MARK}', 'w'); print(place)
    except OSError: pass
"""
    assert ended(code, "landlock").output == b""


def test_an_answer_is_heard_however_late_we_listen(mode, monkeypatch):
    look = Program._look
    monkeypatch.setattr(Program, "_look", lambda self: (time.sleep(1.5), look(self)))
    code = "import time\ntime.sleep(0.4)\nprint('here', flush=True)\ntime.sleep(9)"
    with python(code, mode) as program:
        assert program.read_line(1.0) == "here"
        with pytest.raises(ProgramFailed, match="did not answer in time"):
            program.read_line(0.1)


def test_what_is_hidden_cannot_be_read_where_other_things_can(mode, tmp_path):
    """As with a package that is installed beside what every program needs."""
    for folder in (tmp_path, *tmp_path.parents):
        if folder.owner() == tmp_path.owner() and "pytest" in str(folder):
            folder.chmod(0o755)
    site = tmp_path / "usr" / "site"
    for name in ("ours", "other"):
        (site / name).mkdir(parents=True)
        (site / name / "solver.py").write_text(f"print({name!r})")
    (site / "link").symlink_to("ours")
    (site / "here").symlink_to(".")
    code = f"""
import glob
for name in ('ours/solver.py', 'other/solver.py', 'link/solver.py', 'here/ours/solver.py'):
    try: print(open({str(site)!r} + '/' + name).read())
    except OSError: print('closed')
print(len(glob.glob({str(site)!r} + '/*')))
"""
    interpreter = plain_python(mode)
    readable, hidden = [*python_folders(interpreter), tmp_path / "usr"], [site / "ours", tmp_path / "nothing"]
    with Program([interpreter, "-c", code], LIMITS, mode=mode, readable=readable, hidden=hidden) as program:
        assert program.communicate().output.decode().split("\n")[:-1] == [
            "closed", "print('other')", "closed", "closed", "4",
        ]  # fmt: skip


def test_kills_nobody_else(mode):
    bystander = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    code = f"""
import os, signal
for pid in ({bystander.pid}, {os.getpid()}, os.getppid(), -1):
    try: os.kill(pid, signal.SIGKILL)
    except OSError: pass
"""
    try:
        ended(code, mode)
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()


def test_neither_traces_nor_rebuilds_the_walls(mode):
    code = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *arguments):
    result = getattr(libc, name)(*arguments)
    print(name, 'worked' if result >= 0 else os.strerror(ctypes.get_errno()))
call('ptrace', 16, os.getppid(), 0, 0)
call('unshare', 0x10000000)
call('mount', b'tmpfs', b'/tmp', b'tmpfs', 0, None)
call('setuid', 0)
call('chroot', b'.')
"""
    lines = ended(code, mode).output.decode().splitlines()
    assert len(lines) == 5
    # in a user namespace nobody is user 0, so that asking to be is not even a valid request
    assert {line.partition(" ")[2] for line in lines} <= {"Operation not permitted", "Invalid argument"}


LOCKS = {
    "flock": "fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)",
    "shared flock": "fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)",
    "record": "fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)",
    "open file": "fcntl.fcntl(file, 37, struct.pack('hhqqi4x', fcntl.F_RDLCK, 0, 0, 0, 0))",
}
ASKED = """
import fcntl, struct
file = open(FILE, 'rb')
def held():
    for how in (fcntl.LOCK_EX, fcntl.LOCK_SH):
        try: fcntl.flock(file, how | fcntl.LOCK_NB)
        except BlockingIOError: return True
    for command in (fcntl.F_GETLK, 36):
        found = fcntl.fcntl(file, command, struct.pack('hhqqi4x', fcntl.F_WRLCK, 0, 0, 0, 0))
        if struct.unpack('hhqqi4x', found)[0] != fcntl.F_UNLCK: return True
    return False
print(held())
"""


@pytest.mark.parametrize("kind", LOCKS)
def test_no_lock_on_a_file_that_all_can_read_tells_another_program_anything(mode, kind):
    file = plain_python(mode)
    holder = f"import fcntl, struct\nfile = open({file!r}, 'rb')\n{LOCKS[kind]}\nprint('held', flush=True)\ninput()"
    with python(holder, mode) as program:
        assert program.read_line(60) == "held"
        with python(ASKED.replace("FILE", repr(file)), mode) as other:
            assert other.communicate().output == b"False\n"


def test_nobody_watches_what_others_do_with_a_file(mode):
    code = """
import ctypes, fcntl, os, sys
libc = ctypes.CDLL(None, use_errno=True)
found = [libc.inotify_add_watch(libc.inotify_init1(0), os.fsencode(sys.executable), 0xfff) >= 0]
for command in (fcntl.F_SETLEASE, fcntl.F_NOTIFY):
    try: found.append(bool(fcntl.fcntl(os.open('/usr/lib', os.O_RDONLY), command, fcntl.F_WRLCK)) or True)
    except OSError: found.append(False)
print(found)
"""
    assert ended(code, mode).output == b"[False, False, False]\n"


def test_a_program_locks_files_of_its_own(mode):
    code = """
import fcntl, sqlite3
with open('own', 'w') as file:
    fcntl.flock(file, fcntl.LOCK_EX)
    fcntl.lockf(file, fcntl.LOCK_EX)
base = sqlite3.connect('own.db')
base.execute('CREATE TABLE found (word)')
base.execute('INSERT INTO found VALUES (7)')
base.commit()
print(sqlite3.connect('own.db').execute('SELECT word FROM found').fetchone())
"""
    assert ended(code, mode).output == b"(7,)\n"


def test_leaves_no_process_behind(mode):
    code = """
import os, time
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.close(0), os.close(1), os.close(2)
            time.sleep(300)
        os._exit(0)
time.sleep(0.2)
"""
    assert ended(code, mode).status == 0


def test_closing_kills_a_program_that_still_runs(mode):
    with python("import os, time\nos.fork()\nprint('up', flush=True)\ntime.sleep(300)", mode) as program:
        program.read_line(seconds=60)
        assert left_running(MARK)
    assert not left_running(MARK)


def test_dies_with_the_grader(mode, tmp_path):
    """A grader that is killed leaves nothing running."""
    grader = f"""
import sys, time
from plyground.programs.limits import ResourceLimits
from plyground.programs.program import Program
from plyground.programs.protection import plain_python, python_folders
python = plain_python({mode!r})
code = "import os, time; os.fork(); os.setsid() if os.getpid() % 2 else 0; print('up', flush=True); time.sleep(300)"
program = Program([python, "-c", code, {MARK!r}], ResourceLimits(wall_seconds=300), mode={mode!r},
                  readable=python_folders(python))
program.read_line(seconds=20)
print("up", flush=True)
time.sleep(300)
"""
    process = subprocess.Popen([sys.executable, "-c", grader], stdout=subprocess.PIPE)
    with process:
        assert process.stdout.readline() == b"up\n"
        process.kill()
    deadline = time.monotonic() + 60
    while left_running(MARK) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not left_running(MARK)


def test_a_symlink_is_not_collected(mode):
    code = "import os; os.symlink('/etc/hostname', 'out.txt'); os.mkfifo('pipe.txt')"
    assert ended(code, mode, collect=["out.txt", "pipe.txt"]).files == {}


def test_a_folder_is_not_collected(mode):
    found = ended("import os; os.mkdir('out.txt'); print('done')", mode, collect=["out.txt"])
    assert (found.status, found.output, found.files) == (0, b"done\n", {})


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("import os; os.kill(os.getpid(), 11)", "was ended by SIGSEGV"),
        ("import os; os.abort()", "was ended by SIGABRT"),
        ("import sys; sys.exit(3)", "ended with exit status 3"),
        ("import os; os._exit(0)", "ended with exit status 0"),
        ("1/0", "ended with exit status 1 (ZeroDivisionError: division by zero)"),
    ],
)
def test_ends_without_an_answer(mode, code, sentence):
    with python(code, mode) as program, pytest.raises(ProgramFailed) as caught:
        program.read_line(seconds=60)
    assert str(caught.value) == sentence


def test_a_closed_output_is_an_end(mode):
    code = "import os, time; os.close(1); time.sleep(60)"
    with python(code, mode) as program, pytest.raises(ProgramFailed) as caught:
        program.read_line(seconds=60)
    assert str(caught.value) == "closed its output"


def test_reads_no_input_and_is_given_much(mode):
    assert ended("print('done')", mode, text="x" * 1_000_000).output == b"done\n"


def test_a_program_that_is_not_there(mode):
    with pytest.raises(ProgramFailed, match="could not be started: No such file or directory"):
        Program(["./missing"], LIMITS, mode=mode)


def test_an_executable_of_its_own(mode, tmp_path):
    script = tmp_path / "run.sh"
    script.write_text("#!/bin/sh\necho hello from $PWD\n")
    script.chmod(0o755)
    with Program(["./run.sh"], LIMITS, mode=mode, folder=tmp_path) as program:
        assert program.communicate().output.startswith(b"hello from /")


def test_nothing_is_left_in_the_temporary_folder(mode, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    tmp_path.chmod(0o755)
    ended("open('left', 'w').write('x')", mode)
    assert not list(tmp_path.iterdir())


def test_a_weaker_wall_is_always_said():
    assert weakness("namespaces") == ""
    assert "Namespaces are not allowed here" in weakness("landlock")
    assert "Nothing but limits" in weakness("limits")
    assert "Nothing but limits" in weakness("bare")


def test_without_walls_it_is_refused(monkeypatch):
    monkeypatch.setattr(protection, "available_modes", lambda: ("limits",))
    with pytest.raises(Unprotected, match="--unsafe"):
        strongest_mode()
    assert strongest_mode(unsafe=True) == "limits"


def test_who_does_without_walls_has_them_where_they_are():
    assert strongest_mode(unsafe=True) == strongest_mode() == WALLS[0]


def test_limits_alone_still_limit():
    assert failure("while True: pass", "limits").kind == "time"
    assert ended("import os; print(os.environ.get('USER'))", "limits").output == b"student\n"
