"""Whether a move is the only one."""

from dataclasses import replace

import pytest

from plyground import get_game
from plyground.core.position import Position
from plyground.engine.scores import Score
from plyground.puzzles import Goal
from plyground.puzzles.checking import fault_in
from plyground.puzzles.proving import Prover
from plyground.puzzles.puzzle import ProofKind
from puzzles.test_puzzle import SKEWER


@pytest.fixture(scope="module")
def prover():
    return Prover(get_game("gardner"))


def gardner(text: str) -> Position:
    return get_game("gardner").position(text)


def test_the_only_winning_move_of_a_table(prover):
    step = prover.step(gardner("3Q1/5/k4/4r/K4 b - - 0 1"))
    assert (str(step.move), step.goal, step.proof) == ("e2e1", Goal.WIN, ProofKind.TABLE)
    assert step.answer in list(gardner("3Q1/5/k4/5/K3r w - - 1 2").legal_moves)
    assert 1 <= step.nodes <= 200_000


def test_the_only_move_that_saves_a_game(prover):
    """Every move but the rook's, which gives check, loses by force."""
    step = prover.step(gardner("rR3/P2kq/P1p1b/2P1p/2Q1K w - - 3 13"))
    assert (str(step.move), step.goal, step.proof) == ("b5b4", Goal.SAVE, ProofKind.SEARCH)


@pytest.mark.parametrize(
    "text",
    [
        "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",  # nothing wins yet
        "k4/5/5/3RR/1K3 w - - 0 1",  # almost everything wins
    ],
)
def test_no_step_where_no_move_is_the_only_one(prover, text):
    assert prover.step(gardner(text)) is None


def test_a_faulty_puzzle_is_found_out(prover):
    assert fault_in(SKEWER, prover) == ""
    assert "not proved to be the only one" in fault_in(replace(SKEWER, moves=("e2e4",)), prover)
    assert "cannot be played" in fault_in(replace(SKEWER, moves=("e2d1",)), prover)
    assert "not proved" in fault_in(replace(SKEWER, goal=Goal.SAVE), prover)


def test_odds_of_exact_and_judged_scores(prover):
    game = prover.game
    assert prover.odds(Score("cp", game.winning_scale)) == 1.0
    assert prover.odds(Score("win", 3, exact=True)) > 50
    assert prover.odds(Score("cp", 0, exact=True)) == 0.0
    points = Prover(get_game("starcircle"))
    assert points.odds(Score("cp", 40)) == 0.0
    assert points.odds(Score("cp", -10, exact=True)) < -50
