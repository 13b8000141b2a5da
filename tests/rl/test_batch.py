"""`BatchEnv` plays by the rules of `Record` in every game, whatever its size, threads and way to list actions."""

import numpy as np
import pytest

from plyground import IllegalMove, Record, UnknownName, all_games, get_game
from plyground.core.errors import InvalidNotation, InvalidSetting, WrongType
from plyground.core.outcome import Color, Termination
from plyground.kernel.compile import JIT
from plyground.rl import BatchEnv, batch

GAMES = list(all_games().values())
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def legal_actions(env, row):
    if env.legal is not None:
        return np.flatnonzero(env.legal[row]).tolist()
    return sorted(env.legal_indices[env.legal_indptr[row] : env.legal_indptr[row + 1]].tolist())


def expected_actions(position, chosen):
    """Return the actions that may follow those `chosen` of a move, by the indices of the playable moves."""
    steps, actions = position.encoding.steps, position.encoding.actions
    digits = [np.unravel_index(position.move_index(move), (actions,) * steps) for move in position.playable_moves]
    return sorted({int(each[len(chosen)]) for each in digits if list(map(int, each[: len(chosen)])) == chosen})


@each_game
def test_a_game_goes_as_its_record(game):
    env = BatchEnv(game, 2, seed=7, auto_reset=False)
    record, chosen = Record(game), []
    for _ in range(150 if JIT else 20):
        position = record.position
        assert env.position(1) == position
        assert legal_actions(env, 1) == expected_actions(position, chosen)
        assert env.player[1] == position.turn
        planes = position.encoding.shape[0]
        assert np.array_equal(env.observation[1, :planes], position.planes())
        assert env.observation[1, planes:].sum() == len(chosen)
        action = int(env.sample()[1])
        env.step([-1, action])
        chosen.append(action)
        if len(chosen) == position.encoding.steps:
            index = int(np.ravel_multi_index(chosen, (env.actions,) * len(chosen)))
            record.play(position.move_at(index))
            chosen = []
        assert env.plies[1] == record.plies
        outcome = record.outcome
        assert env.terminated[1] == (outcome is not None and outcome.termination != Termination.PLY_CAP)
        if outcome is not None:
            break
        assert not env.rewards.any()
    if outcome is not None:
        value = outcome.utility if game.scored else {None: 0, Color.WHITE: 1, Color.BLACK: -1}[outcome.winner]
        assert env.rewards[1].tolist() == [value, -value]
        assert not legal_actions(env, 1)
    assert env.position(0) == game.position()


@each_game
def test_neither_threads_nor_lists_change_what_is_seen(game):
    one, two = BatchEnv(game, 5, seed=3), BatchEnv(game, 5, seed=3, threads=2, sparse=True)
    for _ in range(60 if JIT else 6):
        assert np.array_equal(one.sample(), two.sample())
        actions = one.sample().copy()
        one.step(actions)
        two.step(actions)
        two.sample()
        for name in ("observation", "player", "rewards", "terminated", "truncated", "words", "plies"):
            assert np.array_equal(getattr(one, name), getattr(two, name)), name
        assert [legal_actions(one, i) for i in range(5)] == [legal_actions(two, i) for i in range(5)]


def test_rows_are_listed_where_there_are_many_actions():
    assert BatchEnv("halma", 1).legal is None
    assert BatchEnv("congo", 1).legal.shape == (1, 2401)


def mate_in_one():
    """Return a position and the action that mates."""
    position = get_game("gardner").position("k4/4Q/1K3/5/5 w - - 0 1")
    return position, position.move_index("e4a4")


def test_another_game_begins_in_the_same_step():
    position, action = mate_in_one()
    env = BatchEnv("gardner", 3)
    env.reset([2], [position])
    env.step([-1, -1, action])
    assert env.rewards.tolist() == [[0, 0], [0, 0], [1, -1]]
    assert env.terminated.tolist() == [False, False, True]
    assert env.position(2) == get_game("gardner").position()
    assert env.legal[2].sum() == 7
    env.step([-1, -1, -1])
    assert not env.rewards.any()
    assert not env.terminated.any()


