"""When a referee ends a game."""

import pytest

from plyground import Color, InvalidSetting, UnknownName
from plyground.arena.adjudication import USUAL_DRAW, USUAL_WIN, Adjudication, Rule, score_value

OFF = Adjudication()
DRAW = Adjudication(draw=Rule(moves=2, score=10, after=3))
WIN = Adjudication(win=Rule(moves=2, score=500))


@pytest.mark.parametrize(
    ("score", "value"),
    [
        ("cp 31", 31),
        ("cp -4 lowerbound", -4),
        ("cp 1.5", 1.5),
        ("win 3", 30000),
        ("loss 2", -30000),
        ("", None),
        ("cp", None),
    ],
)
def test_score_value(score, value):
    assert score_value(score) == value


def test_off_by_default():
    assert OFF.verdict(["cp 0"] * 500, Color.WHITE) is None


def test_draws():
    assert DRAW.verdict(["cp 5"] * 6, Color.BLACK) == (None, "draw adjudicated")
    assert DRAW.verdict(["cp 5"] * 5, Color.WHITE) is None, "not before move 3"
    assert DRAW.verdict(["cp 5"] * 5 + ["cp 11"], Color.BLACK) is None
    assert DRAW.verdict(["cp 500"] * 4 + ["cp -10"] * 4, Color.BLACK) == (None, "draw adjudicated")
    assert DRAW.verdict(["cp 5"] * 5 + [""], Color.BLACK) is None, "a player without scores does not agree"


def test_wins():
    assert WIN.verdict(["cp 600", "cp -550"] * 2, Color.BLACK) == (Color.WHITE, "win adjudicated")
    assert WIN.verdict(["cp -600", "win 9"] * 2, Color.BLACK) == (Color.BLACK, "win adjudicated")
    assert WIN.verdict(["cp 600", "cp -450"] * 2, Color.BLACK) is None, "both must agree"
    assert WIN.verdict(["cp 600", "cp 600"] * 2, Color.BLACK) is None
    assert WIN.verdict(["cp 600", "cp -600", "cp 600"], Color.WHITE) is None, "not long enough"


def test_texts():
    assert Rule.parse("", USUAL_DRAW) == USUAL_DRAW
    assert Rule.parse("moves=3,score=20,after=5", USUAL_DRAW) == Rule(3, 20, 5)
    assert Rule.parse("score=900", USUAL_WIN) == Rule(4, 900, 0)
    with pytest.raises(UnknownName, match="plies"):
        Rule.parse("plies=3", USUAL_WIN)
    with pytest.raises(InvalidSetting, match="whole number"):
        Rule.parse("moves=x", USUAL_WIN)
