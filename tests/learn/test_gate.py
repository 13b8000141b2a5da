"""The gate and the rounds: players from files, a match, a verdict, and all of it in one folder."""

import re

import pytest

from nets.drawn import drawn_network
from plyground import get_game
from plyground.arena.sprt import Sprt
from plyground.arena.tally import Tally
from plyground.core.errors import InvalidNotation, InvalidSetting, UnknownName
from plyground.jobs import LocalExecutor
from plyground.kernel.compile import JIT
from plyground.learn.gate import GateVerdict, Match, gate, note_acceptance, player_text
from plyground.learn.rounds import TrainingPlan, run
from plyground.learn.selfplay import Settings
from plyground.learn.train import Recipe
from plyground.nets.evaluations import HANDMADE, own_net
from plyground.nets.file import load, provenance_of, save

GARDNER = get_game("gardner")
QUICK = Match("minimax:depth=1", rounds=2, openings="random:2")

pytestmark = pytest.mark.skipif(not JIT, reason="matches take minutes uncompiled")


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "drawn.npz"
    save(path, GARDNER, drawn_network(GARDNER), {"recipe": {}})
    return path


def test_players_differ_in_their_evaluation_alone():
    assert player_text("minimax:depth=2", "n.npz", "new") == "minimax:depth=2,evaluation=net:n.npz@new"
    assert player_text("minimax", "n.npz", "new") == "minimax:evaluation=net:n.npz@new"
    assert player_text("minimax:depth=2", HANDMADE, "old") == "minimax:depth=2,evaluation=handmade@old"
    with pytest.raises(InvalidSetting, match="no comma and no @"):
        player_text("minimax", "a,b.npz", "new")


def test_a_match_is_played_and_judged(path):
    verdict = gate(GARDNER, str(path), HANDMADE, QUICK)
    assert verdict.tally.games == 4
    assert re.fullmatch(
        r"undecided result games 4 wins \d draws \d losses \d points [\d.]+ elo \S+ error \S+", str(verdict)
    )
    assert "accepted" not in provenance_of(path)


def test_a_net_that_has_been_accepted_says_by_which_match(path):
    network = load(path, GARDNER)
    verdict = GateVerdict("accepted", Tally.of_pairs([0, 1, 5, 6, 2]), "")
    note_acceptance(path, GARDNER, HANDMADE, QUICK, verdict)
    accepted = provenance_of(path)["accepted"]
    assert (accepted["against"], accepted["games"], accepted["player"]) == ("handmade", 28, "minimax:depth=1")
    assert accepted["elo"] > 0
    assert provenance_of(path)["recipe"] == {}
    assert all((a == b).all() for a, b in zip(load(path, GARDNER), network, strict=True))


def test_a_net_that_was_made_for_another_variant_keeps_the_match_that_accepted_it(tmp_path):
    path = tmp_path / "net.npz"
    path.write_bytes(own_net(get_game("congo-2022")).read_bytes())
    before = path.read_bytes()
    verdict = GateVerdict("accepted", Tally.of_pairs([0, 1, 5, 6, 2]), "")
    note_acceptance(path, get_game("congo-2022"), HANDMADE, QUICK, verdict)
    assert path.read_bytes() == before


def test_a_test_that_is_sure_ends_the_match(path):
    """The handmade evaluation against one drawn by lot: accepted after a few pairs."""
    match = Match("minimax:depth=2", rounds=60, openings="random:3", sprt=Sprt(0, 200))
    verdict = gate(GARDNER, HANDMADE, str(path), match)
    assert verdict.is_accepted
    assert verdict.tally.games < 60


def test_what_is_wrong_is_said_before_anything_is_played(path, monkeypatch):
    monkeypatch.setattr(LocalExecutor, "__init__", lambda *_: pytest.fail("a game was begun"))
    with pytest.raises(InvalidNotation, match="cannot be read"):
        gate(GARDNER, str(path) + "x", HANDMADE, QUICK)
    with pytest.raises(UnknownName, match="player random has no option"):
        gate(GARDNER, str(path), HANDMADE, Match("random"))
    with pytest.raises(InvalidSetting, match="1 to 60 plies"):
        gate(GARDNER, str(path), HANDMADE, Match(openings="random:0"))


def test_all_rounds_in_one_folder_and_again(tmp_path):
    plan = TrainingPlan(2, 1.0, 150, Settings(nodes=30, plies=4), Recipe(8, epochs=2, batch=64), QUICK)
    lines = []
    rounds = run(GARDNER, tmp_path / "run", plan, say=lines.append)
    assert [each.number for each in rounds] == [1, 2]
    assert rounds[1].trained.positions > rounds[0].trained.positions
    files = {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()}
    assert set(files) == {f"round-{n}.{kind}" for n in (1, 2) for kind in ("positions", "npz", "db")} | {"report.html"}
    assert files["round-1.positions"] != files["round-2.positions"]
    page = files["report.html"].decode()
    assert page.count("<svg") == 2
    assert "undecided" in page
    again = run(GARDNER, tmp_path / "run", plan)
    assert [str(each) for each in again] == [str(each) for each in rounds]
    for name in ("round-1.positions", "round-1.npz", "round-2.npz"):
        assert (tmp_path / "run" / name).read_bytes() == files[name]


@pytest.mark.parametrize("wrong", [{"rounds": 0, "hours": 1}, {"rounds": 1, "hours": 0}, {"rounds": 1, "hours": -1}])
def test_courses_that_cannot_be(wrong):
    with pytest.raises(InvalidSetting, match="cannot be"):
        TrainingPlan(**wrong)
