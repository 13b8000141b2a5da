"""One table as a file: a header that says what it is, and blocks of values, each compressed and with its checksum.

    8 bytes     b"PLYTABLE"
    8 bytes     length and CRC-32 of the header, little endian
    header      one JSON object, UTF-8 (`Header`)
    directory   for each block the length of what is stored and its CRC-32, 4 bytes each
    blocks      `BLOCK_BYTES` of ranks each, the last one shorter, compressed as a raw LZMA2 stream

Where the first 8 bytes are b"PLYTABLZ", blocks are compressed by zlib instead, for a Python without LZMA as there is in
browsers; `write_for_zlib` makes such a file, a third larger, of a usual one.

A *rank* is one byte (two where a table has more than 256 different values), the place of the value in the header's
list `values`. Nothing is read but the blocks that are asked for; a file that is cut short, damaged, foreign or of other
rules is an `InvalidTable`, whose sentence says which.
"""

import json
import mmap
import os
import struct
import zlib
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.core.errors import PlygroundError
from plyground.core.files import replace_file
from plyground.core.recent import Recent
from plyground.endgame.values import HOLE

lzma: ModuleType | None
try:
    import lzma
except ImportError:  # in Pyodide it is a package of its own
    lzma = None

MAGIC = b"PLYTABLE"
ZLIB_MAGIC = b"PLYTABLZ"
FORMAT = 1
BLOCK_BYTES = 1 << 16
MAX_BLOCKS = 512
"""Blocks kept in memory, of all tables together: 32 MiB."""
MAX_HEADER = 1 << 20
_SMALL = 1 << 18
"""Files up to this size, as those of the package are, are read as a whole; larger ones are mapped."""
SUFFIX = ".table"
REMEDY = "Delete it and build it again."

_FILTERS = [{"id": 0x21, "preset": 9, "dict_size": BLOCK_BYTES, "lc": 0, "lp": 0, "pb": 0}]  # LZMA2
_PAIR = struct.Struct("<II")
_BYTE = 256
_MAX_VALUE = (1 << 15) - 1


NO_LZMA = "Endgame tables are compressed by LZMA, which this Python lacks; in Pyodide it is the package lzma."


class InvalidTable(PlygroundError):
    """A table file that cannot be read, is not one, or is not the one that was expected."""


@dataclass(frozen=True)
class Header:
    """What a table file says about itself.

    Attributes
    ----------
    format, game, material, metric, limit
        The format's number; whose rules; ``KQvK``; "dtw" or "dtz"; the counter's limit, None without one.
    rules
        The digest of the rules (`plyground.endgame.digest`).
    indices, bytes_of_rank, values
        How many values there are, bytes a rank, and what the ranks mean.
    counts
        For White to move and for Black to move: positions won, lost, drawn, cursed and saved, those that are the same
        by symmetry counted each.
    longest_win, longest_position
        The longest distance of a win, cursed ones included, and the text of such a position; 0 and None without one.
    reach
        The longest distance, of wins or losses, in this and all tables it leads to: where nothing is cursed, any limit
        from there on gives the same values.
    has_cursed
        Whether a win is cursed in this table or one that it leads to.
    directory_checksum, stored_bytes
        CRC-32 of the directory, and the bytes of all blocks.
    made_by
        The program that built it.
    """

    format: int
    game: str
    material: str
    metric: str
    limit: int | None
    rules: str
    indices: int
    bytes_of_rank: int
    values: list[int]
    counts: dict[str, dict[str, int]]
    longest_win: int
    longest_position: str | None
    reach: int
    has_cursed: bool
    directory_checksum: int
    stored_bytes: int
    made_by: str


def write_table(path: Path, values: Any, facts: dict[str, Any]) -> Header:
    """Write the values of a table, int16, to `path`: complete, or not at all.

    Parameters
    ----------
    facts
        What the header says besides what follows from `values`.

    Raises
    ------
    InvalidTable
        If it cannot be written (a full disk, say).
    """
    if lzma is None:
        raise InvalidTable(NO_LZMA)
    filled = _without_holes(values)
    distinct, ranks = np.unique(filled, return_inverse=True)
    bytes_of_rank = 1 if distinct.size <= _BYTE else 2
    data = ranks.astype("<u1" if bytes_of_rank == 1 else "<u2").tobytes()
    blocks = [
        lzma.compress(data[i : i + BLOCK_BYTES], lzma.FORMAT_RAW, filters=_FILTERS)
        for i in range(0, len(data), BLOCK_BYTES)
    ]
    header = Header(
        format=FORMAT,
        indices=len(values),
        bytes_of_rank=bytes_of_rank,
        values=distinct.tolist(),
        directory_checksum=0,
        stored_bytes=0,
        **facts,
    )
    return _write(path, MAGIC, header, blocks)


