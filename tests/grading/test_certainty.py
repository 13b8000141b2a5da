"""Games that are not played, because the mark is sure without them; the mark is that of all games."""

import random
from dataclasses import replace

import pytest

from plyground.grading.certainty import Certainty, chance_of_more
from plyground.grading.check import NOT_NEEDED, Case, Check
from plyground.grading.marking import case_grade

CASES = tuple(
    Case(name, name, points, 10, required)
    for name, points, required in (
        ("dummy", 1, 1),
        ("random", 1, 1),
        ("greedy", 2, 0.9),
        ("smart", 2, 0.9),
        ("minimax", 4, 0.8),
    )
)
WON = Check("", 0, 1.0, "won", "Won.", seconds=(1.0,))
LOST = Check("", 0, 0.0, "lost", "Lost.", seconds=(1.0,))


def played(results, sure, order, first=3, tells=lambda check: True):
    """Play what is decided to be needed, in an order drawn by `order`; return all checks."""
    certainty, done = Certainty(CASES, sure, first, tells), {}
    todo = [(case, number) for case in CASES for number in range(1, 11)]
    while todo:
        ready = [(task, found) for task in todo if (found := certainty.decide(*task, done)) is not False]
        assert ready, "everybody waits for somebody"
        (case, number), found = order.choice(ready)
        todo.remove((case, number))
        check = replace(results(case, number), case=case.name, number=number) if found is True else found
        done[case.name, number] = check
    return done


def games(done):
    return {case.name: sum(done[case.name, i].verdict != NOT_NEEDED for i in range(1, 11)) for case in CASES}


def mark(done, case):
    found = [done[case.name, i] for i in range(1, 11)]
    return case_grade(case, [check for check in found if check.verdict != NOT_NEEDED]).earned


def test_who_wins_everything_plays_less_than_half():
    done = played(lambda case, number: WON, 0.9, random.Random(1))
    assert games(done) == {"dummy": 5, "random": 6, "greedy": 3, "smart": 4, "minimax": 4}
    assert all(mark(done, case) == case.points for case in CASES)
    grade = case_grade(CASES[4], [done["minimax", i] for i in range(1, 5)])
    assert grade.sentence.endswith("6 games were not played: the mark is sure without.")


def test_what_is_played_does_not_depend_on_what_is_done_first():
    lost = {("smart", 5), ("random", 4), ("minimax", 9)}
    counts = {
        tuple(games(played(lambda case, i: LOST if (case.name, i) in lost else WON, 0.9, random.Random(seed))).values())
        for seed in range(20)
    }
    assert len(counts) == 1


@pytest.mark.parametrize("sure", [1.0, 0.9])
def test_one_failure_among_the_first_games_and_only_certain_games_are_left_out(sure):
    fails = {("greedy", 2)}
    done = played(lambda case, i: LOST if (case.name, i) in fails else WON, sure, random.Random(2))
    assert games(done) == {"dummy": 10, "random": 10, "greedy": 10, "smart": 9, "minimax": 8}


def test_certain_marks_are_those_of_all_games():
    for seed in range(200):
        dice = random.Random(seed)
        strength = {case.name: dice.random() ** 0.3 for case in CASES}
        results = {
            (case.name, i): WON if dice.random() < strength[case.name] else LOST for case in CASES for i in range(1, 11)
        }
        done = played(lambda case, i, results=results: results[case.name, i], 1.0, dice)
        for case in CASES:
            every = case_grade(case, [replace(results[case.name, i], number=i) for i in range(1, 11)])
            assert mark(done, case) == every.earned


def test_all_games_are_played_where_the_settings_say_so_and_where_one_took_too_long():
    assert set(games(played(lambda case, i: WON, 0.0, random.Random(1))).values()) == {10}
    assert set(games(played(lambda case, i: WON, 0.9, random.Random(1), tells=lambda check: False)).values()) == {10}


def test_the_first_games_that_tell_of_failures_alike_are_played():
    assert min(games(played(lambda case, i: WON, 0.9, random.Random(1), first=5)).values()) == 5


def test_the_chance_is_that_of_a_drawn_program():
    """By simulation: a success rate drawn from Jeffreys' prior, kept where it won the first games."""
    dice, kept, bad = random.Random(3), 0, 0
    while kept < 4000:
        rate = dice.betavariate(0.5, 0.5)
        if all(dice.random() < rate for _ in range(4)):
            kept += 1
            bad += sum(dice.random() >= rate for _ in range(6)) > 2
    assert bad / kept == pytest.approx(chance_of_more(6, 2, 4), abs=0.015)
