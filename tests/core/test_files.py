"""Writing files as a whole."""

import os

import pytest

from plyground.core.errors import InvalidNotation, InvalidSetting
from plyground.core.files import check_data_file, check_output, check_replaceable, open_text, read_bytes, replace_file


def test_a_file_is_replaced_as_a_whole(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"before")
    replace_file(path, [b"af", b"ter"])
    assert path.read_bytes() == b"after"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_written_to_and_stays_one(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        replace_file(path, [b"a proof"])
        assert os.read(reader, 100) == b"a proof"
    finally:
        os.close(reader)
    assert path.is_fifo()
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_is_followed_and_stays_one(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    for content in (b"new", b"newer"):
        check_replaceable(link)
        replace_file(link, [content])
        assert (link.is_symlink(), target.read_bytes()) == (True, content)
    assert sorted(tmp_path.iterdir()) == [link, target]


def test_a_write_that_is_broken_off_leaves_what_was_there(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"before")

    def parts():
        yield b"aft"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        replace_file(path, parts())
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("check", [check_output, check_data_file, check_replaceable])
def test_what_keeps_a_file_from_being_written_is_told_before(tmp_path, check):
    (tmp_path / "link").symlink_to(tmp_path / "none" / "file")
    for name, reason in {
        ".": "it is a folder",
        "none/file": "there is no folder .*none",
        "link": "there is no folder .*none",
        "x" * 300: "too long",
        "a\0b": "that is no name of a file",
    }.items():
        with pytest.raises(InvalidSetting, match=reason):
            check(tmp_path / name)
    check(tmp_path / "file")
    assert list(tmp_path.iterdir()) == [tmp_path / "link"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_what_is_to_be_read_again_is_no_pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    check_output(tmp_path / "pipe")
    for check in (check_data_file, check_replaceable):
        with pytest.raises(InvalidSetting, match="it is no regular file"):
            check(tmp_path / "pipe")


def test_a_name_that_leaves_no_room_for_the_unfinished_one_is_told(tmp_path):
    check_output(tmp_path / ("x" * 250))
    with pytest.raises(InvalidSetting, match=r"its folder takes no new file .*part \(File name too long\)\."):
        check_replaceable(tmp_path / ("x" * 250))


def test_a_byte_order_mark_is_left_out(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"\xef\xbb\xbfwords\n")
    with open_text(str(path)) as file:
        assert file.read() == "words\n"


def test_a_folder_is_an_error_and_stays(tmp_path):
    path = tmp_path / "folder"
    path.mkdir()
    with pytest.raises(OSError, match="folder"):
        replace_file(path, [b"x"])
    assert path.is_dir()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("read", [open_text, lambda name: read_bytes(name, 10)])
def test_what_is_no_name_of_a_file_is_an_error(read):
    with pytest.raises(InvalidNotation, match=r"The file 'a\\x00b' cannot be read: that is no name of a file\."):
        read("a\0b")
