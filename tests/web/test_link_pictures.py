"""The picture that comes with a link shows the position that the link leads to."""

import re
import struct
import zlib
from html import unescape

import numpy as np
import pytest

from plyground import get_game
from plyground.core.drawing import COLORS
from plyground.puzzles import collection_of
from plyground.web.board.raster import HEIGHT, WIDTH, png


def pixels(data):
    """Return the pixels of one of our PNGs."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    size = struct.unpack(">I", data[33:37])[0]
    rows = np.frombuffer(zlib.decompress(data[41 : 41 + size]), np.uint8).reshape(height, 1 + 3 * width)
    return rows[:, 1:].reshape(height, width, 3)


@pytest.mark.parametrize("name", ["congo", "amazons", "gardner", "starcircle", "halma"])
def test_men_stand_on_their_squares(name):
    game = get_game(name)
    image, empty = pixels(png(game, None)), dict(game.position().pieces)
    assert image.shape == (HEIGHT, WIDTH, 3)
    board, _ = game.men()
    cell = min(96, (HEIGHT - 44) // max(len(board.rows), len(board.column_labels)))
    left, top = (WIDTH - len(board.column_labels) * cell) // 2, (HEIGHT - len(board.rows) * cell) // 2
    for row, names in enumerate(board.rows):
        for column, square in enumerate(names):
            tint = COLORS[board.tint(row, column)]
            ground = [int(tint[i : i + 2], 16) for i in (1, 3, 5)]
            part = image[top + row * cell : top + (row + 1) * cell, left + column * cell : left + (column + 1) * cell]
            assert (part == ground).all() == (square not in empty), square


def picture_of(client, path):
    """Return the address of the picture that a page names, and the picture."""
    found = re.search(r'og:image" content="([^"]+)"', client.get(path).text)
    address = unescape(found[1])
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/png"
    return answer.content


def test_a_link_to_a_position_a_puzzle_or_a_game_shows_it(client):
    gardner = get_game("gardner")
    after = gardner.position().play("a2a3").play("b4a3")
    assert picture_of(client, "/analysis/gardner?moves=a2a3,b4a3") == png(gardner, after.text)
    assert picture_of(client, "/analysis/gardner?moves=a2a3,b4a3&ply=0") == png(gardner, None)
    assert picture_of(client, "/embed/gardner?moves=a2a3,b4a3&turned=") == png(gardner, after.text, is_turned=True)
    puzzle = next(iter(collection_of(gardner).puzzles.values()))
    assert picture_of(client, f"/puzzles/{puzzle.id}") == png(gardner, puzzle.position)
    live = client.post("/api/play", json={"game": "gardner", "you": "both"}).json()
    client.post(f"/api/play/{live['id']}/move", json={"move": "a2a3", "ply": 0})
    assert picture_of(client, f"/game/{live['id']}") == png(gardner, gardner.position().play("a2a3").text)
    usual = picture_of(client, "/play/gardner")
    assert usual == picture_of(client, "/learn/minichess")


def test_what_cannot_be_drawn_is_a_sentence(client):
    assert client.get("/api/games/connect-four/preview.png").status_code == 404
    assert client.get("/api/games/gardner/preview.png", params={"moves": "a2a5"}).status_code == 400
    assert client.get("/analysis/gardner?position=nonsense").status_code == 200
    assert client.get("/analysis/connect-four?moves=d1").status_code == 200


def test_a_ply_beyond_all_games_is_the_last_position(client):
    gardner = get_game("gardner")
    after = gardner.position().play("a2a3")
    assert picture_of(client, f"/analysis/gardner?moves=a2a3&ply={'9' * 5000}") == png(gardner, after.text)
