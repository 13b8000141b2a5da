"""Table files: what is written is read back, and whatever is wrong with a file is one sentence, never an answer."""

import errno
import json
import lzma
import mmap
import os
import shutil
import struct
import tracemalloc
import zlib
from dataclasses import fields

import numpy as np
import pytest

from plyground import get_game
from plyground.endgame import probe, tablefile
from plyground.endgame.builder import estimate
from plyground.endgame.store import Tables
from plyground.endgame.tablefile import (
    BLOCK_BYTES,
    MAGIC,
    BlockCache,
    Header,
    InvalidTable,
    TableFile,
    write_for_zlib,
    write_table,
)
from plyground.endgame.values import HOLE

FACTS = {
    "game": "gardner",
    "material": "KQvK",
    "metric": "dtz",
    "limit": 100,
    "rules": "0" * 16,
    "counts": {},
    "longest_win": 3,
    "longest_position": None,
    "reach": 3,
    "has_cursed": False,
    "made_by": "a test",
}
GARDNER = get_game("gardner")
QUEEN_MATES = GARDNER.position("5/5/2k2/Q4/K4 w - - 0 1")
ROOK_MATES = GARDNER.position("R4/1k3/5/5/K4 w - - 0 1")


def packaged():
    return Tables(GARDNER).package_folder() / "gardner"


@pytest.fixture
def folder(tmp_path):
    """A folder of its own with the three-men tables of gardner, and no other tables to fall back upon."""
    shutil.copytree(packaged(), tmp_path / "gardner")
    return tmp_path


