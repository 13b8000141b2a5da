"""Ratings against fixed anchors."""

import pytest

from plyground.arena.anchors import place


def test_a_share_is_an_elo_difference():
    found = place({("ann", "bot"): (750.0, 1000)}, {"bot": 500.0})
    assert found["ann"].elo == pytest.approx(690.8, abs=1)
    assert 15 < found["ann"].error < 30
    assert (found["bot"].elo, found["bot"].error) == (500.0, 0.0)


def test_it_does_not_matter_which_way_round_a_pair_stands():
    one = place({("ann", "bot"): (7.0, 10), ("ann", "bob"): (3.0, 4)}, {"bot": 0.0})
    other = place({("bot", "ann"): (3.0, 10), ("bob", "ann"): (1.0, 4)}, {"bot": 0.0})
    assert one["ann"].elo == pytest.approx(other["ann"].elo)
    assert one["bob"].elo == pytest.approx(other["bob"].elo)


def test_who_has_met_no_anchor_is_placed_through_others():
    found = place({("ann", "bot"): (5.0, 10), ("bob", "ann"): (8.0, 10)}, {"bot": 1000.0, "idle": 0.0})
    assert found["ann"].elo == pytest.approx(1000, abs=1)
    assert found["bob"].elo > found["ann"].elo + 150
    assert found["bob"].error > found["ann"].error
    assert found["idle"].elo == 0.0


def test_who_wins_everything_has_a_finite_rating():
    found = place({("ann", "bot"): (10.0, 10), ("bob", "bot"): (0.0, 10)}, {"bot": 0.0})
    assert 300 < found["ann"].elo < 1000
    assert found["bob"].elo == pytest.approx(-found["ann"].elo)
    assert place({}, {"bot": 3.0})["bot"].elo == 3.0
