"""Every sample file is what the page of samples says: the command that reads it runs."""

import io
import re
import shlex
import shutil
from pathlib import Path

import pytest

from plyground.cli import main
from plyground.kernel.compile import JIT

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "docs" / "samples"
ROWS = re.findall(
    r"^\| \[`([^`]+)`\]\(samples/([^)]+)\) \|.*\| `plyground ([^`]+)` \|$",
    (ROOT / "docs" / "samples.md").read_text("utf-8"),
    re.MULTILINE,
)

pytestmark = pytest.mark.skipif(not JIT, reason="searches")


def test_every_file_is_on_the_page():
    assert sorted(name for name, _, _ in ROWS) == sorted(path.name for path in SAMPLES.iterdir() if path.is_file())
    assert all(name == link for name, link, _ in ROWS)


@pytest.mark.parametrize(("name", "command"), [(name, command) for name, _, command in ROWS], ids=str)
def test_the_command_reads_it(name, command, tmp_path, monkeypatch, capsys):
    for path in SAMPLES.iterdir():
        if path.is_file():
            shutil.copy(path, tmp_path)
    monkeypatch.chdir(tmp_path)
    words = shlex.split(command)
    if not any(name in word for word in words):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO((SAMPLES / name).read_bytes())))
    with pytest.raises(SystemExit) as left:
        main(words)
    printed = capsys.readouterr()
    # a grade below full marks is 1
    assert left.value.code == (1 if words[0] == "grade" else 0), printed.err
    assert printed.out or (tmp_path / "output.txt").read_text().startswith(("E ", "J "))
    assert "crash" not in printed.err
