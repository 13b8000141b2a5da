"""The Gymnasium environments, by Gymnasium's own checker."""

import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="the extra gymnasium is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from plyground.agents.random_player import RandomPlayer  # noqa: E402
from plyground.core.errors import InvalidSetting, UnknownName  # noqa: E402
from plyground.core.registry import get_game  # noqa: E402
from plyground.rl.gymnasium import OpponentEnv  # noqa: E402


@pytest.mark.parametrize(
    ("name", "opponent"),
    [
        ("gardner", "smart"),
        ("congo", "random"),
        ("amazons", "random"),
        ("starcircle", "greedy"),
        ("connect-four", "mcts:20"),
    ],
)
def test_the_checker(name, opponent):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gymnasium.make(f"plyground/{name}-v0", opponent=opponent).unwrapped)


@pytest.mark.parametrize("color", ["white", "black", "random"])
@pytest.mark.parametrize("name", ["connect-four", "amazons"])
def test_a_game_to_its_end(name, color):
    env = OpponentEnv(name, "random", color)
    observation, info = env.reset(seed=3)
    assert observation in env.observation_space
    ended, steps, reward = False, 0, 0.0
    while not ended:
        legal = np.flatnonzero(info["action_mask"])
        assert np.array_equal(legal, np.flatnonzero(env.action_masks()))
        assert reward == 0
        observation, reward, terminated, truncated, info = env.step(legal[steps % len(legal)])
        steps, ended = steps + 1, terminated or truncated
    assert abs(reward) == 1
    assert steps > 3


def test_a_player_of_ones_own_can_be_the_opponent():
    class Lazy(RandomPlayer):
        asked = 0

        def choose(self, record, limits):
            Lazy.asked += 1
            return super().choose(record, limits)

    env = OpponentEnv("gardner", Lazy(get_game("gardner")), "black")
    env.reset(seed=1)
    assert Lazy.asked == 1


def test_an_opponent_that_resigns_has_lost():
    from plyground.agents.player import Choice, Player

    class Resigns(Player):
        def choose(self, record, limits):
            return Choice(None, "resign")

    env = OpponentEnv("gardner", Resigns(), "white")
    _, info = env.reset(seed=1)
    _, reward, terminated, _, _ = env.step(np.flatnonzero(info["action_mask"])[0])
    assert (reward, terminated) == (1, True)


def test_an_illegal_action_loses():
    env = OpponentEnv("gardner", "random", "white")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated) == (-1, True)
    assert "not legal" in info["illegal"]


def test_a_position_to_begin_with():
    env = OpponentEnv("connect-four", "random", "white")
    env.reset(seed=1, options={"position": "7/7/7/7/BBB4/WWW4 w"})
    assert env.step(3)[1:3] == (1, True)


@pytest.mark.parametrize(
    ("arguments", "error"), [(("gardner", "nobody"), UnknownName), (("gardner", "random", "red"), InvalidSetting)]
)
def test_what_is_wrong_is_said(arguments, error):
    with pytest.raises(error):
        OpponentEnv(*arguments)
