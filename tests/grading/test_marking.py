"""Points, shares and how sure they are."""

import pytest

from plyground.grading.check import Case, Check
from plyground.grading.marking import case_grade, interval, percent


def checks(*scores):
    return [Check("c", i, score, "won" if score else "lost", "Why.") for i, score in enumerate(scores, 1)]


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [  # Clopper and Pearson, 1934, and the tables of R's binom.test
        (9, 10, 0.5550, 0.9975),
        (0, 10, 0.0, 0.3085),
        (10, 10, 0.6915, 1.0),
        (5, 10, 0.1871, 0.8129),
        (1, 1, 0.0250, 1.0),
        (80, 100, 0.7082, 0.8733),
    ],
)
def test_exact_interval(successes, trials, low, high):
    assert interval(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_percent_as_the_assignment_writes_it():
    assert " to ".join(map(percent, interval(9, 10))) == "55.5% to 99.7%"


@pytest.mark.parametrize(
    ("scores", "required", "earned"),
    [
        ([1] * 10, 1.0, 4),
        ([1] * 9 + [0], 0.9, 4),
        ([1] * 8 + [0] * 2, 0.8, 4),
        ([1] * 8 + [0] * 2, 1.0, 3.2),
        ([1] * 4 + [0] * 6, 0.8, 2),
        ([0.5] * 10, 1.0, 2),
        ([0] * 10, 0.9, 0),
    ],
)
def test_points_in_proportion(scores, required, earned):
    found = case_grade(Case("c", "C", 4.0, len(scores), required), checks(*scores))
    assert found.earned == pytest.approx(earned)


def test_the_sentence_says_what_was_missing():
    found = case_grade(Case("c", "C", 4.0, 3, 1.0), checks(1, 0, 1), is_sample=True)
    assert found.sentence == "2 of 3 won or drawn (66.7%, 100% wanted). Game 2: Why."
    assert found.interval == interval(2, 3)


def test_a_case_lost_as_a_whole():
    found = case_grade(Case("c", "C", 4.0, 2), checks(1, 1), lost_by="it was slow.")
    assert (found.earned, found.sentence) == (0.0, "2 of 2 won or drawn, but it was slow.")


def test_a_case_without_checks_earns_nothing():
    assert case_grade(Case("c", "C", 4.0, 2), []).earned == 0
