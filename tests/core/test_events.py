"""What happens on the board with a move, in each game's words."""

import pytest

from plyground import get_game
from plyground.core.events import events, owner

EMPTY = "0,0,0,0,0,0,0,0"
VALUES = "10,20,30,40,50,60,70,80"
JUMP = "/".join([EMPTY] * 3 + ["0,0,C1,0,0,0,0,0", "0,S1,0,0,0,0,0,0"] + [EMPTY] * 3) + f" s {VALUES}"
LAST = "/".join([EMPTY, "S1,0,0,0,0,0,0,0"] + [EMPTY] * 4 + ["0,C1,0,0,0,0,0,0", EMPTY]) + f" s {VALUES}"
HAPPENS = [
    ("congo", "3l3/7/7/2P4/7/7/4L2 w 0", "e1e2", [("drown", ("c4",), "pawn on c4 drowned", ("white-pawn",))]),
    ("congo", "3l3/7/7/2P4/7/7/4L2 w 0", "c4c5", []),
    ("congo", "3l3/7/7/2C4/7/7/4L2 w 0", "e1e2", []),
    ("congo", "3l3/7/7/2Pp3/7/7/4L2 b 0", "d7e7", [("drown", ("d4",), "Black's pawn on d4", ("black-pawn",))]),
    # a monkey that ends in the river, where it began, takes what it takes and drowns
    (
        "congo",
        "3l3/7/7/M6/1p5/7/4L2 w 0",
        "a4c2",
        [("capture", ("b3",), "takes the pawn on b3", ("black-pawn",))],
    ),
    (
        "congo",
        "3l3/7/7/Mp5/7/7/4L2 w 0",
        "a4c4",
        [
            ("capture", ("b4",), "takes the pawn on b4", ("black-pawn",)),
            ("drown", ("a4",), "monkey on a4 drowned", ("white-monkey",)),
        ],
    ),
    ("congo", "3l3/2P4/7/7/7/7/4L2 w 0", "c6c7", [("promotion", ("c7",), "makes a superpawn", ())]),
    ("congo-2021", "3l3/2P4/7/7/7/7/4L2 w 0", "c6c7", []),
    ("gardner", "4k/P4/5/5/K4 w - - 0 1", "a4a5r", [("promotion", ("a5",), "makes a rook", ())]),
    (
        "gardner",
        "1b2k/P4/5/5/K4 w - - 0 1",
        "a4b5r",
        [
            ("capture", ("b5",), "takes the bishop on b5", ("black-bishop",)),
            ("promotion", ("b5",), "makes a rook", ()),
        ],
    ),
    (
        "amazons",
        "q*4/*5/2Q3/6/5Q/1q4 w",
        "c4b4/b5",
        [("fire", ("b5",), "Fire blocks b5", ()), ("walled", ("a6",), "Black's queen on a6 is walled in", ())],
    ),
    ("starcircle", JUMP, "D2-F4", [("capture", ("E3",), "takes the circle on E3", ("circle",))]),
    ("starcircle", LAST, "G1-H2", [("arrival", ("H2",), "for 80 points", ())]),
    ("halma-8x8", None, "h4h5", []),
    ("halma-8x8", "WWWW4/WWW5/WW6/8/1W6/8/5BBB/4BBBB w", "b4a5", [("arrival", ("a5",), "10 of 10", ())]),
]


@pytest.mark.parametrize(("game", "start", "move", "expected"), HAPPENS)
def test_what_happens_at_a_move(game, start, move, expected):
    position = get_game(game).position(start)
    found = events(position, position.move(move))
    assert [(event.kind, tuple(event.squares), event.men) for event in found] == [
        (kind, squares, men) for kind, squares, _, men in expected
    ]
    for event, (_, _, text, _) in zip(found, expected, strict=True):
        assert text in event.text


def test_a_pass_and_a_chain_of_jumps():
    start = get_game("starcircle").position(
        "/".join([EMPTY] * 3 + ["0,0,S1" + ",0" * 5, "0,C1" + ",0" * 6] + [EMPTY] * 3) + f" c {VALUES}"
    )
    for move in start.legal_moves:
        assert [event.kind for event in events(start, move)] in ([], ["pass"], ["capture"])
    halma = get_game("halma-8x8").position("8/8/2B5/1W6/8/3W4/4W3/5WWW w")
    chains = [move for move in halma.legal_moves if len(halma.steps(move)) > 2]
    for move in chains:
        (event,) = [each for each in events(halma, move) if each.kind == "jump"]
        assert event.squares == halma.steps(move)
        assert f"{len(event.squares) - 1} jumps" in event.text


@pytest.mark.parametrize(
    ("game", "man", "side"),
    [("congo", "black-pawn", 1), ("starcircle", "star-3", 0), ("starcircle", "circle", 1), ("amazons", "fire", None)],
)
def test_whose_a_man_is(game, man, side):
    assert owner(get_game(game), man) == side
