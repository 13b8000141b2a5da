"""The dice game: its rules against slow ones, its search against one on the rules, and who wins."""

import sys
from fractions import Fraction
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from einstein import __main__ as command
from einstein.rules import NUMBERS, START, Position
from einstein.tree import best_move, estimate, search, tree_text

from plyground.search import chance, drawn_tree


def games(count):
    """Yield what happens in random games: positions and throws."""
    for seed in range(count):
        random, position = Random(seed), START
        while position.winner is None:
            thrown = random.choice(NUMBERS)
            yield position, thrown
            position = position.play(random.choice(position.moves(thrown)))


def slow_moves(position, thrown):
    """The rules over a board: a text of nine squares, of which the mover sees those of White turned round."""
    board = position.text.replace("\n", " ").split()
    own = "123" if position.turn == 0 else "abc"
    if position.turn:
        board = board[::-1]
    left = [number for number in NUMBERS if own[number - 1] in board]
    if thrown in left:
        stones = [thrown]
    else:
        stones = [
            number for number in left if not any(min(number, thrown) < other < max(number, thrown) for other in left)
        ]
    found = set()
    for stone in stones:
        place = board.index(own[stone - 1])
        for right, down in ((1, 0), (0, 1), (1, 1)):
            if place % 3 + right < 3 and place // 3 + down < 3:
                to = place + right + 3 * down
                after = list(board)
                after[place], after[to] = ".", board[place]
                if position.turn:
                    after.reverse()
                found.add("\n".join(" ".join(after[row : row + 3]) for row in (0, 3, 6)))
    return found


def test_moves_are_those_of_slow_rules_and_every_game_ends():
    tried = 0
    for position, thrown in games(300):
        moves = position.moves(thrown)
        assert {position.play(move).text for move in moves} == slow_moves(position, thrown)
        assert len({move.text for move in moves}) == len(moves) > 0
        tried += 1
    assert tried > 1500


def test_ends():
    assert Position(({1: (2, 2)}, {2: (0, 1)}), 1).winner == 0
    assert Position(({1: (1, 2)}, {2: (0, 0)})).winner == 1
    assert Position(({1: (0, 0)}, {}), 1).winner == 0
    assert Position(({}, {1: (2, 2)})).winner == 1
    assert START.winner is None
    assert START.text == "1 2 .\n3 . c\n. b a"
    assert [move.text for move in START.moves(2)] == ["2c2", "2c3", "2b2"]
    gone = Position(({1: (0, 0), 3: (1, 0)}, {1: (2, 2)}))
    assert gone.movable(2) == [1, 3]
    assert gone.play(gone.moves(1)[2]).stones[0] == {1: (1, 0)}, "one's own stone is taken, too"


def expected(position, thrown, left, side):
    """Expectimax over the rules; `thrown` is None before a throw."""
    if position.winner is not None or left == 0:
        return Fraction(str(estimate(position, side)))
    if thrown is None:
        return sum(expected(position, number, left, side) for number in NUMBERS) / Fraction(len(NUMBERS))
    values = [expected(position.play(move), None, left - 1, side) for move in position.moves(thrown)]
    return max(values) if position.turn == side else min(values)


def test_a_search_finds_what_expectimax_over_the_rules_finds_with_fewer_nodes():
    nodes = dict.fromkeys(chance.ALGORITHMS, 0)
    for i, (position, thrown) in enumerate(games(12)):
        moves = i % 3 + 1
        value = expected(position, thrown, moves, position.turn)
        for algorithm in chance.ALGORITHMS:
            found = search(position, thrown, moves, algorithm)
            assert abs(float(found.value) - float(value)) < 0.01
            move = position.moves(thrown)[ord(found.best) - 97]
            assert expected(position.play(move), None, moves - 1, position.turn) == value
            nodes[algorithm] += found.size
    assert nodes["star2"] < nodes["expectimax"] > nodes["star1"], nodes


def test_the_side_to_move_is_max_and_both_sides_see_the_same():
    turned = Position(
        tuple({n: (2 - row, 2 - column) for n, (row, column) in stones.items()} for stones in START.stones[::-1]), 1
    )
    for thrown in NUMBERS:
        assert search(START, thrown, 2, "expectimax").value == search(turned, thrown, 2, "expectimax").value


def test_who_searches_wins():
    won = 0
    for seed in range(60):
        random, position, searcher = Random(seed), START, seed % 2
        while position.winner is None:
            thrown = random.choice(NUMBERS)
            is_searched = position.turn == searcher
            moves = position.moves(thrown)
            position = position.play(best_move(position, thrown) if is_searched else random.choice(moves))
        won += position.winner == searcher
    assert won >= 45


@pytest.mark.parametrize("arguments", [[], ["3", "--moves", "3"]])
def test_the_command_says_where_the_explorer_shows_it(capsys, monkeypatch, arguments):
    monkeypatch.setattr(sys, "argv", ["einstein", *arguments])
    command.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["1 2 .", "3 . c", ". b a"]
    query = parse_qs(urlsplit(lines[-1]).query)
    thrown, moves = (int(arguments[0]), int(arguments[2])) if arguments else (1, 2)
    assert query["position"] == [tree_text(START, thrown, moves)]
    assert drawn_tree.search(drawn_tree.parse(query["position"][0]), "star1").size == search(START, thrown, moves).size
    assert f"; {search(START, thrown, moves).size} nodes" in lines[5]
