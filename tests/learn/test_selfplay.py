"""Self-play: which positions are kept, and that a file does not depend on who has played its games."""

import numpy as np
import pytest

from nets.drawn import drawn_network
from plyground import get_game
from plyground.core.errors import InvalidSetting, PlygroundError, UnknownName
from plyground.core.position import Position
from plyground.engine.hooks import is_check
from plyground.kernel.compile import JIT
from plyground.learn import selfplay
from plyground.learn.dataset import UNKNOWN, Dataset
from plyground.learn.generate import GAMES_EACH, generate
from plyground.learn.selfplay import DECIDED, SelfPlay, Settings
from plyground.learn.train import Recipe, train
from plyground.nets.evaluations import own_net
from plyground.nets.file import save

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
        assert (np.diff(records["ply"].astype(int)) >= 0).all()
        assert (np.diff(records["ply"][records["result"] != UNKNOWN].astype(int)) > 0).all()


def test_positions_name_their_game(games):
    assert [set(records["game"].tolist()) for records in games] == [{number} for number in range(GAMES)]


def test_side_lines_leave_positions_without_a_result(games):
    if JIT:
        assert {UNKNOWN} < {int(result) for records in games for result in records["result"]}
    alone = SelfPlay(GARDNER, Settings(nodes=60, plies=6, branches=0, seed=5))
    assert (alone.positions(0)["result"] != UNKNOWN).all()


def test_the_result_is_the_movers(games):
    """Within a game White's positions have one result, and Black's the other one."""
    for records in games:
        records = records[records["result"] != UNKNOWN]
        for_black = records["words"][:, -1] & np.uint64(1)
        white = np.where(for_black == 1, 2 - records["result"].astype(int), records["result"])
        assert len(set(white.tolist())) <= 1


@pytest.mark.skipif(not JIT, reason="takes minutes uncompiled")
def test_without_processes_one_thread_plays_and_learns(tmp_path, request, monkeypatch):
    """As in a notebook in a browser; two processes write what one writes."""
    generate(GARDNER, QUICK, tmp_path / "one", 1100)
    request.getfixturevalue("no_threads")
    for module in ("plyground.jobs.worker", "plyground.core.threads", "plyground.engine.engine"):
        monkeypatch.setattr(f"{module}.HAS_THREADS", False)
    generate(GARDNER, QUICK, tmp_path / "two", 1100, processes=2)
    assert (tmp_path / "two").read_bytes() == (tmp_path / "one").read_bytes()
    trained = train(GARDNER, [Dataset.load(tmp_path / "two")], Recipe(width=8, epochs=1, batch=256, seed=1))
    assert trained.network.bias.shape == (8,)


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


@pytest.mark.parametrize("wrong", [{"nodes": 0}, {"plies": 0}, {"band": -1}, {"branches": -1}, {"seed": -1}])
def test_settings_that_cannot_be(wrong):
    with pytest.raises(InvalidSetting, match=r"cannot be -?[01]"):
        Settings(**wrong)


def test_a_file_that_a_net_has_judged_is_gone_on_with_once_the_net_is_accepted(tmp_path):
    """A match that is noted in a net's file changes the file, and not the net."""
    path = tmp_path / "net.npz"
    save(path, GARDNER, drawn_network(GARDNER), {})
    settings = Settings(evaluation=f"net:{path}")
    before = settings.facts(GARDNER)
    save(path, GARDNER, drawn_network(GARDNER), {"accepted": {"against": "handmade"}})
    assert settings.facts(GARDNER) == before
    save(path, GARDNER, drawn_network(GARDNER, seed=2), {})
    assert settings.facts(GARDNER) != before


@pytest.mark.parametrize(
    ("settings", "options"),
    [
        (Settings(evaluation="nonsense"), {}),
        (Settings(nodes=1, plies=1, band=1), {}),
        (Settings(nodes=1), {"cluster": "nowhere:1", "processes": 2}),
    ],
)
def test_what_is_refused_leaves_no_file(tmp_path, monkeypatch, settings, options):
    """So that the corrected command is not refused for a file that is there already."""
    monkeypatch.setattr("plyground.jobs.cluster._ray", missing_ray)
    with pytest.raises(PlygroundError):
        generate(GARDNER, settings, tmp_path / "x", 10, **options)
    assert list(tmp_path.iterdir()) == []


def missing_ray():
    raise InvalidSetting("A cluster needs Ray")


def test_a_file_says_which_net_has_judged():
    congo = get_game("congo")
    own = Settings(evaluation="net").facts(congo)["evaluation"]
    assert own == Settings(evaluation=f"net:{own_net(congo)}").facts(congo)["evaluation"]
    assert own != Settings(evaluation="net").facts(get_game("gardner"))["evaluation"]
    assert "evaluation" not in Settings().facts(congo)
    with pytest.raises(UnknownName, match="starcircle has no net of its own"):
        Settings(evaluation="net").facts(get_game("starcircle"))


def test_a_band_that_no_opening_fits_is_said(monkeypatch):
    monkeypatch.setattr(selfplay, "play_game", lambda *_: -1)
    monkeypatch.setattr(selfplay, "ensure_ready", lambda *_: None)
    player = SelfPlay(GARDNER, Settings(nodes=1, band=1, plies=1))
    with pytest.raises(InvalidSetting, match="within 1 hundredths was found for gardner"):
        player.positions(0)


@pytest.mark.slow  # a kernel to compile for each game
@pytest.mark.skipif(not JIT, reason="takes minutes uncompiled")
@pytest.mark.parametrize("name", ["starcircle", "congo"])
def test_games_of_every_kind(name):
    """A game for points, and one judged by its net."""
    evaluation = "net" if name == "congo" else "handmade"
    records = SelfPlay(get_game(name), Settings(nodes=30, plies=4, evaluation=evaluation)).positions(0)
    assert len(records) > 0
    assert set(records["result"]) <= {0, 1, 2, UNKNOWN}
