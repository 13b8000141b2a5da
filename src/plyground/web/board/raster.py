"""A position as a PNG, for the picture that comes with a link: those who show links show no SVG.

The pieces were painted by a browser once (``tools/draw_previews.py``) and lie beside this module, a file for each
family of games; here they are put on the board's squares.
"""

import struct
import zlib
from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from plyground.core.drawing import COLORS, MARK_OPACITY
from plyground.core.game import Game

WIDTH, HEIGHT = 1200, 630
"""What those who show links expect."""
CELL = 96
"""The pixels of a piece as it was painted; on larger boards they are smaller."""
MARGIN = 22
GROUND = (242, 244, 243)
Pixels = NDArray[np.uint8]


def has_sprites(game: Game) -> bool:
    """Tell whether the pieces of a game have been painted."""
    return bool(_sprites(game.family))


def png(game: Game, text: str | None, *, is_turned: bool = False) -> bytes:
    """Return a position (the start without a `text`) as a PNG; raises `InvalidNotation` for what is none."""
    board, pieces = game.men(text)
    columns, rows = len(board.column_labels), len(board.row_labels)
    cell = min(CELL, (HEIGHT - 2 * MARGIN) // max(columns, rows))
    image = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    image[:] = GROUND
    left, top, edge = (WIDTH - columns * cell) // 2, (HEIGHT - rows * cell) // 2, 10
    image[top - edge : top + rows * cell + edge, left - edge : left + columns * cell + edge] = rgb(COLORS["frame"])
    for row, names in enumerate(board.rows):
        for column, name in enumerate(names):
            x = left + (columns - 1 - column if is_turned else column) * cell
            y = top + (rows - 1 - row if is_turned else row) * cell
            image[y : y + cell, x : x + cell] = tile(game, board.tint(row, column), pieces.get(name, ""), cell)
    return _encode(image)


def tile(game: Game, tint: str, man: str, size: int, *, is_marked: bool = False) -> Pixels:
    """Return a square of the board and the man on it, if any; of the last move's if it is marked."""
    color = np.array(rgb(COLORS[tint]), np.float64)
    if is_marked:
        color += float(MARK_OPACITY) * (np.array(rgb(COLORS["mark"])) - color)
    square, sprites = np.tile(color, (size, size, 1)), _sprites(game.family)
    if man and man not in sprites:
        # a taller stack than was painted
        man = man.rpartition("-")[0]
    if man in sprites:
        sprite = _smaller(game.family, man, size)
        cover = sprite[..., 3:] / 255
        square = square * (1 - cover) + sprite[..., :3] * cover
    return np.rint(square).astype(np.uint8)


@cache
def _sprites(family: str) -> dict[str, Pixels]:
    """Return the painted pieces of a family by their names: red, green, blue and cover; none if there are none."""
    path = files("plyground.web.board") / "sprites" / f"{family}.npz"
    if not path.is_file():
        return {}
    with np.load(BytesIO(path.read_bytes())) as found:
        return dict(found)


@cache
def _smaller(family: str, name: str, size: int) -> NDArray[np.float64]:
    """Return a piece in a smaller size: each pixel is the mean of those that it stands for."""
    sprite = _sprites(family)[name].astype(np.float64)
    # colours count by how much they cover
    sprite[..., :3] *= sprite[..., 3:] / 255
    edges = np.arange(size) * len(sprite) // size
    counts = np.diff([*edges, len(sprite)])
    small = np.add.reduceat(np.add.reduceat(sprite, edges, axis=0), edges, axis=1) / np.outer(counts, counts)[..., None]
    cover = np.maximum(small[..., 3:] / 255, 1e-9)
    small[..., :3] = np.minimum(255, small[..., :3] / cover)
    return small


def rgb(color: str) -> tuple[int, int, int]:
    """Return red, green and blue of a colour that is written as in CSS."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _encode(image: Pixels) -> bytes:
    """Write pixels as a PNG."""
    rows = np.concatenate([np.zeros((len(image), 1), np.uint8), image.reshape(len(image), -1)], axis=1)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", image.shape[1], image.shape[0], 8, 2, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", header),
            chunk(b"IDAT", zlib.compress(rows.tobytes(), 6)),
            chunk(b"IEND", b""),
        )
    )
