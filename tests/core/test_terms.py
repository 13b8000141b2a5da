"""The terms of an evaluation: where their weights stand, and what one of them contributes alone."""

import numpy as np
import pytest

from plyground.core.terms import Contribution, Terms

TERMS = Terms(("men", 2, "plain men, kings"), ("tempo", 1, "having the move"))
VALUES = {"tempo": (7,), "men": (100, 250)}


def test_weights_stand_in_the_order_of_the_terms():
    assert TERMS.size == 3
    assert [TERMS.start(term.name) for term in TERMS] == [0, 2]
    assert TERMS.array_of(VALUES).tolist() == [100, 250, 7]
    assert TERMS.array_of(VALUES)[TERMS.slice_of("men")].tolist() == [100, 250]


@pytest.mark.parametrize("values", [{"men": (1, 2)}, {**VALUES, "kings": (1,)}, {**VALUES, "men": (1,)}])
def test_values_that_do_not_match_the_terms_are_refused(values):
    with pytest.raises(ValueError, match="do not match"):
        TERMS.array_of(values)


def test_a_term_alone_keeps_its_weights_in_every_row_and_changes_nothing():
    table = np.array([[1, 2, 3], [4, 5, 6]])
    assert TERMS.alone("men", table).tolist() == [[1, 2, 0], [4, 5, 0]]
    assert table.tolist() == [[1, 2, 3], [4, 5, 6]]


@pytest.mark.parametrize("turn", [0, 1])
def test_contributions_are_told_by_colour(turn):
    def sides(weights):
        """The mover has one king, the other two men; it is the mover's turn."""
        return int(weights[1] + weights[2]), int(2 * weights[0])

    mover, other = {"men": 250, "tempo": 7}, {"men": 200, "tempo": 0}
    expected = [
        Contribution(name, *((mover[name], other[name]) if turn == 0 else (other[name], mover[name])))
        for name in ("men", "tempo")
    ]
    assert TERMS.contributions(TERMS.array_of(VALUES), sides, turn) == expected
