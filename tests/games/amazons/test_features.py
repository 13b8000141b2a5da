"""What a net sees of Amazons, square by square, beside a search for the shortest way."""

import numpy as np
import pytest

from nets.drawn import drawn_network
from plyground import get_game
from plyground.core.evaluation import evaluate, handmade
from plyground.kernel.compile import JIT
from plyground.nets.features import shape_of
from plyground.nets.hooks import active_features, feature_count, side_count
from plyground.search.laws import random_positions

NAMES = ("amazons", "amazons-8x8", "amazons-10x10")
POSITIONS = 60 if JIT else 6
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
NEVER = 3
"""How soon a queen gets to a square: 0 for the first move to 2 for the third or later, or never."""


def board_of(text):
    """Return what stands on each square, by file and rank: Q, q, * or a blank."""
    ranks = []
    for row in reversed(text.split()[0].split("/")):
        squares, number = [], ""
        for sign in row + "/":
            if sign.isdigit():
                number += sign
                continue
            squares += [" "] * int(number or 0)
            number = ""
            squares += [sign] if sign != "/" else []
        ranks.append(squares)
    return {(file, rank): sign for rank, row in enumerate(ranks) for file, sign in enumerate(row)}


def distances(board, queen, steps):
    """Return in how many moves of at most that many `steps` a `queen` reaches each empty square that it does."""
    found, fresh = {}, [square for square, sign in board.items() if sign == queen]
    moves = 0
    while fresh:
        moves, following = moves + 1, []
        for file, rank in fresh:
            for x, y in DIRECTIONS:
                for step in range(1, steps + 1):
                    target = file + step * x, rank + step * y
                    if board.get(target) != " ":
                        break
                    if target not in found:
                        found[target] = moves
                        following.append(target)
        fresh = following
    return found


def kinds(position, side):
    """Return the kind of each square that is not blocked as `look` describes it, found by walking."""
    board = board_of(position.text)
    own, other = "Qq"[side], "qQ"[side]
    ours, theirs = distances(board, own, 9), distances(board, other, 9)
    our_steps, their_steps = distances(board, own, 1), distances(board, other, 1)
    found = {}
    for square, sign in board.items():
        if sign != " ":
            found |= {square: {own: 1, other: 2}[sign]} if sign != "*" else {}
            continue
        soon = [min(way[square], 3) - 1 if square in way else NEVER for way in (ours, theirs)]
        mine, their_way = (way.get(square, 1000) for way in (our_steps, their_steps))
        found[square] = soon[0] + 4 * soon[1] + 16 * (mine >= their_way) + 32 * (their_way >= mine)
    return found


def kinds_seen(position, side):
    """Return those that the features tell."""
    files, ranks = position.rules.files, position.rules.ranks
    features = np.zeros(files * ranks, np.int64)
    size = active_features(position.rules, position.words, side, features)
    stride = ranks if files == ranks == 8 else ranks + 1
    numbers = stride * (files - 1) + ranks
    return {divmod(int(feature) % numbers, stride): int(feature) // numbers for feature in features[:size]}


@pytest.mark.parametrize("name", NAMES)
def test_each_square_is_of_the_kind_that_walking_finds(name):
    game = get_game(name)
    shape_of(game)  # (loads the features)
    seen = set()
    for position in random_positions(game, POSITIONS):
        for side in range(2):
            expected = kinds(position, side)
            assert kinds_seen(position, side) == expected
            seen.update(expected.values())
    assert len(seen) > (30 if JIT else 12)


@pytest.mark.parametrize(
    "text", ["3q/4/2*1/4/q3/4/1*2/4/Q2Q w", "q7/8/2*5/8/8/3Q4/8/8/1*4q1 b", "q6/7/3*3/7/6Q/7/7/7/7/Q*5 w"]
)
def test_boards_that_are_not_square(text):
    game = get_game("amazons")
    shape_of(game)
    position, random = game.position(text), np.random.default_rng(1)
    while (moves := position.legal_moves.codes()) and position.outcome is None:
        for side in range(2):
            assert kinds_seen(position, side) == kinds(position, side)
        position = position.play(position.move_of_code(int(random.choice(moves))))


def test_a_net_looks_from_one_side():
    game = get_game("amazons")
    position = game.position()
    assert shape_of(game).sides == side_count(position.rules, position.words) == 1
    assert drawn_network(game, 32).output.shape == (8, 32)


@pytest.mark.parametrize("text", ["4q/5/2*2/Q4 w", "3q/4/4/4/4/4/4/4/Q3 w", "q8/9/9/8Q w"])
def test_a_net_leaves_other_boards_to_the_handmade_evaluation(text):
    """Its rows are those of one board; two of these have as many squares as that."""
    game = get_game("amazons")
    network, position = drawn_network(game), game.position(text)
    assert feature_count(position.rules, position.words) != len(network.weights)
    assert evaluate(network, position.rules, position.words) == handmade(position.rules, position.words)
