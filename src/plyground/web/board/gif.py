"""A game as a GIF, which messengers and forums play, where an SVG is but a file to them.

Each picture holds what has changed since the one before it, in the smallest rectangle around that. Of the colours the
most frequent are kept, and the others shown as what is nearest to them.
"""

import struct
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from plyground.core.animation import END, check_seconds, last_squares
from plyground.core.drawing import COLORS
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.steps import Steps, finish
from plyground.web.board.raster import rgb, tile

LONGEST = 400
"""The most pixels of the board's longer side."""
MAX_CELL = 48
EDGE = 6
NOTHING = 255
"""The number of the colour that stands for what was there before."""
_CLEAR, _END, _MOST_CODES = 256, 257, 4096
Pixels = NDArray[np.uint8]


def gif(record: Record, *, seconds: float = 1.0, side: Color = Color.WHITE) -> bytes:
    """Return a game as a GIF that shows one position after the other, again and again.

    Parameters
    ----------
    record
        The game, one whose pieces have been painted (`plyground.web.board.raster.has_sprites`).
    seconds
        How long each position stays, in hundredths at the finest; the last one stays longer.
    side
        Who sees the board from below.

    Raises
    ------
    WrongType, InvalidSetting
        If the seconds are not from 0.05 to 60.
    """
    return finish(gif_steps(record, seconds=seconds, side=side))


def gif_steps(record: Record, *, seconds: float = 1.0, side: Color = Color.WHITE) -> Steps[bytes]:
    """Do the same in turns, a picture each."""
    check_seconds(seconds)
    pictures = _Pictures(record, is_turned=side is Color.BLACK)
    height, width = pictures.first.shape
    out = [b"GIF89a", struct.pack("<HHBBB", width, height, 0xF7, 0, 0), pictures.palette.tobytes()]
    out.append(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
    last = len(record.moves)
    for number, (x, y, pixels) in enumerate(pictures):
        hundredths = max(2, round(100 * seconds * (END if number == last else 1)))
        out.append(struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 0b0000_0101, hundredths, NOTHING, 0))
        out.append(struct.pack("<BHHHHB", 0x2C, x, y, pixels.shape[1], pixels.shape[0], 0))
        out.append(_compress(pixels.tobytes()))
        yield
    return b"".join(out) + b"\x3b"


class _Pictures:
    """The pictures of a game in numbers of colours; each but the first is a part, and where it lies."""

    def __init__(self, record: Record, *, is_turned: bool) -> None:
        draw, positions = record.game.submodule("draw"), record.positions
        board = draw.board(positions[0].rules)
        rows, columns = len(board.rows), len(board.rows[0])
        self._cell = cell = min(MAX_CELL, (LONGEST - 2 * EDGE) // max(rows, columns))
        names = [name for row in board.rows for name in row]
        tints = [board.tint(row, column) for row in range(rows) for column in range(columns)]
        marked = [set(squares) for squares in last_squares(record)]
        men = [draw.pieces(position.rules, position.words) for position in positions]
        looks = [
            [(tint, pieces.get(name, ""), name in squares) for name, tint in zip(names, tints, strict=True)]
            for pieces, squares in zip(men, marked, strict=True)
        ]
        kinds = sorted({look for picture in looks for look in picture})
        tiles = np.array([tile(record.game, tint, man, cell, is_marked=mark) for tint, man, mark in kinds])
        frame = np.array([[rgb(COLORS["frame"])]], np.uint8)
        self.palette, numbers = _palette(np.concatenate([tiles.reshape(-1, 3), frame.reshape(-1, 3)]))
        self._tiles = numbers[:-1].reshape(len(kinds), cell, cell)
        at = {look: number for number, look in enumerate(kinds)}
        self._boards = [np.array([at[look] for look in picture]).reshape(rows, columns) for picture in looks]
        if is_turned:
            self._boards = [each[::-1, ::-1] for each in self._boards]
        self.first = np.full((2 * EDGE + rows * cell, 2 * EDGE + columns * cell), numbers[-1], np.uint8)
        self.first[EDGE:-EDGE, EDGE:-EDGE] = self._paint(self._boards[0])

    def _paint(self, board: NDArray[np.int64]) -> Pixels:
        rows, columns = board.shape
        return self._tiles[board].swapaxes(1, 2).reshape(rows * self._cell, columns * self._cell)

    def __iter__(self) -> Iterator[tuple[int, int, Pixels]]:
        yield 0, 0, self.first
        for before, board in pairwise(self._boards):
            changed = before != board
            if not changed.any():
                changed[0, 0] = True
            rows, columns = np.nonzero(changed.any(axis=1))[0], np.nonzero(changed.any(axis=0))[0]
            part = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
            pixels = self._paint(board[part])
            is_same = np.kron(~changed[part], np.ones((self._cell, self._cell), np.bool_))
            yield (
                EDGE + int(columns[0]) * self._cell,
                EDGE + int(rows[0]) * self._cell,
                np.where(is_same, np.uint8(NOTHING), pixels),
            )


def _palette(pixels: Pixels) -> tuple[Pixels, Pixels]:
    """Return 256 colours, the last of which is none, and the number of each pixel's; the last pixel's is kept."""
    packed = pixels.astype(np.int64) @ np.array([1 << 16, 1 << 8, 1])
    colors, which, counts = np.unique(packed, return_inverse=True, return_counts=True)
    kept = np.union1d(np.argsort(counts, kind="stable")[::-1][: NOTHING - 1], which[-1])
    parts = np.stack([colors >> 16, colors >> 8 & 0xFF, colors & 0xFF], axis=1)
    palette = np.zeros((256, 3), np.uint8)
    palette[: len(kept)] = parts[kept]
    far = (parts[kept] ** 2).sum(axis=1) - 2 * parts @ parts[kept].T
    return palette, far.argmin(axis=1).astype(np.uint8)[which]


def _compress(pixels: bytes) -> bytes:
    """Compress the colours of a picture by GIF's kind of LZW, and cut them into blocks."""
    out, bits, held = bytearray(), _CLEAR, 9
    width, following = 9, _END + 1
    known: dict[int, int] = {}
    prefix = pixels[0]
    for color in pixels[1:]:
        key = prefix << 8 | color
        found = known.get(key)
        if found is not None:
            prefix = found
            continue
        bits |= prefix << held
        held += width
        while held >= 8:
            out.append(bits & 0xFF)
            bits >>= 8
            held -= 8
        prefix = color
        if following == _MOST_CODES:
            bits |= _CLEAR << held
            held += width
            known, width, following = {}, 9, _END + 1
            continue
        if following == 1 << width:
            width += 1
        known[key] = following
        following += 1
    bits |= prefix << held
    held += width
    bits |= _END << held
    held += width + (following == 1 << width)
    out += bits.to_bytes((held + 7) // 8, "little")
    blocks = (out[begin : begin + 255] for begin in range(0, len(out), 255))
    return b"\x08" + b"".join(bytes((len(block),)) + block for block in blocks) + b"\x00"
