"""The compiled searches against a naive one, to the node; and what they refuse."""

from threading import Thread
from time import sleep

import pytest

from plyground import InvalidSetting, UnknownName, all_games, get_game
from plyground.search import textbook
from plyground.search.laws import random_positions
from search.reference_search import alphabeta, minimax

MAX_MOVES = 150
"""The naive search is slow: positions with more moves than this are left out (Amazons begins with 2176)."""


@pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.name)
def test_equal_to_the_naive_search(game):
    positions = [p for p in random_positions(game, 200, seed=9) if p.legal_moves.count() <= MAX_MOVES]
    for position in positions[:: len(positions) // 4]:
        width = position.legal_moves.count()
        depth = 1 if width > 40 else 2 if width > 12 else 3
        for evaluation in game.evaluations:
            for pruned, naive in ((False, minimax), (True, alphabeta)):
                value, move, nodes = naive(position, depth, evaluation)
                result = textbook.search(position, depth, alphabeta=pruned, evaluation=evaluation)
                assert result.value == pytest.approx(value, rel=1e-12)
                assert (result.move.text if result.move else None) == move
                assert result.nodes == nodes


@pytest.mark.parametrize("depth", [0, -1, 65])
def test_depth_out_of_range(depth):
    with pytest.raises(InvalidSetting, match="whole number from 1 to 64"):
        textbook.search(get_game("gardner").position(), depth)


def test_unknown_evaluation():
    with pytest.raises(UnknownName):
        textbook.search(get_game("gardner").position(), 1, evaluation="seed")


def test_finished_game_is_one_leaf():
    position = get_game("congo").position("3l3/7/7/7/7/7/7 w 3")
    result = textbook.search(position, 3)
    assert (result.move, result.value, result.nodes) == (None, -10_000_000, 1)


@pytest.mark.parametrize("alphabeta", [False, True])
def test_a_search_ends_when_there_are_more_nodes_than_may_be(alphabeta):
    position = get_game("gardner").position()
    whole = textbook.search(position, 3, alphabeta=alphabeta)
    assert whole.is_complete
    enough = textbook.search(position, 3, alphabeta=alphabeta, count=textbook.count_to(whole.nodes))
    assert (enough.is_complete, enough.nodes, enough.move) == (True, whole.nodes, whole.move)
    for most in (0, 1, whole.nodes - 1):
        ended = textbook.search(position, 3, alphabeta=alphabeta, count=textbook.count_to(most))
        assert (ended.is_complete, ended.nodes, ended.move) == (False, most + 1, None)


def test_another_thread_can_stop_a_search():
    count = textbook.count_to()
    searches = []
    thread = Thread(target=lambda: searches.append(textbook.search(get_game("amazons").position(), 9, count=count)))
    thread.start()
    while count[textbook.COUNT] < 1000:
        sleep(0.001)
    count[textbook.LIMIT] = 0
    thread.join()
    assert not searches[0].is_complete
    assert searches[0].nodes >= 1000


@pytest.mark.parametrize("alphabeta", [False, True])
@pytest.mark.parametrize(("name", "depth"), [("gardner", 4), ("halma-8x8", 3), ("starcircle", 4)])
def test_a_search_in_steps_visits_the_same_nodes(name, depth, alphabeta, monkeypatch):
    position = get_game(name).position()
    whole = textbook.search(position, depth, alphabeta=alphabeta, keep=100_000)
    monkeypatch.setattr(textbook, "STEP", 0)
    monkeypatch.setattr(textbook, "FIRST_NODES", 1)
    count, visited = textbook.count_to(), []
    steps = textbook.search_in_steps(position, depth, alphabeta, keep=100_000, count=count)
    try:
        while True:
            next(steps)
            visited.append(int(count[textbook.COUNT]))
    except StopIteration as ended:
        found = ended.value
    assert visited[:10] == list(range(1, 11)), "a node at a time"
    assert (found.move, found.value, found.nodes, found.is_complete) == (whole.move, whole.value, whole.nodes, True)
    for kept, other in zip(found.trace[:2], whole.trace[:2], strict=True):
        assert (kept == other).all()
