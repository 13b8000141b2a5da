"""The games in OpenSpiel, by OpenSpiel's own tests."""

import subprocess
import sys

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the extra open-spiel is not installed")

from plyground import all_games, get_game  # noqa: E402
from plyground.rl import BatchEnv, open_spiel  # noqa: E402

NAMES = ["gardner", "minichess", "congo", "amazons", "starcircle", "halma-8x8", "connect-four"]


def spiel_name(name):
    return f"plyground_{name.replace('-', '_')}"


def test_every_game_is_registered():
    assert set(open_spiel.GAMES) == set(all_games())
    assert {spiel_name(name) for name in all_games()} <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", NAMES)
def test_random_simulations(name):
    game = pyspiel.load_game(spiel_name(name))
    pyspiel.random_sim_test(game, num_sims=1, serialize=name != "halma-8x8", verbose=False)


def test_their_api_test():
    """OpenSpiel's own `integration_tests/api_test.py`, for a few games."""
    names = "plyground_(gardner|minichess|congo|amazons|starcircle|connect_four)$"
    code = (
        "import runpy, sys, plyground.rl.open_spiel; "
        f"sys.argv = ['api_test', '--test_only_games={names}']; "
        "runpy.run_module('open_spiel.integration_tests.api_test', run_name='__main__', alter_sys=True)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "Ran 30 tests" in done.stdout + done.stderr


@pytest.mark.parametrize("name", ["gardner", "amazons", "starcircle"])
def test_a_game_goes_as_in_a_batch(name):
    env = BatchEnv(name, 1, seed=5, auto_reset=False)
    state = pyspiel.load_game(spiel_name(name)).new_initial_state()
    while not state.is_terminal():
        assert state.legal_actions() == np.flatnonzero(env.legal[0]).tolist()
        assert state.current_player() == env.player[0]
        seen = np.array(state.observation_tensor(state.current_player())).reshape(env.observation.shape[1:])
        assert np.array_equal(seen, env.observation[0])
        action = int(env.sample()[0])
        env.step([action])
        state.apply_action(action)
    assert env.terminated[0]
    assert state.returns() == env.rewards[0].tolist()


def test_the_third_occurrence_ends_a_game():
    state = pyspiel.load_game("plyground_gardner").new_initial_state()
    for number, text in enumerate(["b1a3", "b5c3", "a3b1", "c3b5"] * 2, 1):
        state.apply_action(state.string_to_action(text))
        assert state.is_terminal() == (number == 8)
    assert state.returns() == [0, 0]


def test_actions_are_moves():
    state = pyspiel.load_game("plyground_gardner").new_initial_state()
    texts = sorted(state.action_to_string(action) for action in state.legal_actions())
    assert texts == [str(move) for move in get_game("gardner").position().legal_moves]
