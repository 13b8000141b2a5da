"""The engine as a caller sees it: limits, stopping, threads, errors."""

import subprocess
import sys
import threading
import time

import pytest

from lateness import lateness, lateness_of_a_sleep
from plyground import InvalidSetting, UnknownName, get_game
from plyground.engine import Engine, Limits
from plyground.engine.iteration import MAX_DEPTH
from plyground.engine.parameters import Parameters
from plyground.kernel.compile import JIT

pytestmark = pytest.mark.skipif(not JIT, reason="thousands of nodes")
GARDNER = get_game("gardner")


@pytest.fixture(scope="module")
def engine():
    with Engine(GARDNER, hash_mib=4) as engine:
        engine.get_ready()
        yield engine


@pytest.mark.parametrize("seconds", [0.0, 0.001, 0.01, 0.1])
def test_it_stops_in_time_and_has_a_move(engine, seconds):
    def search():
        info = engine.search(GARDNER.position(), Limits(movetime=seconds))
        assert info.bestmove in GARDNER.position().legal_moves

    assert lateness(seconds, search) < 0.02 + 3 * lateness_of_a_sleep(seconds)


def test_one_node_is_enough_for_a_sensible_move(engine):
    hanging_queen = GARDNER.position("k4/5/3q1/2P2/K4 w - - 0 1")
    info = engine.search(hanging_queen, Limits(nodes=1))
    assert info.bestmove.text == "c2d3"
    assert info.depth == 1


def test_a_node_limit_is_kept(engine):
    assert 10_000 <= engine.search(GARDNER.position(), Limits(nodes=10_000)).nodes <= 10_001


@pytest.mark.parametrize(("clock", "increment"), [(0.1, 0.0), (1.0, 0.05), (0.02, 0.0)])
def test_a_clock_is_not_overdrawn(engine, clock, increment):
    limits = Limits(clock=clock, increment=increment)
    late = lateness(clock, lambda: engine.search(GARDNER.position(), limits), tries=4)
    assert late < 0.02 + 3 * lateness_of_a_sleep(clock / 10)


def test_processor_time_is_kept(engine):
    used = []
    for _ in range(4):
        begin = time.process_time()
        engine.search(GARDNER.position(), Limits(cpu_time=0.1))
        used.append(time.process_time() - begin)
    # the timer may be woken up late, but not always
    assert 0.08 < min(used) < 0.2


def test_stop_from_another_thread(engine):
    is_under_way = threading.Event()
    other = threading.Thread(target=lambda: (is_under_way.wait(), engine.stop()))
    other.start()
    infos = []
    for info in engine.analyse(GARDNER.position()):
        infos.append(info)
        if len(infos) == 4:
            is_under_way.set()
    other.join()
    assert 4 <= infos[-1].depth < MAX_DEPTH, "without a limit it would have gone on for hours"


def test_a_caller_who_leaves_ends_the_search(engine):
    for info in engine.analyse(GARDNER.position()):
        if info.depth == 3:
            threads = engine._running.threads
            break
    assert threads
    assert not any(thread.is_alive() for thread in threads)
    assert engine.search(GARDNER.position(), Limits(depth=3)).bestmove is not None


def test_threads_share_the_work():
    engine = Engine(GARDNER, hash_mib=4, threads=2)
    info = engine.search(GARDNER.position(), Limits(depth=9))
    assert info.bestmove in GARDNER.position().legal_moves
    assert info.depth == 9


def test_a_finished_game_has_no_move(engine):
    over = GARDNER.position("k4/5/5/5/K4 w - - 0 1")
    infos = list(engine.analyse(over))
    assert len(infos) == 1
    assert infos[0].bestmove is None
    assert infos[0].pv == ()


def test_a_quick_win_is_played_without_using_up_the_time(engine):
    info = engine.search(GARDNER.position("k4/5/1K3/5/2Q2 w - - 0 1"), Limits(movetime=600))
    assert info.score.kind == "win"
    assert info.seconds < 300


def test_the_value_of_a_race_is_proved():
    game = get_game("starcircle")
    rows = "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,C1,0,0,0/" + "0,S1,0,0,0,0,0,0/" * 1
    text = rows + "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0 s"
    info = Engine(game, hash_mib=1).search(game.position(text), Limits(depth=20))
    assert info.score.exact


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"hash_mib": 0}, "hash_mib cannot be 0"),
        ({"threads": 0}, "threads cannot be 0"),
        ({"multipv": -1}, "multipv cannot be -1"),
    ],
)
def test_wrong_options_are_named(options, sentence):
    with pytest.raises(InvalidSetting, match=sentence):
        Engine(GARDNER, **options)


def test_wrong_limits_are_named():
    with pytest.raises(InvalidSetting, match="depth cannot be 0"):
        Limits(depth=0)
    with pytest.raises(InvalidSetting, match="movetime cannot be -1"):
        Limits(movetime=-1)


def test_a_position_of_another_game_is_refused(engine):
    with pytest.raises(InvalidSetting, match="plays gardner"):
        engine.search(get_game("congo").position(), Limits(depth=1))


def test_unknown_parameters_are_refused():
    with pytest.raises(UnknownName, match="no parameter 'speed'"):
        Parameters().with_changes({"speed": 1})


def test_another_process_loads_the_compiled_kernels(engine):
    """A recursive kernel that is compiled for two types at once crashes when it is loaded from the cache."""
    code = (
        "from plyground import get_game; from plyground.engine import Engine, Limits; game = get_game('gardner');"
        "print(Engine(game, hash_mib=1).search(game.position(), Limits(depth=3)).depth)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == ("3", "")
