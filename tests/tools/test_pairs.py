"""The scripts that try the search's parameters: any number of processes, and values that move where games are won."""

import sys
from itertools import islice

import pytest
import spsa
from pairs import Effort, Pair, Played, played, prepare

from plyground import get_game
from plyground.arena.openings import Book

GARDNER = get_game("gardner")
EVALUATIONS = ("handmade", "handmade")


@pytest.fixture(scope="module")
def some():
    openings = Book.parse("random:6", GARDNER).openings(GARDNER, 3)
    return [Pair(opening, {"lmr_scale": 90}, {}) for opening in islice(openings, 5)]


def test_pairs_are_played_alike_by_any_number_of_processes(some):
    do = prepare("gardner", EVALUATIONS, 60)
    here = [do((number, pair))[1] for number, pair in enumerate(some)]
    there = list(played(iter(some), GARDNER, EVALUATIONS, 60, 2))
    assert [each.points for each in there] == [each.points for each in here]
    assert [effort[:2] for each in there for effort in each.efforts] == [
        effort[:2] for each in here for effort in each.efforts
    ]
    assert len({each.points for each in here}) > 1


def test_the_parameters_of_a_pair_are_those_of_its_sides(some):
    do = prepare("gardner", EVALUATIONS, 60)
    plain = Pair(some[0].opening, {}, {})
    _, equal = do((0, plain))
    assert equal.points[0] + equal.points[1] == 1  # the same engine on both sides plays the same game twice
    assert equal.efforts[0][:2] == equal.efforts[1][:2]
    assert do((0, some[0]))[1] != equal


@pytest.mark.parametrize(("best", "ranges"), [(35, "30:70"), (200, "30:70")])
def test_values_move_to_where_games_are_won_and_not_beyond_the_range(monkeypatch, capsys, best, ranges):
    def judged(asked, *_):
        for pair in asked:
            first, second = (abs(side["lmr_scale"] - best) for side in (pair.first, pair.second))
            assert all(30 <= side["lmr_scale"] <= 70 for side in (pair.first, pair.second))
            point = 0.5 + 0.5 * ((first < second) - (first > second))
            yield Played((point, point), (Effort(), Effort()))

    monkeypatch.setattr(spsa, "played", judged)
    monkeypatch.setattr(
        sys, "argv", ["spsa", "gardner", f"lmr_scale={ranges}", "--pairs", "2000", "--openings", "random:2"]
    )
    spsa.main()
    last = capsys.readouterr().out.splitlines()[-1]
    assert abs(int(last.split("=")[1]) - min(best, 70)) <= 3
