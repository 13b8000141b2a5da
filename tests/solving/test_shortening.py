"""Wins that the search finds too late for the rules' counter are made to come in time, and the checker agrees."""

import pytest

from plyground import get_game
from plyground.endgame import probe
from plyground.endgame.values import Category
from plyground.solving.checker import check
from plyground.solving.shortening import NEVER, counter_limit
from plyground.solving.solver import Solver
from plyground.solving.tables import NoTables

WANDERING = [
    "5/5/1k3/R3R/K4 w",
    "5/R4/Bk3/5/K4 w",
    "1R3/2k2/5/5/K3N w",
    "B4/5/Nk3/5/K4 w",
    "2k1N/5/4P/5/K4 w",
]
"""Wins that take more than 100 plies as the search finds them, if it is not shown the tables."""


@pytest.fixture
def without_tables(monkeypatch):
    monkeypatch.setattr("plyground.solving.solver.load_tables", lambda game: NoTables())


@pytest.mark.usefixtures("without_tables")
@pytest.mark.parametrize("board", WANDERING)
def test_a_win_that_wanders_is_proved(board):
    solver = Solver(get_game("gardner").position(f"{board} - - 0 1"), memory=64)
    assert solver.solve().value == "win"
    checked = check(solver.proof())
    assert (checked.value, checked.tables) == ("win", {})


@pytest.mark.usefixtures("without_tables")
def test_the_line_is_the_win_that_was_proved():
    position = get_game("gardner").position("1R3/2k2/5/5/K3N w - - 0 1")
    solver = Solver(position, memory=64)
    assert solver.solve().value == "win"
    for move in solver.line():
        position = position.play(move)
    assert position.outcome_text == "white wins: checkmate"


@pytest.mark.usefixtures("without_tables")
@pytest.mark.parametrize("counter", [60, 80, 86, 87, 88, 90, 99])
def test_no_win_is_claimed_that_the_counter_prevents(counter):
    """By the table, White needs 13 plies: with 88 on the counter it is one too late."""
    position = get_game("gardner").position(f"1R3/2k2/5/5/K3N w - - {counter} 1")
    solver = Solver(position, memory=16)
    state = solver.solve(2.0)
    is_win = probe(position).verdict.after(counter, 100).category is Category.WIN
    assert is_win == (counter <= 87)
    assert state.value in {"win", None} if is_win else state.value in {"draw", None}
    if counter == 60:
        assert state.value == "win"
    if state.value is not None:
        assert check(solver.proof()).value == state.value


def test_the_limit_of_the_counter_is_what_the_rules_say():
    for counter in (0, 37, 99):
        assert counter_limit(get_game("gardner").position(f"R4/1k3/5/5/K4 w - - {counter} 1")) == 100
    game = get_game("minichess").with_settings({"quiet-plies": "20"})
    assert counter_limit(game.position("5/R4/1k3/5/K4 w - - 0 1")) == 20
    assert counter_limit(get_game("congo").position()) == NEVER
