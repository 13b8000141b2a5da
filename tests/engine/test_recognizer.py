"""Positions that a game recognizes as won: the search stops there, and the line goes on to the end of the game."""

import pytest

from plyground import get_game
from plyground.engine import Engine, Limits
from plyground.engine.parameters import PLAIN, parameters_of
from plyground.kernel.compile import JIT

AMAZONS = get_game("amazons")
FAR_FROM_OVER = "*2*Q1/3***/q1*1*q/1**Q**/3*2/6 w"
"""White wins in 19 plies, which took two million positions before the engine recognized any, 20 with the net."""
needs_kernels = pytest.mark.skipif(not JIT, reason="thousands of nodes")


def engine(**changes):
    return Engine(AMAZONS, hash_mib=4, parameters=parameters_of(AMAZONS).with_changes(changes))


@needs_kernels
def test_a_win_is_seen_long_before_the_end_and_its_line_played_out():
    position = AMAZONS.position(FAR_FROM_OVER)
    info = engine().search(position, Limits(nodes=100_000))
    assert str(info.score) == "win 19"
    assert info.score.exact
    assert info.nodes < 60_000
    assert len(info.lines[0].moves) == 19
    for move in info.lines[0].moves:
        assert position.outcome is None
        position = position.play(move)
    assert position.outcome.winner == 0
    assert engine(recognizer=0).search(AMAZONS.position(FAR_FROM_OVER), Limits(nodes=100_000)).score.kind == "cp"


@needs_kernels
def test_every_line_of_the_loser_is_played_out_too():
    position = AMAZONS.position(FAR_FROM_OVER)
    position = position.play(engine().search(position, Limits(nodes=100_000)).bestmove)
    several = Engine(AMAZONS, hash_mib=4, multipv=3)
    lines = several.search(position, Limits(nodes=300_000)).lines
    assert [line.score.kind for line in lines] == ["loss"] * 3
    for line in lines:
        last = position
        for move in line.moves:
            last = last.play(move)
        assert last.outcome is not None
        assert last.outcome.winner == 0
        assert len(line.moves) <= line.score.value


@needs_kernels
@pytest.mark.parametrize(("cap", "kind"), [(18, "cp"), (19, "win")])
def test_a_win_that_the_ply_cap_leaves_no_time_for_is_none(cap, kind):
    game = AMAZONS.with_settings({"ply-cap": str(cap)})
    info = Engine(game, hash_mib=4).search(game.position(FAR_FROM_OVER), Limits(nodes=100_000))
    assert info.score.kind == kind


@needs_kernels
def test_who_asks_for_a_quick_win_gets_the_quickest():
    """What is recognized is won in so many plies at most; where plies count, it is searched."""
    position = AMAZONS.position("1q*1/1Q*1/*Q*1/*q1* b")
    searching = engine(endgames=0)
    for _ in range(2):  # what the first has left in the table does not mislead the second
        assert searching.search(position, Limits(depth=20)).score.kind == "win"
        assert str(searching.search(position, Limits(win_in=3, depth=20)).score) == "win 3"


@needs_kernels
@pytest.mark.parametrize("text", ["Q2*2q/3*3/3*3/3*3/3*3/3*3/Q2*3 w", "Q2*2q/3*3/3*2q/Q2*3 b"])
@pytest.mark.parametrize("threads", [1, 2])
def test_boards_of_other_sizes(text, threads):
    position = AMAZONS.position(text)
    parameters = parameters_of(AMAZONS).with_changes({"endgames": 0})
    info = Engine(AMAZONS, hash_mib=4, threads=threads, parameters=parameters).search(position, Limits(nodes=40_000))
    assert info.score.kind in {"win", "loss"}
    last = position
    for move in info.lines[0].moves:
        last = last.play(move)
    assert last.outcome is not None
    assert (last.outcome.winner == position.turn) == (info.score.kind == "win")
    assert len(info.lines[0].moves) <= info.score.value


def test_minimax_to_a_fixed_depth_recognizes_nothing():
    position = AMAZONS.position("1q2/**2/2*1/1Q2 w")
    plain = Engine(AMAZONS, hash_mib=1, parameters=parameters_of(AMAZONS).with_changes(PLAIN), evaluation="handmade")
    assert plain.search(position, Limits(depth=2)).score.kind == "cp"
