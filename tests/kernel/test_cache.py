"""Where compiled kernels are kept, and for how long."""

import os
import sys
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


posix = pytest.mark.skipif(sys.platform == "win32", reason="no modes")
by_root = pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root gives files away")
STRANGER = 4321


@posix
@pytest.mark.parametrize("place", ["a/b/cache", "a/b", "a", "a/b/cache/kernels"])
@pytest.mark.parametrize("mode", [0o777, 0o757, 0o1777])
def test_a_folder_into_which_others_can_put_something_is_not_used_and_that_is_said(
    place, mode, tmp_path, monkeypatch, capsys
):
    chosen, home = tmp_path / "a" / "b" / "cache", tmp_path / "home"
    (chosen / cache._name()).mkdir(parents=True)
    opened = chosen / cache._name() if place.endswith("kernels") else tmp_path / place
    opened.chmod(mode)
    monkeypatch.setenv("PLYGROUND_CACHE", str(chosen))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    is_harmless = mode == 0o1777 and opened != chosen / cache._name() and opened != chosen
    found, said = cache.directory().parent, capsys.readouterr().err
    if is_harmless:
        # as /tmp: what lies in it can be replaced by its owner alone
        assert (found, said) == (chosen, "")
    elif opened == chosen and mode == 0o1777:
        # the kernels' own folder is there already, and nobody can replace it
        assert (found, said) == (chosen, "")
    else:
        assert found == home / "plyground"
        assert "can be written by other users: compiled kernels are kept in" in said
        assert said.count("\n") == 1


@posix
def test_a_new_folder_is_made_for_ones_own(tmp_path, monkeypatch):
    old = os.umask(0)
    try:
        monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path / "cache"))
        cache.write(cache.directory() / "x.kernel", b"")
    finally:
        os.umask(old)
    assert {path.stat().st_mode & 0o777 for path in (cache.directory(), cache.directory().parent)} == {0o700}


@by_root
@pytest.mark.parametrize("place", ["cache", "link", "above"])
def test_a_folder_of_somebody_else_is_not_used(place, tmp_path, monkeypatch, capsys):
    chosen = tmp_path / "above" / "cache"
    chosen.mkdir(parents=True)
    if place == "link":
        (tmp_path / "above" / "link").symlink_to(chosen)
        chosen = tmp_path / "above" / "link"
    os.lchown(tmp_path / "above" if place == "above" else chosen, STRANGER, STRANGER)
    monkeypatch.setenv("PLYGROUND_CACHE", str(chosen))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert cache.directory().parent == tmp_path / "home" / "plyground"
    assert "belongs to the user 4321: compiled kernels are kept in" in capsys.readouterr().err
