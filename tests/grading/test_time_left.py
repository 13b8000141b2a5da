"""The time that a grading still takes."""

import pytest

from plyground.grading import time_left


@pytest.fixture
def clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(time_left.time, "monotonic", lambda: now[0])
    return now


def test_the_rest_takes_as_long_as_what_was_done(clock):
    left = time_left.TimeLeft()
    assert left.text(11, 100) == "", "ten were done by an earlier run, and the clock begins"
    clock[0] += 60
    assert left.text(17, 100) == ", about 14 min left"
    clock[0] += 1000
    assert left.text(100, 100) == ""


def test_looking_over_is_counted_apart(clock):
    left = time_left.TimeLeft()
    left.text(1, 3)
    clock[0] += 10
    assert left.text(2, 3) == ", about 10 s left"
    assert left.text(1, 50) == ""
