"""The command line, run in an empty folder."""

import pytest


@pytest.fixture
def command(command_line, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return command_line
