"""`register_evaluation`: a function becomes an evaluation like the game's own, and a slip is one sentence."""

import os
import subprocess
import sys

import numpy as np
import pytest
from numpy import uint64

import plyground
from plyground import InvalidSetting, get_game, register_evaluation
from plyground.core.evaluation import OWN
from plyground.engine import Engine, Limits
from plyground.kernel.bits import popcount
from plyground.kernel.compile import JIT
from plyground.kernel.words import turn
from plyground.search import textbook

GAME = get_game("connect-four")


@pytest.fixture(autouse=True)
def forgotten():
    yield
    OWN.clear()


def men_in_the_middle(game, position):
    """Count the men in the middle column."""
    middle = uint64(0b111111 << 21)
    own, other = position[turn(position)], position[1 - turn(position)]
    return popcount(own & middle) - popcount(other & middle)


def test_it_is_as_good_as_the_games_own():
    register_evaluation("connect-four", "middle")(men_in_the_middle)
    position = GAME.position("7/7/7/3B3/3W3/3W3 b")
    assert position.evaluate("middle") == -1
    assert "middle" in GAME.evaluations
    assert "middle" not in get_game("gardner").evaluations
    assert textbook.search(GAME.position(), 3, evaluation="middle").value == 1
    with Engine(GAME, hash_mib=1, evaluation="middle") as engine:
        engine.search(GAME.position(), Limits(depth=2))
    assert plyground.match("minimax:depth=2,evaluation=middle", "random", GAME, rounds=1).tally.games == 2


def test_floats_and_whites_view():
    @register_evaluation(GAME, "half", whites_view=True)
    def half(game, position):
        return 0.5 if turn(position) == 0 else -0.25

    assert GAME.position().evaluate("half") == 0.5
    assert GAME.position("7/7/7/7/7/3W3 b").evaluate("half") == 0.25
    with pytest.raises(InvalidSetting, match="whole numbers"):
        Engine(GAME, evaluation="half")


def test_the_last_of_one_name_counts():
    for value in (1, 2):
        if value == 1:

            def constant(game, position):
                return 1
        else:

            def constant(game, position):
                return 2

        register_evaluation(GAME, "constant")(constant)
        assert GAME.position().evaluate("constant") == value


def misspelt(game, position):
    return popcnt(position[0])  # noqa: F821


def an_attribute(game, position):
    return position.pieces


def a_sum(game, position):
    return position[0] + "a"


def too_much(game, position):
    return 10_000_000


def out_of_bounds(game, position):
    return position[99] & np.uint64(1)


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (misspelt, "popcnt"),
        (an_attribute, "pieces"),
        (a_sum, "add"),
        (too_much, "10000000 at the start"),
        (out_of_bounds, "IndexError: index 99"),
    ],
    ids=lambda each: getattr(each, "__name__", None),
)
def test_a_slip_is_one_sentence(function, said):
    with pytest.raises(InvalidSetting) as caught:
        register_evaluation(GAME, "slip")(function)
    sentence = str(caught.value)
    assert said in sentence
    assert "\n" not in sentence
    assert len(sentence) < 250
    first = function.__code__.co_firstlineno
    assert any(f"line {line} of test_own_evaluation.py" in sentence for line in (first, first + 1))
    assert "slip" not in GAME.evaluations


@pytest.mark.parametrize(("game", "name", "function"), [(None, "a", len), ("gardner", 5, len), ("gardner", "a", 5)])
def test_what_is_no_game_name_or_function(game, name, function):
    with pytest.raises(TypeError, match=r" should be (a|its) .*, not .*\.$"):
        register_evaluation(game, name)(function)


@pytest.mark.parametrize("name", ["", "1x", "a b", "engine", "net", "x" * 99])
def test_names(name):
    with pytest.raises(InvalidSetting):
        register_evaluation(GAME, name)


@pytest.mark.skipif(not JIT, reason="nothing is stored uncompiled")
def test_a_second_process_finds_it_compiled(tmp_path):
    script = tmp_path / "mine.py"
    script.write_text(
        "from plyground import get_game, register_evaluation\n"
        "@register_evaluation('connect-four', 'seven')\n"
        "def seven(game, position):\n    return 7\n"
        "print(get_game('connect-four').position().evaluate('seven'))\n"
    )
    for _ in range(2):
        done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
        assert done.stdout == "7\n"


@pytest.mark.skipif(not JIT, reason="nothing is stored uncompiled")
def test_a_script_run_within_a_program(tmp_path):
    """What it registers outlives its module, to which the stored kernels of the script refer."""
    script = tmp_path / "mine.py"
    script.write_text(
        "from plyground import get_game, register_evaluation\n"
        "@register_evaluation('connect-four', 'eight')\n"
        "def eight(game, position):\n    return 8\n"
    )
    environment = os.environ | {"PLYGROUND_CACHE": str(tmp_path / "cache")}
    first = f"import runpy, plyground, plyground.rl as rl; runpy.run_path({str(script)!r}); "
    then = (
        "start = plyground.get_game('connect-four').position(); print(rl.evaluate(start, start.words[None], 'eight'))"
    )
    for code, said in ((first, ""), (first + then, "[8]\n"), (first + then, "[8]\n")):
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert done.stdout == said


@pytest.mark.skipif(not JIT, reason="nothing is stored uncompiled")
def test_a_script_that_asks_for_more_the_next_time(tmp_path):
    """What is compiled then calls what the first run has stored."""
    script = tmp_path / "mine.py"
    script.write_text(
        "import sys, plyground\n"
        "start = plyground.get_game('connect-four').position()\n"
        "@plyground.register_evaluation('connect-four', 'nine')\n"
        "def nine(game, position):\n    return 9\n"
        "print(start.evaluate('nine'))\n"
        "if sys.argv[1:]:\n    print(plyground.textbook_search(start, 2, alphabeta=True, evaluation='nine').value)\n"
    )
    environment = os.environ | {"PLYGROUND_CACHE": str(tmp_path / "cache")}
    for more, said in ([], "9\n"), (["search"], "9\n9\n"):
        command = [sys.executable, str(script), *more]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert done.stdout == said
