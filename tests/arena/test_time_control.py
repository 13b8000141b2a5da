"""What players may spend."""

import pytest

from plyground import Color, InvalidSetting
from plyground.arena.time_control import GRACE_SECONDS, TimeControl, Timekeeper


def test_texts():
    assert TimeControl.parse(clock="10+0.1") == TimeControl(base=10.0, increment=0.1)
    assert TimeControl.parse(clock="1:30+1") == TimeControl(base=90.0, increment=1.0)
    assert TimeControl.parse(clock=".5") == TimeControl(base=0.5)
    assert str(TimeControl.parse(clock="10+0.1", depth=5)) == "10+0.1, 5 plies"
    assert str(TimeControl.parse(time=0.25, nodes=100)) == "0.25/move, 100 nodes"
    assert str(TimeControl()) == "no limit"


@pytest.mark.parametrize("clock", ["", "x", "0", "10+", "-1", "10+0.1+2", "1:2:3", "nan", "1e3"])
def test_a_clock_that_is_none(clock):
    with pytest.raises(InvalidSetting, match=r"10\+0\.1"):
        TimeControl.parse(clock=clock)


@pytest.mark.parametrize("wrong", [{"time": 0}, {"time": -1}, {"depth": 0}, {"nodes": 0}, {"time": 1, "clock": "10"}])
def test_limits_that_are_none(wrong):
    with pytest.raises(InvalidSetting):
        TimeControl.parse(**wrong)


def test_a_clock_keeps_account():
    clock = Timekeeper((TimeControl(base=2.0, increment=0.5),) * 2, hang_seconds=60)
    assert clock.seconds_for(Color.WHITE) == 2.0 + GRACE_SECONDS
    clock.spend(Color.WHITE, 1.2)
    clock.spend(Color.BLACK, 0.1)
    assert clock.left == pytest.approx([1.3, 2.4])
    assert clock.limits(Color.WHITE).clocks == pytest.approx((1.3, 2.4))
    clock.spend(Color.WHITE, 1.35)
    assert clock.left[0] == 0.5, "within the grace nothing is owed"


def test_without_time_a_move_may_take_as_long_as_nobody_hangs():
    assert Timekeeper((TimeControl(depth=3),) * 2, hang_seconds=7).seconds_for(Color.BLACK) == 7
    assert Timekeeper((TimeControl(movetime=0.2),) * 2, hang_seconds=7).seconds_for(Color.BLACK) == 0.2 + GRACE_SECONDS


def test_the_grace_is_chosen():
    clock = Timekeeper((TimeControl(base=2.0), TimeControl(movetime=0.2)), hang_seconds=7, grace_seconds=0.5)
    assert (clock.seconds_for(Color.WHITE), clock.seconds_for(Color.BLACK)) == (2.5, 0.7)


NAMES = ["engine:depth=6", "engine", "uci:cat;Hash=1"]


@pytest.mark.parametrize(
    ("text", "name", "control"),
    [
        ("engine:time=0.5", "engine", TimeControl(movetime=0.5)),
        ("engine:depth=6:tc=1:30+1,nodes=7", "engine:depth=6", TimeControl(base=90.0, increment=1.0, nodes=7)),
        ("uci:cat;Hash=1: depth = 3", "uci:cat;Hash=1", TimeControl(depth=3)),
    ],
)
def test_limits_of_one_player(text, name, control):
    assert TimeControl.parse_own(text, NAMES) == (name, control)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("fairy:time=1", "'fairy:time=1' should begin with a player's name, as in engine:depth=6:time=0.1"),
        ("engine", "should begin with a player's name"),
        ("engine:", "should be some of time=S, tc=S\\+INC, depth=N, nodes=N"),
        ("engine:time=1,time=2", "should be some of"),
        ("engine:speed=1", "should be some of"),
        ("engine:depth=x", "hold something that is not a number"),
        ("engine:depth=0", "The depth cannot be 0"),
        ("engine:time=1,tc=9", "not both"),
    ],
)
def test_limits_of_one_player_that_are_none(text, sentence):
    with pytest.raises(InvalidSetting, match=sentence):
        TimeControl.parse_own(text, NAMES)


def test_players_with_different_clocks():
    clock = Timekeeper((TimeControl(base=4.0, increment=1.0), TimeControl(base=2.0)), hang_seconds=60)
    clock.spend(Color.WHITE, 1.5)
    clock.spend(Color.BLACK, 0.5)
    assert clock.left == pytest.approx([3.5, 1.5])
    assert [clock.limits(color).increment for color in Color] == [1.0, 0.0]
    assert clock.limits(Color.BLACK).clocks == pytest.approx((3.5, 1.5))


def test_an_opponent_without_a_clock_is_taken_to_have_as_much_time():
    clock = Timekeeper((TimeControl(depth=3), TimeControl(base=2.0)), hang_seconds=60)
    assert clock.limits(Color.BLACK).clocks == (2.0, 2.0)
    assert clock.limits(Color.WHITE).clocks is None
    assert clock.limits(Color.WHITE).depth == 3
    assert (clock.seconds_for(Color.WHITE), clock.seconds_for(Color.BLACK)) == (60, 2.0 + GRACE_SECONDS)
