"""Positions to learn from, in a file that only ever grows.

``MAGIC``, then a header: its length, JSON, its checksum; then blocks: the number of the first game in it, how many
games, the checksum of the three numbers, how many positions, the checksum of what follows, and the positions, one
record each (`record_type`). All numbers are little-endian. A block holds whole games. A file that was being written
when its writer was killed ends in a part of a block, which a reader leaves out and the next writer takes away; anything
else that is wrong with it is said. (Files of before have no checksum of a block's three numbers: 0.)

A record is the position's words, the search's score and the game's result, both from the view of the side to move,
the ply at which it stood (a side line's: at which it left the game), the depth that was searched, and the number of the
game.
"""

import contextlib
import json
import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Self
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from plyground.core.errors import InvalidNotation, InvalidSetting, quote
from plyground.core.files import check_data_file
from plyground.core.game import Game
from plyground.nets.identity import rules_digest

MAGIC = b"plyground positions 2\n"
OLD_MAGICS = (b"plyground positions 1\n",)
MAX_HEADER = 1 << 16
_SIZE, _CHECKSUM = struct.Struct("<I"), struct.Struct("<I")
_BLOCK, _NUMBERS = struct.Struct("<QIIQI"), struct.Struct("<QQQ")
MAX_POSITIONS = 1 << 24
"""Of a block."""
_LEFT_OUT = {"evaluation": "handmade"}
"""What a header's settings do not say where it is the usual."""

LOSS, DRAW, WIN, UNKNOWN = range(4)
"""A record's result; unknown where the position did not stand in a game."""

Records = NDArray[np.void]


def record_type(words: int) -> np.dtype[np.void]:
    """Return the type of a record of a game whose positions have that many words."""
    facts = ("score", "<i4"), ("result", "u1"), ("depth", "u1"), ("ply", "<u2"), ("game", "<u4")
    return np.dtype([("words", "<u8", (words,)), *facts])


@dataclass(frozen=True)
class DatasetHeader:
    """What a file says of itself.

    Attributes
    ----------
    game
        The game's name.
    rules
        Its settings that differ from the usual, ``NAME=VALUE`` split by blanks.
    digest
        `rules_digest` of the game when the file was begun.
    words
        How many words a position has.
    settings
        How the positions were made; two files that agree in everything hold the same games.
    """

    game: str
    rules: str
    digest: str
    words: int
    settings: Mapping[str, Any]

    @classmethod
    def of(cls, game: Game, settings: Mapping[str, Any]) -> Self:
        """Return the header of a new file."""
        rules = " ".join(f"{name}={value}" for name, value in game.chosen)
        return cls(game.name, rules, rules_digest(game), int(game.rules.words), dict(settings))

    def bytes(self) -> bytes:
        """Return the beginning of the file."""
        text = json.dumps(vars(self), sort_keys=True).encode()
        return MAGIC + _SIZE.pack(len(text)) + text + _CHECKSUM.pack(crc32(text))

    @classmethod
    def read(cls, file: BinaryIO, path: Path) -> Self:
        """Read the beginning of a file; raises `InvalidNotation`."""
        magic = file.read(len(MAGIC))
        if magic in OLD_MAGICS:
            raise InvalidNotation(
                f"The file {path} was made by an earlier version, which did not keep each position's game; make it "
                "anew with `plyground learn data`."
            )
        if magic != MAGIC:
            raise InvalidNotation(f"The file {path} holds no positions to learn from (`plyground learn data` does).")
        try:
            (size,) = _SIZE.unpack(file.read(_SIZE.size))
            if size > MAX_HEADER:
                raise ValueError(size)
            text = file.read(size)
            (checksum,) = _CHECKSUM.unpack(file.read(_CHECKSUM.size))
            if checksum != crc32(text):
                raise ValueError(checksum)
            return cls(**json.loads(text))
        except (struct.error, ValueError, TypeError):
            raise InvalidNotation(f"The file of positions {path} is damaged: its header cannot be read.") from None

    def check(self, game: Game, path: Path) -> None:
        """Raise `InvalidSetting` unless the file holds positions of `game` as its rules are now."""
        mine = DatasetHeader.of(game, self.settings)
        if (self.game, self.rules) != (mine.game, mine.rules):
            named = " ".join(filter(None, (self.game, self.rules)))
            wanted = " ".join(filter(None, (mine.game, mine.rules)))
            raise InvalidSetting(f"The file {path} holds positions of {named}, not of {wanted}.")
        if self.digest != mine.digest:
            raise InvalidSetting(
                f"The positions in {path} were made when the rules of {self.game}, or how a position is kept, were "
                "others; make them anew with `plyground learn data`."
            )


@dataclass(frozen=True)
class Block:
    """Some games' positions."""

    first_game: int
    games: int
    records: Records

    def bytes(self) -> bytes:
        """Return the block as it stands in the file."""
        data = self.records.tobytes()
        numbers = self.first_game, self.games, len(self.records)
        return _BLOCK.pack(*numbers[:2], _checksum(*numbers), numbers[2], crc32(data)) + data


def _checksum(*numbers: int) -> int:
    """Return the checksum of a block's numbers, which is not 0."""
    return crc32(_NUMBERS.pack(*numbers)) or 1


