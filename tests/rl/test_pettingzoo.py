"""The PettingZoo environments, by PettingZoo's own tests."""

import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the extra pettingzoo is not installed")

from pettingzoo.test import api_test, seed_test

from plyground import all_games, get_game
from plyground.rl import pettingzoo

each_game = pytest.mark.parametrize("name", ["gardner", "congo", "amazons", "starcircle", "halma-8x8", "connect-four"])


@each_game
def test_api(name):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*")  # that it is no environment of theirs, and the like
        api_test(pettingzoo.env(name), num_cycles=60)


@each_game
def test_seed(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: pettingzoo.env(name), num_cycles=30)


@pytest.mark.parametrize("name", list(all_games()))
def test_random_games(name):
    env = pettingzoo.env(get_game(name).with_settings({"ply-cap": "40"}))
    env.reset(seed=1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for number, agent in enumerate(env.agent_iter()):
        observation, reward, termination, truncation, _ = env.last()
        total[agent] += reward
        if termination or truncation:
            env.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        other = env.observe(env.possible_agents[1 - env.possible_agents.index(agent)])
        assert not other["action_mask"].any()
        env.step(int(legal[number % len(legal)]))
    assert not env.agents
    assert sum(total.values()) == 0


def test_who_wins_is_rewarded():
    env = pettingzoo.env("connect-four")
    env.reset(options={"position": "7/7/7/7/BBB4/WWW4 w"})
    env.step(3)
    assert env.rewards == {"player_0": 1, "player_1": -1}
    assert all(env.terminations.values())


def test_an_illegal_action_loses():
    env = pettingzoo.env("gardner")
    env.reset()
    env.step(0)
    assert env.rewards["player_0"] == -1


def test_the_other_agent_sees_the_board_from_its_side():
    env = pettingzoo.env("gardner")
    env.reset()
    mine, theirs = env.observe("player_0")["observation"], env.observe("player_1")["observation"]
    assert np.array_equal(mine[0], theirs[0])
    assert mine[:12].sum() == theirs[:12].sum() == 20


def test_boards_are_rendered(capsys):
    for mode, part in (("ansi", "r n b q k"), ("svg", "<svg"), ("human", None)):
        env = pettingzoo.env("gardner", render_mode=mode)
        env.reset()
        drawn = env.render()
        assert drawn is None if part is None else part in drawn
    assert "R N B Q K" in capsys.readouterr().out
