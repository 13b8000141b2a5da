"""Proofs that are kept: every position of theirs is found with its move, the engine plays it, damage is told."""

import random

import pytest

from plyground import get_game
from plyground.core.outcome import Color
from plyground.core.position import Position
from plyground.core.rules import NO_MOVE
from plyground.endgame.kept_proofs import Known, folder_of, look_up_proof
from plyground.endgame.unusable import report_to
from plyground.engine import Engine, Limits
from plyground.engine.running import RunningSearch
from plyground.kernel.compile import JIT
from plyground.solving.checker import check, check_claim
from plyground.solving.holding import Holder
from plyground.solving.keeping import keep
from plyground.solving.positions import COUNT
from plyground.solving.solver import Solver
from plyground.solving.tables import NoTables
from plyground.solving.tables_asked import TablesAsked

pytestmark = pytest.mark.skipif(not JIT, reason="thousands of nodes")
HELD = "4k/4p/N3P/1PK2/2B1r w - - 0 1"
LATE = "R4/1k3/5/5/K4 w - - {} 1"
QUIET = "4k/4p/5/1N3/K4 b - - 0 1"
DRAWN = "BB5/WW2W1B/BB1WB1W/WBWBWBW/WBBWWWB/BWBWWBB w"
AMAZONS = "*q2/4/4/1QQ* w"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_TABLES", str(tmp_path))
    return tmp_path


def solved(game, text):
    solver = Solver(get_game(game).position(text), memory=8)
    solver.solve()
    return solver.proof()


def held(game, text, side):
    holder = Holder(get_game(game).position(text), side, memory=1)
    assert holder.hold(300)
    return holder.certificate()


def positions_of(proof, number=0):
    """Return the positions of a claim with the proof's numbers, as the checker walks through them."""
    game = get_game(proof.game)
    found, _ = check_claim(
        game.position(proof.position), proof.claims[number], proof.symbols[number], TablesAsked(game)
    )
    return [
        (Position(game, game.rules, found.rows[row].copy()), int(found.symbols[row]))
        for row in range(found.state[COUNT])
    ]


def test_every_position_of_a_certificate_is_found_with_its_move():
    proof = held("gardner", HELD, 0)
    keep(proof, "0" * 64)
    for position, number in positions_of(proof):
        if position.outcome is not None:
            continue
        texts = sorted(map(str, position.legal_moves))
        known = look_up_proof(position)
        if position.turn is Color.WHITE:
            move = position.move(texts[number - 1])
            assert known == Known(0, 1, move.code)
            child = position.play(move)
            assert child.outcome is not None or look_up_proof(child) == Known(-1, 0, NO_MOVE)
        else:
            assert known == Known(-1, 0, NO_MOVE)
    assert look_up_proof(get_game("gardner").position()) is None
    assert look_up_proof(get_game("minichess").position(HELD)) is None
    game = get_game("minichess").with_settings({"quiet-plies": "40"})
    keep(held("minichess", QUIET, 0), "1" * 64)
    assert look_up_proof(get_game("minichess").position(QUIET)) is not None
    assert look_up_proof(game.position(QUIET)) is None


def test_a_win_is_known_only_where_it_comes_in_time_for_the_counter():
    """By the table it takes 19 plies, by the proof without tables no fewer."""
    game = get_game("gardner")
    keep(solved("gardner", LATE.format(0)), "0" * 64)
    known = [counter for counter in range(100) if look_up_proof(game.position(LATE.format(counter))) is not None]
    assert known == list(range(82))
    assert look_up_proof(game.position(LATE.format(0))) == Known(1, 1, NO_MOVE)


def test_each_position_of_a_proof_without_tables_is_won_as_late_as_the_proof_says(monkeypatch):
    monkeypatch.setattr("plyground.solving.solver.load_tables", lambda game: NoTables())
    game = get_game("gardner")
    proof = solved("gardner", LATE.format(0))
    assert check(proof).tables == {}
    keep(proof, "0" * 64)
    known = [counter for counter in range(100) if look_up_proof(game.position(LATE.format(counter))) is not None]
    assert known == list(range(len(known)))
    assert 0 < len(known) <= 82
    for position, _ in positions_of(proof):
        if position.outcome is None:
            known = look_up_proof(position)
            assert (known.lower if position.turn is Color.WHITE else -known.upper) == 1


