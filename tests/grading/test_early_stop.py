"""What a program need not be asked any more: after the same failure, as often as the settings say."""

from dataclasses import replace

import pytest

from plyground.grading.check import Case, Check
from plyground.grading.early_stop import EarlyStop

BOARDS = Case("single", "Single", 50.0, 4, what="board")
PAIRS = [Case(name, name, 20.0, 2) for name in ("random", "greedy", "smart")]
SLEPT = Check("", 0, 0.0, "time", "Lost on ply 1: it slept.", failure="The program slept.", is_idle=True)
CRASHED = Check("", 0, 0.0, "crash", "Lost on ply 2: it broke.", failure="The program broke.")
WON = Check("", 0, 1.0, "won", "Won.")


def made(cases, results, enough=3, program=lambda case, number: "", *, backwards=False):
    """Make every check of which it is decided that it is needed; return those, and all results."""
    stop, done, made = EarlyStop(cases, enough, program), {}, []
    todo = [(case, number) for case in cases for number in range(1, case.count + 1)]
    if backwards:
        todo.reverse()
    while todo:
        for task in todo:
            case, number = task
            decided = stop.decide(case, number, done)
            if decided is not False:
                break
        else:
            raise AssertionError("everybody waits for somebody")
        todo.remove(task)
        if decided is True:
            made.append((case.name, number))
            decided = replace(results(case, number), case=case.name, number=number)
        done[case.name, number] = decided
    return sorted(made), done


@pytest.mark.parametrize("backwards", [False, True])
def test_cases_of_two_games_are_stopped_by_the_first_games_of_all(backwards):
    """Which checks are made does not depend on which of them are done first."""
    found, done = made(PAIRS, lambda case, number: CRASHED, backwards=backwards)
    assert found == [("greedy", 1), ("random", 1), ("random", 2), ("smart", 1)]
    assert done["smart", 2].sentence == (
        "Not run, because the first 3 games of all, and the first of these, failed alike. The program broke."
    )
    assert (done["smart", 2].score, done["smart", 2].verdict, done["smart", 2].number) == (0, "crash", 2)


def test_who_sleeps_at_boards_is_tried_once_in_each_case_of_games():
    found, done = made([BOARDS, *PAIRS], lambda case, number: SLEPT)
    assert found == [("greedy", 1), ("random", 1), *[("single", i) for i in (1, 2, 3)], ("smart", 1)]
    said = "Not run, because the first 3 boards of all, and the first game of these, failed alike. The program slept."
    assert done["random", 2].sentence == said


def test_who_crashes_at_boards_is_asked_all_of_them_and_plays():
    found, _ = made([BOARDS, *PAIRS], lambda case, number: CRASHED if case is BOARDS else WON)
    assert len(found) == 10


def test_who_sleeps_only_at_boards_plays_all_games():
    found, _ = made([BOARDS, *PAIRS], lambda case, number: SLEPT if case is BOARDS else WON)
    assert len(found) == 9


def test_another_failure_in_between_and_another_end_of_a_case_change_nothing():
    """Two kinds of failures in the first three games: nothing is known of the others."""
    found, _ = made(PAIRS, lambda case, number: SLEPT if number == 2 else CRASHED)
    assert len(found) == 6
    late = Case("late", "Late", 1.0, 5)
    found, _ = made([*PAIRS, late], lambda case, number: WON if case is late and number == 1 else CRASHED)
    assert [number for name, number in found if name == "late"] == [1, 2, 3, 4, 5]


def test_a_long_case_is_stopped_by_its_own_first_games():
    long = Case("long", "Long", 1.0, 6)
    found, done = made([PAIRS[0], long], lambda case, number: CRASHED if case is long else WON)
    assert [number for name, number in found if name == "long"] == [1, 2, 3]
    assert done["long", 6].sentence == "Not run, because the first 3 games failed alike. The program broke."


def test_one_program_tells_nothing_of_another():
    parts = [Case(f"part{i}", "Part", 1.0, 4, what="input") for i in (1, 2)]
    assert len(made(parts, lambda case, number: SLEPT)[0]) == 4
    assert len(made(parts, lambda case, number: SLEPT, program=lambda case, number: case.name)[0]) == 6
    assert len(made(parts, lambda case, number: SLEPT, program=lambda case, number: f"{case.name}{number % 2}")[0]) == 8


def test_none_is_stopped_where_the_settings_say_so():
    assert len(made([BOARDS, *PAIRS], lambda case, number: SLEPT, enough=0)[0]) == 10
