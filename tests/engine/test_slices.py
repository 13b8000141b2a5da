"""Searches in slices: without threads, with the same nodes as one whole search, ended by stop and by a clock."""

import threading
from itertools import pairwise

import pytest

import plyground.engine.engine as engine_module
from plyground import InvalidSetting, get_game
from plyground.core.registry import all_games
from plyground.engine import Engine, EngineBusy, Limits
from plyground.engine.bench import positions
from plyground.kernel.compile import JIT

pytestmark = [pytest.mark.skipif(not JIT, reason="thousands of nodes"), pytest.mark.usefixtures("no_threads")]
GARDNER = get_game("gardner")
START = GARDNER.position()
WHOLE = 10**9
"""No search of these tests visits so many positions."""
START_THREAD = threading.Thread.start


@pytest.fixture
def engine():
    return Engine(GARDNER, hash_mib=1)


class Clock:
    """Goes on by so many seconds with each look at it."""

    def __init__(self, seconds):
        self.now, self.seconds = 100.0, seconds

    def __call__(self):
        self.now += self.seconds
        return self.now


def told(infos):
    """Return what is the same in every run of a search."""
    return [
        (each.depth, each.seldepth, each.nodes, [(line.score, line.moves) for line in each.lines])
        for each in infos
        if each is not None
    ]


@pytest.mark.parametrize("name", sorted({game.family: name for name, game in all_games().items()}.values()))
def test_whole_iterations_are_those_of_a_search_in_a_thread(name, monkeypatch):
    game = get_game(name)
    engine = Engine(game, hash_mib=4, multipv=2)
    for position in list(positions(game))[:3]:
        for limits in (Limits(depth=5), Limits(nodes=15_000)):
            engine.clear()
            alone = told(engine.slices(position, limits, nodes=WHOLE))
            with monkeypatch.context() as patch:
                patch.setattr(threading.Thread, "start", START_THREAD)
                engine.clear()
                assert alone == told(engine.analyse(position, limits))


def test_an_iteration_goes_on_in_the_next_slice(engine):
    engine.clear()
    whole = told(engine.slices(START, Limits(depth=14), nodes=WHOLE))
    engine.clear()
    reports = list(engine.slices(START, Limits(depth=14), nodes=3_000))
    assert reports.count(None) > 3, "slices in which nothing is settled"
    found = told(reports)
    assert [each[0] for each in found][-1] == 14
    assert found[-1][2] < 2.5 * whole[-1][2]
    assert len(found[-1][3][0][1]) >= 4, "its line is a line"
    assert abs(found[-1][3][0][0].value - whole[-1][3][0][0].value) < 60
    engine.clear()
    assert told(engine.slices(START, Limits(depth=14), nodes=3_000)) == found, "the same slices each time"


def test_no_slice_visits_more_positions_than_it_may(engine):
    visited, state = [], None
    for _ in engine.slices(START, Limits(nodes=60_000), nodes=2_000):
        state = engine._running.searchers[0]
        visited.append(state.nodes)
    assert state.nodes == 60_000
    steps = [after - before for before, after in pairwise(visited)]
    assert max(steps) <= 2_001
    assert len(steps) >= 30


def test_finished_lines_of_an_iteration_are_published(engine):
    engine.multipv = 5
    infos = [info for info in engine.slices(START, Limits(depth=9), nodes=2_000) if info]
    depths = [info.depth for info in infos]
    assert depths == sorted(depths)
    assert len(depths) > len(set(depths)) + 3
    assert all(len({line.moves[0] for line in info.lines}) == 5 for info in infos)


def test_stop_ends_it_between_two_slices(engine):
    infos = []
    for info in engine.slices(START, nodes=2_000):
        infos.append(info)
        if len(infos) == 20:
            engine.stop()
    assert len(infos) <= 22
    assert infos[-1].bestmove in START.legal_moves
    assert engine._running is None


