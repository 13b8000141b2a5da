"""Who of a class plays whom."""

from dataclasses import asdict
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.core.errors import InvalidSetting
from plyground.web.lesson.rounds import NOBODY, ClassTournament

GAME = "gardner"


def play(tournament, random):
    for game in tournament.open_games():
        game.result = random.choice(["1-0", "0-1", "1/2-1/2"])


def pairs(games):
    return [frozenset((game.white, game.black)) for game in games if game.black != NOBODY]


@given(st.integers(2, 12), st.randoms(use_true_random=False))
def test_in_a_round_robin_everybody_meets_everybody_once(pupils, random):
    tournament = ClassTournament("round-robin", GAME)
    for _ in range(pupils - 1 + pupils % 2):
        games = tournament.pair(range(1, pupils + 1))
        numbers = [number for game in games for number in (game.white, game.black) if number != NOBODY]
        assert sorted(numbers) == list(range(1, pupils + 1)), "all are in it, once"
        play(tournament, random)
    met = pairs(tournament.games())
    assert len(met) == len(set(met)) == pupils * (pupils - 1) // 2
    with pytest.raises(InvalidSetting, match="has met everybody"):
        tournament.pair(range(1, pupils + 1))


@given(st.integers(2, 11), st.integers(1, 6), st.data(), st.randoms(use_true_random=False))
def test_pupils_who_come_and_go_are_paired_once_a_round(pupils, rounds, data, random):
    tournament = ClassTournament(data.draw(st.sampled_from(["swiss", "round-robin"])), GAME)
    for _ in range(rounds):
        present = sorted(data.draw(st.sets(st.integers(1, pupils), min_size=2)))
        try:
            games = tournament.pair(present)
        except InvalidSetting:
            met = set(pairs(tournament.games()))
            assert all(frozenset(pair) in met for pair in combinations(present, 2)), "only if all have met"
            continue
        assert sorted({n for game in games for n in (game.white, game.black)} - {NOBODY}) == present
        assert len(pairs(games)) == len(set(pairs(games)))
        play(tournament, random)
    if tournament.form == "round-robin":
        assert len(pairs(tournament.games())) == len(set(pairs(tournament.games())))
    standings = tournament.standings()
    total = sum(game.points(game.white) + (game.points(game.black) if game.black else 0)
                for each in tournament.rounds for game in each)  # fmt: skip
    assert sum(line["points"] for line in standings) == total
    assert [line["place"] for line in standings] == sorted(line["place"] for line in standings)


def test_a_swiss_round_pairs_winners():
    tournament = ClassTournament("swiss", GAME)
    for game in tournament.pair([1, 2, 3, 4]):
        game.result = "1-0"
    winners = {game.white for game in tournament.games()}
    assert frozenset(winners) in pairs(tournament.pair([1, 2, 3, 4]))


def test_a_round_waits_for_the_one_before_and_needs_two():
    tournament = ClassTournament("swiss", GAME)
    with pytest.raises(InvalidSetting, match="at least two"):
        tournament.pair([1])
    tournament.pair([1, 2, 3])
    with pytest.raises(InvalidSetting, match="1 game of this round is not"):
        tournament.pair([1, 2, 3])


def test_buchholz_decides_between_equals_and_real_equals_share_a_place():
    tournament = ClassTournament("swiss", GAME)
    for game in tournament.pair([1, 2, 3, 4]):
        game.result = "1/2-1/2"
    assert [line["place"] for line in tournament.standings()] == [1, 1, 1, 1]
    first, second = tournament.pair([1, 2, 3, 4])
    first.result, second.result = "1-0", "1/2-1/2"
    top = tournament.standings()[0]
    assert (top["pupil"], top["points"], top["wins"], top["draws"]) == (first.white, 1.5, 1, 1)
    middle = tournament.standings()[1:3]
    assert {line["pupil"] for line in middle} == {second.white, second.black}


def test_it_is_stored_and_read_back():
    tournament = ClassTournament("swiss", GAME, {"initial": 60, "increment": 1})
    tournament.pair([1, 2, 3])
    assert ClassTournament.of_state(asdict(tournament)) == tournament