def _write(path: Path, magic: bytes, header: Header, blocks: list[bytes]) -> Header:
    """Write a file with these blocks, and return its header, in which the sums are those of the blocks."""
    directory = b"".join(_PAIR.pack(len(block), zlib.crc32(block)) for block in blocks)
    header = replace(header, directory_checksum=zlib.crc32(directory), stored_bytes=sum(map(len, blocks)))
    text = json.dumps(asdict(header), separators=(",", ":")).encode()
    parts = [magic, _PAIR.pack(len(text), zlib.crc32(text)), text, directory, *blocks]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, parts)
    except OSError as error:
        raise InvalidTable(f"The table {path.name} cannot be written to {path.parent}: {error.strerror}.") from None
    return header


def _without_holes(values: Any) -> Any:
    """Return the values with every hole filled by the value before it, which takes the least room."""
    last_known = np.where(values == HOLE, 0, np.arange(len(values)))
    np.maximum.accumulate(last_known, out=last_known)
    filled = values[last_known]
    filled[filled == HOLE] = 0  # before the first position
    return filled


def _facts_in(text: bytes) -> dict[str, Any] | None:
    """Return the object that a header's text holds; None if there is none."""
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return facts if isinstance(facts, dict) else None


def _is_sound(header: Header) -> bool:
    """Tell whether the numbers of a header are numbers that there can be."""
    numbers = header.indices, header.stored_bytes, header.reach, header.longest_win, header.directory_checksum
    texts = header.game, header.material, header.metric, header.rules, header.made_by
    return (
        all(_is_count(number) for number in (*numbers, header.bytes_of_rank))
        and (header.limit is None or _is_count(header.limit))
        and all(isinstance(text, str) for text in texts)
        and (header.longest_position is None or isinstance(header.longest_position, str))
        and isinstance(header.has_cursed, bool)
        and header.bytes_of_rank in {1, 2}
        and isinstance(header.values, list)
        and all(isinstance(value, int) and abs(value) <= _MAX_VALUE for value in header.values)
        and isinstance(header.counts, dict)
        and all(isinstance(kind, dict) and all(map(_is_count, kind.values())) for kind in header.counts.values())
    )


def _is_count(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and number >= 0


def _unpack(stored: bytes, most: int) -> bytes:
    """Return at most so many bytes of what a block was; none of one that is damaged."""
    assert lzma is not None
    try:
        found: bytes = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=_FILTERS).decompress(stored, most)
    except (lzma.LZMAError, EOFError):
        return b""
    return found


def _unpack_by_zlib(stored: bytes, most: int) -> bytes:
    try:
        return zlib.decompressobj().decompress(stored, most)
    except zlib.error:
        return b""


class BlockCache:
    """The blocks that were asked for last, of any number of files. For any thread."""

    def __init__(self, most: int = MAX_BLOCKS) -> None:
        self._blocks: Recent[tuple[Path, int], Any] = Recent(most)

    def block(self, table: "TableFile", number: int) -> Any:
        """Return the ranks of a block."""
        key = table.path, number
        ranks = self._blocks.get(key)
        if ranks is None:
            ranks = table.read_block(number)
            self._blocks.put(key, ranks)
        return ranks


