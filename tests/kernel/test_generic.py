"""Dispatch by the type of the first argument, from Python and from kernels."""

from typing import NamedTuple

import pytest

from plyground.core.rules import count, generate, outcome
from plyground.kernel import generic, kernel


class Two(NamedTuple):
    value: int


class Three(NamedTuple):
    value: int


class Plain(NamedTuple):
    value: int


@generic
def scaled(game, factor):
    """The default."""
    return factor


@scaled.register(Two)
def _(game, factor):
    return 2 * game.value * factor


@scaled.register(Three)
def _(game, factor):
    return 3 * game.value * factor


@kernel
def scaled_twice(game, factor):
    return scaled(game, scaled(game, factor))


def test_each_type_gets_its_own():
    assert scaled(Two(5), 7) == 70
    assert scaled(Three(5), 7) == 105


def test_what_is_not_registered_gets_the_default():
    assert scaled(Plain(5), 7) == 7


def test_kernels_dispatch_too():
    assert scaled_twice(Two(5), 7) == 700
    assert scaled_twice(Three(1), 1) == 9
    assert scaled_twice(Plain(1), 4) == 4


class Short(NamedTuple):
    value: int


@scaled.register(Short, inline=True)
def _(game, factor):
    return 5 * game.value * factor


def test_an_implementation_may_be_inlined():
    assert scaled(Short(2), 3) == 30
    assert scaled_twice(Short(1), 3) == 75


def test_it_looks_like_the_stub():
    assert scaled.__name__ == "scaled"
    assert scaled.__doc__ == "The default."


def test_implementations_have_names_of_their_own():
    """All are written as `_`, and numba makes linker symbols of names and argument types.

    Of two with the same name and types, loaded from the caches that two processes had written, one was then called in
    place of the other: a search that was right alone answered nonsense once another player's kernels were loaded.
    """

    class Nim(NamedTuple):
        heap: int

    names = set()
    for question in (generate, count, outcome):

        @question.register(Nim)
        def _(game, position, moves):
            return 0

        names |= {_.__name__, _.__qualname__}
    name = Nim.__name__  # numbered, if there was a Nim before
    assert names == {f"generate_of_{name}", f"count_of_{name}", f"outcome_of_{name}"}


def test_an_implementation_that_comes_too_late_is_refused():
    """It would be heard by some callers and not by others, whose code holds the one before."""

    class Late(NamedTuple):
        value: int

    assert scaled(Late(5), 7) == 7
    with pytest.raises(
        RuntimeError, match=r"^scaled is already in use for .*Late, so the implementation in .* too late"
    ):

        @scaled.register(Late)
        def _(game, factor):
            return 0

    assert scaled(Late(5), 7) == 7


def test_being_called_by_a_kernel_settles_it_too():
    class Inner(NamedTuple):
        value: int

    scaled_twice(Inner(1), 2)
    with pytest.raises(RuntimeError, match="already in use"):
        scaled.register(Inner)(lambda game, factor: 0)


def nim_of_its_own(answer):
    """What a notebook's cell does that defines a game; it may be run twice."""

    class Nim(NamedTuple):
        heap: int

    @scaled.register(Nim)
    def _(game, factor):
        return answer

    return Nim(1)


def test_two_classes_of_one_name_and_form_are_told_apart():
    first, second = nim_of_its_own(10), nim_of_its_own(20)
    assert [scaled(first, 3), scaled(second, 3), scaled(first, 3)] == [10, 20, 10]
    assert [scaled_twice(second, 3), scaled_twice(first, 3)] == [20, 10]
    assert type(first).__name__ != type(second).__name__


def test_a_class_is_numbered_once():
    nim = type(nim_of_its_own(30))
    name = nim.__name__

    @count.register(nim)
    def _(game, position):
        return 0

    assert nim.__name__ == name
