"""Separated Amazons: what the solver says is what exhaustive search finds, and the engine keeps its limits."""

import io
import random
import threading
import time

import numpy as np
import pytest

from plyground import Record, get_game
from plyground.endgame import has_solver, solve, solve_lines
from plyground.engine import Engine, Limits
from plyground.engine.parameters import parameters_of
from plyground.games.amazons.endgame import is_separated
from plyground.kernel.compile import JIT
from plyground.protocol.uci import UciEngine

AMAZONS = get_game("amazons")
HALVES = "Q2*q1/3*2/3*2/3*2/3*2/3*2 w"
"""Three files for White, two for Black: 17 moves against 11, so White wins on ply 23."""
BOARDS = ["Q3/4/4/3q w", "1q2/4/4/2Q1 b", "Q2Q/4/4/q2q w", "Q4/5/5/4q w", "Q2q/4/3Q/4 w"]
FREE = np.zeros(1, np.int64)
needs_kernels = pytest.mark.skipif(not JIT, reason="thousands of nodes")


def separated_positions(number, most_free=9):
    """Return positions out of random games, each the first in its game where nobody can meet anybody any more."""
    generator, found = random.Random(3), []
    while len(found) < number:
        position = AMAZONS.position(generator.choice(BOARDS))
        while position.outcome is None and not is_separated(position.rules, position.words):
            position = position.play(generator.choice(list(position.legal_moves)))
        if position.outcome is None and position.text.count("*") >= 16 - most_free:
            found.append(position)
    return found


def plies_to_end(position, known):
    """Return in how many plies the side to move wins, or minus in how many it loses, by exhaustive search."""
    if position.text not in known:
        values = [plies_to_end(position.play(move), known) for move in position.legal_moves]
        wins = [1 - value for value in values if value <= 0]
        known[position.text] = min(wins) if wins else -max((1 + value for value in values), default=0)
    return known[position.text]


def test_the_solution_is_that_of_exhaustive_search():
    lost = 0
    for position in separated_positions(60 if JIT else 3):
        solution, visited = solve(position, 100_000, FREE)
        plies = len(solution.codes)
        assert (plies if solution.has_won else -plies) == plies_to_end(position, {}), position.text
        assert 0 < visited < 100_000
        lost += not solution.has_won
        for code in solution.codes:
            assert code in position.legal_moves.codes()
            position = position.play(position.move_of_code(code))
        assert position.outcome is not None
    assert not JIT or 10 < lost < 50


def test_of_two_dead_ends_a_queen_enters_one():
    position = AMAZONS.position("**q**/*1*1*/*****/Q4 b")
    solution, _ = solve(position, 1000, FREE)
    assert solution.has_won is False
    assert len(solution.codes) == 2 == -plies_to_end(position, {})


def test_queens_that_can_meet_are_left_to_the_search():
    assert solve(AMAZONS.position(), 1000, FREE) == (None, 0)
    assert solve(AMAZONS.position("Q4/****1/5/****1/q4 w"), 1000, FREE) == (None, 0)


def test_it_gives_up_at_its_limit_and_when_it_is_stopped():
    position = AMAZONS.position(HALVES)
    assert solve(position, 5, FREE) == (None, 5)
    solution, visited = solve(position, 1000, np.ones(1, np.int64))
    assert solution is None
    assert visited <= 1


@needs_kernels
@pytest.mark.parametrize("limits", [Limits(nodes=20_000), Limits(movetime=5.0), Limits(clock=60.0), Limits()])
def test_the_engine_says_so_at_once(limits):
    infos = list(Engine(AMAZONS, hash_mib=1).analyse(AMAZONS.position(HALVES), limits))
    assert [str(info.score) for info in infos] == ["win 23"]
    assert infos[0].score.exact
    assert len(infos[0].lines[0].moves) == infos[0].depth == 23


@needs_kernels
def test_what_asks_for_a_search_gets_one():
    position = AMAZONS.position(HALVES)
    assert len(Engine(AMAZONS, hash_mib=1, multipv=3).search(position, Limits(nodes=500)).lines) == 3
    searching = Engine(
        AMAZONS, hash_mib=1, parameters=parameters_of(AMAZONS).with_changes({"endgames": 0, "recognizer": 0})
    )
    assert searching.search(position, Limits(nodes=500)).score.kind == "cp"


