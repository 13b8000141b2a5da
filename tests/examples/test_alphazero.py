"""The example of AlphaZero: its search finds what is there, it learns, and its net plays."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the example's torch is not installed")

from alphazero.net import Net  # noqa: E402
from alphazero.player import AlphaZeroPlayer  # noqa: E402
from alphazero.search import Search  # noqa: E402
from alphazero.train import Training, main  # noqa: E402

import plyground  # noqa: E402
from plyground import InvalidSetting  # noqa: E402
from plyground.rl import BatchEnv  # noqa: E402

WIN_AT_D = "7/7/7/7/BBB4/WWW4 w"
BLACK_MUST_BLOCK_AT_D = "7/7/7/7/7/WWW1B2 b"


@pytest.fixture(autouse=True)
def one_thread():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    yield
    torch.set_num_threads(threads)


class Uniform:
    """A net that knows nothing."""

    def judge(self, observation, legal):
        return legal / np.maximum(legal.sum(axis=1, keepdims=True), 1), np.zeros(len(legal), np.float32)


def test_the_search_finds_wins_and_threats():
    env = BatchEnv("connect-four", 2, auto_reset=False)
    env.reset(positions=[WIN_AT_D, BLACK_MUST_BLOCK_AT_D])
    visits = Search(env, 2, Uniform(), 100).run(env.save())
    assert visits.sum(axis=1).tolist() == [100, 100]
    assert visits.argmax(axis=1).tolist() == [3, 3]
    assert visits[:, 3].min() > 50


def test_noise_changes_what_is_tried():
    env = BatchEnv("connect-four", 1, auto_reset=False)
    search = Search(env, 1, Uniform(), 30, seed=1)
    plain, noisy = search.run(env.save()).copy(), search.run(env.save(), explore=True).copy()
    assert not np.array_equal(plain, noisy)


def test_the_chances_of_a_net_are_those_of_legal_moves():
    env = BatchEnv("gardner", 3)
    prior, value = Net(env.encoding, width=8, blocks=1).judge(env.observation, env.legal)
    assert np.allclose(prior.sum(axis=1), 1)
    assert not prior[~env.legal].any()
    assert (np.abs(value) <= 1).all()


def test_it_learns():
    training = Training("connect-four", games=64, simulations=4, seed=1, width=8, blocks=1)
    while len(training.replay) < 1500:
        training.play()
    assert training.positions == len(training.replay)
    assert {result for _, _, result in training.replay} <= {-1.0, 0.0, 1.0}
    training.learn()
    first = training.loss
    for _ in range(40):
        training.learn()
    assert training.loss < first


def test_a_trained_net_plays_a_match(tmp_path, capsys):
    file = tmp_path / "net.pt"
    arguments = "connect-four --minutes 0.01 --games 8 --simulations 4 --match 2 --width 8 --blocks 1 --threads 1 -o"
    main([*arguments.split(), str(file)])
    header, *lines = capsys.readouterr().out.splitlines()
    assert all(len(line.split()) == len(header.split()) for line in lines)
    assert 0 <= float(lines[-1].split()[-1]) <= 1
    player = AlphaZeroPlayer(plyground.get_game("connect-four"), file, 30)
    assert plyground.match(player, "random", "connect-four", rounds=1).tally.games == 2


def test_a_move_of_three_actions(tmp_path):
    game = plyground.get_game("amazons")
    net = Net(game.position().encoding, width=8, blocks=1)
    net.save(tmp_path / "net.pt", game.name)
    record = plyground.Record(game)
    record.play(AlphaZeroPlayer(game, tmp_path / "net.pt", 5).choose(record, None).move)


@pytest.mark.parametrize("file", [None, "nowhere.pt"])
def test_a_net_is_needed(file, tmp_path):
    with pytest.raises(InvalidSetting, match="needs the file of a net"):
        AlphaZeroPlayer(plyground.get_game("gardner"), file and tmp_path / file)


def test_matches_of_games_of_several_actions_are_refused(capsys):
    with pytest.raises(SystemExit):
        main(["amazons", "--minutes", "0"])
    assert "more than one action" in capsys.readouterr().err


def test_the_curve_shows_every_match():
    from alphazero.curve import curve

    log = "minutes cpu_minutes games positions loss score\n0.0 0.1 0 0 nan 0.000\n2.5 0.6 1 9 2.4 0.630\n"
    assert curve(log).count("<circle") == 2
