import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from plyground.web.host import pool as pool_module
from plyground.web.host.pool import Job, Pool
from plyground.web.service.endpoints import Busy

LONG = 60
"""Seconds for what is done at once, on a machine that does much else."""


@pytest.fixture
def pool():
    pool = Pool(threads=1)
    yield pool
    pool.close()


def test_work_is_done_and_errors_come_back(pool):
    assert pool.wait("a", lambda job: job.client) == "a"

    def fail(job: Job) -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        pool.wait("a", fail)


def test_clients_take_turns(pool):
    order: list[str] = []
    gate = threading.Event()
    pool.submit("gate", lambda job: gate.wait(LONG))
    jobs = [pool.submit("greedy", lambda job: order.append("greedy")) for _ in range(5)]
    jobs.append(pool.submit("modest", lambda job: order.append("modest")))
    gate.set()
    for job in jobs:
        job.answer.result(LONG)
    assert order.index("modest") == 1


def test_long_work_is_asked_to_end_when_others_wait(pool):
    stopped = threading.Event()

    def work(job: Job) -> bool:
        job.when_stopped(stopped.set)
        return job.stop.wait(LONG)

    long = pool.submit("long", work)
    time.sleep(pool_module.SLICE + 0.1)
    assert not stopped.is_set(), "nobody waits yet"
    assert pool.wait("short", lambda job: 1, LONG) == 1
    assert long.answer.result(LONG)
    assert stopped.is_set()
    assert not long.cancelled


def test_a_cancelled_task_stops_its_work(pool):
    begun = threading.Event()
    ended = threading.Event()

    def work(job: Job) -> None:
        begun.set()
        job.stop.wait(LONG)
        ended.set()

    async def main() -> None:
        task = asyncio.create_task(pool.run("tab", work))
        await asyncio.to_thread(begun.wait, LONG)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    # in a thread of its own: in this one the browser tests may keep a loop running
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, main()).result()
    assert ended.wait(LONG)


def test_a_full_queue_says_so(pool, monkeypatch):
    monkeypatch.setattr(pool_module, "MAX_WAITING", 2)
    gate, begun = threading.Event(), threading.Event()
    pool.submit("a", lambda job: (begun.set(), gate.wait(LONG)))
    begun.wait(LONG)
    pool.submit("a", lambda job: None)
    pool.submit("a", lambda job: None)
    with pytest.raises(Busy):
        pool.submit("b", lambda job: None)
    gate.set()


def test_what_takes_too_long_is_given_up(pool):
    with pytest.raises(Busy):
        pool.wait("a", lambda job: job.stop.wait(LONG), 0.1)


class Hours:
    """A clock that goes on only when some work says so."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    def work(self, order, name, seconds):
        def work(job: Job) -> None:
            order.append(name)
            self.now += seconds

        return work


def test_urgent_work_goes_first_and_other_work_gets_its_share_of_the_time():
    hours, order = Hours(), []
    pool, begun, gate = Pool(1, 0.3, hours), threading.Event(), threading.Event()
    pool.submit("gate", lambda job: begun.set() or gate.wait(LONG))
    assert begun.wait(LONG)
    jobs = [pool.submit(f"tab {i}", hours.work(order, "tab", 0.3)) for i in range(3)]
    jobs += [pool.submit(f"game {i}", hours.work(order, "game", 0.1), urgent=True) for i in range(30)]
    gate.set()
    for job in jobs:
        job.answer.result(LONG)
    pool.close()
    games_before = [order[: i + 1].count("game") for i, each in enumerate(order) if each == "tab"]
    assert games_before == pytest.approx([9, 18, 27], abs=1), "0.9 s of games for 0.3 s of other work"


def test_urgent_work_is_not_cut_short(pool):
    release = threading.Event()
    job = pool.submit("game", lambda job: release.wait(LONG), urgent=True)
    other = pool.submit("tab", lambda job: 1)
    time.sleep(pool_module.SLICE + 0.1)
    assert not job.stop.is_set()
    release.set()
    assert other.answer.result(LONG) == 1
