"""Elo and SPRT against the numbers that fastchess's own tests publish (app/tests/elo_test.cpp, sprt_test.cpp)."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.arena.elo import elo_of_score, estimate, estimate_of_games, score_of_elo
from plyground.arena.sprt import Sprt
from plyground.arena.tally import Tally
from plyground.core.errors import InvalidSetting, UnknownName


@pytest.mark.parametrize(
    ("wins", "losses", "draws", "normalized", "normalized_error", "elo", "error", "los", "score"),
    [
        (76, 89, 123, -20.76, 40.13, None, None, 15.53, 0.477),
        (136, 96, 111, 49.77, 36.77, 40.70, 30.43, 99.60, 0.558),
        (34, 356, 0, -508.44, 34.48, None, None, None, 0.087),
    ],
)
def test_elo_of_games(wins, losses, draws, normalized, normalized_error, elo, error, los, score):
    found = estimate_of_games(Tally(wins, draws, losses))
    assert found.normalized == pytest.approx(normalized, abs=0.01)
    assert found.normalized_error == pytest.approx(normalized_error, abs=0.01)
    assert found.score == pytest.approx(score, abs=0.001)
    if elo is not None:
        assert found.elo == pytest.approx(elo, abs=0.01)
        assert found.error == pytest.approx(error, abs=0.01)
    if los is not None:
        assert f"{100 * found.los:.2f}" == f"{los:.2f}"


@pytest.mark.parametrize(
    ("counts", "normalized", "normalized_error", "elo", "error", "los", "score"),
    [
        ((34, 54, 31, 32, 64, 75), 57.94, 28.28, 55.58, 27.65, "100.00", 0.579),
        ((332, 433, 457, 41, 333, 334), -9.17, 10.96, -8.64, 10.33, "5.05", 0.488),
        ((7895, 8757, 5485, 200, 568, 9999), -19.01, 2.65, -21.04, 2.95, "0.00", 0.470),
    ],
)
def test_elo_of_pairs(counts, normalized, normalized_error, elo, error, los, score):
    found = estimate(_pairs(*counts))
    assert found.normalized == pytest.approx(normalized, abs=0.01)
    assert found.normalized_error == pytest.approx(normalized_error, abs=0.01)
    assert found.elo == pytest.approx(elo, abs=0.01)
    assert found.error == pytest.approx(error, abs=0.01)
    assert f"{100 * found.los:.2f}" == los
    assert found.score == pytest.approx(score, abs=0.001)


def _pairs(lost_both, lost_drawn, mixed, drawn_both, won_drawn, won_both):
    return Tally.of_pairs((lost_both, lost_drawn, mixed + drawn_both, won_drawn, won_both), mixed)


@pytest.mark.parametrize(
    ("wins", "losses", "draws", "elo0", "elo1", "model", "llr"),
    [
        (36433, 36027, 68692, 0, 2, "normalized", 0.92),
        (10871, 10650, 20431, -1.75, 0.25, "normalized", 2.30),
        (4250, 0, 0, 0, 10, "normalized", 120.56),
        (21404, 21184, 40708, 0.5, 2.5, "logistic", -1.57),
        (57433, 57030, 106593, 0, 2, "logistic", -2.59),
    ],
)
def test_llr_of_games(wins, losses, draws, elo0, elo1, model, llr):
    sprt = Sprt(elo0, elo1, model=model)
    assert sprt.llr_of_games(Tally(wins, draws, losses)) == pytest.approx(llr, abs=0.01, rel=5e-4)


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "model", "llr"),
    [
        ((365, 16618, 36029, 200, 16974, 390), 0, 2, "normalized", 2.25),
        ((127, 4883, 10311, 401, 5150, 104), -1.75, 0.25, "normalized", 3.01),
        ((0, 0, 0, 0, 0, 5550), 0, 5, "normalized", 111.82),
        ((223, 9863, 20279, 1000, 10037, 246), 0.5, 2.5, "logistic", -3.07),
        ((871, 26175, 55003, 980, 26678, 821), 0, 2, "logistic", -4.98),
    ],
)
def test_llr_of_pairs(counts, elo0, elo1, model, llr):
    assert Sprt(elo0, elo1, model=model).llr(_pairs(*counts)) == pytest.approx(llr, abs=0.01, rel=5e-4)


def test_bounds_and_decision():
    sprt = Sprt(0, 5)
    assert sprt.bounds == pytest.approx((-2.94, 2.94), abs=0.005)
    assert sprt.decision(_pairs(0, 0, 0, 0, 0, 5550)) == "H1"
    assert sprt.decision(_pairs(5550, 0, 0, 0, 0, 0)) == "H0"
    assert sprt.decision(_pairs(1, 0, 3, 4, 0, 1)) == ""


def test_sprt_text():
    assert Sprt.parse("elo0=-1,elo1=3,alpha=0.1,model=logistic") == Sprt(-1, 3, 0.1, 0.05, "logistic")
    for text, error in [
        ("elo0=5,elo1=0", InvalidSetting),
        ("alpha=2", InvalidSetting),
        ("alpha=0.5,beta=0.5", InvalidSetting),
        ("elo0=x", InvalidSetting),
        ("elo1=300", InvalidSetting),
        ("elo0=-inf", InvalidSetting),
        ("elo1=3000,model=logistic", InvalidSetting),
        ("model=bayesian", InvalidSetting),
        ("gamma=1", UnknownName),
    ]:
        with pytest.raises(error):
            Sprt.parse(text)


@given(st.floats(-1500, 1500))
def test_elo_and_score_are_inverse(elo):
    assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo, abs=1e-3)


@given(st.lists(st.lists(st.sampled_from([0, 0.5, 1]), min_size=2, max_size=2), min_size=1, max_size=40))
def test_the_opponent_sees_the_negative(pairs):
    tally = Tally.of_points(pairs)
    ours, theirs = estimate(tally), estimate(tally.reversed())
    assert ours.elo == pytest.approx(-theirs.elo)
    assert ours.los == pytest.approx(1 - theirs.los, abs=1e-9)
    assert tally.games == 2 * len(pairs)
    assert tally.points == sum(map(sum, pairs))
    assert Tally.of_pairs(tally.pairs, tally.mixed) == tally


@given(st.lists(st.lists(st.sampled_from([0, 0.5, 1]), min_size=2, max_size=2), min_size=1, max_size=40))
def test_the_widest_hypotheses_have_a_ratio_for_every_result(pairs):
    tally = Tally.of_points(pairs)
    for sprt in (Sprt(-200, 200), Sprt(0, 200), Sprt(-2000, 2000, model="logistic")):
        assert math.isfinite(sprt.llr(tally))
        assert math.isfinite(sprt.llr_of_games(tally))


def test_a_clean_score_is_infinite_and_no_games_are_nothing():
    clean = estimate(Tally.of_points([(1, 1)] * 3))
    assert (clean.elo, clean.error, clean.los) == (math.inf, math.inf, 1.0)
    assert math.isnan(estimate(Tally()).elo)
    even = estimate(Tally.of_points([(1, 0)] * 3))
    assert (even.elo, even.error, even.los) == (0.0, 0.0, 0.5)
