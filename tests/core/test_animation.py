"""A game as a moving picture: each position is what is seen at its time."""

import xml.etree.ElementTree as ET

import pytest

from plyground import get_game
from plyground.core.animation import END, animate
from plyground.core.errors import InvalidSetting, WrongType
from plyground.core.outcome import Color
from plyground.core.record import Record

SVG = "{http://www.w3.org/2000/svg}"
GAMES = {
    "congo": "d2d3 a6a5 d3d4 a5a4 a2a3",
    "gardner": "a2a3 b4a3 b2a3 c4c3",
    "amazons": "d1d5/d3 a4b4/b2",
    "starcircle": "",
    "halma-8x8": "",
}


def seen(svg, frame, frames):
    """Return what stands where in a frame: the piece of each drawn square."""
    time, found = frame / (frames - 1 + END) + 1e-4, {}
    for use in ET.fromstring(svg).iter(f"{SVG}use"):
        animation = use.find(f"{SVG}animate")
        visible = True
        if animation is not None:
            keys = [float(key) for key in animation.get("keyTimes").split(";")]
            values = animation.get("values").split(";")
            visible = values[max(i for i, key in enumerate(keys) if key <= time)] == "visible"
        if visible:
            found[use.get("x"), use.get("y")] = use.get("href")[1:]
    return found


def played(name):
    game = get_game(name)
    record = Record(game)
    for move in GAMES[name].split() or [move.text for move in list(game.position().legal_moves)[:1]]:
        record.play(move) if name != "amazons" else record.play(list(record.position.legal_moves)[3])
    return record


@pytest.mark.parametrize("name", GAMES)
def test_every_position_is_seen_at_its_time(name):
    record = played(name)
    svg = animate(record)
    frames = len(record.positions)
    for frame, position in enumerate(record.positions):
        assert sorted(seen(svg, frame, frames).values()) == sorted(position.pieces.values()), frame
    assert seen(svg, frames + END - 2, frames) == seen(svg, frames - 1, frames)


def test_the_other_side_sees_the_board_turned():
    record = played("gardner")
    assert seen(animate(record, side=Color.BLACK), 0, 5) != seen(animate(record), 0, 5)


def test_a_drowned_man_is_gone():
    record = played("congo")
    svg = animate(record)
    assert len(seen(svg, 5, 6)) == len(seen(svg, 0, 6)) - 1


def test_what_is_wrong_is_a_sentence():
    with pytest.raises(InvalidSetting, match="cannot stay for 0 seconds"):
        animate(played("gardner"), seconds=0)
    with pytest.raises(WrongType):
        animate("gardner")
