"""The dictionary that LightZero's environments of board games return."""

import numpy as np
import pytest
from plyground_lightzero import LightZeroEnv

from plyground import IllegalMove


def test_what_is_seen():
    seen = LightZeroEnv("gardner").reset()
    assert set(seen) == {"observation", "action_mask", "board", "current_player_index", "to_play"}
    assert (seen["observation"].shape, seen["observation"].dtype) == ((13, 5, 5), np.float32)
    assert (seen["action_mask"].sum(), seen["action_mask"].dtype) == (7, np.int8)
    assert (seen["current_player_index"], seen["to_play"]) == (0, 1)


def test_counters_are_scaled():
    seen = LightZeroEnv("gardner").reset(init_state="3k1/5/5/5/K3R w - - 51 40")
    assert (seen["observation"][-1] == np.float32(0.2)).all()
    assert seen["observation"].max() == 1
    assert LightZeroEnv("gardner", scale=False).reset(init_state="3k1/5/5/5/K3R w - - 51 40")["observation"].max() == 51


@pytest.mark.parametrize(("start", "whites"), [("7/7/7/7/BBB4/WWW4 w", 1), ("7/7/7/7/BBB4/WWWB2W b", -1)])
def test_rewards_are_those_of_the_mover(start, whites):
    env = LightZeroEnv("connect-four")
    env.reset(init_state=start)
    timestep = env.step(3)
    assert (timestep.reward.shape, timestep.reward.dtype) == ((), np.float32)  # LightZero adds up scalars
    assert (timestep.reward, timestep.done) == (1, True)
    assert timestep.info["eval_episode_return"] == whites
    assert not timestep.obs["action_mask"].any()


def test_turns_alternate():
    env = LightZeroEnv("congo")
    env.reset()
    for ply in range(10):
        assert env.current_player == ply % 2 + 1
        timestep = env.step(env.legal_actions[0])
        assert timestep.info["next player to play"] == timestep.obs["to_play"] == env.current_player


def test_an_illegal_action_is_refused():
    with pytest.raises(IllegalMove):
        LightZeroEnv("gardner").step(0)
