"""A win that the engine claims is one, in just so many plies at most, also where a counter is about to run out."""

import pytest

from plyground import Record, all_games, get_game
from plyground.core.rules import WIN_VALUE
from plyground.engine import Engine, Limits
from plyground.kernel.compile import JIT
from plyground.search import textbook
from plyground.search.laws import random_positions

GAMES = [game for game in all_games().values() if not game.scored]
WIDE = {"amazons", "halma"}
"""Families with hundreds of moves: full minimax confirms a win in 1 in no time, in the others one in 5."""
pytestmark = pytest.mark.skipif(not JIT, reason="thousands of nodes")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_claimed_win_or_loss_is_one(game):
    game = game.with_settings({"repetition": "off", "ply-cap": "off"})
    engine, confirmed = Engine(game, hash_mib=4), 0
    is_wide = game.family in WIDE
    longest = 1 if is_wide else 5
    for position in random_positions(game, 25 if is_wide else 600 if game.family == "minichess" else 200, seed=11):
        if not position.legal_moves:
            continue
        score = engine.search(position, Limits(nodes=500 if is_wide else 2000)).score
        if score.kind != "cp" and 0 < score.value <= longest:
            value = textbook.search(position, score.value, alphabeta=True).value
            assert value == (WIN_VALUE if score.kind == "win" else -WIN_VALUE), position.text
            confirmed += 1
    if game.family in {"minichess", "congo"}:
        assert confirmed >= 5


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_win_in_n_is_played_out_in_n(game):
    """From a claimed win on, both sides play the engine's moves: it ends in time, whatever the defence."""
    game = game.with_settings({"repetition": "off", "ply-cap": "off"})
    engine = Engine(game, hash_mib=4)
    for position in random_positions(game, 20 if game.family in WIDE else 80, seed=12):
        if not position.legal_moves:
            continue
        score = engine.search(position, Limits(nodes=1000)).score
        if score.kind != "win" or score.value > 9:
            continue
        record = Record(game, position)
        while record.outcome is None:
            best = engine.search(record.position, Limits(depth=score.value + 2))
            record.play(best.bestmove)
        assert record.outcome.winner == position.turn
        assert record.plies <= score.value + 2


def test_a_counter_that_runs_out_first_is_no_win():
    game = get_game("minichess")
    engine = Engine(game, hash_mib=4)
    text = "k4/5/5/5/K3R w - - {} 1"
    free = engine.search(game.position(text.format(0)), Limits(depth=14))
    assert free.score.kind == "win"
    plies = free.score.value
    for quiet in range(50 - plies, 50):
        score = engine.search(game.position(text.format(quiet)), Limits(depth=14)).score
        if score.kind == "win":
            assert quiet + score.value <= 50
    assert engine.search(game.position(text.format(49)), Limits(depth=4)).score.value == 0


def test_the_ply_cap_ends_the_search_too():
    game = get_game("gardner").with_settings({"ply-cap": "4"})
    record = Record(game, game.position("4k/5/P4/5/K4 w - - 0 1"))
    engine = Engine(game, hash_mib=4)
    assert engine.search(record, Limits(depth=12)).score.kind == "cp"
    for move in ("a1b2", "e5d4", "b2b3"):
        record.play(move)
    assert engine.search(record, Limits(depth=3)).score.value == 0


def test_a_third_occurrence_is_a_draw_and_an_earlier_one_is_known():
    game = get_game("gardner")
    record = Record(game, game.position("k4/5/5/5/K3R w - - 0 1"))
    engine = Engine(game, hash_mib=4)
    for move in ("e1e2", "a5b5", "e2e1", "b5a5", "e1e2", "a5b5", "e2e1"):
        record.play(move)
    score = engine.search(record, Limits(depth=1), moves=[record.position.move("b5a5")]).score
    assert (score.kind, score.value) == ("cp", 0)
