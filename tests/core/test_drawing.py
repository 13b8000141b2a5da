"""Boards as pictures: the last move, arrows, and from whose side."""

import re

import pytest

from plyground import Board, Color, InvalidNotation, Record, UnknownName, WrongType, draw, get_game
from plyground.core.drawing import COLORS
from plyground.engine import Engine, Limits

GARDNER = get_game("gardner")


def marks(svg):
    return re.findall(rf'<rect x="(\d+)" y="(\d+)"[^>]*fill="{COLORS["mark"]}"', svg)


def pieces(svg):
    return {(int(x), int(y), name) for name, x, y in re.findall(r'<use href="#([\w-]+)" x="(\d+)" y="(\d+)"', svg)}


def test_a_record_shows_its_position_with_the_last_move():
    record = Record(GARDNER)
    assert record._repr_svg_() == record.position.svg()
    assert marks(record._repr_svg_()) == []
    record.play("e2e3")
    # e3 is the middle row, e2 the one below it; the last of five columns
    assert marks(record._repr_svg_()) == [("444", "244"), ("444", "344")]
    assert pieces(record._repr_svg_()) == pieces(record.position.svg())


def test_the_board_from_the_other_side_is_turned_by_half_a_circle():
    position = GARDNER.position().play("e2e3")
    white, black = position.svg(), position.svg(side=Color.BLACK)
    assert pieces(black) == {(488 - x, 488 - y, name) for x, y, name in pieces(white)}
    below, turned = (re.findall(r">([a-e])</text>", svg) for svg in (white, black))
    assert below == turned == list("abcde")
    assert marks(position.svg(marked=["a1"])) == [("44", "444")]
    assert marks(position.svg(marked=["a1"], side=Color.BLACK)) == [("444", "44")]


def test_arrows_lead_from_square_to_square():
    svg = GARDNER.position().svg(arrows=[("a1", "a5"), ("b1", "c3")])
    assert svg.count('class="arrow"') == 2
    assert '<line x1="94.0" y1="494.0" x2="94.0" y2="130.0"' in svg
    assert 'points="94.0,94.0 ' in svg


@pytest.mark.parametrize("options", [{"marked": ["f1"]}, {"arrows": [("a1", "z9")]}])
def test_a_square_that_is_not_on_the_board(options):
    with pytest.raises(InvalidNotation, match=r"The board of gardner has no square '(f1|z9)'"):
        GARDNER.position().svg(**options)


def test_colours_can_be_chosen():
    position = GARDNER.position()
    usual, painted = position.svg(), position.svg(marked=["a1"], colors={"light": "white", "mark": 'r"d'})
    assert COLORS["light"] in re.findall(r'fill="([^"]+)"', usual)
    fills = re.findall(r'<rect[^>]* fill="([^"]+)"', painted)
    assert fills.count("white") == 12
    assert "r&quot;d" in fills
    assert COLORS["dark"] in fills
    record = Record(GARDNER)
    assert record.svg(colors={"frame": "navy"}) == position.svg(colors={"frame": "navy"}) != usual


def test_a_colour_that_nothing_is_painted_with():
    with pytest.raises(UnknownName, match=r"No colour of a board is called 'lihgt'; there are .*light"):
        GARDNER.position().svg(colors={"lihgt": "white"})


def test_what_a_search_has_found_is_a_table_in_a_notebook():
    found = Engine(GARDNER, hash_mib=1, multipv=2).search(GARDNER.position("k4/5/1K3/5/4R w - - 0 1"), Limits(depth=2))
    table = found._repr_html_()
    assert table.count("<tr>") == 3
    assert "<td>win 1</td><td style='text-align: left'>e1e5</td>" in table
    assert f"{found.nodes} nodes" in table


@pytest.mark.parametrize(
    ("pieces", "marked", "error", "sentence"),
    [
        ({"z9": "dot"}, (), InvalidNotation, "The board of this drawing has no square 'z9'."),
        ({"a1": "dot"}, ("c1",), InvalidNotation, "no square 'c1'"),
        ({"a1": "disc"}, (), UnknownName, "No symbol of the drawing is called 'disc'; there are dot."),
        ({"a1": 3}, (), WrongType, "The pieces of a drawing should be a mapping of names to texts."),
        ({}, 7, WrongType, "The marked squares of a drawing should be a list"),
    ],
)
def test_what_cannot_be_drawn_on_a_board_of_ones_own_is_named(pieces, marked, error, sentence):
    board = Board.with_files_and_ranks(2, 2)
    with pytest.raises(error, match=re.escape(sentence)):
        draw(board, pieces, {"dot": "<circle/>"}, marked=marked)


def test_a_board_of_ones_own_is_drawn():
    svg = draw(
        Board.with_files_and_ranks(2, 2), {"b1": "dot"}, {"dot": "<circle/>"}, marked=["a2"], arrows=[("a1", "b2")]
    )
    assert svg.startswith("<svg ")
    assert svg.count("<use ") == svg.count('class="arrow"') == 1
