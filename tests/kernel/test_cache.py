"""Where compiled kernels are kept, and for how long."""

import os
import tempfile

import pytest

from plyground.kernel import cache


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """Ask anew where the folder is."""
    forget()
    yield
    forget()


def forget():
    cache.directory.cache_clear()
    cache._root.cache_clear()


@pytest.fixture
def unwritable(tmp_path, monkeypatch):
    """No folder can be written but the temporary one, which is returned."""
    file, temporary = tmp_path / "file", tmp_path / "temporary"
    file.touch()
    temporary.mkdir()
    monkeypatch.setenv("PLYGROUND_CACHE", str(file))
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    return temporary


def test_the_first_that_can_be_written_is_taken(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path / "chosen"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert cache.directory().parent == tmp_path / "chosen"
    forget()
    monkeypatch.delenv("PLYGROUND_CACHE")
    assert cache.directory().parent == tmp_path / "home" / "plyground"


def test_the_folder_is_named_after_the_tools(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    now = cache.directory()
    forget()
    monkeypatch.setattr(cache, "toolchain", lambda: "others")
    assert cache.directory().parent == now.parent
    assert cache.directory() != now


def test_where_nothing_can_be_written_a_private_folder_is_taken_and_named_once(unwritable, capsys):
    folder = cache.directory().parent
    assert folder.parent == unwritable
    assert folder.stat().st_mode & 0o777 == 0o700
    file = os.environ["PLYGROUND_CACHE"]
    assert capsys.readouterr().err == f"{file} cannot be written: compiled kernels are kept in {folder}.\n"
    cache.directory()
    assert capsys.readouterr().err == ""
    forget()
    assert cache.directory().parent == folder


def test_a_folder_that_others_can_write_is_not_taken(unwritable):
    folder = cache.directory().parent
    folder.chmod(0o777)
    forget()
    other = cache.directory().parent
    assert other != folder
    assert other.stat().st_mode & 0o777 == 0o700


def test_a_link_to_a_folder_is_not_taken(unwritable, tmp_path):
    folder = cache.directory().parent
    folder.rmdir()
    theirs = tmp_path / "theirs"
    theirs.mkdir(mode=0o700)
    folder.symlink_to(theirs)
    forget()
    assert cache.directory().parent not in {folder, theirs}


def test_prune_removes_only_what_is_old(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    ours, others, recent = cache.directory(), tmp_path / "kernels-others", tmp_path / "kernels-recent"
    files = [folder / name for folder in (ours, others, recent) for name in ("used.kernel", "unused.kernel")]
    for file in files:
        file.parent.mkdir(exist_ok=True)
        file.touch()
    for file in files:
        if file.stem == "unused" or file.parent == others:
            os.utime(file, (0, 0))
    cache.prune()
    assert [file.exists() for file in files] == [True, False, False, False, True, False]
    assert not others.exists()
    assert ours.exists()
