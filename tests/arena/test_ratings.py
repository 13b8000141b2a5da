"""Ratings of many players."""

import numpy as np
import pytest

from plyground import Color
from plyground.arena.elo import estimate, score_of_elo
from plyground.arena.ratings import _rate, rate
from plyground.arena.store import StoredGame
from plyground.arena.tally import Tally


def singles(scores):
    """Return meetings of single games from the points that each player has scored against another."""
    meetings = {}
    for (first, second), points in scores.items():
        if first < second:
            losses = round(scores[second, first])
            meetings[first, second] = [[1.0]] * round(points) + [[0.0]] * losses
    return meetings


def test_two_players_rate_as_their_score():
    fair = _rate(singles({("a", "b"): 750, ("b", "a"): 250}))
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
    found = {rating.name: rating.elo for rating in _rate(singles(scores))}
    assert [found[name] for name in elos] == pytest.approx(list(elos.values()), abs=2)


def test_errors_shrink_with_the_root_of_the_games():
    few = _rate(singles({("a", "b"): 30, ("b", "a"): 20}))[0].error
    many = _rate(singles({("a", "b"): 3000, ("b", "a"): 2000}))[0].error
    assert few / many == pytest.approx(10, rel=0.02)
    # of a difference the error is twice that of each of the two: 95% of 50 games at 60% is about 97 Elo
    assert 2 * few == pytest.approx(1.96 * 400 / np.log(10) / np.sqrt(50 * 0.24), rel=0.02)


def test_a_clean_score_is_finite():
    (winner, loser) = _rate(singles({("a", "b"): 10, ("b", "a"): 0}))
    assert 300 < winner.elo - loser.elo < 1000


PAIRS = {
    "split": [[1.0, 0.0]] * 60 + [[0.5, 0.5]] * 40,
    "swept": [[1.0, 1.0]] * 60 + [[0.0, 0.0]] * 40,
    "mixed": [[1.0, 1.0]] * 25 + [[1.0, 0.5]] * 15 + [[1.0, 0.0]] * 30 + [[0.5, 0.0]] * 10 + [[0.0, 0.0]] * 20,
}


@pytest.mark.parametrize("name", ["swept", "mixed"])
def test_the_error_of_a_difference_is_that_of_the_pairs_in_a_match(name):
    fair = _rate({("a", "b"): PAIRS[name]})
    found = estimate(Tally.of_points(PAIRS[name]))
    assert fair[0].elo - fair[1].elo == pytest.approx(found.elo, rel=0.01)
    assert 2 * fair[0].error == pytest.approx(found.error, rel=0.03)


def test_what_happens_within_pairs_decides_how_sure_we_are():
    errors = {name: _rate({("a", "b"): pairs})[0].error for name, pairs in PAIRS.items()}
    independent = _rate(singles({("a", "b"): 120, ("b", "a"): 80}))[0].error
    # two games that always end alike say as much as one
    assert errors["swept"] == pytest.approx(independent * 2**0.5, rel=0.02)
    assert errors["split"] < independent / 5


def test_a_few_pairs_that_ended_alike_are_not_certain():
    assert _rate({("a", "b"): [[1.0, 0.0]]})[0].error > 100


def stored(number, pair, tournament, white, black, winner):
    return StoredGame(number, number, pair, white, black, winner, "", "", 9, None, tournament)


def test_pairs_are_those_of_the_same_tournament_and_players():
    games = [
        stored(1, 1, 1, "a", "b", Color.WHITE),
        stored(2, 1, 1, "b", "a", Color.BLACK),
        stored(3, 1, 2, "a", "b", Color.BLACK),
        stored(4, 1, 2, "b", "a", Color.WHITE),
    ]
    assert rate(games) == _rate({("a", "b"): [[1.0, 1.0], [0.0, 0.0]]})


def test_nobody():
    assert rate([]) == []
