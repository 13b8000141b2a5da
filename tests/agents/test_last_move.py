"""The minichess assignment's Minimax: alpha-beta that values the last move, as Smart values moves."""

import random

import pytest

from plyground import Record, get_game
from plyground.agents.last_move import CHECK, WIN, LastMoveSearch
from plyground.agents.player import Allowance
from plyground.agents.roster import Entry
from plyground.core.errors import InvalidSetting

VALUES = {"p": 100, "n": 300, "b": 300, "r": 500, "q": 900, "k": 0}
GAME = get_game("minichess")


def material(position):
    """White's men minus Black's."""
    board = position.text.split()[0]
    return sum(VALUES[man.lower()] * (1 if man.isupper() else -1) for man in board if man.isalpha())


def is_check(child):
    """Whether the player who has just moved could take the king."""
    words = child.text.split()
    words[1] = "wb"["bw".index(words[1])]
    turned = GAME.position(" ".join(words))
    return any(turned.play(move).outcome_text.endswith("king captured") for move in turned.legal_moves)


def slow_value(position, depth, ply=0):
    """Plain minimax by the description, on texts: the value for the side to move."""
    best = -WIN * 2
    for move in position.legal_moves:
        child = position.play(move)
        if child.outcome is not None:
            value = 0 if child.outcome.winner is None else WIN - ply
        elif depth > 1:
            value = -slow_value(child, depth - 1, ply + 1)
        else:
            value = abs(material(child) - material(position)) + (CHECK if is_check(child) else 0)
        best = max(best, value)
    return best


@pytest.mark.parametrize("seed", range(6))
def test_it_is_minimax_over_the_utility_of_the_last_move(seed):
    dice = random.Random(seed)
    record = Record(GAME)
    for _ in range(dice.randrange(4, 14)):
        if record.outcome is None:
            record.play(dice.choice(list(record.position.legal_moves)))
    if record.outcome is not None:
        record = Record(GAME)
    search = LastMoveSearch(GAME, 4)
    search.warmup()
    for depth in (1, 2):
        assert search.search(record.position, depth)[1] == slow_value(record.position, depth)


def test_one_ply_deep_it_plays_what_smart_would_prefer():
    with Entry.parse("minimax:depth=1,evaluation=smart").create(GAME) as player:
        for text, best, score in [
            ("4k/1p2q/5/1R2R/K4 w - - 0 1", "e2e4", "cp 950"),
            ("k4/p4/5/5/R2K1 w - - 0 1", "a1a4", "cp 150"),
            ("q3k/5/5/5/R2KR w - - 0 1", "e1e5", "win 1"),
        ]:
            position = GAME.position(text)
            player.new_game(GAME, position.turn, 0)
            choice = player.choose(Record(GAME, position), Allowance())
            assert (str(choice.move), choice.score) == (best, score)


def test_it_mates_by_the_shortest_way():
    position = GAME.position("k4/5/1K3/5/4R w - - 0 1")
    with Entry.parse("minimax:depth=4,evaluation=smart").create(GAME) as player:
        player.new_game(GAME, position.turn, 0)
        choice = player.choose(Record(GAME, position), Allowance())
    assert (str(choice.move), choice.score) == ("e1e5", "win 1")


def test_it_is_of_games_in_which_smart_counts_captures():
    with pytest.raises(InvalidSetting, match="Smart counts no captures"):
        Entry.parse("minimax:evaluation=smart").create(get_game("amazons"))