def test_every_move_has_its_line_the_best_first():
    position = AMAZONS.position("**q**/*1*1*/*****/Q4 b")
    lines, _ = solve_lines(position, 100, 10_000, FREE)
    assert len(lines) == len(position.legal_moves)
    for line in lines:
        after = position
        for code in line.codes:
            after = after.play(after.move_of_code(code))
        assert (after.outcome.winner == position.turn) == line.has_won
        value = plies_to_end(position.play(position.move_of_code(line.codes[0])), {})
        assert len(line.codes) == 1 + abs(value)
        assert line.has_won == (value <= 0)
    assert lines == sorted(lines, key=lambda line: (not line.has_won, len(line.codes) * (1 if line.has_won else -1)))
    assert solve_lines(position, 2, 10_000, FREE)[0] == lines[:2]
    assert solve_lines(position, 2, 3, FREE)[0] == []


@needs_kernels
@pytest.mark.parametrize("depth", [1, 2, 5, 23])
def test_a_limit_of_depth_is_no_reason_to_know_less(depth):
    info = Engine(AMAZONS, hash_mib=1).search(AMAZONS.position(HALVES), Limits(depth=depth))
    assert info.score.exact
    assert info.depth == min(depth, len(info.lines[0].moves))
    assert len(info.lines[0].moves) == info.score.value


@needs_kernels
def test_of_chosen_moves_the_best_is_known_too():
    position, engine = AMAZONS.position(HALVES), Engine(AMAZONS, hash_mib=1)
    best = engine.search(position, Limits(nodes=400_000)).bestmove
    chosen = [move for move in position.legal_moves if move != best][-2:]
    info = engine.search(position, Limits(nodes=400_000), moves=chosen)
    assert info.bestmove in chosen
    assert info.score.exact


@needs_kernels
def test_several_lines_are_answered_exactly():
    position = AMAZONS.position(HALVES)
    info = Engine(AMAZONS, hash_mib=1, multipv=3).search(position, Limits(nodes=400_000))
    assert len(info.lines) == 3
    assert all(line.score.exact and len(line.moves) == line.score.value for line in info.lines)


def test_a_game_without_a_solver_is_searched():
    halma = get_game("halma-8x8")
    assert has_solver(AMAZONS)
    assert not has_solver(halma)
    assert solve(halma.position(), 1000, FREE) == (None, 0)


@needs_kernels
@pytest.mark.parametrize("nodes", [1, 7, 40, 2000])
def test_a_limit_of_nodes_holds_for_solver_and_search_together(nodes):
    """Two large rooms with several queens: too much for so few nodes."""
    game = get_game("amazons-8x8")
    position = game.position("Q2*q2q/3*4/3*4/Q2*2q1/3*4/1Q1*4/3*4/Q2*q3 w")
    info = Engine(game, hash_mib=1).search(position, Limits(nodes=nodes))
    searching = parameters_of(game).with_changes({"endgames": 0})
    one_ply = Engine(game, hash_mib=1, parameters=searching).search(position, Limits(depth=1)).nodes
    assert info.bestmove in position.legal_moves
    assert info.nodes <= max(nodes, nodes // 4 + one_ply) + 1


@needs_kernels
def test_a_ply_cap_that_comes_first_leaves_nothing_won():
    game = AMAZONS.with_settings({"ply-cap": "9"})
    assert Engine(game, hash_mib=1).search(Record(game, game.position(HALVES)), Limits(nodes=500)).score.kind == "cp"


@needs_kernels
def test_both_play_it_to_the_announced_end():
    engine = Engine(AMAZONS, hash_mib=1)
    for position in separated_positions(15):
        score = engine.search(position, Limits(nodes=50_000)).score
        side, plies = position.turn, 0
        while position.outcome is None:
            position, plies = position.play(engine.play(position, Limits(nodes=50_000))), plies + 1
        assert plies == score.value
        assert (position.outcome.winner == side) == (score.kind == "win")


@needs_kernels
def test_a_program_hears_of_it_and_gets_its_move_on_stop():
    output = io.StringIO()
    program = UciEngine(output)
    for command in ("setoption name UCI_Variant value amazons", f"position fen {HALVES}", "isready", "go infinite"):
        program.handle(command)
    while "score mate 12 " not in output.getvalue():
        assert any(thread is program._thread for thread in threading.enumerate())
        time.sleep(0.01)
    assert "bestmove" not in output.getvalue()
    program.handle("stop")
    assert output.getvalue().splitlines()[-1].startswith("bestmove ")
