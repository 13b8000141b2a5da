"""A program's folder: laid out whatever stands in the way, measured and removed however deep it is."""

import os
from pathlib import Path

import pytest

from plyground.programs.folders import remove_folder
from plyground.programs.staging import excess, stage


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


def test_what_a_folder_may_hold(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b").write_bytes(bytes(600_000))
    assert excess(tmp_path, 1) == ""
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
