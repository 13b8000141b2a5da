"""Files of positions: what is written is read, what is damaged or foreign is said."""

import errno
import io
import os
from pathlib import Path

import numpy as np
import pytest

from plyground import get_game
from plyground.core.errors import InvalidNotation, InvalidSetting
from plyground.learn.dataset import MAGIC, OLD_MAGICS, Dataset, DatasetHeader, Writer, record_type

GARDNER = get_game("gardner")
SETTINGS = {"nodes": 10, "seed": 3}


def some_records(count, seed=1):
    records = np.zeros(count, record_type(4))
    random = np.random.default_rng(seed)
    records["words"] = random.integers(0, 2**63, (count, 4))
    records["score"] = random.integers(-900, 900, count)
    records["result"] = random.integers(0, 3, count)
    return records


@pytest.fixture
def path(tmp_path):
    """A file of two blocks."""
    path = tmp_path / "some.positions"
    with Writer(path, DatasetHeader.of(GARDNER, SETTINGS)) as writer:
        writer.add(16, some_records(50))
        writer.add(16, some_records(70, seed=2))
    return path


def test_what_is_written_is_read(path):
    found = Dataset.load(path)
    assert found.header == DatasetHeader.of(GARDNER, SETTINGS)
    assert (found.games, found.size) == (32, path.stat().st_size)
    assert (found.records == np.concatenate([some_records(50), some_records(70, seed=2)])).all()


@pytest.mark.parametrize("lost", [1, 30, 4000])
def test_a_writer_takes_away_what_a_killed_one_has_left_half_done(path, lost):
    whole = path.read_bytes()
    path.write_bytes(whole[:-lost])
    assert Dataset.load(path).games == (16 if lost < 3000 else 0)
    with Writer(path, DatasetHeader.of(GARDNER, SETTINGS), resume=True) as writer:
        if writer.games == 0:
            writer.add(16, some_records(50))
        writer.add(16, some_records(70, seed=2))
    assert path.read_bytes() == whole


def test_a_changed_byte_is_noticed(path):
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    with pytest.raises(InvalidNotation, match="block 2 is not what was written"):
        Dataset.load(path)
    data = bytearray(path.read_bytes())
    data[len(MAGIC) + 10] ^= 1
    path.write_bytes(data)
    with pytest.raises(InvalidNotation, match="header cannot be read"):
        Dataset.load(path)


@pytest.mark.parametrize("block", [1, 2])
@pytest.mark.parametrize("place", range(24))
def test_a_changed_bit_in_the_numbers_of_a_block_is_noticed(path, block, place):
    """Of a count, say: it must not be taken for the end of what a killed writer has left."""
    data = bytearray(path.read_bytes())
    data[begin_of_block(path, block) + place] ^= 1 << place % 8
    path.write_bytes(data)
    with pytest.raises(InvalidNotation, match=f"block {block} does not begin as it should"):
        Dataset.load(path)


def begin_of_block(path, number):
    header = len(DatasetHeader.of(GARDNER, SETTINGS).bytes())
    return header + (0 if number == 1 else 28 + 50 * record_type(4).itemsize)


def test_blocks_of_before_whose_numbers_have_no_checksum_are_read(path):
    expected, data = Dataset.load(path).records, bytearray(path.read_bytes())
    for block in (1, 2):
        begin = begin_of_block(path, block)
        data[begin + 12 : begin + 16] = bytes(4)
    path.write_bytes(data)
    assert (Dataset.load(path).records == expected).all()
    data[begin + 20] ^= 4
    path.write_bytes(data)
    with pytest.raises(InvalidNotation, match="block 2 does not begin as it should"):
        Dataset.load(path)


def test_what_is_left_out_of_a_cut_file_is_counted(path):
    whole = path.read_bytes()
    assert Dataset.load(path).left_out == 0
    path.write_bytes(whole[:-30])
    assert Dataset.load(path).left_out == len(whole) - 30 - begin_of_block(path, 2)
    path.write_bytes(whole[: begin_of_block(path, 2) + 5])
    assert Dataset.load(path).left_out == 5


@pytest.mark.parametrize("content", [b"", b"x", b"\x89PNG" * 99, MAGIC, MAGIC + b"\xff" * 8])
def test_other_files_are_refused(tmp_path, content):
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(InvalidNotation) as error:
        Dataset.load(path)
    assert str(error.value).endswith(".")


def test_a_missing_file_is_said(tmp_path):
    with pytest.raises(InvalidNotation, match="cannot be read: No such file"):
        Dataset.load(tmp_path / "none")


def test_a_file_is_only_gone_on_with_when_asked_and_by_the_same_settings(path):
    with pytest.raises(InvalidSetting, match="is there already; --resume"):
        Writer(path, DatasetHeader.of(GARDNER, SETTINGS))
    with pytest.raises(InvalidSetting, match="its nodes is '10', not '11'"):
        Writer(path, DatasetHeader.of(GARDNER, SETTINGS | {"nodes": 11}), resume=True)
    with pytest.raises(InvalidSetting, match="cannot be resumed: its game is 'gardner', not 'minichess'"):
        Writer(path, DatasetHeader.of(get_game("minichess"), SETTINGS), resume=True)


