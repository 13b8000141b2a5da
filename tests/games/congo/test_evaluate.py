"""Congo, the evaluations: what each counts, and that it is fair to both sides."""

import ast
import importlib
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as run
from hypothesis import strategies as st

from games.congo.setups import EXAMPLES, VARIANTS, positions, random_setup
from plyground import get_game
from plyground.games.congo.evaluate import LION_FALLS, weigh
from plyground.games.congo.terms import TEMPO, TERMS
from plyground.games.congo.weights import VALUES, WEIGHTS
from reference import congo_course as course_twin


@run(max_examples=EXAMPLES)
@given(st.integers(0, 2**32).map(random.Random))
def test_the_course_evaluations_agree_with_the_twin(rng):
    text = random_setup(rng)
    for variant, edition in (("congo", "2022"), ("congo-2021", "2021")):
        position = get_game(variant).position(text)
        assert position.evaluate("course-material") == course_twin.course_material(text, edition), text
        assert position.evaluate("course-advanced") == course_twin.course_advanced(text, edition), text


def test_the_start_is_even_but_for_the_move():
    for variant in VARIANTS:
        assert get_game(variant).position().evaluate() == WEIGHTS[TEMPO]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("3l2z/7/7/7/7/2S4/4L2 b 0", "3l2z/7/7/7/7/2P4/4L2 b 0", id="a superpawn is worth more"),
        pytest.param("3l3/P6/7/7/7/7/4L2 b 0", "3l3/7/7/7/7/P6/4L2 b 0", id="a pawn near promotion is worth more"),
        pytest.param("3l3/7/7/E6/5E1/7/4L2 w 0", "3l3/7/7/E4E1/7/7/4L2 w 0", id="only one can leave the river"),
        pytest.param("3l3/7/4Z2/7/7/7/4L2 w 0", "3l3/7/Z6/7/7/7/4L2 w 0", id="a zebra that takes the lion"),
    ],
)
def test_white_prefers(better, worse):
    def whites_view(text):
        score = get_game("congo").position(text).evaluate()
        return score if text.split()[1] == "w" else -score

    assert whites_view(better) > whites_view(worse)


def test_a_hanging_lion_outweighs_any_army():
    assert get_game("congo").position("gmelecz/ppppppp/4Z2/7/7/7/4L2 w 0").evaluate() > 1000


def test_the_course_values_of_both_editions():
    text = "1z1l3/7/7/7/4G2/E1S4/3L3 w 0"
    assert get_game("congo").position(text).evaluate("course-material") == 400 + 350 - 300
    assert get_game("congo-2021").position(text).evaluate("course-material") == 200 - 300
    for bare in ("3l3/7/7/7/7/7/3L3 w 0", "3l3/7/7/7/7/7/4L2 b 0"):
        assert get_game("congo").position(bare).evaluate("course-advanced") == 0
    for name in ("course-material", "course-advanced"):
        assert get_game("congo").position("7/7/7/7/7/7/3L3 b 0").evaluate(name) == -10_000
        assert get_game("congo").position("3l3/7/7/7/7/7/7 b 0").evaluate(name) == 10_000


def test_the_evaluation_is_linear_in_its_weights():
    rng = np.random.default_rng(6)
    first, second = rng.integers(-99, 99, (2, TERMS.size))
    for position in positions(6)[::7]:
        both = weigh(position.words, first + second)
        assert both == LION_FALLS or both == weigh(position.words, first) + weigh(position.words, second)


def test_the_weights_are_written_as_they_are_read(monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).parents[3] / "tools")
    text = importlib.import_module("tune_congo").table_text(WEIGHTS)
    assert (TERMS.array_of(ast.literal_eval(text.removeprefix("VALUES = "))) == WEIGHTS).all()
    assert (TERMS.array_of(VALUES) == WEIGHTS).all()
