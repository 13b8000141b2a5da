"""What puzzles are about."""

import pytest

from plyground import get_game
from plyground.puzzles import Goal
from plyground.puzzles.puzzle import ProofKind
from plyground.puzzles.themes import find_themes, themes_of


def themes(game, position, *moves, goal=Goal.WIN, proof=ProofKind.EXACT):
    positions, made = [get_game(game).position(position)], []
    for text in moves:
        made.append(positions[-1].move(text))
        positions.append(positions[-1].play(made[-1]))
    return set(find_themes(positions, made, goal, proof, 0))


@pytest.mark.parametrize(
    ("game", "position", "moves", "expected"),
    [
        ("gardner", "4k/P4/5/5/4K w - - 0 1", ["a4a5q"], {"promotion", "one-move", "check"}),
        ("gardner", "4k/P4/5/5/4K w - - 0 1", ["a4a5n"], {"underpromotion", "quiet"}),
        ("gardner", "3Q1/5/k4/4r/K4 b - - 0 1", ["e2e1", "d5d1", "e1d1"], {"check", "short", "forced-win"}),
        ("congo", "3l3/7/1p5/7/7/3L3/1P5 w 0", ["d2d7"], {"flying-lion", "lion-hunt", "decisive"}),
        ("congo", "2l4/6p/7/2Z4/7/P6/4L2 w 0", ["a2a3"], {"drowning"}),
        ("halma-6x6", "1W4/WW4/6/6/3B1B/5B w", ["b5a6"], {"race", "decisive"}),
        ("amazons", "*q*3/2*3/*5/6/6/Q4Q w", ["f1b5/a5"], {"enclosing"}),
    ],
)
def test_themes_of_lines(game, position, moves, expected):
    assert expected <= themes(game, position, *moves)


def test_what_is_saved_is_a_defence():
    found = themes("congo", "7/2l4/S6/5s1/3L3/7/7 b 0", "f4d6", goal=Goal.SAVE, proof=ProofKind.TABLE)
    assert {"defence", "endgame"} <= found
    assert not found & {"decisive", "forced-win", "advantage"}


def test_themes_have_titles():
    for name in ("congo", "amazons", "gardner", "halma-8x8", "starcircle", "connect-four"):
        titles = themes_of(get_game(name))
        assert all(title and title[0].isupper() for title in titles.values())
        assert "defence" in titles
