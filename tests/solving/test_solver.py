"""The solver against a plain minimax, against tables that it is not shown, and against its own interruptions."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from plyground import get_game
from plyground.endgame import probe
from plyground.endgame.unusable import report_to
from plyground.solving import solver as solver_module
from plyground.solving.checker import check
from plyground.solving.journal import InvalidJournal, Journal, Row, _checksum
from plyground.solving.proof import BY_TABLE, Claim, InvalidProof, Proof
from plyground.solving.solver import Solver
from plyground.solving.tables import NoTables
from reference import amazons, starcircle


@cache
def amazons_value(text):
    """Return "win" or "loss" by looking at every game, with the reference rules."""
    return "win" if any(amazons_value(child) == "loss" for child in children(amazons, "amazons", text)) else "loss"


@cache
def starcircle_points(text):
    """Return the utility for Star of best play, likewise."""
    over = starcircle.outcome("starcircle", text)
    if over != "ongoing":
        return int(over.split()[1])
    best = max if text.split()[1] == "s" else min
    return best(starcircle_points(child) for child in children(starcircle, "starcircle", text))


def children(reference, variant, text):
    return [reference.play(variant, text, move) for move in reference.moves(variant, text)]


def late_position(game, random, plies):
    """Return the position after random moves, before the game is over."""
    position = get_game(game).position() if isinstance(game, str) else game
    for _ in range(plies):
        codes = position.legal_moves.codes()
        after = position.play(position.move_of_code(codes[random.integers(len(codes))]))
        if after.outcome is not None:
            break
        position = after
    return position


def solved(position, **options):
    solver = Solver(position, memory=64, **options)
    state = solver.solve()
    assert state.value is not None
    checked = check(solver.proof())
    assert checked.value == state.value
    assert checked.position == position
    solver.close()
    return state.value


def test_without_threads_it_is_solved_in_slices(request):
    position = get_game("amazons").position("2q**1/*1**2/1*****/Q*3Q/2*1q1/6 w")
    value = Solver(position, memory=64).solve().value
    request.getfixturevalue("no_threads")
    solver = Solver(position, memory=64)
    first = next(solver.slices(200))
    assert first.value is None
    assert 0 < first.nodes <= 250
    states = list(solver.slices(200))
    assert states[-1].value == value
    assert max(after.nodes - before.nodes for before, after in pairwise([first, *states])) <= 250
    assert check(solver.proof()).value == value
    assert list(solver.slices()) == []


@pytest.mark.parametrize("seed", range(6))
def test_amazons_is_solved_as_by_looking_at_every_game(seed):
    random = np.random.default_rng(seed)
    start = get_game("amazons").position("1q1q/4/4/Q1Q1 w")
    position = late_position(start, random, 7)
    assert solved(position) == amazons_value(position.text)


@pytest.mark.parametrize("seed", range(4))
def test_starcircle_is_solved_as_by_looking_at_every_game(seed):
    random = np.random.default_rng(seed)
    squares = ["0,0,0,0,0,0,0,0"] * 8
    squares[1], squares[3] = "C1,0,C1,0,0,0,0,0", "0,0,0,0,0,0,0,0"
    squares[5] = "S1,0,S1,0,0,0,0,0"
    position = late_position(get_game("starcircle").position("/".join(squares) + " s"), random, 2)
    points = starcircle_points(position.text)
    assert solved(position) == str(points if position.turn == 0 else -points)


@pytest.mark.parametrize("seed", range(4))
def test_starcircle_is_solved_from_the_ends_of_what_is_possible(seed, monkeypatch):
    monkeypatch.setattr("plyground.solving.solver._HARD_NODES", 0)
    test_starcircle_is_solved_as_by_looking_at_every_game(seed)


def test_a_hard_start_has_bounds(monkeypatch):
    monkeypatch.setattr("plyground.solving.solver._HARD_NODES", 1 << 12)
    solver = Solver(get_game("starcircle").position(), memory=64)
    states = solver.slices()
    while (state := next(states)).nodes < 1_000_000 and (state.lower == -960 or state.upper == 960):
        pass
    assert (state.lower, state.upper) == (-880, 880)


GARDNER = [
    "5/5/2k2/4p/K2R1 w",
    "k4/1p3/5/1P3/K4 b",
    "n3k/5/5/5/KR3 w",
    "5/1k3/5/P4/K4 b",
    "1r2k/5/5/3Q1/K4 b",
    "b1k2/5/5/5/K2N1 w",
]


@pytest.mark.parametrize("board", GARDNER)
def test_what_tables_know_is_found_without_them(board, monkeypatch):
    """Also draws, in which the search meets nothing but repetitions."""
    monkeypatch.setattr("plyground.solving.solver.load_tables", lambda game: NoTables())
    position = get_game("gardner").position(f"{board} - - 0 1")
    solver = Solver(position, memory=32)
    state = solver.solve()
    sign = {"win": 1, "draw": 0, "loss": -1, None: 1}[state.value]  # None: a win that does not come in time
    assert sign == probe(position).verdict.sign
    if state.value is not None:
        assert check(solver.proof()).value == state.value


@pytest.mark.parametrize("board", ["Q4/4b/1K3/B4/2k2 b", "k4/5/4R/1KRB1/5 b"])
def test_a_win_does_not_lead_back_to_where_it_came_from(board, monkeypatch):
    """Positions that the search meets again after they were solved: the moves found first lead to the end."""
    monkeypatch.setattr("plyground.solving.solver.load_tables", lambda game: NoTables())
    solver = Solver(get_game("gardner").position(f"{board} - - 0 1"), memory=64)
    state = solver.solve()
    assert state.value in {"loss", None}  # None: as it was found, it takes longer than the counter allows
    assert state.value is None or check(solver.proof()).value == "loss"


@pytest.mark.parametrize(
    ("game", "text", "value"),
    [
        ("gardner", "k4/p4/P4/1p2P/K4 w - - 0 1", "win"),
        ("gardner", "k4/p4/P4/5/K4 w - - 0 1", "draw"),
        ("congo", "3l3/7/7/7/2p4/7/2PL3 w 0", "win"),
        ("minichess", "k4/5/1KP2/5/p4 w - - 0 1", "win"),
    ],
)
def test_games_of_every_kind(game, text, value):
    assert solved(get_game(game).position(text)) == value


def test_a_game_of_another_package_is_solved():
    game = get_game("connect-four")
    random = np.random.default_rng(3)
    position = late_position(game.position(), random, 30)
    values = {-1: "loss", 0: "draw", 1: "win"}

    @cache
    def negamax(position):
        if position.outcome is not None:
            return 0 if position.outcome.winner is None else -1
        return max(-negamax(position.play(move)) for move in position.legal_moves)

    assert solved(position) == values[negamax(position)]


def test_two_threads_find_the_same():
    assert solved(get_game("amazons").position("q2q/4/4/Q2Q w"), threads=2) == "win"


def test_a_finished_game_is_its_outcome():
    assert solved(get_game("amazons").position("Q*2/**2/4/3q w")) == "loss"
    assert solved(get_game("congo").position("3l3/7/7/7/7/7/3L3 w 3")) == "draw"


def test_the_line_is_playable():
    position = get_game("amazons").position("1qq1/4/4/1QQ1 w")
    solver = Solver(position, memory=8)
    assert solver.solve().value == "win"
    for move in solver.line():
        assert move in position.legal_moves
        position = position.play(move)


def test_time_is_up_and_the_search_goes_on():
    solver = Solver(get_game("amazons").position("2q1/Q3/3Q/1q2 w"), memory=8)
    first = solver.solve(seconds=0)
    assert first.value is None
    assert solver.solve().value == "loss"
    assert solver.state.nodes > first.nodes


def test_a_file_remembers(tmp_path):
    position = get_game("amazons").position("q2q/4/4/Q2Q w")
    file = tmp_path / "solved.db"
    solver = Solver(position, memory=8, database=file)
    assert solver.solve().value == "win"
    nodes, first = solver.state.nodes, solver.line()[0]
    solver.close()
    again = Solver(position, memory=8, database=file)
    state = again.solve()
    assert (state.value, state.nodes) == ("win", nodes)
    assert again.line()[0] == first
    assert check(again.proof()).value == "win"  # although the search has forgotten everything but the file
    again.close()


@pytest.mark.parametrize(
    ("game", "text", "value"),
    [
        ("gardner", "k4/1Q3/1K3/5/5 b - - 0 1", "loss"),
        ("gardner", "k4/1Q3/1K3/5/5 b - - 100 1", "loss"),
        ("gardner", "5/5/1QK2/5/k4 w - - 100 1", "draw"),
        ("gardner", "5/5/1QK2/5/k4 w - - 99 1", "win"),
        ("gardner", "k1B2/p3Q/P1K2/5/4R w - - 99 1", "win"),
        ("gardner", "k4/5/1Q3/5/4K b - - 0 1", "draw"),
        ("minichess", "k4/5/1Q3/5/4K b - - 0 1", "loss"),
        ("minichess", "k4/5/5/Q4/4K w - - 50 1", "draw"),
        ("congo", "7/7/2l4/7/7/7/2L4 w 0", "draw"),
        ("congo", "7/7/2l4/7/7/7/7 w 0", "loss"),
        ("amazons", "q***/****/****/***Q w", "loss"),
    ],
)
def test_what_is_over_or_ends_with_the_counters_last_ply_is_solved_and_proved(game, text, value):
    solver = Solver(get_game(game).position(text), memory=8)
    assert solver.solve().value == value
    assert check(solver.proof()).value == value


@pytest.mark.parametrize(("counter", "value"), [(81, "win"), (82, None)])
def test_the_solver_and_the_tables_agree_about_the_counter(counter, value):
    position = get_game("gardner").position(f"R4/1k3/5/5/K4 w - - {counter} 1")
    assert str(probe(position).verdict) == "win 19"
    assert Solver(position, memory=8).solve().value == value


@pytest.mark.parametrize(("counter", "value"), [(0, "win"), (33, "win"), (34, None), (40, None)])
def test_a_counter_counts_without_a_rule_about_repetitions(counter, value):
    position = get_game("minichess").position(f"5/R4/1k3/5/K4 w - - {counter} 1")
    assert str(probe(position).verdict) == "win 17"
    solver = Solver(position, memory=8)
    assert solver.solve().value == value
    claim = Proof("minichess", {}, position.text, "win", (Claim(0, 1, 1),), (np.array([BY_TABLE], np.uint16),))
    if value is not None:
        assert check(claim).value == check(solver.proof()).value == "win"
    else:
        with pytest.raises(InvalidProof, match="does not come in time"):
            check(claim)


def test_tables_for_another_counter_are_left_alone():
    game = get_game("minichess").with_settings({"quiet-plies": "20"})
    heard = []
    with report_to(heard.append):
        assert Solver(game.position("5/R4/1k3/5/K4 w - - 0 1"), memory=8).solve().value == "win"
        late = Solver(game.position("5/1R3/k4/3b1/K4 w - - 0 1"), memory=8).solve(0.2)
    assert (heard, late.value) == ([], None)


def test_a_win_that_was_found_going_round_in_circles_is_sought_anew():
    """None comes in time for a counter of 20 plies, and the solver says so; it broke off at the first that it found."""
    game = get_game("minichess").with_settings({"quiet-plies": "20"})
    state = Solver(game.position("5/1R3/k4/3b1/K4 w - - 0 1"), memory=8).solve()
    assert (state.lower, state.upper) == (0, 1)


def test_play_without_end_is_a_draw_without_a_rule_about_repetitions():
    position = get_game("minichess").position("4b/1P3/k4/P4/1K1p1 b - - 12 21")
    state = Solver(position, memory=8).solve(20.0)
    assert state.bounds or state.nodes > 20_000


def test_a_file_is_of_one_position(tmp_path):
    file = tmp_path / "solved.db"
    Solver(get_game("amazons").position("q2q/4/4/Q2Q w"), memory=8, database=file).close()
    with pytest.raises(InvalidJournal, match="is about amazons 'q2q/4/4/Q2Q w', not amazons '1q2/4/4/Q3 w'"):
        Solver(get_game("amazons").position("1q2/4/4/Q3 w"), memory=8, database=file)


def test_another_file_is_refused(tmp_path):
    file = tmp_path / "text"
    file.write_text("This is no database at all, however long the text may be.\n" * 100)
    with pytest.raises(InvalidJournal, match="file is not a database"):
        Solver(get_game("amazons").position("q2q/4/4/Q2Q w"), memory=8, database=file)


def test_a_file_with_another_number_in_it_is_refused(tmp_path):
    position = get_game("amazons").position("q2q/4/4/Q2Q w")
    file = tmp_path / "solved.db"
    solver = Solver(position, memory=8, database=file)
    solver.solve()
    solver.close()
    for change in ("phi = phi + 1", "path = '1 2 3'", "nodes = nodes + 1"):
        changed = tmp_path / "changed.db"
        changed.write_bytes(file.read_bytes())
        with closing(sqlite3.connect(changed)) as database, database:
            database.execute(f"UPDATE searches SET {change} WHERE id = 1")
        solver = Solver(position, memory=8, database=changed)
        with pytest.raises(InvalidJournal, match=r"changed\.db is damaged: name another file to begin anew\."):
            solver.solve()
        solver.close()
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE about SET value = '1' WHERE fact = 'format'")
    with pytest.raises(InvalidJournal, match="is of format 1; this version goes on from format 2: name another file"):
        Solver(position, memory=8, database=file)


def test_a_file_that_breaks_while_it_is_open_is_a_sentence(tmp_path):
    position = get_game("amazons").position("q2q/4/4/Q2Q w")
    file = tmp_path / "solved.db"
    journal = Journal(file, position)
    row = Row((), 1, 2, 0, -1, 1)
    journal.add(0, 1, row)
    assert list(journal.rows(0, 1)) == [row]
    for path in ("a b", b"\xff", "1 x"):
        facts = 0, 1, path, *row[1:]
        journal._file.execute("UPDATE searches SET path = ?, checksum = ?", (path, _checksum(*facts)))
        with pytest.raises(InvalidJournal, match=r"solved\.db is damaged: name another file to begin anew\."):
            list(journal.rows(0, 1))
    journal._file.execute("UPDATE searches SET path = CAST(x'fffe' AS TEXT)")
    with pytest.raises(InvalidJournal, match=r"solved\.db cannot be used to remember what is solved: Could not decode"):
        list(journal.rows(0, 1))
    journal._file.execute("DROP TABLE searches")
    for act in (lambda: list(journal.rows(0, 1)), lambda: journal.add(0, 1, row)):
        with pytest.raises(InvalidJournal, match=r"solved\.db cannot be used .*no such table: searches"):
            act()
    journal.close()


def test_a_row_below_what_is_solved_by_now_is_passed_over():
    position = get_game("amazons").position("1q2/4/4/Q3 w")
    solver = Solver(position, memory=8)
    tree = solver._tree(0, 1)
    tree.apply(Row((), 5, 5, 0, -1, 1), solver._own)
    below = Row((tree.root.children[0].move, 12345), 1, 1, 0, -1, 1)
    with pytest.raises(LookupError):
        tree.apply(below, solver._own)
    tree.root.children[0].phi = 0
    tree.apply(below, solver._own)
    assert tree.nodes == 3


COMMAND = [sys.executable, "-m", "plyground.cli", "solve", "amazons", "--position", "1qq1/q2q/4/Q2Q/1QQ1 w", "--db"]


def begun(file):
    """Start a long proof with a file, and return the process once the file has something in it."""
    process = subprocess.Popen([*COMMAND, str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if "nodes" in line:
            return process
    raise AssertionError("nothing was found")


def test_a_killed_search_goes_on_where_it_was(tmp_path):
    file = tmp_path / "solved.db"
    process = begun(file)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    position = get_game("amazons").position(COMMAND[6])
    solver = Solver(position, memory=8, database=file)
    state = solver.solve(seconds=0.01)
    solver.close()
    assert state.nodes >= 1 << 16


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_an_interrupted_search_says_what_it_knows(tmp_path):
    process = begun(tmp_path / "solved.db")
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert out.startswith("value open nodes ")


def test_where_there_are_no_threads_the_callers_own_solves(request, monkeypatch):
    """As in a notebook in a browser; a limit of time ends it all the same."""
    position, told = get_game("amazons").position("1q2/4/4/1Q2 w"), []
    wanted = Solver(position).solve()
    request.getfixturevalue("no_threads")
    monkeypatch.setattr(solver_module, "HAS_THREADS", False)
    assert Solver(position).solve(tell=told.append).lower == wanted.lower == 1
    assert told[-1].value == "win"
    unsolved = Solver(get_game("amazons").position()).solve(seconds=0)
    assert unsolved.value is None
    assert 0 < unsolved.nodes < 1 << 20
