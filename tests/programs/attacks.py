"""Attacks on what a program may use, each with what must come of it, and who runs them: root, or an ordinary user.

The boundary needs nothing of the package, so for an ordinary user a copy of it is run by the system's own Python.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path

from plyground import programs

SYSTEM_PYTHON = Path("/usr/bin/python3")
NOBODY = 65534
LIMITS = {"cpu_seconds": 1.5, "wall_seconds": 20, "memory": 192, "files": 8, "processes": 48, "output": 1}

CALL = """
import ctypes, os, time
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    return libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
"""
SHORT_CHILDREN = """
for _ in range(400):
    child = os.fork()
    if child == 0:
        end = time.process_time() + 0.02
        while time.process_time() < end: pass
        os._exit(0)
    # it is told when the child is gone, and nothing of what that has used
    try: os.waitpid(child, 0)
    except ChildProcessError: pass
print('got away')
"""
X86 = os.uname().machine == "x86_64"

ATTACKS = {
    # what is printed, or the kind of failure: one of these
    "cpu: short children nobody waits for": (
        """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
"""
        + SHORT_CHILDREN,
        {"time"},
    ),
    "cpu: short children without SIGCHLD": (
        CALL
        + f"""
SA_NOCLDWAIT = 2
action = (ctypes.c_ulong * 4)(0, SA_NOCLDWAIT, 0, 0)
assert call({13 if X86 else 134}, 17, ctypes.byref(action), None, 8) == 0
"""
        + SHORT_CHILDREN,
        {"time"},
    ),
    "cpu: orphans of orphans": (
        """
import os, time
for _ in range(400):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        if os.fork() == 0:
            end = time.process_time() + 0.02
            while time.process_time() < end: pass
        os._exit(0)
    os.waitpid(child, 0)
    os.close(writer)
    os.read(reader, 1)
    os.close(reader)
print('got away')
""",
        {"time"},
    ),
    "memory: buffers of sockets": (
        """
import socket, os, time
for _ in range(8):
    if os.fork() == 0: break
kept = []
try:
    while True:
        kept.append(socket.socketpair())
        for end in kept[-1]:
            end.setblocking(False)
            try:
                while True: end.send(bytes(1 << 15))
            except BlockingIOError: pass
except OSError: pass
time.sleep(9)
print('got away')
""",
        {"memory", "files"},
    ),
    "memory: shared pages count once": (
        """
import mmap, os, time
m = mmap.mmap(-1, 60 << 20)
for i in range(0, 60 << 20, 4096): m[i] = 1
for _ in range(5):
    if os.fork() == 0:
        sum(m[i] for i in range(0, 60 << 20, 4096))
        time.sleep(2)
        os._exit(0)
time.sleep(1)
print('fair')
""",
        {"fair"},
    ),
    "memory: shared pages of many": (
        """
import mmap, os, time
for _ in range(5):
    if os.fork() == 0:
        m = mmap.mmap(-1, 60 << 20)
        for i in range(0, 60 << 20, 4096): m[i] = 1
        time.sleep(9)
time.sleep(9)
print('got away')
""",
        {"memory"},
    ),
    "memory: what the kernel keeps": (
        CALL
        + f"""
tries = {{'semget': ({64 if X86 else 190}, 0, 1, 0o1600), 'shmget': ({29 if X86 else 194}, 0, 4096, 0o1600),
         'msgget': ({68 if X86 else 186}, 0, 0o1600),
         'mq_open': ({240 if X86 else 180}, b'left', 0o102, 0o600, 0), 'memfd': ({319 if X86 else 279}, b'x', 0)}}
print([name for name, words in tries.items() if call(*words) >= 0])
""",
        {"[]"},
    ),
    "disk: allocated beyond the end": (
        CALL
        + f"""
file = os.open('x', os.O_RDWR | os.O_CREAT)
done = call({285 if X86 else 47}, file, 1, 0, 64 << 20)
time.sleep(3 if done == 0 else 0)
print('got away' if done == 0 else 'refused')
""",
        {"files", "refused"},
    ),
    "disk: mapped and gone": (
        """
import mmap, os, time
kept = []
try:
    for i in range(7):
        file = os.open('x', os.O_RDWR | os.O_CREAT)
        os.posix_fallocate(file, 0, 4 << 20)
        kept.append(mmap.mmap(file, 4096))
        os.close(file); os.unlink('x')
    time.sleep(5)
    print('got away')
except OSError: print('refused')
""",
        {"files", "refused"},
    ),
    "disk: on its way through a socket": (
        """
