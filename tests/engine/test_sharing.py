"""One engine, used by several threads, tasks and processes."""

import asyncio
import copy
import os
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from plyground import InvalidSetting, PlygroundError, WrongType, get_game
from plyground.engine import Engine, EngineBusy, Limits
from plyground.kernel.compile import JIT

pytestmark = pytest.mark.skipif(not JIT, reason="thousands of nodes")
GARDNER = get_game("gardner")
START = GARDNER.position()


@pytest.fixture
def engine():
    with Engine(GARDNER, hash_mib=1) as engine:
        yield engine


def at_once(work, calls=30):
    """Call `work` in many threads that all wait for the last one to come."""
    barrier = threading.Barrier(calls)

    def wait_and_work(_):
        barrier.wait()
        return work()

    with ThreadPoolExecutor(calls) as pool:
        return list(pool.map(wait_and_work, range(calls)))


@pytest.mark.parametrize("limits", [Limits(nodes=3000), Limits(depth=6), Limits(nodes=20_000)])
def test_threads_wait_for_each_other(engine, limits):
    assert all(move in START.legal_moves for move in at_once(lambda: engine.play(START, limits)))


def test_no_search_ends_another(engine):
    infos = at_once(lambda: engine.search(START, Limits(depth=7)), 12)
    assert [info.depth for info in infos] == [7] * 12


def test_analyses_of_many_threads_are_whole_or_refused(engine):
    def depths():
        try:
            return [info.depth for info in engine.analyse(START, Limits(depth=7))]
        except EngineBusy as error:
            return str(error)

    found = at_once(depths)
    assert [1, 2, 3, 4, 5, 6, 7] in found
    assert all(
        each in ([1, 2, 3, 4, 5, 6, 7], "This engine is searching; use another, or stop it first.") for each in found
    )


def test_a_second_analysis_is_refused_and_the_first_goes_on(engine):
    with engine.analyse(START) as first:
        assert next(first).depth == 1
        for ask in (
            lambda: next(engine.analyse(START)),
            lambda: engine.search(START, Limits(nodes=100)),
            lambda: engine.play(START),
            engine.clear,
            engine.get_ready,
        ):
            with pytest.raises(EngineBusy, match=r"^This engine is searching; use another, or stop it first\.$"):
                ask()
        assert next(first).depth == 2
    assert engine.search(START, Limits(depth=2)).depth == 2


def test_a_stopped_analysis_does_not_stand_in_the_way_nor_end_the_next(engine):
    first = engine.analyse(START)
    next(first)
    engine.stop()
    second = engine.analyse(START, Limits(depth=8))
    assert next(second).depth == 1
    assert [info.depth for info in first]  # its last report still comes
    first.close()
    del first
    assert [info.depth for info in second][-1] == 8


def test_an_analysis_ends_when_it_is_no_longer_used(engine):
    threads = []
    for _ in range(20):
        for info in engine.analyse(START):
            assert info.depth == 1
            threads += engine._running.threads
            break
    assert engine.play(START, Limits(depth=3)) is not None
    assert len(threads) == 20
    assert not any(thread.is_alive() for thread in threads)


def test_an_error_comes_with_the_first_report_and_ends_it(engine):
    infos = engine.analyse(get_game("congo").position())
    with pytest.raises(InvalidSetting):
        next(infos)
    assert list(infos) == []


def run(coroutine):
    """Run it in a thread of its own: a browser's tests leave a loop running in this one."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, coroutine).result()


def test_an_analysis_is_an_async_iterator(engine):
    async def depths():
        others = 0

        async def count():
            nonlocal others
            while True:
                others += 1
                await asyncio.sleep(0)

        counting = asyncio.create_task(count())
        found = [info.depth async for info in engine.analyse(START, Limits(depth=8))]
        counting.cancel()
        return found, others

    found, others = run(depths())
    assert found == [1, 2, 3, 4, 5, 6, 7, 8]
    assert others > 8, "other tasks go on meanwhile"


def test_tasks_share_an_engine(engine):
    async def ask(number):
        if number % 2:
            return await asyncio.to_thread(engine.play, START, Limits(depth=4))
        try:
            return [info async for info in engine.analyse(START, Limits(depth=4))][-1].bestmove
        except PlygroundError as error:
            return error

    async def all_of_them():
        return await asyncio.gather(*map(ask, range(20)), return_exceptions=True)

    found = run(all_of_them())
    assert all(isinstance(each, EngineBusy) or each in START.legal_moves for each in found)
    assert sum(not isinstance(each, EngineBusy) for each in found) >= 1


def test_a_cancelled_task_ends_its_search(engine):
    async def endless():
        async for _ in engine.analyse(START):
            pass

    async def cancelled():
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(endless(), 0.3)
        return await asyncio.to_thread(engine.search, START, Limits(depth=3))

    assert run(cancelled()).depth == 3


def test_over_is_over_for_async_too(engine):
    async def infos():
        return [info async for info in engine.analyse(GARDNER.position("4k/5/5/P4/K4 b - - 100 90"), Limits(depth=2))]

    assert len(run(infos())) >= 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.parametrize("is_searching", [False, True])
def test_a_forked_process_has_an_engine_of_its_own(engine, is_searching):
    engine.get_ready()
    analysis = engine.analyse(START)
    if is_searching:
        next(analysis)
    child = os.fork()
    if child == 0:
        found = engine.search(START, Limits(depth=6)), engine.search(START, Limits(movetime=0.2))
        os._exit(7 if found[0].depth == 6 and found[1].bestmove else 8)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 7
    assert next(analysis).bestmove in START.legal_moves, "the parent's goes on"
    analysis.close()


def test_a_new_table_is_not_written_before_the_first_search(engine, monkeypatch):
    cleared = []
    monkeypatch.setattr(engine.table, "clear", lambda: cleared.append(True))
    engine.search(START, Limits(depth=1))
    assert not cleared
    engine.search(get_game("minichess").position(), Limits(depth=1))
    assert cleared, "other rules, other values"


def test_an_engine_tells_what_it_is(engine):
    assert repr(engine) == "<Engine for gardner: 1 MiB, threads 1, multipv 1>"


def test_a_move_is_played_without_limits(engine):
    assert engine.play(START) in START.legal_moves


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, pickle.dumps])
def test_an_engine_says_that_it_cannot_be_copied(make, engine):
    with pytest.raises(WrongType, match="An engine cannot be copied or pickled; make another one"):
        make(engine)
