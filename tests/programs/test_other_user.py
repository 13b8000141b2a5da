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
import json, os, sys
sys.path.insert(0, sys.argv[1])
from programs.limits import Limits
from programs.ending import ProgramFailed
from programs.program import Program
from programs.protection import available_modes, plain_python
LIMITS = Limits(cpu_seconds=1, wall_seconds=10, memory=128, files=4, processes=24, output=1)
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
found = {}
for mode in available_modes()[:-1]:
    for name, code in PROGRAMS.items():
        try:
            with Program([plain_python(mode), "-c", code], LIMITS, mode=mode) as program:
                ended = program.communicate()
                found[mode + " " + name] = ended.output.decode().strip() or str(ended.status)
        except ProgramFailed as failure:
            found[mode + " " + name] = failure.kind
print(json.dumps([os.getuid(), found]))
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
    done = subprocess.run(
        [str(SYSTEM_PYTHON), "-B", "-c", SCRIPT, str(tmp_path), str(secret)],
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "TMPDIR": "/tmp"},
    )
    assert done.returncode == 0, done.stderr
    user, found = json.loads(done.stdout)
    assert user == NOBODY
    return found


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
