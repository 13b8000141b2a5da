"""What the search must never break, whatever is tuned: its value, its line, its signature, its table, its wins."""

import numpy as np
import pytest

from plyground import Record, all_games
from plyground.core.rules import WIN_VALUE
from plyground.engine import Engine, Limits
from plyground.engine.parameters import PLAIN, parameters_of
from plyground.engine.table import CHECK, LOWER, MOVE, UPPER, depth_in, score_in
from plyground.kernel.compile import JIT
from plyground.search import textbook
from plyground.search.laws import random_positions

DEPTHS = {"amazons": 2, "halma": 2, "halma-usc2019": 2, "halma-10x10": 2, "amazons-8x8": 1, "amazons-10x10": 1}
"""Plies of full minimax that take no time; the others 3."""
NO_GAME_DRAWS = {"repetition": "off", "ply-cap": "off"}
GAMES = list(all_games().values())
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
pytestmark = pytest.mark.skipif(not JIT, reason="thousands of nodes; test_uncompiled has the small ones")


def ongoing(game, number, seed):
    return [position for position in random_positions(game, 3 * number, seed) if position.legal_moves][:number]


def plain_engine(game):
    return Engine(game, hash_mib=1, parameters=parameters_of(game).with_changes(PLAIN), evaluation="handmade")


def same_value(score, value):
    if score.kind == "cp":
        return score.value == value
    return value == (WIN_VALUE if score.kind == "win" else -WIN_VALUE)


@each_game
def test_without_the_selective_parts_the_value_is_that_of_minimax(game):
    game = game.with_settings(NO_GAME_DRAWS)
    depth = DEPTHS.get(game.name, 3)
    engine = plain_engine(game)
    for position in [game.position(), *ongoing(game, 12 if DEPTHS.get(game.name, 3) > 1 else 2, seed=3)]:
        expected = textbook.search(position, depth, alphabeta=True, evaluation="handmade").value
        info = engine.search(position, Limits(depth=depth))
        assert same_value(info.score, expected), position.text


@each_game
def test_a_table_full_of_broken_off_searches_still_tells_the_truth(game):
    game = game.with_settings(NO_GAME_DRAWS)
    depth = DEPTHS.get(game.name, 3)
    engine = plain_engine(game)
    for i, position in enumerate(ongoing(game, 6, seed=4)):
        for nodes in (50 + i, 500 + 31 * i, 3000):
            engine.search(position, Limits(nodes=nodes))
        expected = textbook.search(position, depth, alphabeta=True, evaluation="handmade").value
        assert same_value(engine.search(position, Limits(depth=depth)).score, expected), position.text


@each_game
def test_the_line_is_legal_and_ends_at_its_score(game):
    # (nobody can tell from outside by how much an evaluation was corrected when the line's end was reached)
    parameters = parameters_of(game).with_changes({"correction": 0, "fade": 0})
    engine = Engine(game, hash_mib=4, parameters=parameters, evaluation="handmade")
    for position in [game.position(), *ongoing(game, 6, seed=5)]:
        for info in engine.analyse(position, Limits(nodes=3000)):
            record = Record(game, position)
            if info.depth == 0 or info.nodes >= 3000:
                continue  # broken off: the line may be one of a window that the score fell out of
            for move in info.lines[0].moves:
                assert move in record.position.legal_moves
                record.play(move)
            assert ends_at(record, info.score, position.turn), (position.text, info)


def ends_at(record, score, turn):
    """Tell whether the position at the end of a line is worth what the search said."""
    end = record.position
    if record.occurrences > 1:
        return score.value == 0
    outcome = end.outcome
    if outcome is not None and outcome.utility is not None:
        return score.value == (outcome.utility if turn == 0 else -outcome.utility)
    if outcome is not None and outcome.winner is not None:
        return score.kind == ("win" if outcome.winner == turn else "loss") and score.value == record.plies
    if record.outcome is not None:
        return (score.kind, score.value) == ("cp", 0)
    return score.kind == "cp" and score.value == (
        end.evaluate("handmade") if end.turn == turn else -end.evaluate("handmade")
    )


@each_game
def test_the_same_search_twice_gives_the_same_nodes(game):
    for limits in (Limits(depth=3), Limits(nodes=4000)):
        found = []
        for _ in range(2):
            info = Engine(game, hash_mib=4).search(game.position(), limits)
            found.append((info.nodes, info.score, info.lines, info.depth))
        assert found[0] == found[1]


@each_game
def test_a_cleared_engine_is_a_new_one(game):
    engine = Engine(game, hash_mib=4)
    first = engine.search(game.position(), Limits(nodes=3000))
    engine.search(ongoing(game, 8, seed=6)[-1], Limits(nodes=3000))
    engine.clear()
    assert engine.search(game.position(), Limits(nodes=3000)).lines == first.lines


@each_game
def test_every_entry_of_the_table_fits_its_check_and_its_bounds(game):
    engine = Engine(game, hash_mib=1, threads=2)
    for position in ongoing(game, 3, seed=7):
        engine.search(position, Limits(nodes=30_000))  # a ply of the largest Amazons board alone takes some thousands
    rows = engine.table.rows
    used = rows[(rows[:, LOWER] | rows[:, UPPER]) != 0]
    assert len(used) > 10
    for row in used[:2000]:
        key = row[CHECK] ^ row[MOVE] ^ row[LOWER] ^ row[UPPER]
        first = int(key & np.uint64(len(rows) - 2))
        assert any(np.array_equal(row, rows[place]) for place in (first, first + 1))
        if depth_in(row[LOWER]) >= 0 and depth_in(row[LOWER]) == depth_in(row[UPPER]):
            assert score_in(row[LOWER]) <= score_in(row[UPPER])


@each_game
def test_multipv_gives_different_moves_best_first(game):
    for position in [game.position(), *ongoing(game, 3, seed=8)]:
        engine = Engine(game, hash_mib=4, multipv=3)
        info = engine.search(position, Limits(depth=min(3, DEPTHS.get(game.name, 3))))
        assert len(info.lines) == min(3, position.legal_moves.count())
        assert len({line.moves[0] for line in info.lines}) == len(info.lines)
        values = [worth(line.score) for line in info.lines]
        assert values == sorted(values, reverse=True)


def worth(score):
    return {"cp": score.value, "win": 10**7 - score.value, "loss": score.value - 10**7}[score.kind]


@each_game
def test_only_the_moves_asked_for_are_searched(game):
    for position in ongoing(game, 4, seed=9):
        moves = list(position.legal_moves)[-2:]
        info = Engine(game, hash_mib=1).search(position, Limits(depth=3), moves=moves)
        assert info.bestmove in moves
