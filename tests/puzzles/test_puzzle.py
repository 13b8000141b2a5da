"""A puzzle as a line of a file."""

import json

import pytest

from plyground import get_game
from plyground.core.errors import InvalidNotation
from plyground.puzzles import Goal, Puzzle
from plyground.puzzles.puzzle import ProofKind

SKEWER = Puzzle(
    game="gardner",
    position="3Q1/5/k4/4r/K4 b - - 0 1",
    moves=("e2e1", "d5d1", "e1d1"),
    goal=Goal.WIN,
    proof=ProofKind.TABLE,
    rating=637,
    themes=("forced-win", "endgame", "short"),
    last=(),
    source="table KQvKR",
    number=3,
)


def test_a_puzzle_survives_being_written():
    assert Puzzle.parse(SKEWER.json(), "gardner") == SKEWER


def test_its_line_can_be_played():
    positions, moves = SKEWER.line(get_game("gardner"))
    assert [move.text for move in moves] == list(SKEWER.moves)
    assert positions[-1].text == "5/5/k4/5/K2r1 w - - 0 3"
    assert SKEWER.own_moves == ("e2e1", "e1d1")


def test_its_id_depends_on_game_and_position_alone():
    same = Puzzle.parse(json.dumps(json.loads(SKEWER.json()) | {"rating": 2000}), "gardner")
    assert same.id == SKEWER.id
    with pytest.raises(InvalidNotation, match=f"The puzzle of this position is .*, not '{SKEWER.id}'"):
        Puzzle.parse(SKEWER.json(), "minichess")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"rating": "high"}, "The field rating is 'high'; a whole number was expected"),
        ({"rating": True}, "The field rating is 'True'"),
        ({"goal": "glory"}, "'glory' is not a valid Goal"),
        ({"moves": "e2e1 d5d1"}, "does not end with a move of the solver's"),
        ({"more": 1}, "should be an object with the fields id, position"),
    ],
)
def test_a_wrong_line_is_refused(changed, said):
    with pytest.raises(InvalidNotation, match=said):
        Puzzle.parse(json.dumps(json.loads(SKEWER.json()) | changed), "gardner")


@pytest.mark.parametrize("line", ["", "[]", "{", "3", "[" * 100_000])
def test_what_is_no_puzzle_is_refused(line):
    with pytest.raises(InvalidNotation):
        Puzzle.parse(line, "gardner")
