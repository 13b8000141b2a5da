"""The table of all positions of a small game: its index, its moves back, and its values.

The board of 5 x 5 is built whole (7 s of computing): the kernels have no smaller case, and it is what users get.
"""

import json
import os
import random
from itertools import islice

import numpy as np
import pytest

from games.halma.setups import random_game
from plyground import get_game
from plyground.cli import main
from plyground.core.errors import InvalidSetting
from plyground.core.position import Position
from plyground.core.rules import scratch
from plyground.endgame import probe, solutions_by_table, whole
from plyground.endgame.all_positions import all_positions
from plyground.endgame.hooks import list_unplays, set_up_whole, unplay, whole_index
from plyground.endgame.lookup import best_line
from plyground.endgame.tablefile import InvalidTable
from plyground.engine import Engine, Limits
from plyground.kernel.compile import JIT
from plyground.solving.checker import check
from plyground.solving.known_values import draw_known
from plyground.solving.measure import measure
from plyground.solving.solver import Solver
from plyground.web.endgames.verdicts import table_view
from reference import halma as twin

GAME = get_game("halma-5x5")
needs_kernels = pytest.mark.skipif(not JIT, reason="an engine")
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
    line = best_line(GAME.position())
    assert len(line) == 19
    text = twin.VARIANTS["halma-5x5"]
    for each in line:
        text = twin.play("halma-5x5", text, str(each.move))
    assert twin.outcome("halma-5x5", text) == "white wins: camp filled"


def test_the_solver_asks_the_table_and_its_proof_does_not_need_it(table):
    solver = Solver(GAME.position(), memory=8)
    state = solver.solve()
    assert (state.value, state.nodes) == ("win", 0)
    assert len(solver.line()) == 19
    near_the_end = GAME.position()
    for each in best_line(near_the_end)[:-5]:
        near_the_end = near_the_end.play(each.move)
    alone = Solver(near_the_end, memory=64, use_whole=False)
    assert alone.solve().value == "win"
    assert check(alone.proof()).value == "win"


def test_a_file_of_other_rules_is_refused(table, monkeypatch):
    monkeypatch.setattr(whole, "rules_digest", lambda game: "0" * 16)
    with pytest.raises(InvalidTable, match="built by other rules"):
        whole.load(GAME)


def test_a_probe_knows_every_move(table):
    for position in positions("halma-5x5", 2):
        found = probe(position)
        value = int(table[0][int(whole_index(position.rules, position.words))])
        assert found.verdict.distance == max(0, value - 1)
        assert found.verdict.sign == (0 if value == 0 else 1 if value % 2 == 0 else -1)
        if position.outcome is None:
            assert found.moves[0].verdict == found.verdict
            assert len(found.moves) == len(position.legal_moves)
    assert probe(GAME.position("5/5/5/5/4W w")).verdict is None
    assert probe(get_game("halma-8x8").position()).verdict is None


def test_the_commands_and_the_panel_say_it(table, capsys):
    for tokens, expected in (
        (["probe", "halma-5x5"], "win 19\n"),
        (["line", "halma-5x5"], "win 19\n"),
    ):
        with pytest.raises(SystemExit) as left:
            main(["tablebase", *tokens])
        assert (left.value.code, capsys.readouterr().out.startswith(expected)) == (0, True)
    with pytest.raises(SystemExit):
        main(["tablebase", "probe", "halma-5x5", "--json"])
    said = json.loads(capsys.readouterr().out)
    assert (said["category"], said["dtw"], said["dtz"]) == ("win", 19, None)
    assert {move["category"] for move in said["moves"]} >= {"loss", "win"}
    view = table_view(GAME.position())
    assert (view["verdict"]["text"], view["moves"][0]["verdict"]["text"]) == ("wins in 19", "wins in 19")
    assert view["note"].endswith("to the end of the game with best play of both sides.")


def test_what_builds_it_is_said(capsys):
    with pytest.raises(SystemExit) as left:
        main(["tablebase", "build", "halma-5x5"])
    assert left.value.code == 2
    assert "`plyground solve halma-5x5 --all` builds and checks it" in capsys.readouterr().err


def test_without_a_table_a_probe_knows_nothing(monkeypatch, tmp_path):
    monkeypatch.setenv("PLYGROUND_TABLES", str(tmp_path))
    assert probe(GAME.position()).verdict is None
    assert solutions_by_table(GAME.position(), 1) == []


def test_a_table_that_is_built_anew_is_read_anew(table):
    before = all_positions(GAME)
    assert all_positions(GAME) is before
    path = whole.path_of(GAME)
    os.utime(path, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns + 1))
    assert all_positions(GAME) is not before


@needs_kernels
@pytest.mark.parametrize("limits", [Limits(nodes=1000), Limits(depth=1), Limits(depth=30)])
def test_the_engine_plays_it_perfectly_whatever_its_limits(table, limits):
    info = Engine(GAME, hash_mib=1, multipv=3).search(GAME.position(), limits)
    assert [line.score.exact for line in info.lines] == [True] * 3
    assert (info.score.kind, info.score.value, len(info.lines[0].moves)) == ("win", 19, 19)
    assert [line.moves[0].text for line in info.lines] == [each.move.text for each in probe(GAME.position()).moves[:3]]


@needs_kernels
def test_the_engine_asks_only_where_it_is_told_to_look(table, tmp_path):
    for place in ("none", str(tmp_path)):
        assert not Engine(GAME, hash_mib=1, tables=place).search(GAME.position(), Limits(depth=1)).score.exact
    chosen = probe(GAME.position()).moves[-1].move
    info = Engine(GAME, hash_mib=1).search(GAME.position(), Limits(depth=1), moves=[chosen])
    assert (info.bestmove, info.score.exact) == (chosen, True)


def test_a_game_that_is_too_large():
    with pytest.raises(InvalidSetting, match="There is no table of all positions of halma-8x8: it has too many"):
        whole.build(get_game("halma-8x8"), lambda plies, found: None)
    with pytest.raises(InvalidSetting, match="of amazons: it has too many"):
        whole.build(get_game("amazons"), lambda plies, found: None)


@needs_kernels
def test_the_net_that_learned_from_the_table_halves_the_errors_on_positions_it_has_not_seen(table):
    """Every sixteenth index was held back (``tools/label_small_game.py``)."""
    wins = draw_known(GAME, random.Random(2), 1)
    known = list(islice((each for each in wins if int(whole_index(GAME.rules, each.position.words)) % 16 == 0), 60))
    errors = {}
    for evaluation in ("handmade", "net"):
        kept, asked = list(measure(GAME, known, ["10k"], evaluation=evaluation))[-1].count_kept()
        errors[evaluation] = asked - kept
    assert errors["handmade"] > 5
    assert 2 * errors["net"] <= errors["handmade"]