def test_the_engine_plays_the_moves_of_a_proof_to_the_end():
    """With one node it knows nothing else, and wins against any defence."""
    keep(solved("amazons", AMAZONS), "0" * 64)
    generator = random.Random(1)
    with Engine("amazons", hash_mib=1) as engine:
        for _ in range(5):
            position = get_game("amazons").position(AMAZONS)
            while position.outcome is None:
                known = look_up_proof(position)
                if position.turn is Color.WHITE:
                    move = engine.play(position, Limits(nodes=1))
                    assert known is None or known.move in {NO_MOVE, move.code}
                else:
                    move = generator.choice(list(position.legal_moves))
                position = position.play(move)
            assert position.outcome.winner is Color.WHITE


@pytest.mark.parametrize("limits", [Limits(nodes=40), Limits(nodes=4000), Limits(depth=3)])
def test_who_need_not_lose_stays_in_the_certificate_or_wins(limits):
    keep(held("gardner", HELD, 0), "0" * 64)
    generator = random.Random(1)
    with Engine("gardner", hash_mib=1) as engine:
        for _ in range(4):
            position = get_game("gardner").position(HELD)
            for _ in range(30):
                if position.outcome is not None or (look_up_proof(position) is None):
                    break
                if position.turn is Color.WHITE:
                    info = engine.search(position, limits)
                    position = position.play(info.bestmove)
                    is_kept = position.outcome is not None or look_up_proof(position) is not None
                    assert is_kept or info.score.kind == "win"
                else:
                    position = position.play(generator.choice(list(position.legal_moves)))
            assert position.outcome is None or position.outcome.winner is not Color.BLACK


def test_a_win_in_sight_is_played_though_the_certificate_has_another_move():
    proof = held("gardner", HELD, 0)
    keep(proof, "0" * 64)
    with Engine("gardner", hash_mib=8) as engine:
        for position, _ in positions_of(proof):
            if position.outcome is None and position.turn is Color.WHITE:
                info = engine.search(position, Limits(nodes=100_000))
                assert info.score.kind == "win"
                if look_up_proof(position.play(info.bestmove)) is None:
                    break
        else:
            pytest.fail("every win is in the certificate")
        again = [info for info in engine.slices(position, Limits(nodes=100_000), nodes=1000) if info is not None]
        assert again[-1].bestmove is not None


def test_two_certificates_are_a_draw_and_moves_that_are_named_overrule_them():
    for side in (0, 1):
        keep(held("connect-four", DRAWN, side), str(side) * 64)
    position = get_game("connect-four").position(DRAWN)
    assert look_up_proof(position)[:2] == (0, 0)
    with Engine("connect-four", hash_mib=1) as engine:
        info = engine.search(position, Limits(nodes=50))
        assert str(info.score) == "cp 0"
        assert info.score.exact
        assert look_up_proof(position.play(info.bestmove))[:2] == (0, 0)
        for move in position.legal_moves:
            assert engine.search(position, Limits(nodes=50), moves=[move]).bestmove == move


def test_without_tables_nothing_kept_is_asked(monkeypatch):
    keep(held("gardner", HELD, 0), "0" * 64)
    monkeypatch.setattr(RunningSearch, "keep_to_proof", None)
    with Engine("gardner", hash_mib=1, tables="none") as engine:
        assert engine.search(get_game("gardner").position(HELD), Limits(nodes=50)).bestmove is not None


def test_tables_in_another_folder_have_their_own_proofs(tmp_path):
    keep(held("gardner", HELD, 0), "0" * 64, tmp_path / "other")
    position = get_game("gardner").position(HELD)
    assert look_up_proof(position) is None
    assert look_up_proof(position, tmp_path / "other") is not None


def test_a_file_that_is_damaged_is_left_out_with_a_sentence(folder):
    path = keep(held("gardner", HELD, 0), "0" * 64)
    content = path.read_bytes()
    position = get_game("gardner").position(HELD)
    for damaged in (b"", content[:40], content[:-1], content[:-9] + b"x" + content[-8:], b"x" + content[1:]):
        path.unlink()
        path.write_bytes(damaged)
        heard = []
        with report_to(heard.append):
            assert look_up_proof(position) is None
            assert look_up_proof(position) is None
        assert all(str(path) in sentence for sentence in heard)
        assert len(heard) <= 1
    path.unlink()
    path.write_bytes(content)
    assert look_up_proof(position) is not None
    assert path.parent == folder_of(position.game) == folder / "gardner" / "proved"
