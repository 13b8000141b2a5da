"""Amazons, the evaluations: what each counts, and that it is fair to both sides."""

import random

import numpy as np
import pytest

from games.amazons.setups import WALLED, random_game
from plyground import get_game
from plyground.games.amazons import terms, weights
from plyground.games.amazons.rules import is_small
from plyground.kernel.compile import JIT
from plyground.search.textbook import search
from reference import amazons as twin


def test_seed_evaluation_of_the_public_sample() -> None:
    game = get_game("amazons")
    value = game.position(WALLED).evaluate("seed")
    assert value == pytest.approx(-0.38253968253968)
    assert game.evaluation("seed").text(value) == "-0.382539682540"
    assert game.position(WALLED.replace(" w", " b")).evaluate("seed") == value


def test_seed_search_of_the_public_sample() -> None:
    result = search(get_game("amazons").position(WALLED), 2, alphabeta=True, evaluation="seed")
    assert str(result.move) == "c1e3/f3"
    assert result.value == pytest.approx(12.333333333333334)
    reply = search(get_game("amazons").position(WALLED).play("c1e3/f3"), 1, evaluation="seed")
    assert str(reply.move) == "b6d6/d5"


@pytest.mark.parametrize("seed", range(12))
def test_seed_searches_agree_with_the_twin(seed: int) -> None:
    rng = random.Random(seed)
    text = random_game("amazons", rng)[rng.randint(16, 20)]
    position = get_game("amazons").position(text)
    moves = twin.moves("amazons", text)
    depth = 1 if len(moves) > 60 else 2 if len(moves) > 12 else 3
    for pruning in (False, True):
        expected = twin.search("amazons", text, depth, pruning)
        found = search(position, depth, alphabeta=pruning, evaluation="seed")
        assert found.nodes == expected.nodes, text
        assert found.value == pytest.approx(float(expected.value), abs=1e-11)
        assert [str(found.move)] == (expected.line[:1] or ["None"])


def test_the_engine_counts_a_private_square_as_a_move_in_hand() -> None:
    # two walled-off files of three empty squares each; then Black is left with none it can reach
    closed = get_game("amazons").position("1**q/1**1/1**1/Q**1 b")
    assert -300 < closed.evaluate() < 0  # even, so that who has to move runs out first
    richer = get_game("amazons").position("1**q/1***/1**1/Q*** w")
    assert richer.evaluate() > 200


GAMES = 4 if JIT else 1
PAIRS = [(i, j) for i in range(4) for j in range(i + 1, 4)]


def texts(seed, variant):
    """Return the texts of the positions of some random games."""
    rng = random.Random(seed)
    for _ in range(GAMES):
        position = get_game(variant).position()
        while position.outcome is None:
            yield position.text
            position = position.play(rng.choice(list(position.legal_moves)))


def beside(board, start):
    """List the empty squares next to `start`."""
    around = [(start[0] + file, start[1] + rank) for file, rank in twin.DIRECTIONS]
    return [to for to in around if to in twin.rays(board, start)]


def classes(board, color, moves):
    """Return for each empty square when `color` reaches it: 0 with the first move, 1 the second, 2 later, 3 never."""
    found, front = {}, twin.queens(board, color)
    while front:
        reach_value = {to for start in front for to in moves(board, start)} - found.keys()
        found |= dict.fromkeys(reach_value, min(2, max(found.values(), default=-1) + 1))
        front = list(reach_value)
    squares = [(file, rank) for file in range(board.width) for rank in range(board.height)]
    return [found.get(square, 3) for square in squares if square not in board.occupied]


def counted(board, mover, other, moves):
    """Return how many squares each value of "sooner" counts, then each of "level", and how contested the board is."""
    seen = list(zip(classes(board, mover, moves), classes(board, other, moves), strict=True))
    level = [seen.count((i, i)) for i in range(3)]
    close = sum(abs(i - j) == 1 and max(i, j) < 3 for i, j in seen)
    return [seen.count((i, j)) - seen.count((j, i)) for i, j in PAIRS], level, 100 * sum(level) + 50 * close


def evaluated(text, table):
    """Return what the position is worth, slowly."""
    board = twin.read(text)
    mover, other = ("w", "b") if board.turn == "w" else ("b", "w")
    sooner, level, contested = counted(board, mover, other, twin.rays)
    by_king, level_by_king, _ = counted(board, mover, other, beside)
    squares = board.width * board.height
    empty = squares - len(board.occupied)
    row = table[
        contested * terms.CONTESTED // (terms.HALF_CONTESTED + contested) * terms.EMPTY + empty * terms.EMPTY // squares
    ]
    values = np.zeros(terms.COLUMNS.size, np.int64)
    values[terms.QUEEN : terms.QUEEN + 9] = sooner + level
    values[terms.KING : terms.KING + 9] = by_king + level_by_king
    values[terms.TO_MOVE] = 1
    for color, sign in ((mover, 1), (other, -1)):
        for queen in twin.queens(board, color):
            values[terms.MOVES + min(terms.MAX_ROOM, len(twin.rays(board, queen)))] += sign
            values[terms.NEIGHBOURS + len(beside(board, queen))] += sign
    return int(values @ row)


@pytest.mark.parametrize(
    ("variant", "seed"), [("amazons", 1), ("amazons", 2), ("amazons-8x8", 3), ("amazons-10x10", 4)]
)
def test_the_evaluation_is_the_slow_one(variant, seed):
    for text in texts(seed, variant):
        position = get_game(variant).position(text)
        table = weights.SMALL if is_small(position.rules) else weights.LARGE
        assert position.evaluate() == evaluated(text, table), text


def test_a_row_of_the_table_blends_the_phases_around_it():
    shares = terms.shares()
    assert shares.shape == (terms.CONTESTED * terms.EMPTY, 12)
    assert np.allclose(shares.sum(axis=1), 1)
    assert (shares >= 0).all()
    # in the middle of a step the contested share is (step + 1/2) / CONTESTED: halfway between two knots here
    contested = terms.KNOTS["contested"]
    middle = terms.blend(contested, np.array([(contested[1] + contested[2]) / 2]))
    assert np.allclose(middle, [[0, 0.5, 0.5, 0]])


def test_a_table_holds_the_values_of_each_phase():
    values = {name: [[10 * phase] * size for phase in range(12)] for name, size, _ in terms.TERMS}
    table = terms.table_of(values)
    assert table.shape == (terms.CONTESTED * terms.EMPTY, terms.COLUMNS.size)
    assert (table == table[:, :1]).all()  # every value of a row is the same here
    assert (np.diff(table[:, 0].reshape(terms.CONTESTED, terms.EMPTY), axis=0) >= 0).all()


def test_what_only_one_side_reaches_counts_for_it():
    small, large = "Q2*2/3*2/3*2/****2/6/5q w", "Q4*/5*/5*/5*/*****1/4*q w"
    for text, wins in ((small, False), (large, True)):
        for turn, view in (("w", 1), ("b", -1)):
            evaluation = get_game("amazons").position(text[:-1] + turn).evaluate()
            assert (view * evaluation > 300) if wins else (view * evaluation < -300), text
