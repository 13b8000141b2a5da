"""Random games: ended by the rules, evenly chosen, the game's own limits kept."""

from collections import Counter

import numpy as np
import pytest

from plyground import all_games, get_game
from plyground.core.rules import sample, scratch
from plyground.kernel.random import seed_stream
from plyground.search.playouts import PLY_CAP_REASON, REPETITION_REASON, playout_batch, playouts


@pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.name)
def test_games_end_where_the_rules_say(game):
    start = game.position()
    ends = np.tile(start.words, (20, 1))
    results = playout_batch(start, ends, seed=3)
    for words, (code, plies) in zip(ends, results.tolist(), strict=True):
        last = type(start)(game, start.rules, words)
        reason = code >> 2
        if reason == PLY_CAP_REASON:
            assert plies == game.ply_cap
            assert last.outcome is None
        elif reason == REPETITION_REASON:
            assert game.repetition
            assert last.outcome is None
        else:
            assert last.outcome == last.outcome_of_code(code)
            assert not last.playable_moves


@pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.name)
def test_every_move_has_the_same_chance(game):
    """Pearson's chi-square of 200 draws a move, moves pooled into at most 40 bins: 6 standard deviations allowed."""
    position = game.position()
    rules = position.rules_for_playouts
    moves, random = scratch(rules), np.zeros(1, np.uint64)
    codes = position.playable_moves.codes()
    seed_stream(random, 1, 2)
    draws = 200 * min(len(codes), 100)
    counts = Counter(int(sample(rules, position.words, moves, random)) for _ in range(draws))
    assert set(counts) <= set(codes)
    bins = min(len(codes), 40)
    observed, sizes = np.zeros(bins), np.zeros(bins)
    for i, code in enumerate(codes):
        observed[i % bins] += counts[code]
        sizes[i % bins] += 1
    expected = draws * sizes / len(codes)
    statistic = float(((observed - expected) ** 2 / expected).sum())
    assert statistic < bins - 1 + 6 * (2 * max(bins - 1, 1)) ** 0.5


def test_settings_of_the_game_are_kept():
    game = get_game("congo").with_settings({"ply-cap": "10"})
    assert playouts(game.position(), 50, seed=1).plies <= 500
    assert "games 50 plies " in str(playouts(game.position(), 50, seed=1))


def test_a_repetition_ends_a_game():
    """Two lions and a far pawn each shuffle until a position stands for the second time."""
    game = get_game("congo").with_settings({"repetition": "2", "ply-cap": "off"})
    start = game.position("3l3/7/7/7/7/7/3L2Z w 0")
    results = playout_batch(start, np.tile(start.words, (200, 1)), seed=1)
    assert REPETITION_REASON in results[:, 0] >> 2
