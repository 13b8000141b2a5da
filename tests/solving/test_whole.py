"""The table of all positions of a small game: its index, its moves back, and its values.

The board of 5 x 5 is built whole (7 s of computing): the kernels have no smaller case, and it is what users get.
"""

import random

import numpy as np
import pytest

from games.halma.setups import random_game
from plyground import get_game
from plyground.core.errors import InvalidSetting
from plyground.core.position import Position
from plyground.core.rules import scratch
from plyground.endgame.tablefile import InvalidTable
from plyground.solving import whole
from plyground.solving.checker import check
from plyground.solving.hooks import list_unplays, set_up_whole, unplay, whole_index
from plyground.solving.solver import Solver
from reference import halma as twin

GAME = get_game("halma-5x5")
SMALL = ("halma-5x5", "halma-6x6")


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLYGROUND_TABLES", str(tmp_path_factory.mktemp("tables")))
        values, facts = whole.build(GAME, lambda plies, found: None)
        yield values, facts


def positions(variant, count):
    rng = random.Random(variant)
    texts = [text for _ in range(count) for text in random_game(variant, rng, 30)]
    return [get_game(variant).position(text) for text in dict.fromkeys(texts)]


@pytest.mark.parametrize("variant", SMALL)
def test_an_index_and_its_position(variant):
    game = get_game(variant)
    whole.warmup(game)
    size = whole.size_of(game)
    for position in positions(variant, 5):
        index = int(whole_index(position.rules, position.words))
        assert 0 <= index < size
        words = np.zeros_like(position.words)
        assert set_up_whole(game.rules, index, words)
        same = Position(game, game.rules, words)
        mirrored = game.submodule("notation").mirrored(position.rules, position.words)
        assert same in (position, Position(game, game.rules, mirrored))
    assert whole_index(game.rules, game.position(f"{'/'.join(str(game.rules.size) * game.rules.size)} w").words) == -1


@pytest.mark.parametrize("variant", SMALL)
def test_every_move_can_be_taken_back(variant):
    """From a position lead back exactly the moves that lead to it: those of every earlier position that is not over."""
    listed = scratch(get_game(variant).rules)
    for position in positions(variant, 3):
        earlier = np.zeros_like(position.words)
        for move in position.legal_moves:
            child = position.play(move)
            size = list_unplays(child.rules, child.words, listed)
            assert move.code in listed[:size]
            unplay(child.rules, child.words, move.code, earlier)
            assert Position(position.game, position.rules, earlier) == position
        for code in listed[: list_unplays(position.rules, position.words, listed)].tolist():
            unplay(position.rules, position.words, code, earlier)
            before = Position(position.game, position.rules, earlier.copy())
            if before.outcome is None:
                assert before.play(before.move_of_code(code)) == position
                assert code in before.legal_moves.codes()


def test_every_value_is_what_its_moves_lead_to(table):
    values, facts = table
    assert whole.verify(GAME, values) == ""
    assert (facts.positions, facts.won, facts.drawn, facts.lost) == (3_542_000, 2_300_629, 1_342, 1_240_029)
    assert facts.longest == 25
    wrong = values.copy()
    wrong[50] = 2 if wrong[50] != 2 else 4
    assert "which its moves do not lead to" in whole.verify(GAME, wrong)


def test_best_play_ends_when_the_table_says(table):
    line = whole.line_of(GAME.position(), table[0])
    assert len(line) == 19
    text = twin.VARIANTS["halma-5x5"]
    for move in line:
        text = twin.play("halma-5x5", text, str(move))
    assert twin.outcome("halma-5x5", text) == "white wins: camp filled"


def test_the_solver_asks_the_table_and_its_proof_does_not_need_it(table):
    solver = Solver(GAME.position(), memory=8)
    state = solver.solve()
    assert (state.value, state.nodes) == ("win", 0)
    assert len(solver.line()) == 19
    near_the_end = GAME.position()
    for move in whole.line_of(near_the_end, table[0])[:-5]:
        near_the_end = near_the_end.play(move)
    alone = Solver(near_the_end, memory=64, use_whole=False)
    assert alone.solve().value == "win"
    assert check(alone.proof()).value == "win"


def test_a_file_of_other_rules_is_refused(table, monkeypatch):
    monkeypatch.setattr(whole, "rules_digest", lambda game: "0" * 16)
    with pytest.raises(InvalidTable, match="built by other rules"):
        whole.load(GAME)


def test_a_game_that_is_too_large():
    with pytest.raises(InvalidSetting, match="There is no table of all positions of halma-8x8: it has too many"):
        whole.build(get_game("halma-8x8"), lambda plies, found: None)
    with pytest.raises(InvalidSetting, match="of amazons: it has too many"):
        whole.build(get_game("amazons"), lambda plies, found: None)
