"""Certificates that a side need never lose: found, written, checked, damaged, stopped and taken up again."""

from dataclasses import replace

import numpy as np
import pytest

from plyground import get_game
from plyground.core.errors import InvalidSetting
from plyground.solving.checker import check, find_late_loss
from plyground.solving.closure import EVER, JOINED, PATIENCE
from plyground.solving.holding import Holder, InvalidCheckpoint, never_draws, proof_of_win
from plyground.solving.positions import add, new_list
from plyground.solving.proof import BY_TABLE, InvalidProof, read, write
from plyground.solving.solver import Solver
from reference.certificate import holds

ENDINGS = {
    "gardner": ["4k/1p3/1P3/4R/K4 b - - 0 1", "k4/1p3/1P3/1p2P/K4 w - - 0 1", "4k/4p/5/1P3/K4 w - - 0 1"],
    "minichess": ["k4/1p3/1P3/1p2P/K4 w - - 0 1", "4k/4p/5/1N3/K4 b - - 0 1"],
    "congo": ["7/3l3/3p3/7/7/3P3/3L3 w 0"],
}


def certificate(game, text, side, **options):
    holder = Holder(get_game(game).position(text), side, memory=1, **options)
    assert holder.hold(600)
    return holder.certificate()


@pytest.fixture(scope="module")
def small():
    return certificate("gardner", "4k/4p/N3P/1PK2/2B1r w - - 0 1", 0)


@pytest.mark.parametrize(("game", "text"), [(game, text) for game, texts in ENDINGS.items() for text in texts])
def test_a_side_holds_if_and_only_if_the_solver_says_so(game, text):
    position = get_game(game).position(text)
    value = {"win": 1, "draw": 0, "loss": -1}[Solver(position, memory=8).solve().value]
    for side, mine in ((int(position.turn), value), (1 - int(position.turn), -value)):
        holder = Holder(position, side, memory=1)
        answer = holder.hold(600)
        assert answer == (mine >= 0)
        if answer:
            proof = holder.certificate()
            checked = check(proof)
            assert (checked.value, checked.tables) == (f"{('white', 'black')[side]} does not lose", {})
            assert holds(game, {}, text, side, proof.symbols[0].tolist())


def test_a_certificate_refuses_what_is_changed_or_is_one_still(small):
    """Every number replaced by others: what the checker takes, its slow twin takes, too, and it takes hardly any."""
    symbols = small.symbols[0]
    random = np.random.default_rng(1)
    taken = 0
    for place in random.choice(len(symbols), min(60, len(symbols)), replace=False):
        for symbol in {0, 1, 2, 3, 400, BY_TABLE} - {int(symbols[place])}:
            changed = symbols.copy()
            changed[place] = symbol
            try:
                check(replace(small, symbols=(changed,)))
            except InvalidProof:
                continue
            taken += 1
            assert holds(small.game, {}, small.position, small.claims[0].side, changed.tolist())
    assert taken < 30


def test_a_certificate_cut_short_made_longer_or_about_something_else(small):
    symbols, (claim,) = small.symbols[0], small.claims
    for part in (symbols[:-1], symbols[1:], np.append(symbols, np.uint16(0)), np.append(symbols, np.uint16(1))):
        with pytest.raises(InvalidProof):
            check(replace(small, symbols=(part,)))
    for changed in (
        replace(small, value="black does not lose"),
        replace(small, value="draw"),
        replace(small, value=""),
        replace(small, claims=(replace(claim, side=1),)),
        replace(small, claims=(replace(claim, target=-1),)),
        replace(small, claims=(replace(claim, target=1),)),
        replace(small, claims=(claim, claim), symbols=(symbols, symbols)),
        replace(small, position="4k/4p/N3P/1PK2/1B2r w - - 0 1"),
        replace(small, game="minichess"),
    ):
        with pytest.raises(InvalidProof):
            check(changed)


