"""A game as a GIF, read again by a decoder written from the format's specification."""

from base64 import b64decode
from io import BytesIO
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from plyground import get_game
from plyground.arena.openings import random_opening
from plyground.cli import main
from plyground.core.errors import InvalidSetting
from plyground.core.outcome import Color
from plyground.web.board import gif as gifs
from plyground.web.board.gif import gif

GAMES = ["congo", "amazons", "gardner", "starcircle", "halma-8x8", "halma"]


def decompressed(data, count):
    """Return the colours that GIF's LZW stands for (GIF89a, appendix F)."""
    bits, code_bits, at = int.from_bytes(data, "little"), 9, 0
    table, before, found = {n: bytes((n,)) for n in range(256)}, None, bytearray()
    while True:
        code = bits >> at & ((1 << code_bits) - 1)
        at += code_bits
        if code == 257:
            assert len(found) == count
            assert bits >> at == 0
            return bytes(found)
        if code == 256:
            table, before, code_bits = {n: bytes((n,)) for n in range(256)}, None, 9
            continue
        entry = table[code] if code in table else before + before[:1]
        found += entry
        if before is not None and len(table) + 2 < 4096:
            table[len(table) + 2] = before + entry[:1]
            if len(table) + 2 == 1 << code_bits and code_bits < 12:
                code_bits += 1
        before = entry


def pictures(content):
    """Return the pictures of a GIF as arrays of colours, and how long each stays."""
    file = BytesIO(content)
    assert file.read(6) == b"GIF89a"
    width, height = np.frombuffer(file.read(4), "<u2")
    assert file.read(3) == b"\xf7\x00\x00"
    palette = np.frombuffer(file.read(768), np.uint8).reshape(256, 3)
    shown, found, times = np.zeros((height, width, 3), np.uint8), [], []
    while (kind := file.read(1)) != b";":
        if kind == b"!":
            label, size = file.read(2)
            block = file.read(size)
            if label == 0xF9:
                times.append(int.from_bytes(block[1:3], "little"))
                transparent = block[3]
            while size := file.read(1)[0]:
                file.read(size)
            if label == 0xF9:
                continue
        else:
            assert kind == b","
            x, y, columns, rows = np.frombuffer(file.read(8), "<u2").astype(int)
            assert file.read(2) == b"\x00\x08"
            data = b""
            while size := file.read(1)[0]:
                data += file.read(size)
            numbers = np.frombuffer(decompressed(data, columns * rows), np.uint8).reshape(rows, columns)
            part = shown[y : y + rows, x : x + columns]
            part[numbers != transparent] = palette[numbers[numbers != transparent]]
            found.append(shown.copy())
    assert not file.read()
    return found, times


@pytest.mark.parametrize("name", GAMES)
def test_each_picture_is_what_a_picture_of_that_position_alone_is(name):
    record = random_opening(get_game(name), 8, Random(3))
    found, times = pictures(gif(record, seconds=0.5))
    assert len(found) == 9
    assert times == [50] * 8 + [150]
    alone = gifs._Pictures(record, is_turned=False)
    for shown, board in zip(found, alone._boards, strict=True):
        expected = alone.palette[alone._paint(board)]
        assert np.array_equal(shown[gifs.EDGE : -gifs.EDGE, gifs.EDGE : -gifs.EDGE], expected)
        assert np.array_equal(shown[0, 0], alone.palette[alone.first[0, 0]])
    assert all(not np.array_equal(*pair) for pair in pairwise(found))
    turned, _ = pictures(gif(record, side=Color.BLACK))
    assert turned[0].shape == found[0].shape
    assert not np.array_equal(turned[-1], found[-1])


@pytest.mark.parametrize("pixels", [b"\x00", b"\x07" * 100_000, bytes(Random(1).randbytes(60_000))])
def test_any_colours_come_back(pixels):
    blocks, data = BytesIO(gifs._compress(pixels)), b""
    assert blocks.read(1) == b"\x08"
    while size := blocks.read(1)[0]:
        data += blocks.read(size)
    assert decompressed(data, len(pixels)) == pixels


@pytest.mark.parametrize("length", range(240, 270))
def test_any_length_comes_back(length):
    """The last code may be the first one of more bits."""
    test_any_colours_come_back(bytes(n * 7 % 251 for n in range(length)))


def test_the_app_and_the_command_write_the_same(client, tmp_path, capsys):
    moves = ["a2a3", "b4a3", "b2a3"]
    ask = {"game": "gardner", "moves": moves}
    found = client.post("/api/line/animation", json={**ask, "kind": "gif"}).json()
    assert found["kind"] == "gif"
    assert client.post("/api/line/animation", json=ask).json()["kind"] == "svg"
    (tmp_path / "game.pgn").write_text('[Game "gardner"]\n\n1. a2a3 b4a3 2. b2a3 *\n')
    target = tmp_path / "game.gif"
    with pytest.raises(SystemExit) as ended:
        main(["show", "gardner", "--record", str(tmp_path / "game.pgn"), "--animate", str(target)])
    assert ended.value.code == 0
    assert target.read_bytes() == b64decode(found["text"])


def test_what_has_no_painted_pieces_is_an_svg(client):
    answer = client.post("/api/line/animation", json={"game": "connect-four", "moves": [], "kind": "gif"})
    if answer.status_code == 404:
        pytest.skip("the example is not installed")
    assert answer.json()["kind"] == "svg"


def test_a_time_that_is_none_is_refused():
    record = random_opening(get_game("gardner"), 1, Random(1))
    with pytest.raises(InvalidSetting, match=r"0\.05 to 60"):
        gif(record, seconds=0)
