"""Making puzzles: what an attempt finds, and files that do not depend on who wrote them when."""

from collections import Counter
from random import Random

import pytest

from plyground import get_game
from plyground.core.errors import InvalidSetting
from plyground.puzzles.checking import fault_in
from plyground.puzzles.finding import MAX_MEN, MIN_MEN, Finder
from plyground.puzzles.making import Maker, make
from plyground.puzzles.proving import Prover, PuzzleStep
from plyground.puzzles.puzzle import Goal, ProofKind

GAME = "halma-6x6"
TO_AND_FRO = "m5c/p1G1l2/4e2/7/M6/3L1EP/1s5 b 44"


def test_puzzles_are_the_same_whoever_makes_them_and_however_often_he_stops(tmp_path):
    game = get_game(GAME)
    at_once, in_parts = tmp_path / "at-once.jsonl", tmp_path / "in-parts.jsonl"
    told = []
    made = make(game, 1, at_once, 2, tell=lambda found, attempts: told.append((found, attempts)))
    assert len(made.puzzles) == 2
    assert [attempts for _, attempts in told] == list(range(1, len(told) + 1))
    make(game, 1, in_parts, 1)
    make(game, 1, in_parts, 2, resume=True)
    assert at_once.read_text().splitlines()[1:] == in_parts.read_text().splitlines()[1:]
    prover = Prover(game)
    assert [fault_in(puzzle, prover) for puzzle in made.puzzles.values()] == ["", ""]


@pytest.mark.slow
def test_several_processes_write_the_same_file(tmp_path):
    game = get_game(GAME)
    make(game, 1, tmp_path / "one.jsonl", 4)
    make(game, 1, tmp_path / "two.jsonl", 4, processes=2)
    assert (tmp_path / "one.jsonl").read_text() == (tmp_path / "two.jsonl").read_text()


def test_a_game_for_points_begins_with_fewer_men():
    game = get_game("starcircle")
    starts = [Finder(game, 1, Prover(game))._start(Random(seed)) for seed in range(8)]
    men = [Counter(start.pieces.values()) for start in starts]
    assert all(count["star"] == count["circle"] for count in men)
    assert {count["star"] for count in men} <= set(range(MIN_MEN, MAX_MEN + 1))
    assert len({start.text for start in starts}) == len(starts)
    congo = get_game("congo")
    assert Finder(congo, 1, Prover(congo))._start(Random(1)) == congo.position()


def test_tables_give_puzzles():
    puzzle = Maker(get_game("congo"), 1).attempt(3)
    assert puzzle is not None
    assert puzzle.source.startswith("table L")
    assert "endgame" in puzzle.themes


def test_one_attempt_in_as_many_as_is_said_draws_from_the_tables():
    game = get_game("congo")
    assert Finder(game, 1, Prover(game), 0)._materials == []
    finder = Finder(game, 1, Prover(game), 2)
    first = [next(finder.candidates(number)).source.split()[0] for number in (1, 3)]
    assert first == ["table", "table"]
    with pytest.raises(InvalidSetting, match="One attempt in -1"):
        Finder(game, 1, Prover(game), -1)


class Dancing:
    """A prover to whom walking to and fro is always the only move."""

    def step(self, position, goal):
        here, there = ("e6e7", "c6c7") if "e6e7" in map(str, position.legal_moves) else ("e7e6", "c7c6")
        answer = position.play(position.move(here)).move(there)
        return PuzzleStep(position.move(here), Goal.SAVE, ProofKind.SEARCH, 1000, 0, answer)


def test_a_solution_ends_where_a_position_comes_again(monkeypatch):
    maker = Maker(get_game("congo"), 1)
    monkeypatch.setattr(maker, "_prover", Dancing())
    steps = maker._steps(get_game("congo").position(TO_AND_FRO))
    assert [str(step.move) for step in steps] == ["e6e7", "e7e6"]


def test_a_wrong_seed_is_said():
    with pytest.raises(InvalidSetting, match="The seed cannot be -1"):
        Maker(get_game(GAME), -1)
