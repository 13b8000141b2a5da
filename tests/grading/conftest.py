"""The command line, run in an empty folder."""

import pytest

from plyground.cli import main


@pytest.fixture
def command(capsys, monkeypatch, tmp_path):
    """Run a command, and return its exit status, what it printed, and what it said of errors."""
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.chdir(tmp_path)

    def call(*tokens):
        with pytest.raises(SystemExit) as left:
            main(list(tokens))
        captured = capsys.readouterr()
        return left.value.code, captured.out, captured.err

    return call
