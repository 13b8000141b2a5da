"""What pages show of a search while it goes on: whole iterations, sorted, the same unit in every game, no swinging."""

import random
import threading
from itertools import pairwise
from math import log

import pytest

from plyground import get_game
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.engine import Engine, Info, Limits
from plyground.engine.info import Line
from plyground.engine.scores import Score
from plyground.web.service.runtime import result_of
from plyground.web.service.steady import Steady
from plyground.web.service.thinking import Thinker, chance, lead_text, score_text

HALMA = get_game("halma-8x8")


class OneTurn:
    """A turn that lasts."""

    def __init__(self, has_threads: bool = True) -> None:

        self.stop, self.has_threads = threading.Event(), has_threads

    def when_stopped(self, stopper) -> None:
        pass


def report(depth: int, *values: int, is_partial: bool = False) -> Info:
    lines = tuple(Line(Score("cp", value), ()) for value in values)
    return Info(depth, depth, 1000 * depth, 0.1, 0, lines, is_partial=is_partial)


def best(steady: Steady, *reports: Info) -> list[int]:
    return [steady.update(each).lines[0].score.value for each in reports]


def test_a_score_that_swings_with_the_depth_stands_still():
    swinging = [report(depth, 1000 if depth % 2 else 0) for depth in range(1, 12)]
    assert set(best(Steady(), *swinging)[2:]) == {500}


def test_what_the_search_finds_out_is_told_at_once():
    quiet = [report(depth, 20 + depth % 2) for depth in range(1, 8)]
    assert best(Steady(), *quiet, report(8, 900), report(9, 900), report(10, 902))[-3:] == pytest.approx(
        [900] * 3, abs=3
    )


def test_the_arrow_stays_on_one_of_two_moves_that_are_worth_the_same():
    one, other = list(HALMA.position().legal_moves)[:2]
    steady, first = Steady(), list[str]()
    for depth, (a, b) in enumerate([((one, 7), (other, 7)), ((other, 7), (one, 7)), ((other, 9), (one, 8))], 1):
        lines = tuple(Line(Score("cp", value), (move,)) for move, value in (a, b))
        shown = steady.update(Info(depth, depth, 1000, 0.1, 0, lines)).lines
        assert len(shown) == 2
        first.append(shown[0].moves[0].text)
    assert first == [one.text, one.text, other.text]


def test_lines_keep_their_distances_and_their_order():
    steady = Steady()
    for depth in range(1, 6):
        shown = steady.update(report(depth, *(each + (700 if depth % 2 else 0) for each in (300, 200, -50))))
    values = [line.score.value for line in shown.lines]
    assert [a - b for a, b in pairwise(values)] == [100, 250]


def test_unfinished_iterations_are_not_shown():
    steady = Steady()
    whole = steady.update(report(4, 50, 40))
    partial = steady.update(report(4, -300, 40, is_partial=True))
    assert partial.lines == whole.lines
    assert not partial.is_partial
    assert [line.score.value for line in Steady().update(report(1, 5, 30, is_partial=True)).lines] == [30, 5]


def test_wins_and_proved_scores_are_left_alone():
    steady = Steady()
    best(steady, report(1, 900), report(2, 0), report(3, 900))
    won = Info(4, 4, 1, 0.1, 0, (Line(Score("win", 5, exact=True), ()), Line(Score("cp", 0, exact=True), ())))
    assert [line.score.value for line in steady.update(won).lines] == [5, 0]


@pytest.mark.parametrize("has_threads", [True, False])
@pytest.mark.parametrize("name", ["halma-8x8", "congo", "gardner"])
def test_lines_of_a_search_that_is_cut_short_are_sorted_and_of_one_depth(name, has_threads):
    """Slice after slice, as the pages search: no line is of another iteration than the others."""
    game, rng = get_game(name), random.Random(3)
    record = Record(game)
    for _ in range(12):
        record.play(rng.choice(list(record.position.legal_moves)))
    thinker, seen = Thinker(game), list[Info]()
    for _ in range(4):
        turn = OneTurn(has_threads)
        result_of(thinker.in_turns(record, Limits(nodes=20_000), turn, 3, seen.append), turn)
    assert len(seen) > 8
    for info in seen:
        ranks = [line.score.value for line in info.lines if line.score.kind == "cp"]
        assert ranks == sorted(ranks, reverse=True)
        assert not info.is_partial


def test_an_engine_that_is_stopped_says_which_lines_are_unfinished():
    engine = Engine(HALMA, hash_mib=1, multipv=3)
    reports = [info for info in engine.slices(HALMA.position(), Limits(nodes=60_000), nodes=2000) if info is not None]
    assert any(info.is_partial for info in reports)
    depths = [info.depth for info in reports if not info.is_partial]
    assert depths == sorted(depths)


def test_the_first_score_of_halma_does_not_swing():
    """It went 11.4 -2.4 10.7 -0.7 13.4 4.6 14.0: by more than what wins a game."""
    game, seen = get_game("halma"), list[Info]()
    turn = OneTurn()
    result_of(Thinker(game).in_turns(Record(game), Limits(depth=7), turn, 1, seen.append), turn)
    logits = [info.lines[0].score.value / game.winning_scale for info in seen if info.depth >= 3]
    assert max(abs(a - b) for a, b in pairwise(logits)) < 0.35


@pytest.mark.parametrize("name", ["halma", "congo", "amazons", "gardner", "amazons-10x10"])
def test_one_is_the_same_chance_in_every_game(name):
    game = get_game(name)
    score = Score("cp", round(game.winning_scale * log(3)))
    assert score_text(game, score, Color.WHITE) == "+1.00"
    assert score_text(game, score, Color.BLACK) == "-1.00"
    assert chance(game, score, Color.WHITE) == pytest.approx(0.75, abs=0.002)


def test_a_race_is_counted_in_moves():
    score = Score("cp", 225)
    assert lead_text(HALMA, score, Color.WHITE) == "White is 1.5 moves ahead"
    assert lead_text(HALMA, score, Color.BLACK) == "Black is 1.5 moves ahead"
    assert lead_text(HALMA, Score("cp", 0), Color.BLACK) == "Neither side is ahead"
    assert lead_text(get_game("congo"), score, Color.WHITE) == ""
