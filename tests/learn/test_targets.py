"""Targets: what comes later in a game is traced back, through both sides' views, and side lines move along."""

import math

import numpy as np
import pytest

from plyground.learn.dataset import DRAW, LOSS, UNKNOWN, WIN, record_type
from plyground.learn.targets import LARGEST_ODDS, targets

SCALE = 100


def records_of(*rows):
    """Return records of (game, ply, score, result); White moves at even plies, `side` may say otherwise."""
    records = np.zeros(len(rows), record_type(2))
    for record, (game, ply, score, result, *side) in zip(records, rows, strict=True):
        record["game"], record["ply"], record["score"], record["result"] = game, ply, score, result
        record["words"][-1] = side[0] if side else ply % 2
    return records


def chance(odds):
    return 1 / (1 + math.exp(-odds))


def log_odds(chance):
    return math.log(chance / (1 - chance))


def test_without_lambda_scores_and_results_are_mixed():
    found = targets(records_of((0, 4, 0, WIN), (0, 5, 100, LOSS), (0, 5, -100, UNKNOWN)), SCALE, 0.75, 0)
    assert found == pytest.approx([0.75 * 0.5 + 0.25, 0.75 * chance(1), chance(-1)])


def test_later_positions_are_traced_back_by_plies():
    """From the end: the last position's next is the result; the plies left out between two count, too."""
    found = targets(records_of((0, 4, 0, WIN), (0, 5, 50, LOSS), (0, 8, 100, WIN)), SCALE, 1, 0.8)
    last = 0.2 * chance(1) + 0.8
    middle = (1 - 0.8**3) * chance(0.5) + 0.8**3 * (1 - last)
    first = 0.2 * 0.5 + 0.8 * (1 - middle)
    assert found == pytest.approx([first, middle, last])


def test_games_are_kept_apart():
    """Also where the next one begins at a later ply."""
    one, other = (3, 6, 40, DRAW), (4, 7, -40, WIN)
    both = targets(records_of(one, other), SCALE, 1, 0.9)
    alone = [targets(records_of(each), SCALE, 1, 0.9)[0] for each in (one, other)]
    assert both == pytest.approx(alone)


def test_with_lambda_1_only_the_result_counts():
    found = targets(records_of((0, 2, 300, LOSS), (0, 3, 10, WIN), (0, 4, 5, LOSS)), SCALE, 0.9, 1)
    assert found == pytest.approx([0, 1, 0])


@pytest.mark.parametrize("side", [0, 1])
def test_a_side_line_moves_with_the_position_that_it_leaves(side):
    found = targets(records_of((0, 4, 0, WIN), (0, 4, 60, UNKNOWN, side)), SCALE, 1, 0.5)
    assert found[0] == pytest.approx(0.75)
    moved = log_odds(0.75) * (1 if side == 0 else -1)
    assert found[1] == pytest.approx(chance(0.6 + moved))


def test_a_side_line_of_a_position_that_was_not_kept_stays():
    rows = (0, 4, 0, WIN), (0, 5, 60, UNKNOWN), (1, 4, 60, UNKNOWN)
    assert targets(records_of(*rows), SCALE, 1, 0.5)[1:] == pytest.approx([chance(0.6)] * 2)


def test_nothing_is_surer_than_the_bound():
    found = targets(records_of((0, 4, 0, WIN), (0, 4, 90, UNKNOWN), (0, 4, -90, UNKNOWN)), SCALE, 1, 1)
    assert found[0] == 1
    assert found[1:] == pytest.approx([chance(0.9 + LARGEST_ODDS), chance(-0.9 + LARGEST_ODDS)])