def _read_block(file: BinaryIO, path: Path, kind: np.dtype[np.void], number: int, games_before: int) -> Block | None:
    """Read the next block; None at the end, also where only a part of a block is left."""
    head = file.read(_BLOCK.size)
    if len(head) < _BLOCK.size:
        return None
    first, games, told, count, checksum = _BLOCK.unpack(head)
    is_told = told in {0, _checksum(first, games, count)}
    if not is_told or first != games_before or count > MAX_POSITIONS:
        raise InvalidNotation(f"The file of positions {path} is damaged: block {number} does not begin as it should.")
    data = file.read(count * kind.itemsize)
    if len(data) < count * kind.itemsize:
        return None
    if crc32(data) != checksum:
        raise InvalidNotation(f"The file of positions {path} is damaged: block {number} is not what was written.")
    return Block(first, games, np.frombuffer(data, kind))


@dataclass(frozen=True)
class Dataset:
    """A file of positions that has been read.

    Attributes
    ----------
    header
        What the file says of itself.
    records
        All its positions, in the order of the games.
    games
        How many games it holds, and so the number of the next.
    size
        The bytes of the file that are whole.
    left_out
        The bytes after them: a part of a block.
    """

    header: DatasetHeader
    records: Records
    games: int
    size: int
    left_out: int = 0

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a file; raises `InvalidNotation` for one that is missing, damaged or something else."""
        try:
            with path.open("rb") as file:
                header = DatasetHeader.read(file, path)
                kind = record_type(header.words)
                parts, games, size = [np.empty(0, kind)], 0, file.tell()
                while (block := _read_block(file, path, kind, len(parts), games)) is not None:
                    parts.append(block.records)
                    games, size = block.first_game + block.games, file.tell()
                left_out = file.seek(0, os.SEEK_END) - size
        except OSError as error:
            raise InvalidNotation(f"The file {path} cannot be read: {error.strerror}.") from None
        return cls(header, np.concatenate(parts), games, size, left_out)

    @classmethod
    def load_all(cls, paths: list[Path], game: Game) -> list[Self]:
        """Read the files, each of which must hold positions of `game`."""
        found = [cls.load(path) for path in paths]
        for path, dataset in zip(paths, found, strict=True):
            dataset.header.check(game, path)
        return found


class Writer:
    """Appends games to a file, which is begun, or changed, when the first are there.

    Attributes
    ----------
    games, positions
        What the file holds.

    Raises
    ------
    InvalidSetting
        If the file is there and `resume` is not set, has another header, or cannot be written.
    InvalidNotation
        If it is damaged.
    """

    def __init__(self, path: Path, header: DatasetHeader, *, resume: bool = False) -> None:
        self.games, self.positions = 0, 0
        self._path = path
        self._file: BinaryIO | None = None
        self._whole, self._ahead = 0, header.bytes()
        # its bytes when it was looked at; None where there was none
        self._found: int | None = None
        check_data_file(path)
        if path.exists():
            self._found = path.stat().st_size
        if self._found:
            self._continue(header, resume=resume)

    def _continue(self, header: DatasetHeader, *, resume: bool) -> None:
        if not resume:
            raise InvalidSetting(f"The file {self._path} is there already; --resume goes on with it.")
        found = Dataset.load(self._path)
        if found.header != header:
            ours, theirs = ({**vars(each), **_LEFT_OUT, **each.settings} for each in (header, found.header))
            names = (name for name in ours | theirs if name != "settings")
            name = next(name for name in names if ours.get(name) != theirs.get(name))
            raise InvalidSetting(
                f"The file {self._path} cannot be resumed: its {name} is {quote(str(theirs.get(name)))}, not "
                f"{quote(str(ours.get(name)))}."
            )
        self.games, self.positions = found.games, len(found.records)
        self._whole, self._ahead, self._found = found.size, b"", found.size + found.left_out

    def add(self, games: int, records: Records) -> None:
        """Append the positions of the next games; raises `InvalidSetting` if they cannot be written."""
        data = self._ahead + Block(self.games, games, records).bytes()
        try:
            if self._file is None:
                self._file = self._open()
                self._file.truncate(self._whole)
                self._file.seek(self._whole)
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            if self._file is not None:
                self.close()
                with contextlib.suppress(OSError):
                    os.truncate(self._path, self._whole)
            raise InvalidSetting(
                f"The file {self._path} cannot be written: {error.strerror}. The games it holds are kept, and can be "
                "gone on with."
            ) from None
        self._ahead = b""
        self._whole += len(data)
        self.games += games
        self.positions += len(records)

    def _open(self) -> BinaryIO:
        """Open the file, which must be as it was when it was looked at: what another has written since is not lost."""
        try:
            if self._found is None:
                return Path(os.path.realpath(self._path)).open("xb")
            file = self._path.open("r+b")
            if file.seek(0, os.SEEK_END) == self._found:
                return file
            file.close()
        except FileExistsError:
            pass
        raise InvalidSetting(
            f"The file {self._path} cannot be written: another program has written it in the meantime. The games it "
            "holds are kept."
        )

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            # what cannot be written, and has been said, would be tried again
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
