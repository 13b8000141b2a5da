"""What a move does, in words."""

import pytest

from plyground import get_game
from plyground.core.registry import all_games
from plyground.web.play.remarks import join_phrases, remarks

LAST_ROWS = (
    "0,0,0,0,0,0,0,0/S1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/"
    "0,C1,0,0,0,0,0,0/0,0,0,0,0,0,0,0 s 10,20,30,40,50,60,70,80"
)
DOES = [
    ("gardner", "4k/5/2n2/3P1/K4 w - - 0 1", "d2c3", ["takes the knight on c3"]),
    ("gardner", "4k/P4/5/5/K4 w - - 0 1", "a4a5r", ["makes a rook", "threatens the king on e5"]),
    (
        "gardner",
        "4k/5/r3b/R4/4K w - - 0 1",
        "a2a3",
        ["takes the rook on a3", "threatens the bishop on e3", "brings the rook on a2 to safety"],
    ),
    ("gardner", "4k/5/r1R2/5/4K w - - 0 1", "c3c2", ["brings the rook on c3 to safety"]),
    ("congo", "3l3/7/7/7/2P4/7/3L3 w 0", "c3c4", ["into the river"]),
    ("congo", "3l3/7/7/2P4/7/7/4L2 w 0", "e1e2", ["loses the pawn on c4"]),
    ("congo", "3l3/7/7/2P4/7/7/4L2 w 0", "c4c5", ["brings the pawn out of the river"]),
    ("amazons", "q*2/**2/2Q1/4 w", "c2d3/c2", []),
    ("halma-8x8", None, "h4h5", ["goes 1 step nearer to the corner"]),
    ("starcircle", LAST_ROWS, "G1-H2", ["brings a man to the last row"]),
]


@pytest.mark.parametrize(("game", "start", "move", "expected"), DOES)
def test_a_move_does(game, start, move, expected):
    position = get_game(game).position(start)
    found = remarks(position, position.move(move))
    assert len(found) == len(expected), found
    assert all(words in phrase for words, phrase in zip(expected, found, strict=True)), found


def test_ground_is_won_and_a_queen_shut_in():
    start = get_game("amazons").position("3q2/6/Q5/5Q/6/2q3 w")
    assert remarks(start, start.move("a4a2/b1")) == [
        "wins ground, with 8 empty squares nearest to your queens, 6 to the others"
    ]
    corner = get_game("amazons").position("q*4/*5/2Q3/6/5Q/1q4 w")
    assert "shuts the queen on a6 in" in remarks(corner, corner.move("c4b4/b5"))


def test_remarks_of_every_game_go_on_after_the_move():
    for game in all_games().values():
        position = game.position()
        for move in list(position.legal_moves)[:6]:
            for phrase in remarks(position, move):
                assert phrase[0].islower()
                assert not phrase.endswith(".")


def test_phrases_are_joined():
    assert [join_phrases(each) for each in ([], ["a"], ["a", "b"], ["a and b", "c"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a and b, and c",
        "a, b, and c",
    ]
