"""Self-play: which positions are kept, and that a file does not depend on who has played its games."""

import numpy as np
import pytest

from plyground import get_game
from plyground.core.errors import InvalidSetting
from plyground.core.position import Position
from plyground.engine.hooks import is_check
from plyground.kernel.compile import JIT
from plyground.learn.dataset import Dataset
from plyground.learn.generate import GAMES_EACH, generate
from plyground.learn.selfplay import DECIDED, SelfPlay, Settings

GARDNER = get_game("gardner")
QUICK = Settings(nodes=60, plies=6, seed=5)
GAMES = 12 if JIT else 1


@pytest.fixture(scope="module")
def games():
    player = SelfPlay(GARDNER, QUICK)
    return [player.positions(number) for number in range(GAMES)]


def test_a_game_is_known_by_its_number(games):
    again = SelfPlay(GARDNER, QUICK)
    order = [GAMES - 1, 0]
    assert [again.positions(number).tobytes() for number in order] == [games[number].tobytes() for number in order]
    if JIT:
        assert len({found.tobytes() for found in games}) == GAMES


def test_kept_positions_are_quiet_open_and_different(games):
    for records in games:
        positions = [Position(GARDNER, GARDNER.rules, np.array(words)) for words in records["words"]]
        assert not any(is_check(GARDNER.rules, position.words) for position in positions)
        assert all(position.outcome is None for position in positions)
        assert len({position.key for position in positions}) == len(positions)
        assert (np.abs(records["score"]) <= DECIDED * GARDNER.winning_scale).all()
        assert (np.diff(records["ply"].astype(int)) > 0).all()


def test_the_result_is_the_movers(games):
    """Within a game White's positions have one result, and Black's the other one."""
    for records in games:
        for_black = records["words"][:, -1] & np.uint64(1)
        white = np.where(for_black == 1, 2 - records["result"].astype(int), records["result"])
        assert len(set(white.tolist())) <= 1


@pytest.mark.skipif(not JIT, reason="takes minutes uncompiled")
def test_the_file_is_the_same_for_more_processes_and_after_a_stop(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    made = generate(GARDNER, QUICK, one, 400)
    assert made.positions >= 400
    assert made.games % GAMES_EACH == 0
    generate(GARDNER, QUICK, two, 1)
    assert Dataset.load(two).games == GAMES_EACH
    generate(GARDNER, QUICK, two, 400, processes=2, resume=True)
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize("wrong", [{"nodes": 0}, {"plies": 0}, {"band": -1}, {"seed": -1}])
def test_settings_that_cannot_be(wrong):
    with pytest.raises(InvalidSetting, match="of self-play cannot be"):
        Settings(**wrong)


def test_a_band_that_no_opening_fits_is_said():
    player = SelfPlay(GARDNER, Settings(nodes=1, band=1, plies=1))
    player._is_even = lambda record: False
    with pytest.raises(InvalidSetting, match="within 1 hundredths was found for gardner"):
        player.positions(0)