import array, os, socket, time
one, other = socket.socketpair()
try:
    for i in range(7):
        file = os.open('x', os.O_RDWR | os.O_CREAT)
        os.posix_fallocate(file, 0, 4 << 20)
        one.sendmsg([b'x'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', [file]))])
        os.close(file); os.unlink('x')
    time.sleep(5)
    print('got away')
except OSError: print('refused')
""",
        {"files", "refused"},
    ),
    "disk: in a folder nobody looks into": (
        """
import os, time
os.mkdir('dark', 0o300)
try:
    for i in range(7):
        with open(f'dark/{i}', 'wb') as file: os.posix_fallocate(file.fileno(), 0, 4 << 20)
    time.sleep(5)
    print('got away')
except OSError: print('refused')
""",
        {"files", "refused"},
    ),
    "disk: held by what nobody may read": (
        """
import os, shutil, sys, time
code = '''
import os, time
kept = []
try:
    for i in range(7):
        kept.append(os.open('x', os.O_RDWR | os.O_CREAT))
        os.unlink('x')
        os.posix_fallocate(kept[-1], 0, 4 << 20)
    time.sleep(5)
    print('got away', flush=True)
except OSError: print('refused', flush=True)
'''
copy = os.open('dark', os.O_WRONLY | os.O_CREAT, 0o111)
with open(sys.executable, 'rb') as source: data = source.read()
try:
    while data: data = data[os.write(copy, data):]
    os.close(copy)
    os.execv('./dark', [sys.executable, '-I', '-c', code])
except OSError: print('refused')
""",
        {"files", "refused"},
    ),
    "others: a program of its user": (
        """
import os, signal
own = os.getpid(), os.getppid()
print([pid for pid in range(2, 40000) if pid not in own and os.path.exists(f'/proc/{pid}/fd/0')])
""",
        {"[]"},
    ),
    "fair: a pool": (
        """
import multiprocessing
def square(x): return x * x
if __name__ == '__main__':
    with multiprocessing.get_context('fork').Pool(2) as pool: print(sum(pool.map(square, range(40))))
""",
        {"20540"},
    ),
    "fair: other start methods": (
        """
import multiprocessing
def square(x): return x * x
if __name__ == '__main__':
    found = []
    for method in (None, 'spawn', 'forkserver'):
        with multiprocessing.get_context(method).Pool(2) as pool: found.append(sum(pool.map(square, range(40))))
    multiprocessing.set_start_method('spawn', force=True)
    queue = multiprocessing.Queue()
    one = multiprocessing.Process(target=queue.put, args=('put',))
    one.start()
    print(found, queue.get(timeout=9))
    one.join()
""",
        {"[20540, 20540, 20540] put"},
    ),
    "fair: shared memory": (
        """
import multiprocessing
from multiprocessing import shared_memory
def fill(name):
    block = shared_memory.SharedMemory(name)
    block.buf[:5] = b'hello'
    block.close()
if __name__ == '__main__':
    block = shared_memory.SharedMemory(create=True, size=4096)
    one = multiprocessing.get_context('fork').Process(target=fill, args=(block.name,))
    one.start(); one.join()
    print(bytes(block.buf[:5]).decode(), shared_memory.ShareableList([1, 'two'])[1])
    block.close(); block.unlink()
    try: shared_memory.SharedMemory(block.name); print('left')
    except FileNotFoundError: print('gone')
""",
        {"hello two\ngone"},
    ),
    "fair: locks, queues and events": (
        """
import multiprocessing, threading, time
context = multiprocessing.get_context('fork')
def work(lock, queue, event, value, barrier, condition):
    event.wait(9)
    for _ in range(200):
        with lock: value.value += 1
    barrier.wait(9)
    with condition: condition.notify_all()
    queue.put('done')
lock, queue, event = context.RLock(), context.Queue(), context.Event()
value, barrier, condition = context.Value('i', 0), context.Barrier(3), context.Condition()
crew = [context.Process(target=work, args=(lock, queue, event, value, barrier, condition)) for _ in range(3)]
for one in crew: one.start()
with lock:
    with lock: assert lock._semlock._is_zero()
assert lock.acquire(timeout=1) and not lock.release()
bounded = context.BoundedSemaphore(2)
assert bounded.acquire() and bounded.acquire() and not bounded.acquire(timeout=0.1) and not bounded.acquire(False)
bounded.release(); bounded.release()
try: bounded.release(); print('too often')
except ValueError: pass
event.set()
print([queue.get(timeout=9) for _ in crew], value.value)
for one in crew: one.join()
""",
        {"['done', 'done', 'done'] 600"},
    ),
}
"""Name to a program and what may come of it: what it prints, or the kind of its failure."""


def outcomes(package, limits, attacks, modes):
    """Run the attacks in every mode; return what came of each. This runs where plyground cannot be imported."""
    from importlib import import_module

    def part(name):
        return import_module(f"{package}.{name}")

    failed, python = part("ending").ProgramFailed, part("protection").plain_python
    limits = part("limits").ResourceLimits(**limits)
    found = {}
    for mode in modes or [mode for mode in part("protection").available_modes() if mode != "limits"]:
        folders = part("protection").python_folders(python(mode))
        for name, (code, _) in attacks.items():
            try:
                with part("program").Program(
                    [python(mode), "main.py"], limits, mode=mode, files={"main.py": code.encode()}, readable=folders
                ) as program:
                    ended = program.communicate()
                    found[f"{mode}: {name}"] = ended.output.decode().strip() or f"{ended.status}: {ended.errors[-900:]}"
            except failed as failure:
                found[f"{mode}: {name}"] = failure.kind
    return found


def outcomes_as_nobody(folder, attacks, modes=()):
    """Run the attacks as an ordinary user; `folder` must be open to all."""
    if not (folder / "programs").exists():
        shutil.copytree(Path(programs.__file__).parent, folder / "programs")
        shutil.copy(__file__, folder / "attacks.py")
    source = (folder / "attacks.py").read_text().partition("def outcomes(")[2].partition("\n\n\ndef ")[0]
    given = json.dumps([LIMITS, attacks, list(modes)], default=list)
    script = (
        f"import json, sys\nsys.path.insert(0, {str(folder)!r})\ndef outcomes({source}\n"
        "given = json.load(sys.stdin)\nprint(json.dumps(outcomes('programs', *given)))"
    )
    done = subprocess.run(
        [str(SYSTEM_PYTHON), "-B", "-c", script],
        input=given,
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "TMPDIR": "/tmp"},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
