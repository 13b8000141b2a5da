"""`self_play`: arrays that are games, move by move."""

import numpy as np
import pytest

from plyground import PlygroundError, get_game, self_play
from plyground.agents.player import Choice, Player
from plyground.core.errors import InvalidSetting, UnknownName, WrongType
from plyground.core.position import Position
from plyground.kernel.compile import JIT
from plyground.rl import selfplay

NUMBER = 40 if JIT else 4


def check(games, name, number):
    """Check that the moves lead from each position to the next, and the result is that of the last."""
    game = get_game(name)
    rules = game.position().rules
    assert games.game.max() + 1 == number == len(np.unique(games.game))
    for each in range(number):
        rows = np.flatnonzero(games.game == each)
        assert games.ply[rows].tolist() == list(range(len(rows)))
        position = game.position()
        for row in rows:
            assert np.array_equal(games.words[row], position.words)
            assert games.player[row] == position.turn
            assert np.array_equal(games.observation[row], position.planes())
            position = position.play(position.move_at(int(games.move[row])))
        last = Position(game, rules, position.words).outcome
        sign = 1 - 2 * games.player[rows]
        assert len(set((sign * games.result[rows]).tolist())) == 1
        if last is not None and last.utility is None:
            white = {None: 0, 0: 1, 1: -1}[last.winner]
            assert sign[0] * games.result[rows[0]] == white
        elif last is not None:
            assert sign[0] * games.result[rows[0]] == last.utility


@pytest.mark.parametrize("name", ["gardner", "amazons", "starcircle", "connect-four"])
def test_random_games(name):
    check(self_play(name, NUMBER, "random", seed=2), name, NUMBER)


@pytest.mark.parametrize("player", ["greedy", "mcts:20"])
def test_games_of_a_player(player):
    check(self_play("gardner", 3, player, seed=2), "gardner", 3)


def test_what_is_printed_of_games():
    games = self_play("gardner", 1, "random", seed=2)
    assert repr(games) == f"<{len(games.move)} positions of 1 game>"


def test_a_policy_sees_all_games_at_once():
    def last_action(env):
        seen.append(env.size)
        return env.actions - 1 - env.legal[:, ::-1].argmax(axis=1)

    seen = []
    games = self_play("connect-four", 3, policy=last_action)
    assert set(seen) == {3}
    check(games, "connect-four", 3)
    assert games.move[games.ply == 0].tolist() == [6, 6, 6]


def test_short_games_are_not_preferred(monkeypatch):
    """With few games at a time, all that are begun are there."""
    monkeypatch.setattr(selfplay, "AT_ONCE", 3)
    games = self_play("connect-four", 20, seed=1)
    check(games, "connect-four", 20)


def test_the_same_seed_gives_the_same_games():
    one, two, other = (
        self_play("gardner", 5, seed=seed, threads=threads) for seed, threads in ((1, 1), (1, 2), (2, 1))
    )
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    assert not np.array_equal(one.words, other.words)
    assert repr(one) == f"<{len(one.move)} positions of 5 games>"


def test_a_player_that_resigns_has_lost():
    class Resigns(Player):
        def choose(self, record, limits):
            if record.plies == 2:
                return Choice(None, "resign")
            return Choice(next(iter(record.position.legal_moves)))

    games = self_play("gardner", 1, Resigns())
    assert games.result.tolist() == [-1, 1]


@pytest.mark.parametrize(
    ("arguments", "options", "error"),
    [
        (("gardner", 0), {}, InvalidSetting),
        (("gardner", 1, "nobody"), {}, UnknownName),
        (("gardner", 1, "random"), {"policy": lambda env: env.sample()}, InvalidSetting),
        (("gardner", 1, ["random"]), {}, WrongType),
        (("gardner", 1), {"policy": lambda env: np.zeros(env.size, int)}, PlygroundError),
        (("gardner", 2), {"policy": lambda env: env.legal}, InvalidSetting),
        (("gardner", 2), {"policy": lambda env: None}, InvalidSetting),
    ],
)
def test_what_is_wrong_is_said(arguments, options, error):
    with pytest.raises(error):
        self_play(*arguments, **options)
