"""The servers that commands start: what they print opens them, and what it does not open stays shut."""

import re
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager

import pytest

from plyground.cli import browser
from plyground.grading.store import CheckStore

COMMAND = [sys.executable, "-m", "plyground"]


@contextmanager
def served(*options):
    """Start a command, and yield its first line that has an address."""
    with subprocess.Popen([*COMMAND, *options, "--port", "0"], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process.stdout.readline()
        finally:
            process.kill()


def status(url):
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_the_grades_open_with_the_address_that_is_printed_and_with_no_other(tmp_path):
    CheckStore(tmp_path / "g.db", {"assignment": "minichess"}).close()
    with served("grades", "serve", "--db", str(tmp_path / "g.db")) as line:
        address = re.search(r"The grades are at (http://127\.0\.0\.1:\d+/\?token=\S+)  \(Ctrl-C ends it\)", line)[1]
        assert status(address) == 200
        assert status(address.partition("?")[0]) == 403
        assert status(address[:-1]) == 403


def test_the_address_of_the_web_app_opens_for_everybody(tmp_path):
    with served("web", "--no-browser", "--db", str(tmp_path / "web.db")) as line:
        assert status(re.search(r"Plyground is at (http://\S+:\d+/)  \(Ctrl-C ends it\)", line)[1]) == 200


@pytest.mark.parametrize("command", [["web", "--no-browser"], ["class", "--no-browser"]])
def test_a_proxy_that_is_no_address_is_one_sentence(tmp_path, command):
    done = subprocess.run(
        [*COMMAND, *command, "--proxy", "nginx", "--db", str(tmp_path / "web.db")], capture_output=True, text=True
    )
    assert (done.returncode, "should be an address, like 127.0.0.1" in done.stderr) == (2, True), done.stderr
    assert done.stderr.count("\n") == 1


def test_an_address_with_a_secret_reaches_the_browser_in_a_file_of_ones_own(monkeypatch):
    opened = []
    monkeypatch.setattr(browser.webbrowser, "open", opened.append)
    monkeypatch.setattr(browser, "_later", lambda seconds, action: action() if seconds < 1 else None)
    secret = "http://127.0.0.1:1/class/teacher?token=t0ken&a=1#password=s3same"
    browser.open_soon(secret, is_secret=True)
    (uri,) = opened
    assert "t0ken" not in uri
    assert "s3same" not in uri
    file = browser.Path(urllib.request.url2pathname(uri.removeprefix("file://")))
    try:
        assert secret.replace("&", "&amp;") in file.read_text(encoding="utf-8")
        if sys.platform != "win32":
            assert file.stat().st_mode & 0o077 == 0
    finally:
        file.unlink()
