"""Quick games: legal to the last move, the same for a seed, different from each other, and won by who is ahead."""

import pytest

from plyground import get_game
from plyground.arena.quick import BLACK, DRAW, LONGEST, WHITE, QuickGames
from plyground.core.record import Record


def records(name, games=6, **options):
    game = get_game(name)
    players, found = QuickGames(game, 60, 3, options.get("varied", 20)), []
    for number in range(games):
        played, record = players.game(number), Record(game)
        for code in played.moves:
            record.play(record.position.move_of_code(int(code)))
        found.append((played, record))
    return found


@pytest.mark.parametrize("name", ["halma-5x5", "gardner"])
def test_a_game_is_made_of_legal_moves_and_ends_as_the_rules_say(name):
    for played, record in records(name):
        assert played.result in {WHITE, DRAW, BLACK}
        assert len(played.moves) <= LONGEST
        if record.outcome is not None:
            winner = record.outcome.winner
            assert played.result == (DRAW if winner is None else WHITE if int(winner) == 0 else BLACK)


def test_games_of_a_seed_are_the_same_and_differ_from_each_other():
    first, again = ([list(played.moves) for played, _ in records("halma-5x5")] for _ in range(2))
    assert first == again
    assert len({tuple(moves) for moves in first}) > 3


def test_the_best_move_is_seen_as_better_than_the_next():
    for played, _ in records("gardner", varied=LONGEST):
        assert played.odds.shape == (len(played.moves), 2)
        # a search of few positions may find the second better than it thought, but not as a rule
        assert (played.odds[:, 0] >= played.odds[:, 1]).mean() > 0.6


def test_a_game_may_begin_elsewhere():
    game = get_game("gardner")
    start = game.position("k4/5/1K3/5/4R w - - 0 1")
    played = QuickGames(game, 200, 1, 0).game(0, start)
    assert played.result == WHITE
    assert all(start.play(start.move_of_code(int(code))) for code in played.moves[:1])