def test_the_clock_ends_it(engine):
    clock = Clock(0.01)
    *_, last = filter(None, engine.slices(START, Limits(movetime=3.0), clock=clock))
    assert last.depth >= 2
    assert 3.0 <= last.seconds < 3.1
    # a clock that stands still never does
    *_, last = filter(None, engine.slices(START, Limits(movetime=1.0, depth=8), clock=lambda: 5.0))
    assert (last.depth, last.seconds) == (8, 0.0)


def test_a_slow_machine_has_short_slices(engine):
    engine.get_ready()
    visited = [0]

    def now():
        # ten thousand positions a second
        running = engine._running
        return running.searchers[0].nodes / 10_000 if running is not None else 0.0

    for _ in engine.slices(START, Limits(movetime=6.0), clock=now):
        visited.append(engine._running.searchers[0].nodes)
    steps = [after - before for before, after in pairwise(visited)]
    assert max(steps[10:]) <= 1_100, "a tenth of a second, or the least that is allowed"
    assert 60_000 <= visited[-1] <= 61_000


def test_who_leaves_ends_it_and_an_analysis_under_way_is_not_disturbed(engine):
    search = engine.slices(START, nodes=1_000)
    next(search)
    with pytest.raises(EngineBusy):
        next(engine.slices(START))
    with pytest.raises(EngineBusy):
        engine.clear()
    engine.stop()
    assert engine.play(START, Limits(nodes=500)) in START.legal_moves
    assert list(search) == [], "another search has begun since"
    for _ in engine.slices(START):
        break
    assert engine.play(START, Limits(nodes=500)) in START.legal_moves


def test_tables_and_ends_are_known_without_a_search(engine):
    *_, last = engine.slices(GARDNER.position("k4/5/5/5/K3R w - - 0 1"), Limits(depth=40))
    assert last.score.kind == "win"
    assert [info.lines for info in engine.slices(GARDNER.position("k1K2/1Q3/5/5/5 b - - 0 1"))] == [()]
    with pytest.raises(InvalidSetting, match="one of congo"):
        next(engine.slices(get_game("congo").position()))
    with pytest.raises(InvalidSetting, match="A slice cannot have 10 nodes; it has 1000 or more"):
        next(engine.slices(START, nodes=10))


def test_threads_of_the_engine_are_not_started_for_it():
    engine = Engine(GARDNER, hash_mib=1, threads=3)
    *_, last = filter(None, engine.slices(START, Limits(nodes=30_000)))
    assert last.nodes == 30_000


@pytest.mark.parametrize("text", ["5/k4/5/4P/K4 w - - 0 1", "5/3Q1/1k2q/5/K4 w - - 0 1", "k1q2/5/5/2Q2/K4 w - - 0 1"])
def test_what_tables_know_is_looked_for_in_one_slice(engine, text, monkeypatch):
    position = GARDNER.position(text)
    found = told(engine.slices(position, nodes=1_000))
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", START_THREAD)
        engine.clear()
        assert found == told(engine.analyse(position))


@pytest.mark.parametrize("limits", [Limits(depth=7), Limits(nodes=60_000), Limits(nodes=500)])
def test_where_there_are_no_threads_search_and_analyse_find_the_same(engine, monkeypatch, limits):
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", START_THREAD)
        wanted = told([engine.search(START, limits)])
        engine.clear()
        reports = told(engine.analyse(START, limits))
    engine.clear()
    monkeypatch.setattr(engine_module, "HAS_THREADS", False)
    assert told([engine.search(START, limits)]) == wanted
    engine.clear()
    assert told(engine.analyse(START, limits)) == reports


def test_where_there_are_no_threads_a_search_keeps_its_time_and_needs_a_limit(engine, monkeypatch):
    monkeypatch.setattr(engine_module, "HAS_THREADS", False)
    assert engine.play(START, Limits(movetime=0.2)) is not None
    with pytest.raises(InvalidSetting, match="without limits goes on by `slices`"):
        list(engine.analyse(START))
    assert engine.search(START, Limits(depth=2)).depth == 2, "the engine is free again"
