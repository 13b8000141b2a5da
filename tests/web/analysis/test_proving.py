"""Proofs that are looked for while the engine thinks."""

import pytest

from plyground import get_game
from plyground.kernel.compile import JIT
from plyground.solving.holding import Holder
from plyground.solving.keeping import keep
from plyground.solving.solver import Solver
from plyground.web.analysis import proving
from plyground.web.analysis.proving import Proof, prove
from plyground.web.service.alone import OwnTurn

pytestmark = pytest.mark.skipif(not JIT, reason="thousands of positions")


def proved(game, text):
    proof = prove(get_game(game).position(text))
    turn = None
    while True:
        try:
            proof.send(turn)
        except StopIteration as ended:
            return ended.value
        turn = OwnTurn(print)


def test_a_won_position_is_proved_with_a_move_that_wins():
    found = proved("amazons", "2q**1/*1**2/1*****/Q*3Q/2*1q1/6 w")
    assert (found.line["score"], found.line["chance"], found.is_lost) == ("1-0", 1.0, False)
    position = get_game("amazons").position("2q**1/*1**2/1*****/Q*3Q/2*1q1/6 w").play(found.line["moves"][0])
    after = proved("amazons", position.text)
    assert (after.line["score"], after.is_lost) == ("1-0", True)


def test_points_are_written_from_whites_view():
    text = "0,0,0,0,0,0,0,0/0,0,C1,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/"
    found = proved("starcircle", f"{text}0,S1,0,0,0,0,0,0/0,0,0,0,0,0,0,0 s")
    assert found.line["score"][0] in "+-"
    assert not found.is_lost


@pytest.mark.parametrize("game", ["gardner", "halma", "amazons"])
def test_nothing_is_tried_where_positions_recur_or_there_are_many_moves(game, monkeypatch):
    monkeypatch.setattr(proving, "Solver", None)
    assert proved(game, None) is None


def test_the_work_is_limited(monkeypatch):
    monkeypatch.setattr(proving, "MAX_NODES", 1000)
    monkeypatch.setattr(proving, "SLICE", 0.05)
    assert proved("starcircle", None) is None


HELD = "4k/4p/N3P/1PK2/2B1r w - - 0 1"


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_TABLES", str(tmp_path))
    monkeypatch.setattr(proving, "Solver", None)
    holder = Holder(get_game("gardner").position(HELD), 0, memory=1)
    assert holder.hold(300)
    keep(holder.certificate(), "0" * 64)


@pytest.mark.usefixtures("kept")
def test_what_a_kept_certificate_shows_is_told_beside_the_engines_lines():
    found = proved("gardner", HELD)
    move = get_game("gardner").position(HELD).move(found.line["lead"].removeprefix("White need not lose: "))
    shown = found.beside(thought(line("a"), line("b")))
    assert [each["moves"] for each in shown["lines"]] == [["a"], ["b"]]
    assert {each["lead"] for each in shown["lines"]} == {f"White need not lose: {move}"}
    after = proved("gardner", get_game("gardner").position(HELD).play(move).text)
    assert after.line["lead"] == "White need not lose"
    assert proved("gardner", None) is None


def test_what_a_kept_proof_shows_is_solved_without_a_search(tmp_path, monkeypatch):
    text = "2q**1/*1**2/1*****/Q*3Q/2*1q1/6 w"
    monkeypatch.setenv("PLYGROUND_TABLES", str(tmp_path))
    solver = Solver(get_game("amazons").position(text), memory=16)
    solver.solve()
    keep(solver.proof(), "0" * 64)
    monkeypatch.setattr(proving, "Solver", None)
    found = proved("amazons", text)
    assert (found.line["score"], found.line["exact"], found.is_lost) == ("1-0", True, False)
    after = proved("amazons", get_game("amazons").position(text).play(found.line["moves"][0]).text)
    assert (after.line["score"], after.line["moves"], after.is_lost) == ("1-0", [], True)
    shown = after.beside(thought(line("a"), line("b")))
    assert [(each["moves"], each["score"]) for each in shown["lines"]] == [(["a"], "1-0"), (["b"], "1-0")]


def line(move, *, exact=False):
    return {"score": "+0.50", "chance": 0.6, "exact": exact, "moves": [move], "squares": []}


def thought(*lines):
    return {"depth": 3, "seldepth": 4, "nodes": 5, "seconds": 0.1, "nps": 50, "hashfull": 0, "lines": [*lines]}


def test_the_proved_move_comes_first_and_once():
    own = line("b", exact=True)
    shown = Proof(own, is_lost=False).beside(thought(line("a"), line("b"), line("c")))
    assert [each["moves"] for each in shown["lines"]] == [["b"], ["a"], ["c"]]
    shown = Proof(own, is_lost=False).beside(thought(line("a"), line("c")))
    assert [each["moves"] for each in shown["lines"]] == [["b"], ["a"]]


def test_what_the_engine_has_proved_itself_stays():
    before = thought(line("a", exact=True), line("b"))
    assert Proof(line("b", exact=True), is_lost=False).beside(before) == before
    assert Proof(line("b", exact=True), is_lost=False).beside(thought()) == thought()
