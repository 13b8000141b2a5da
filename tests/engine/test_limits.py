"""Time: what a clock grants a move."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.core.errors import InvalidSetting
from plyground.engine.limits import Limits


@given(clock=st.floats(0, 1e5), increment=st.floats(0, 100), moves=st.none() | st.integers(1, 100))
def test_a_clock_never_grants_more_than_is_left(clock, increment, moves):
    budget = Limits(clock=clock, increment=increment, moves_to_go=moves).budget()
    assert 0 <= budget.soft <= budget.hard <= clock


@given(clock=st.floats(1, 1e5))
def test_a_whole_game_fits_the_clock(clock):
    left = clock
    for _ in range(200):
        left -= Limits(clock=left).budget().hard
    assert left >= 0


def test_a_movetime_is_used_up():
    budget = Limits(movetime=0.5).budget()
    assert (budget.hard, budget.is_flexible) == (0.5, False)


def test_without_a_limit_there_is_none():
    assert Limits(depth=3).budget().hard is None


def test_an_increment_is_spent():
    with_increment = Limits(clock=10, increment=2).budget()
    assert with_increment.soft == pytest.approx(0.6 * (9.99 / 25 + 1.5))


@pytest.mark.parametrize("name", ["depth", "nodes", "moves_to_go", "win_in"])
def test_a_limit_that_nothing_can_count_to_is_refused(name):
    with pytest.raises(InvalidSetting, match=r"below 2\*\*62"):
        Limits(**{name: 10**23})
    assert getattr(Limits(**{name: 2**62 - 1}), name) == 2**62 - 1
