"""Glicko-2 against the example of its paper, and what a rating must do."""

import pytest

from plyground.arena.glicko import MIN_DEVIATION, GlickoRating, Met, new_rating


def test_the_example_of_the_paper():
    new = new_rating(GlickoRating(1500, 200, 0.06), [Met(1400, 30, 1), Met(1550, 100, 0), Met(1700, 300, 0)])
    assert new.rating == pytest.approx(1464.06, abs=0.01)
    assert new.deviation == pytest.approx(151.52, abs=0.01)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_wins_rises_and_who_loses_falls_by_the_same():
    won, lost = (new_rating(GlickoRating(), [Met(1500, 90, points)]) for points in (1, 0))
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert won.rating > 1500
    assert won.deviation < 350
    assert new_rating(GlickoRating(), [Met(1500, 90, 0.5)]).rating == pytest.approx(1500)
    assert new_rating(won, []) == won


def test_a_rating_finds_its_level_and_never_becomes_certain():
    """Somebody who wins three games of four against 1500 belongs at about 1690."""
    player = GlickoRating()
    for i in range(400):
        player = new_rating(player, [Met(1500, 50, float(i % 4 != 0))])
    assert player.rating == pytest.approx(1690, abs=60)
    assert player.deviation >= MIN_DEVIATION


def test_surprises_make_a_rating_more_volatile():
    steady = new_rating(GlickoRating(1500, 60, 0.06), [Met(1500, 50, 0.5)] * 10)
    wild = new_rating(GlickoRating(1500, 60, 0.06), [Met(1900, 50, 1)] * 10)
    assert wild.volatility > steady.volatility
