"""``plyground class``: what it prints, and that the password opens the teacher's page."""

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from plyground.cli import main

COMMAND = [sys.executable, "-m", "plyground", "class"]


def asked(url, **fields):
    request = urllib.request.Request(url, json.dumps(fields).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


@pytest.mark.parametrize(
    "url", ["http://[::1/class", "http://127.0.0.1:99999/class", "ftp://127.0.0.1/class", "http://"]
)
def test_a_wrong_address_of_a_class_is_one_sentence(url, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with pytest.raises(SystemExit) as left:
        main(["connect", url, "random", "--game", "gardner"])
    said = capsys.readouterr().err
    assert left.value.code == 2
    assert "should be like http://192.168.1.20:8000/class" in said
    assert said.count("\n") == 1


def test_a_folder_that_cannot_keep_the_programs_token_is_named(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(SystemExit) as left:
        main(["connect", "http://127.0.0.1:9/class", "random", "--game", "gardner"])
    said = capsys.readouterr().err
    assert left.value.code == 2
    assert "connect-tokens" in said
    assert said.count("\n") == 1


def test_it_prints_the_address_and_a_password_that_opens_the_teachers_page(tmp_path):
    options = ["7b", "--host", "127.0.0.1", "--port", "0", "--no-browser", "--db", str(tmp_path / "web.db")]
    with subprocess.Popen([*COMMAND, *options], stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        try:
            said = ""
            while "password: " not in said:
                line = process.stdout.readline()
                assert line, said
                said += line
            address = re.search(r"The class 7b is at (http://127\.0\.0\.1:\d+/)class ", said)[1]
            password = re.search(r"password: (\S+)", said)[1]
            assert "█" in said or "▄" in said, "there is a code to scan"
            with pytest.raises(urllib.error.HTTPError):
                asked(f"{address}api/class/sign-in", password="wrong-word")
            assert asked(f"{address}api/class/sign-in", password=password) == {}
        finally:
            process.kill()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert password.encode() not in kept


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--own-password"], "The teacher's password should have at least 8 characters."),
        (["x" * 41], "its name has 1 to 40 characters"),
        ([" "], "its name has 1 to 40 characters"),
        (["--port", "70000"], "it is a whole number from 0 to 65535"),
    ],
)
def test_wrong_input_is_answered_with_a_sentence(tmp_path, options, said):
    done = subprocess.run(
        [*COMMAND, *options, "--no-browser", "--db", str(tmp_path / "web.db")],
        capture_output=True,
        text=True,
        input="short\n",
    )
    assert (done.returncode, said in done.stderr, "Traceback" in done.stderr) == (2, True, False), done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_on_a_terminal_the_password_is_out_of_sight_when_the_code_is_projected(tmp_path):
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    options = ["7b", "--host", "127.0.0.1", "--port", "0", "--no-browser", "--db", str(tmp_path / "web.db")]
    with subprocess.Popen([*COMMAND, *options], stdout=theirs, stdin=subprocess.DEVNULL) as process:
        try:
            said = b""
            while "█".encode() not in said and "▄".encode() not in said:
                said += os.read(ours, 4096)
            lines = said.decode(errors="replace").splitlines()
            password = next(i for i, line in enumerate(lines) if "password: " in line)
            code = next(i for i, line in enumerate(lines) if "█" in line or "▄" in line)
            assert code - password > 24
        finally:
            process.terminate()
            os.close(theirs)
            os.close(ours)