class TableFile:
    """An open table file; its values are read when they are asked for.

    Raises
    ------
    InvalidTable
        Where the file is not whole, or not a table; `value` and `values`, where a block is damaged.
    """

    def __init__(self, path: Path, cache: BlockCache) -> None:
        self.path = path
        self._cache = cache
        self._bytes: bytes | mmap.mmap
        try:
            with path.open("rb") as file:
                size = os.fstat(file.fileno()).st_size
                if size == 0:
                    raise InvalidTable(f"The table file {path} is empty. {REMEDY}")
                # a map holds a descriptor, of which a process may have no more than 1024
                is_small = size <= _SMALL
                self._bytes = file.read() if is_small else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise InvalidTable(f"The table file {path} cannot be read: {error.strerror}.") from None
        self.header, begin = self._read_header()
        self._directory, begin = self._read_directory(begin)
        self._offsets = np.cumsum([begin, *(length for length, _ in self._directory)]).tolist()
        if len(self._bytes) != self._offsets[-1]:
            raise InvalidTable(
                f"The table file {path} has {len(self._bytes)} bytes instead of {self._offsets[-1]}; it was cut short, "
                f"or something was added. {REMEDY}"
            )
        self._ranks_a_block = BLOCK_BYTES // self.header.bytes_of_rank
        self._values = np.array(self.header.values, np.int16)

    @property
    def size(self) -> int:
        """The file's length in bytes."""
        return len(self._bytes)

    def _read_header(self) -> tuple[Header, int]:
        data, start = self._bytes, len(MAGIC) + _PAIR.size
        self._is_for_zlib = data[: len(MAGIC)] == ZLIB_MAGIC
        if data[: len(MAGIC)] != MAGIC and not self._is_for_zlib:
            raise InvalidTable(f"The file {self.path} is not a table file.")
        if lzma is None and not self._is_for_zlib:
            raise InvalidTable(NO_LZMA)
        if len(data) < start:
            raise InvalidTable(f"The table file {self.path} is cut short in its header. {REMEDY}")
        length, checksum = _PAIR.unpack(data[len(MAGIC) : start])
        text = data[start : start + length] if length <= MAX_HEADER else b""
        if len(text) != length or zlib.crc32(text) != checksum:
            raise InvalidTable(f"The table file {self.path} has a damaged header. {REMEDY}")
        facts = _facts_in(text)
        if facts is None:
            raise InvalidTable(f"The table file {self.path} has a damaged header. {REMEDY}")
        if facts.get("format") != FORMAT or set(facts) != {field.name for field in fields(Header)}:
            raise InvalidTable(
                f"The table file {self.path} is of format {facts.get('format')}; this version reads format {FORMAT}. "
                f"{REMEDY}"
            )
        header = Header(**facts)
        if not _is_sound(header):
            raise InvalidTable(f"The table file {self.path} has a damaged header. {REMEDY}")
        return header, start + length

    def _read_directory(self, begin: int) -> tuple[list[tuple[int, int]], int]:
        blocks = -(-self.header.indices * self.header.bytes_of_rank // BLOCK_BYTES)
        stored = self._bytes[begin : begin + blocks * _PAIR.size]
        if len(stored) != blocks * _PAIR.size or zlib.crc32(stored) != self.header.directory_checksum:
            raise InvalidTable(f"The table file {self.path} has a damaged directory. {REMEDY}")
        return list(_PAIR.iter_unpack(stored)), begin + len(stored)

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return len(self._directory)

    def read_block(self, number: int) -> Any:
        """Return the ranks of a block, read from the file."""
        return self.bytes_of_block(number).view("<u1" if self.header.bytes_of_rank == 1 else "<u2")

    def bytes_of_block(self, number: int) -> NDArray[np.uint8]:
        """Return a block as its bytes, read from the file."""
        stored = self._bytes[self._offsets[number] : self._offsets[number + 1]]
        length = min(BLOCK_BYTES, self.header.indices * self.header.bytes_of_rank - number * BLOCK_BYTES)
        # one byte more than there should be tells a block that would grow without end
        data = (_unpack_by_zlib if self._is_for_zlib else _unpack)(stored, length + 1)
        damaged = InvalidTable(f"The table file {self.path} is damaged in block {number}. {REMEDY}")
        if zlib.crc32(stored) != self._directory[number][1] or len(data) != length:
            raise damaged
        ranks = np.frombuffer(data, "<u1" if self.header.bytes_of_rank == 1 else "<u2")
        if int(ranks.max(initial=0)) >= len(self.header.values):
            raise damaged
        return ranks.view(np.uint8)

    def value(self, index: int) -> int:
        """Return the value of an index."""
        block, place = divmod(index, self._ranks_a_block)
        return int(self._values[self._cache.block(self, block)[place]])

    def values(self) -> Any:
        """Return all values, int16; those of holes mean nothing."""
        return self._values[np.concatenate([self.read_block(number) for number in range(len(self._directory))])]


def write_for_zlib(path: Path, target: Path) -> None:
    """Write the table in `path` to `target` as a file that a Python without LZMA reads, too.

    Raises
    ------
    InvalidTable
        If one cannot be read, or the other not written.
    """
    table = TableFile(path, BlockCache(1))
    blocks = [zlib.compress(table.bytes_of_block(number).tobytes(), 9) for number in range(table.blocks)]
    _write(target, ZLIB_MAGIC, table.header, blocks)
