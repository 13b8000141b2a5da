"""What no other user of the machine may read."""

import sys

import pytest
from starlette.testclient import TestClient

from plyground.core.files import make_private
from plyground.grading.ladder_store import LadderStore
from plyground.grading.store import CheckStore
from plyground.web.host.app import create_app
from plyground.web.host.opening import classes_file

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="each user has folders of their own there")


def mode(path):
    return path.stat().st_mode & 0o777


def test_a_new_file_is_ones_own_and_what_is_there_stays(tmp_path):
    path = tmp_path / "file"
    make_private(path)
    assert mode(path) == 0o600
    path.write_text("kept")
    path.chmod(0o664)
    make_private(path)
    assert mode(path) == 0o664
    make_private(path, even_if_there=True)
    assert (mode(path), path.read_text()) == (0o600, "kept")


def test_the_files_of_the_web_app_are_ones_own(tmp_path):
    path = classes_file(tmp_path / "web.db")
    path.touch(0o666)
    path.chmod(0o666)
    with TestClient(create_app(tmp_path / "web.db"), base_url="http://127.0.0.1") as client:
        client.get("/")
        # with the write-ahead logs; the lock is empty, and tournaments are nobody's
        files = [file for file in tmp_path.iterdir() if "lock" not in file.name and "arena" not in file.name]
        assert len(files) >= 4
        assert {file.name: mode(file) & 0o077 for file in files} == {file.name: 0 for file in files}


@pytest.mark.parametrize("store", [CheckStore, LadderStore])
def test_the_files_of_a_class_are_ones_own(tmp_path, store):
    opened = store(tmp_path / "g.db", {"assignment": "minichess"})
    assert {mode(file) & 0o077 for file in tmp_path.iterdir()} == {0}
    opened.close()
