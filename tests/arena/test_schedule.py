"""Who plays whom."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import InvalidSetting
from plyground.arena.schedule import Schedule, points_of, round_robin_rounds, swiss_pairings


def test_round_robin_and_gauntlet():
    assert Schedule("round-robin", 4, 1).pairings([]) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert Schedule("gauntlet", 4, 1).pairings([]) == [(0, 1), (0, 2), (0, 3)]
    assert Schedule("round-robin", 4, 3).pairs() == 18
    assert Schedule("gauntlet", 4, 3).pairs() == 9
    assert Schedule("swiss", 5, 3).pairs() == 6


@pytest.mark.parametrize("wrong", [("knockout", 4, 1), ("swiss", 1, 1), ("swiss", 4, 0)])
def test_wrong_settings(wrong):
    with pytest.raises(InvalidSetting):
        Schedule(*wrong)


@given(st.integers(2, 9), st.integers(1, 7), st.randoms(use_true_random=False))
def test_a_swiss_tournament(players, rounds, random):
    schedule = Schedule("swiss", players, rounds)
    results = []
    for _ in range(rounds):
        pairings = schedule.pairings(results)
        seated = [player for pairing in pairings for player in pairing]
        assert len(seated) == len(set(seated)) == players - players % 2
        met = {frozenset(pairing) for pairing, _ in results}
        again = [pairing for pairing in pairings if frozenset(pairing) in met]
        # without a second meeting as long as the early rounds leave a choice
        if len(results) < players // 2:
            assert not again
        results += [(pairing, random.choice([0, 0.5, 1, 1.5, 2])) for pairing in pairings]
    played = [sum(player in pairing for pairing, _ in results) for player in range(players)]
    assert max(played) - min(played) <= 1, "everyone sits out about equally often"
    assert sum(points_of(players, results)) == 2 * (len(results) + (players % 2) * rounds)


def test_swiss_pairs_equals():
    results = [((0, 1), 2.0), ((2, 3), 2.0)]
    assert {frozenset(pairing) for pairing in Schedule("swiss", 4, 3).pairings(results)} == {
        frozenset((0, 2)),
        frozenset((1, 3)),
    }


@given(st.integers(2, 15))
def test_the_circle_method_pairs_all_in_rounds(players):
    rounds = round_robin_rounds(players)
    assert len(rounds) == players - 1 + players % 2
    assert sorted(tuple(sorted(pair)) for each in rounds for pair in each) == Schedule(
        "round-robin", players, 1
    ).pairings([])
    for each in rounds:
        assert len({player for pair in each for player in pair}) == 2 * len(each)
    whites = [sum(pair[0] == player for each in rounds for pair in each) for player in range(players)]
    games = players - 1
    assert all(abs(2 * white - games) <= 2 for white in whites)


def test_a_swiss_round_that_cannot_be_without_a_second_meeting_is_found_soon():
    players = 18
    results = [((a, b), 1.0) for each in round_robin_rounds(players)[:-1] for a, b in each]
    results += [(round_robin_rounds(players)[-1][0], 1.0)]
    assert len(swiss_pairings([0.0] * players, results)) == players // 2


def test_where_somebody_has_to_meet_again_the_others_do_not():
    # 2 and 3 can only meet the first two, and then 4 and 5 meet again
    met = [(2, 3), (2, 4), (2, 5), (3, 4), (3, 5), (0, 4), (0, 5), (1, 4), (1, 5), (4, 5)]
    pairs = swiss_pairings([5, 4, 3, 2, 1, 0], [(pair, 1.0) for pair in met])
    again = [pair for pair in pairs if frozenset(pair) in {frozenset(each) for each in met}]
    assert sorted(player for pair in pairs for player in pair) == list(range(6))
    assert len(again) == 1