@pytest.mark.parametrize(("first", "then"), [("material", None), (None, "material"), ("net g 12", "net g 34")])
def test_a_file_of_another_evaluation_is_not_gone_on_with(tmp_path, first, then):
    headers = [DatasetHeader.of(GARDNER, SETTINGS | ({"evaluation": text} if text else {})) for text in (first, then)]
    with Writer(tmp_path / "x", headers[0]) as writer:
        writer.add(16, some_records(5))
    sentence = f"its evaluation is '{first or 'handmade'}', not '{then or 'handmade'}'"
    with pytest.raises(InvalidSetting, match=sentence):
        Writer(tmp_path / "x", headers[1], resume=True)


def test_a_writer_that_has_nothing_to_write_leaves_no_file(tmp_path):
    with Writer(tmp_path / "x", DatasetHeader.of(GARDNER, SETTINGS)) as writer:
        assert (writer.games, writer.positions) == (0, 0)
    assert list(tmp_path.iterdir()) == []


def test_a_writer_that_has_nothing_to_add_changes_nothing(path):
    cut = path.read_bytes()[:-1]
    path.write_bytes(cut)
    with Writer(path, DatasetHeader.of(GARDNER, SETTINGS), resume=True) as writer:
        assert writer.games == 16
    assert path.read_bytes() == cut


def test_a_full_disk_is_told_and_what_was_written_is_kept(path, monkeypatch):
    before = path.read_bytes()
    writer = Writer(path, DatasetHeader.of(GARDNER, SETTINGS), resume=True)
    monkeypatch.setattr(Path, "open", lambda self, mode: Full(self, mode))
    with pytest.raises(InvalidSetting, match=r"No space left on device\. The games it holds are kept"):
        writer.add(16, some_records(40))
    writer.close()
    assert path.read_bytes() == before


class Full(io.FileIO):
    """A file on a disk that has room for some of what is written."""

    def write(self, data):
        super().write(data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_two_writers_of_a_new_file_do_not_lose_what_the_first_has_written(tmp_path):
    path, header = tmp_path / "x", DatasetHeader.of(GARDNER, SETTINGS)
    first, second = Writer(path, header), Writer(path, header)
    first.add(16, some_records(50))
    for _ in range(2):
        with pytest.raises(InvalidSetting, match="another program has written it in the meantime"):
            second.add(16, some_records(70))
    first.add(16, some_records(70, seed=2))
    first.close()
    assert Dataset.load(path).games == 32


def test_what_another_has_added_since_the_file_was_read_is_not_cut(path):
    header = DatasetHeader.of(GARDNER, SETTINGS)
    first, second = (Writer(path, header, resume=True) for _ in range(2))
    first.add(16, some_records(50))
    with pytest.raises(InvalidSetting, match="another program has written it in the meantime"):
        second.add(16, some_records(70))
    first.close()
    assert Dataset.load(path).games == 48


@pytest.mark.parametrize("is_there", [False, True])
def test_a_link_is_written_to_where_it_leads(tmp_path, is_there):
    (tmp_path / "link").symlink_to(tmp_path / "x")
    if is_there:
        (tmp_path / "x").touch()
    with Writer(tmp_path / "link", DatasetHeader.of(GARDNER, SETTINGS)) as writer:
        writer.add(16, some_records(50))
    assert Dataset.load(tmp_path / "x").games == 16


def test_a_folder_is_no_file_of_positions(tmp_path):
    with pytest.raises(InvalidSetting, match="it is a folder"):
        Writer(tmp_path, DatasetHeader.of(GARDNER, SETTINGS))


def test_positions_of_another_game_or_of_other_rules_are_refused(path, monkeypatch):
    with pytest.raises(InvalidSetting, match="positions of gardner, not of congo"):
        Dataset.load_all([path], get_game("congo"))
    with pytest.raises(InvalidSetting, match="positions of gardner, not of minichess quiet-plies=20"):
        Dataset.load_all([path], get_game("minichess").with_settings({"quiet-plies": "20"}))
    assert len(Dataset.load_all([path], GARDNER)[0].records) == 120
    monkeypatch.setattr("plyground.learn.dataset.rules_digest", lambda _: "another")
    with pytest.raises(InvalidSetting, match="how a position is kept, were others"):
        Dataset.load_all([path], GARDNER)


def test_a_file_of_an_earlier_version_is_refused(path):
    path.write_bytes(OLD_MAGICS[0] + path.read_bytes()[len(MAGIC) :])
    with pytest.raises(InvalidNotation, match="was made by an earlier version"):
        Dataset.load(path)
