"""Ratings of many players."""

import numpy as np
import pytest

from plyground.arena.elo import score_of_elo
from plyground.arena.ratings import _rate, rate


def test_two_players_rate_as_their_score():
    fair = _rate({("a", "b"): 750.0, ("b", "a"): 250.0})
    assert [rating.name for rating in fair] == ["a", "b"]
    assert fair[0].elo - fair[1].elo == pytest.approx(190.8, abs=0.5)
    assert fair[0].elo + fair[1].elo == pytest.approx(0, abs=1e-6)
    assert (fair[0].games, fair[0].points) == (1000, 750)


def test_true_strengths_are_found_again():
    """Every pair plays as often as its strengths say; who never met is compared through others."""
    elos = {"a": 200.0, "b": 50.0, "c": 0.0, "d": -250.0}
    scores = {}
    for first in elos:
        for second in elos:
            if first != second and {first, second} != {"a", "d"}:
                scores[first, second] = 400 * score_of_elo(elos[first] - elos[second])
    found = {rating.name: rating.elo for rating in _rate(scores)}
    assert [found[name] for name in elos] == pytest.approx(list(elos.values()), abs=2)


def test_errors_shrink_with_the_root_of_the_games():
    few = _rate({("a", "b"): 30.0, ("b", "a"): 20.0})[0].error
    many = _rate({("a", "b"): 3000.0, ("b", "a"): 2000.0})[0].error
    assert few / many == pytest.approx(10, rel=0.02)
    # of a difference the error is twice that of each of the two: 95% of 50 games at 60% is about 97 Elo
    assert 2 * few == pytest.approx(1.96 * 400 / np.log(10) / np.sqrt(50 * 0.24), rel=0.02)


def test_a_clean_score_is_finite():
    (winner, loser) = _rate({("a", "b"): 10.0, ("b", "a"): 0.0})
    assert 300 < winner.elo - loser.elo < 1000


def test_nobody():
    assert rate([]) == []