def test_a_finished_game_stays_without_auto_reset():
    position, action = mate_in_one()
    env = BatchEnv("gardner", 1, start=position, auto_reset=False)
    env.step([action])
    assert (env.rewards.tolist(), env.terminated.tolist()) == ([[1, -1]], [True])
    assert not env.legal.any()
    assert env.sample().tolist() == [-1]
    env.step([5])
    assert (env.rewards.tolist(), env.terminated.tolist()) == ([[0, 0]], [True])
    env.reset()
    assert not env.terminated.any()


def test_the_third_occurrence_is_a_draw():
    position = get_game("gardner").position("1nk1p/4P/5/5/1NK2 w - - 0 1")
    env = BatchEnv("gardner", 1, start=position, auto_reset=False)
    for number, text in enumerate(["b1a3", "b5c3", "a3b1", "c3b5"] * 2, 1):
        env.step([env.position(0).move_index(text)])
        assert env.terminated[0] == (number == 8)
    assert not env.rewards.any()


def test_the_cap_on_plies_truncates():
    env = BatchEnv(get_game("halma-8x8").with_settings({"ply-cap": "6"}), 2)
    for number in range(1, 13):
        env.step(env.sample())
        assert env.truncated.tolist() == [number % 6 == 0] * 2
        assert not env.terminated.any()
        assert (env.plies == number % 6).all()


def test_a_finished_position_shows_its_result():
    lost = get_game("gardner").position("k4/Q4/1K3/5/5 b - - 0 1")
    env = BatchEnv("gardner", 2)
    env.reset([1], [lost])
    assert (env.terminated.tolist(), env.rewards.tolist()) == ([False, True], [[0, 0], [1, -1]])
    env.step([-1, 0])
    assert env.position(1) == env.start
    assert not env.terminated.any()


def test_points_are_rewards_in_a_game_for_points():
    env = BatchEnv("starcircle", 32, seed=2)
    found = set()
    for _ in range(200):
        env.step(env.sample())
        found |= set(env.rewards[env.terminated, 0].tolist())
        assert (env.rewards[:, 0] == -env.rewards[:, 1]).all()
    assert any(abs(points) > 1 for points in found)


@pytest.mark.parametrize("name", ["gardner", "amazons"])
def test_saved_states_go_on_as_the_games_did(name):
    env, other = BatchEnv(name, 4, seed=1), BatchEnv(name, 2, seed=9)
    for _ in range(17):
        env.step(env.sample())
    other.load(env.save([3, 1]))
    for _ in range(60):
        assert np.array_equal(other.observation, env.observation[[3, 1]])
        assert np.array_equal(other.legal, env.legal[[3, 1]])
        assert np.array_equal(other.words, env.words[[3, 1]])
        env.step(env.sample())
        other.step(other.sample())


@pytest.mark.parametrize("column", [0, 3, -2, -1])
def test_states_that_save_has_not_returned_are_refused(column):
    env = BatchEnv("congo", 3, seed=1)
    before = env.save()
    states = before.copy()
    states[1, column] += np.uint64(1 << 40)
    with pytest.raises(InvalidSetting, match=r"Row 1 of the states is not one that `save` has returned for congo\."):
        env.load(states)
    with pytest.raises(InvalidSetting, match="Row 0 of the states"):
        env.load(np.zeros_like(before))
    with pytest.raises(InvalidSetting, match="for congo-2022"):
        BatchEnv("congo-2022", 3).load(before)
    assert np.array_equal(env.save(), before)


def test_positions_can_be_given_as_texts_and_words():
    env = BatchEnv("connect-four", 2)
    env.reset([0], ["7/7/7/7/7/3W3 b"])
    env.reset(np.array([False, True]), env.words[:1].copy())
    assert [position.text for position in env.positions] == ["7/7/7/7/7/3W3 b"] * 2


