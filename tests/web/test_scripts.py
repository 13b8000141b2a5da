"""What holds for every script: `make check` lints them, and this looks at what the linter does not."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import plyground.web

FOLDER = Path(plyground.web.__file__).parent
SCRIPTS = sorted(FOLDER.rglob("*.js"))
MAX_COLUMNS = 120


def test_no_line_is_too_long():
    assert len(SCRIPTS) > 50
    for path in SCRIPTS:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert not [line for line in lines if len(line) > MAX_COLUMNS], path.name


OTHER_SERVERS = {"host/grading/teacher.js", "host/grading/hand_in.js"}
"""Scripts of grading's pages, which are no part of the app."""

WORKERS = {"browser/worker.js", "browser/python.js", "browser/service.js"}
"""What is behind pages where there is no server."""


def test_pages_leave_for_the_service_in_one_place():
    """So the app can be served by something else than a server (the service worker stands before both)."""
    leaving = {
        path.relative_to(FOLDER).as_posix()
        for path in SCRIPTS
        if re.search(r"\bfetch\(|\bnew (WebSocket|EventSource|XMLHttpRequest)\b|sendBeacon", path.read_text("utf-8"))
    }
    assert leaving - OTHER_SERVERS - WORKERS == {"shared/transport.js", "shared/worker.js"}


@pytest.mark.parametrize(
    ("fault", "name"), [("let a = 1; b(a);", "prefer-const"), ("if (1 == '1') fetch('/');", "eqeqeq")]
)
def test_the_linter_finds_faults(tmp_path, fault, name):
    oxlint = shutil.which("oxlint", path=str(Path(sys.executable).parent))
    if oxlint is None:
        pytest.skip("the linter is not installed (make check installs it)")
    rules = Path(__file__).parents[2] / ".oxlintrc.json"
    (tmp_path / "faulty.js").write_text(fault)
    done = subprocess.run([oxlint, "--config", rules, tmp_path], capture_output=True, text=True)
    assert done.returncode == 1
    assert name in done.stdout
