"""Writing files as a whole."""

import os

import pytest

from plyground.core.errors import InvalidNotation
from plyground.core.files import open_text, read_bytes, replace_file


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