@each_game
def test_words_that_are_no_position_are_refused(game):
    """Kernels would read and write beyond their arrays."""
    env = BatchEnv(game, 3, seed=1)
    for _ in range(30):
        env.step(env.sample())
    words, before = env.words.copy(), env.save()
    env.reset(positions=words)
    assert np.array_equal(env.words, words)
    env.load(before)
    for column in (0, 1):
        wrong = words.copy()
        wrong[2, column] ^= np.uint64(2**64 - 1)
        with pytest.raises(InvalidSetting, match=rf"Row 2 of the words is not a position of {game.name}\."):
            env.reset(positions=wrong)
    assert np.array_equal(env.save(), before)


def test_compiling_draws_no_random_numbers(monkeypatch):
    """What a seed gives is the same in the process that compiles the kernels, the first one of a machine."""
    monkeypatch.setattr(batch, "ensure_ready", lambda part, what, build: None)
    expected = BatchEnv("gardner", 50, seed=5).sample()
    monkeypatch.setattr(batch, "ensure_ready", lambda part, what, build: build())
    assert np.array_equal(BatchEnv("gardner", 50, seed=5).sample(), expected)


def test_an_illegal_action_changes_nothing():
    env = BatchEnv("connect-four", 3)
    env.reset([2], ["3W3/3B3/3W3/3B3/3W3/3B3 w"])
    before = env.save()
    for actions in ([0, 1, 3], [0, 1, 7], [0, -2, 2]):
        with pytest.raises(IllegalMove, match=r"is not legal in game [12]"):
            env.step(actions)
        assert np.array_equal(env.save(), before)


@pytest.mark.parametrize(
    ("wrong", "error", "sentence"),
    [
        (lambda: BatchEnv("nothing", 1), UnknownName, "no game"),
        (lambda: BatchEnv("gardner", 0), InvalidSetting, "size of an environment cannot be 0"),
        (lambda: BatchEnv("gardner", 1, threads=0), InvalidSetting, "threads of an environment"),
        (lambda: BatchEnv("gardner", 1, start="x"), InvalidNotation, "'x'"),
        (lambda: BatchEnv("gardner", 1, start="k4/Q4/1K3/5/5 b - - 0 1"), InvalidSetting, "it is over"),
        (lambda: BatchEnv("gardner", 2).step([1]), InvalidSetting, "should be 2 whole numbers"),
        (lambda: BatchEnv("gardner", 2).step([0.5, 1]), InvalidSetting, "should be 2 whole numbers"),
        (lambda: BatchEnv("gardner", 2).reset([2]), InvalidSetting, "from 0 to 1"),
        (lambda: BatchEnv("gardner", 2).reset([0.5]), InvalidSetting, "whole numbers below 2"),
        (lambda: BatchEnv("gardner", 2).reset([0], []), InvalidSetting, "0 positions cannot be put into 1 rows"),
        (lambda: BatchEnv("gardner", 2).reset(positions=np.zeros((2, 4))), InvalidSetting, "and type float64"),
        (
            lambda: BatchEnv("gardner", 2).reset(positions=np.zeros((2, 3), np.uint64)),
            InvalidSetting,
            r"shape \(2, 3\)",
        ),
        (lambda: BatchEnv("gardner", 2).reset(positions=np.full((2, 4), "a")), InvalidSetting, "and type <U1"),
        (lambda: BatchEnv("gardner", 2, auto_reset="no"), WrongType, "should be True or False, not 'no'"),
        (lambda: BatchEnv("gardner", 2, sparse="no"), WrongType, "should be True, False or None, not 'no'"),
        (lambda: (e := BatchEnv("gardner", 2)).load(e.save().astype(float)), InvalidSetting, "and uint64"),
        (lambda: BatchEnv("gardner", 2).load(np.zeros((1, 3))), InvalidSetting, "it should be"),
        (lambda: BatchEnv("amazons", 1).reset(positions=["q3/4/4/3Q w"]), InvalidSetting, "its rules are others"),
    ],
)
def test_what_is_wrong_is_said(wrong, error, sentence):
    with pytest.raises(error, match=sentence):
        wrong()
