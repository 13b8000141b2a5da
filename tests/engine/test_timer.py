"""The timer: it ends a search in time, lets a later one alone, and goes with its engine."""

import gc
import threading
import time

import numpy as np
import pytest

from plyground.engine import Engine, Limits
from plyground.engine.timer import Countdown, Timer
from plyground.kernel.compile import JIT


def timers():
    return [thread for thread in threading.enumerate() if thread.name == "timer"]


def wait_until(is_so):
    end = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.mark.parametrize("limits", [Limits(movetime=0.02), Limits(cpu_time=0.02), Limits(clock=0.5)], ids=str)
def test_the_flag_is_set_when_the_time_is_up(limits):
    stop = np.zeros(1, np.int64)
    timer = Timer(stop)
    budget = limits.budget()
    countdown = timer.keep(Countdown.of(budget))
    while not stop[0]:
        sum(range(1000))  # processor time passes only if something is done
        assert countdown.seconds() < 20
    assert countdown.seconds() >= budget.hard
    timer.close()


def test_without_a_limit_of_time_there_is_no_thread():
    before = timers()
    timer = Timer(np.zeros(1, np.int64))
    timer.keep(Countdown.of(Limits(nodes=5).budget()))
    assert set(timers()) <= set(before)


def test_a_cancelled_countdown_does_not_end_the_next_search():
    stop = np.zeros(1, np.int64)
    timer = Timer(stop)
    first = timer.keep(Countdown.of(Limits(movetime=0.02).budget()))
    timer.cancel(first)
    second = timer.keep(Countdown.of(Limits(movetime=30).budget()))
    timer.cancel(first)  # it is late, and says nothing of the second
    time.sleep(0.06)
    assert not stop[0]
    timer.cancel(second)
    third = timer.keep(Countdown.of(Limits(movetime=0.01).budget()))
    wait_until(lambda: stop[0])
    assert third.seconds_left() <= 0
    timer.close()


@pytest.mark.skipif(not JIT, reason="searches")
def test_an_engine_has_one_timer_for_all_its_searches_and_takes_it_along():
    before = timers()  # those of other engines may end meanwhile

    def own():
        return [timer for timer in timers() if timer not in before]

    engine = Engine("gardner", hash_mib=1)
    for _ in range(5):
        engine.search(engine.game.position(), Limits(movetime=0.005))
        engine.search(engine.game.position(), Limits(movetime=0.08))
    assert len(own()) == 1
    del engine
    gc.collect()
    wait_until(lambda: not own())