def test_every_byte_of_the_file_matters(small, tmp_path):
    path = tmp_path / "small.proof"
    write(small, path)
    content = path.read_bytes()
    assert check(read(path)).value == "white does not lose"
    for place in range(0, len(content), max(1, len(content) // 100)):
        path.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        with pytest.raises(InvalidProof):
            check(read(path))


@pytest.mark.parametrize("patience", [1, 30, 1000])
@pytest.mark.parametrize(("game", "text"), [("gardner", ENDINGS["gardner"][1]), ("minichess", ENDINGS["minichess"][0])])
def test_branches_that_take_too_long_are_given_up_and_begun_anew(game, text, patience):
    """However soon branches are given up, the answer is that of the solver, and the certificate is whole."""
    position = get_game(game).position(text)
    value = {"win": 1, "draw": 0, "loss": -1}[Solver(position, memory=8).solve().value]
    for side, mine in ((int(position.turn), value), (1 - int(position.turn), -value)):
        holder = Holder(position, side, memory=1)
        holder._options[PATIENCE] = patience
        assert holder.hold(600) == (mine >= 0)
        if mine >= 0:
            counts = holder._closure.counts
            assert patience > 1 or counts[EVER] > counts[JOINED]  # some have left
            proof = holder.certificate()
            assert check(proof).tables == {}
            assert holds(game, {}, text, side, proof.symbols[0].tolist())


def test_an_endgame_without_an_end_is_left():
    """Rook, knight and pawn against a rook: with no end of patience the set had 131,608 positions, with it 20,418."""
    holder = Holder(get_game("gardner").position("3rk/5/2PK1/1R1N1/5 w - - 0 1"), 0, memory=8)
    assert holder.hold(600)
    assert holder.positions < 60_000
    assert check(holder.certificate()).value == "white does not lose"


def test_threads_share_the_set():
    proof = certificate("gardner", ENDINGS["gardner"][2], 0, threads=2)
    assert check(proof).value == "white does not lose"


def test_what_is_found_is_kept_and_taken_up_again(tmp_path):
    position = get_game("gardner").position()
    path = tmp_path / "part"
    first = Holder(position, 0, memory=1, checkpoint=path)
    assert first.hold(1) is None
    again = Holder(position, 0, memory=1, checkpoint=path)
    assert (again.positions, again.waiting) == (first.positions, first.waiting) > (1, 0)
    for before, after in zip(first._closure[1:], again._closure[1:], strict=True):
        size = min(len(before), first.positions)
        assert (before[: first.waiting] == after[: first.waiting]).all() or (before[:size] == after[:size]).all()
    assert (first._closure.found.rows[: first.positions] == again._closure.found.rows[: first.positions]).all()
    again.hold(1)
    assert again.positions > first.positions
    with pytest.raises(InvalidCheckpoint, match="another side, position or game"):
        Holder(position, 1, memory=1, checkpoint=path)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(InvalidCheckpoint, match="is damaged"):
        Holder(position, 0, memory=1, checkpoint=path)
    path.write_bytes(b"anything")
    with pytest.raises(InvalidCheckpoint, match="holds no certificate under way"):
        Holder(position, 0, memory=1, checkpoint=path)


def test_a_set_also_grows_in_a_game_that_lists_no_men():
    holder = Holder(get_game("halma-5x5").position(), 0, memory=1)
    holder.hold(1)
    assert holder.positions > 10


def test_a_finished_position_is_its_own_certificate():
    mated, drawn = "k4/1Q3/2K2/5/5 b - - 0 1", "4k/1p3/1P3/4R/K4 b - - 100 60"
    assert Holder(get_game("gardner").position(mated), 1).hold() is False
    for text, side in ((mated, 0), (drawn, 0), (drawn, 1)):
        proof = certificate("gardner", text, side)
        assert check(proof).positions == 1


def test_who_does_not_lose_where_nobody_draws_has_won():
    game = get_game("amazons")
    assert never_draws(game)
    assert not never_draws(get_game("gardner"))
    assert not never_draws(get_game("halma"))
    solver = Solver(game.position("*q2/4/4/1QQ* w"), memory=8)
    assert solver.solve().value == "win"
    assert proof_of_win(solver, 1) is None
    proof = proof_of_win(solver, 0)
    assert proof is not None
    assert check(proof).value == "white does not lose"
    with pytest.raises(InvalidProof):
        check(replace(proof, value="black does not lose"))


def test_a_game_for_points_is_no_question_of_holding():
    with pytest.raises(InvalidSetting, match="played for points"):
        Holder(get_game("starcircle").position(), 0)


def test_a_counter_that_may_decide_against_the_side_is_noticed():
    """No game here has one; a game whose `outcome` turns a high counter into a loss would be claimed wrongly."""
    found = new_list(4)
    position = get_game("minichess").position(ENDINGS["minichess"][0])
    words = position.words.copy()
    words[-1] &= np.uint64(0xFF)
    add(found, words)
    moves = np.zeros(400, np.int64)
    assert find_late_loss(position.rules, np.array([0, 0]), found, moves) == -1
    assert find_late_loss(position.rules, np.array([0, 1]), found, moves) == 0  # late, it is no win