@pytest.mark.parametrize("distinct", [5, 900])
def test_what_is_written_is_read_back(tmp_path, distinct):
    values = np.random.default_rng(1).integers(-distinct // 2, distinct // 2, 3 * BLOCK_BYTES + 17).astype(np.int16)
    values[:3] = values[100:200] = HOLE
    header = write_table(tmp_path / "deep" / "KQvK.table", values, FACTS)
    table = TableFile(tmp_path / "deep" / "KQvK.table", BlockCache(2))
    assert table.header == header
    assert (header.game, header.indices) == ("gardner", len(values))
    known = values != HOLE
    assert (table.values()[known] == values[known]).all()
    for index in (3, 99, BLOCK_BYTES - 1, BLOCK_BYTES, 2 * BLOCK_BYTES + 1, len(values) - 1, 5):
        assert table.value(index) == values[index]
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["KQvK.table"]


def test_a_full_disk_is_a_sentence_and_leaves_nothing(tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(
        InvalidTable, match=r"^The table KQvK.table cannot be written to .*: No space left on device\.$"
    ):
        write_table(tmp_path / "KQvK.table", np.zeros(10, np.int16), FACTS)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", [0, 9, 14, 40, 400, -300, -1])
def test_one_flipped_bit_is_noticed(folder, place):
    path = folder / "gardner" / "KQvK.table"
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)
    with pytest.raises(InvalidTable, match=r"KQvK\.table (is damaged|has a damaged|is not a table)"):
        probe(QUEEN_MATES, Tables(GARDNER, folder))
    assert str(probe(ROOK_MATES, Tables(GARDNER, folder)).verdict) == "win 19"


@pytest.mark.parametrize("length", [0, 3, 10, 15, 30, 600, -1])
def test_a_file_cut_short_is_noticed(folder, length):
    path = folder / "gardner" / "KQvK.table"
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(InvalidTable, match=r"KQvK\.table (is empty|has|is cut short|is not a table file)"):
        probe(QUEEN_MATES, Tables(GARDNER, folder))


def test_a_longer_file_is_noticed(folder):
    path = folder / "gardner" / "KQvK.table"
    path.write_bytes(path.read_bytes() + b"x")
    with pytest.raises(InvalidTable, match="cut short, or something was added"):
        probe(QUEEN_MATES, Tables(GARDNER, folder))


def test_the_file_of_another_material_or_game_is_noticed(folder):
    shutil.copy(folder / "gardner" / "KRvK.table", folder / "gardner" / "KQvK.table")
    with pytest.raises(InvalidTable, match="holds KRvK of gardner, not KQvK of gardner"):
        probe(QUEEN_MATES, Tables(GARDNER, folder))
    shutil.copy(packaged().parent / "minichess" / "KQvK.table", folder / "gardner" / "KQvK.table")
    with pytest.raises(InvalidTable, match="holds KQvK of minichess, not KQvK of gardner"):
        probe(QUEEN_MATES, Tables(GARDNER, folder))


def test_a_stale_table_is_noticed(folder, monkeypatch):
    monkeypatch.setattr("plyground.endgame.store.rules_digest", lambda *_: "f" * 16)
    tables = Tables(GARDNER, folder)
    for ask in (lambda: probe(QUEEN_MATES, tables), lambda: estimate(tables, tables.materials(3))):
        with pytest.raises(InvalidTable, match=r"was built by other rules\. Delete it and build it again"):
            ask()


def test_a_file_of_another_format_is_noticed(folder, monkeypatch):
    monkeypatch.setattr("plyground.endgame.tablefile.FORMAT", 2)
    with pytest.raises(InvalidTable, match="is of format 1; this version reads format 2"):
        probe(QUEEN_MATES, Tables(GARDNER, folder))


def test_other_limits_are_served_only_where_nothing_hangs_on_them():
    rook, position = "R4/1k3/5/5/K4 w - - 0 1", "5/1R3/k4/3b1/K4 w - - 0 1"
    twice = get_game("minichess").with_settings({"quiet-plies": "100"})
    assert str(probe(twice.position(rook)).verdict) == "win 17"
    with pytest.raises(InvalidTable, match="was built for a draw after 50 plies, not 100"):
        probe(twice.position(position))
    tight = get_game("minichess").with_settings({"quiet-plies": "10"})
    with pytest.raises(InvalidTable, match="was built for a draw after 50 plies, not 10"):
        probe(tight.position(rook))


@pytest.mark.parametrize("small", [0, 1 << 18])
def test_small_files_hold_no_descriptor_and_large_ones_are_mapped(monkeypatch, small):
    monkeypatch.setattr(tablefile, "_SMALL", small)
    table = TableFile(packaged() / "KQvK.table", BlockCache())
    assert isinstance(table._bytes, mmap.mmap if small == 0 else bytes)
    assert table.size == (packaged() / "KQvK.table").stat().st_size
    assert len(table.read_block(0)) == min(table.header.indices, BLOCK_BYTES)


FITS = {
    **dict.fromkeys(("game", "material", "metric", "rules"), ("1",)),
    **dict.fromkeys(("stored_bytes", "longest_win", "reach"), (10**30,)),
    "limit": (None, 10**30),
    "counts": ({},),
    "longest_position": ("1", None),
    "has_cursed": (True,),
    "format": (True,),
}
"""What a header could say."""


@pytest.mark.parametrize("wrong", [[], [1], {}, "1", None, True, 1.5, -1, 10**30])
@pytest.mark.parametrize("name", [field.name for field in fields(Header) if field.name != "made_by"])
def test_a_header_with_anything_for_a_number_is_an_answer_or_one_sentence(tmp_path, name, wrong):
    path = tmp_path / "KQvK.table"
    write_table(path, np.arange(100).astype(np.int16), FACTS)
    content = path.read_bytes()
    (length,) = struct.unpack("<I", content[8:12])
    text = json.dumps(json.loads(content[16 : 16 + length]) | {name: wrong}).encode()
    path.write_bytes(MAGIC + struct.pack("<II", len(text), zlib.crc32(text)) + text + content[16 + length :])
    may_be = FITS.get(name, ())
    if any(wrong is each or (wrong == each and type(wrong) is type(each)) for each in may_be):
        assert getattr(TableFile(path, BlockCache(2)).header, name) == wrong
        return
    with pytest.raises(InvalidTable) as error:
        TableFile(path, BlockCache(2)).value(7)
    assert str(path) in str(error.value)


def test_a_block_that_would_grow_without_end_is_damaged(tmp_path):
    path = tmp_path / "KQvK.table"
    write_table(path, np.arange(100).astype(np.int16), FACTS)
    table = TableFile(path, BlockCache(2))
    bomb = lzma.compress(bytes(1 << 27), lzma.FORMAT_RAW, filters=tablefile._FILTERS)
    table._bytes = table._bytes[: table._offsets[0]] + bomb
    table._offsets[1] = len(table._bytes)
    table._directory[0] = len(bomb), zlib.crc32(bomb)
    tracemalloc.start()
    with pytest.raises(InvalidTable, match="damaged in block 0"):
        table.read_block(0)
    assert tracemalloc.get_traced_memory()[1] < 1 << 22
    tracemalloc.stop()


@pytest.mark.parametrize("distinct", [5, 900])
def test_a_table_for_zlib_holds_the_same_and_needs_no_lzma(tmp_path, distinct, monkeypatch):
    values = np.random.default_rng(1).integers(0, distinct, 3 * BLOCK_BYTES + 17).astype(np.int16)
    usual, other = tmp_path / "KQvK.table", tmp_path / "zlib" / "KQvK.table"
    write_table(usual, values, FACTS)
    write_for_zlib(usual, other)
    monkeypatch.setattr(tablefile, "lzma", None)
    table = TableFile(other, BlockCache(2))
    assert (table.values() == values).all()
    assert (table.header.game, table.header.values) == ("gardner", sorted(set(values.tolist())))
    said = "compressed by LZMA, which this Python lacks; in Pyodide it is the package lzma"
    for ask in (lambda: TableFile(usual, BlockCache(2)), lambda: write_table(usual, values, FACTS)):
        with pytest.raises(InvalidTable, match=said):
            ask()


def test_a_damaged_block_or_one_without_end_of_a_table_for_zlib_is_noticed(tmp_path):
    path = tmp_path / "KQvK.table"
    write_table(path, np.arange(100).astype(np.int16), FACTS)
    write_for_zlib(path, path)
    for block in (b"nonsense", zlib.compress(bytes(1 << 27))):
        table = TableFile(path, BlockCache(2))
        table._bytes = table._bytes[: table._offsets[0]] + block
        table._offsets[1] = len(table._bytes)
        table._directory[0] = len(block), zlib.crc32(block)
        with pytest.raises(InvalidTable, match="damaged in block 0"):
            table.read_block(0)
