"""The gate: players that differ in their evaluation, a match, a verdict, and what is noted of it."""

import re

import pytest

from nets.drawn import drawn_network
from plyground import get_game
from plyground.arena.sprt import Sprt
from plyground.arena.tally import Tally
from plyground.core.errors import InvalidNotation, InvalidSetting, UnknownName
from plyground.jobs import LocalExecutor
from plyground.kernel.compile import JIT
from plyground.learn.gate import GateVerdict, Match, evaluation_text, gate, match_file, note_acceptance, player_text
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
    assert player_text("minimax:depth=2", "net:n.npz", "new") == "minimax:depth=2,evaluation=net:n.npz@new"
    assert player_text("minimax", "net:n.npz", "new") == "minimax:evaluation=net:n.npz@new"
    assert player_text("minimax:depth=2", HANDMADE, "old") == "minimax:depth=2,evaluation=handmade@old"
    with pytest.raises(InvalidSetting, match=r"The net 'a,b\.npz' cannot play: .* no comma and no @"):
        player_text("minimax", "net:a,b.npz", "new")


@pytest.mark.parametrize(
    ("judge", "text"),
    [
        ("handmade", "handmade"),
        ("net", "net"),
        ("material", "material"),
        ("net:some.npz", "net:some.npz"),
        ("some.npz", "net:some.npz"),
        ("./net", "net:./net"),
    ],
)
def test_an_evaluation_is_told_by_its_name_or_as_a_net_s_file(judge, text):
    assert evaluation_text(GARDNER, judge) == text


@pytest.mark.parametrize(("new", "old"), [("net", "material"), ("handmade", "net")])
def test_what_has_a_name_can_play(new, old):
    assert gate(GARDNER, new, old, QUICK).tally.games == 4


def test_what_comes_with_the_package_is_not_noted_in(path):
    assert match_file(GARDNER, "net") is None
    assert match_file(GARDNER, "handmade") is None
    assert match_file(GARDNER, f"net:{path}") == path
    congo = get_game("congo-2022")
    assert match_file(congo, f"net:{own_net(congo)}") is None, "it was made for another variant"


def test_a_match_goes_on_with_the_same_net_only(path, tmp_path):
    db = tmp_path / "gate.db"
    before = gate(GARDNER, str(path), HANDMADE, QUICK, db=db)
    note_acceptance(path, GARDNER, HANDMADE, QUICK, GateVerdict("accepted", before.tally, ""))
    assert gate(GARDNER, str(path), HANDMADE, QUICK, db=db, resume=True) == before
    save(path, GARDNER, drawn_network(GARDNER, seed=2), {})
    with pytest.raises(InvalidSetting, match="but new played with another net of the same name"):
        gate(GARDNER, str(path), HANDMADE, QUICK, db=db, resume=True)


def test_a_net_that_cannot_take_the_note_is_told_before_the_match(path, monkeypatch):
    monkeypatch.setattr(LocalExecutor, "__init__", lambda *_: pytest.fail("a game was begun"))
    monkeypatch.setattr("plyground.learn.gate.check_output_net", refuse)
    with pytest.raises(InvalidSetting, match="cannot be written"):
        gate(GARDNER, str(path), HANDMADE, QUICK)


def refuse(path):
    raise InvalidSetting(f"The net {path} cannot be written: permission denied.")


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
