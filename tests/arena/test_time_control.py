"""What players may spend."""

import pytest

from plyground import Color, InvalidSetting
from plyground.arena.time_control import GRACE_SECONDS, Clock, TimeControl


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
    clock = Clock(TimeControl(base=2.0, increment=0.5), hang_seconds=60)
    assert clock.allowed(Color.WHITE) == 2.0 + GRACE_SECONDS
    clock.spend(Color.WHITE, 1.2)
    clock.spend(Color.BLACK, 0.1)
    assert clock.left == pytest.approx([1.3, 2.4])
    assert clock.limits(Color.WHITE).clocks == pytest.approx((1.3, 2.4))
    clock.spend(Color.WHITE, 1.35)
    assert clock.left[0] == 0.5, "within the grace nothing is owed"


def test_without_time_a_move_may_take_as_long_as_nobody_hangs():
    assert Clock(TimeControl(depth=3), hang_seconds=7).allowed(Color.BLACK) == 7
    assert Clock(TimeControl(movetime=0.2), hang_seconds=7).allowed(Color.BLACK) == 0.2 + GRACE_SECONDS
