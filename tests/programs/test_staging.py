"""A program's folder: laid out whatever stands in the way, measured and removed however deep it is."""

import errno
import os
import subprocess
import time
from pathlib import Path

import pytest

from plyground.programs import folders, staging
from plyground.programs.ending import ProgramFailed
from plyground.programs.folders import remove_folder
from plyground.programs.limits import ResourceLimits
from plyground.programs.program import Program
from plyground.programs.staging import Belongings, excess, stage
from walled import WALLS


@pytest.fixture
def deep(tmp_path):
    """A folder of 3,000 levels, which no path reaches."""
    top = tmp_path / "deep"
    top.mkdir()
    handle = os.open(top, os.O_RDONLY)
    for _ in range(3000):
        os.mkdir("d", dir_fd=handle)
        below = os.open("d", os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = below
    os.close(handle)
    yield top
    remove_folder(top)


def test_a_folder_is_removed_however_deep_it_is(deep):
    for name in ("file", "1"):
        (deep / name).write_text("x")
    (deep / "link").symlink_to("/etc")
    (deep / "locked").mkdir(mode=0)
    remove_folder(deep)
    assert not list(deep.parent.iterdir())
    assert Path("/etc").is_dir()


def test_removing_what_is_not_there_is_no_error(tmp_path):
    remove_folder(tmp_path / "nothing")
    assert not list(tmp_path.iterdir())


def test_a_folder_is_measured_however_deep_it_is(deep):
    assert excess(deep, 1) == "made folders more than 200 levels deep"


@pytest.mark.parametrize("act", ["removed", "measured"])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_link_put_in_the_place_of_a_folder_meanwhile_is_not_followed(tmp_path, monkeypatch, act, level):
    precious = tmp_path / "precious"
    (precious / "below").mkdir(parents=True)
    (precious / "below" / "file").write_bytes(bytes(3 << 20))
    precious.chmod(0o750)
    top = tmp_path / "top"
    (top / "a" / "a" / "a").mkdir(parents=True)
    real = folders.entries_of
    looks = 0

    def swapping(handle):
        nonlocal looks
        found = real(handle)
        looks += 1
        if looks == level:
            os.rename("a", "moved", src_dir_fd=handle, dst_dir_fd=handle)
            os.symlink(precious, "a", dir_fd=handle)
        return found

    for module in (folders, staging):
        monkeypatch.setattr(module, "entries_of", swapping)
    if act == "removed":
        remove_folder(top)
    else:
        assert excess(top, 1) == ""
    assert looks >= level
    assert (precious / "below" / "file").stat().st_size == 3 << 20
    assert precious.stat().st_mode & 0o777 == 0o750


def test_a_link_is_no_folder_to_be_removed(tmp_path):
    precious = tmp_path / "precious"
    precious.mkdir(mode=0o750)
    (precious / "file").touch()
    (tmp_path / "link").symlink_to(precious)
    remove_folder(tmp_path / "link")
    assert [path.name for path in precious.iterdir()] == ["file"]
    assert precious.stat().st_mode & 0o777 == 0o750


def test_files_deeper_than_any_path_count(tmp_path):
    handle = os.open(tmp_path, os.O_RDONLY)
    for _ in range(30):
        os.mkdir("d" * 200, dir_fd=handle)
        below = os.open("d" * 200, os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = below
    file = os.open("file", os.O_WRONLY | os.O_CREAT, dir_fd=handle)
    os.write(file, bytes(2 << 20))
    os.close(file)
    os.close(handle)
    try:
        assert excess(tmp_path, 1) == "wrote more than 1 MiB of files"
    finally:
        remove_folder(tmp_path)


def test_what_a_folder_may_hold(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b").write_bytes(bytes(600_000))
    assert excess(tmp_path, 1) == ""
    assert (
        excess(tmp_path, 1, unlinked=600_000)
        == excess(tmp_path, 1, unlinked=2 << 20)
        == "wrote more than 1 MiB of files"
    )
    (tmp_path / "c").write_bytes(bytes(600_000))
    assert excess(tmp_path, 1) == "wrote more than 1 MiB of files"


def test_our_files_stand_whatever_the_copy_has_by_their_names(tmp_path):
    given = tmp_path / "given"
    (given / "config.txt" / "more").mkdir(parents=True)
    (given / "runner.py").symlink_to("/etc/hostname")
    (tmp_path / "staging").mkdir()
    work = stage(tmp_path / "staging", given, {"config.txt": b"ours", "runner.py": b"ours too"})
    assert (work / "config.txt").read_bytes() == b"ours"
    assert (work / "runner.py").read_bytes() == b"ours too"
    assert not (work / "runner.py").is_symlink()
    (tmp_path / "another").mkdir()
    inside = stage(tmp_path / "another", given, {"config.txt": b"ours"}, "submission")
    assert sorted(path.name for path in inside.iterdir()) == ["config.txt", "submission"]
    assert (inside / "submission" / "config.txt" / "more").is_dir()


@pytest.mark.skipif("namespaces" not in WALLS, reason="elsewhere its folder is on a disk")
def test_a_folder_larger_than_what_it_may_write(tmp_path):
    """Behind namespaces its copy is in memory, and within the same limit."""
    (tmp_path / "data").write_bytes(os.urandom(2 << 20))
    with pytest.raises(
        ProgramFailed, match=r"^could not be started: its files take more than the 1 MiB that it may have$"
    ) as caught:
        Program(["true"], ResourceLimits(files=1), mode="namespaces", folder=tmp_path)
    assert caught.value.kind == "start"


@pytest.mark.skipif(os.geteuid() != 0 or not WALLS, reason="needs root to mount a small disk")
def test_a_full_disk_is_one_error_and_nothing_is_left(tmp_path, monkeypatch):
    place, folder = tmp_path / "small", tmp_path / "handed"
    place.mkdir()
    folder.mkdir()
    for i in range(3):
        (folder / f"data{i}").write_bytes(bytes(1 << 20))
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", place], capture_output=True).returncode:
        pytest.skip("this container may not mount")
    monkeypatch.setattr("tempfile.tempdir", str(place))
    try:
        with pytest.raises(OSError, match="No space left on device") as caught:
            Program(["true"], ResourceLimits(), mode=WALLS[0], folder=folder)
        assert caught.value.errno == errno.ENOSPC
        assert not list(place.iterdir())
    finally:
        subprocess.run(["umount", place], check=True)


def test_shared_folders_are_looked_through_only_when_something_was_added_and_seldom_if_they_are_large(
    tmp_path, monkeypatch
):
    looks = []

    def slow(user):
        looks.append(user)
        time.sleep(0.05)
        return list(tmp_path.iterdir())

    monkeypatch.setattr("plyground.programs.staging.belongings", slow)
    monkeypatch.setattr("plyground.programs.staging._SHARED", (str(tmp_path),))
    monkeypatch.setattr("plyground.programs.staging._TICK_NS", 0)
    theirs = Belongings(1)
    assert theirs.look() == []
    (tmp_path / "file").touch()
    for _ in range(10):
        assert theirs.look() == [], "a second of rest, after such a look"
    theirs._next = 0
    for _ in range(10):
        assert theirs.look() == [tmp_path / "file"]
        theirs._next = 0
    assert len(looks) == 2
