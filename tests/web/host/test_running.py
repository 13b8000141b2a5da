"""Visitors' code in the sandbox of the server."""

import pytest

from plyground.core.errors import InvalidSetting
from plyground.programs.protection import WALLS, player_mode
from plyground.web.host import running
from plyground.web.host.running import run_python
from plyground.web.service.endpoints import Forbidden

needs_walls = pytest.mark.skipif(player_mode() not in WALLS, reason="there is no sandbox here")


@needs_walls
def test_it_has_its_files_and_nothing_else(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("secret")
    assert run_python({"main.py": "print(open('a.txt').read())", "a.txt": "hello"}) == "hello\n"
    for statement in (f"open({str(secret)!r}).read()", "import socket; socket.create_connection(('127.0.0.1', 80))"):
        code = f"try:\n    {statement}\nexcept OSError as error:\n    print('refused')"
        assert run_python({"main.py": code}) == "refused\n"


@needs_walls
@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("while True: pass", "The code was stopped: used more than 4 s of CPU time"),
        ("x = [0] * 10**9", "The code was stopped"),
        ("while True: print('x' * 1000)", "The code was stopped"),
        ("1 / 0", "The code was stopped"),
    ],
)
def test_what_exceeds_its_limits_is_stopped_with_a_sentence(code, sentence):
    with pytest.raises(InvalidSetting, match=sentence):
        run_python({"main.py": code})


def test_without_a_sandbox_nothing_is_run(monkeypatch):
    monkeypatch.setattr(running, "player_mode", lambda: "limits")
    with pytest.raises(Forbidden, match="needs Linux"):
        run_python({"main.py": "print(1)"})
