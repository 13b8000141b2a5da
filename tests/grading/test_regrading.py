"""What the teacher's page asks for is graded again, with the settings that the file keeps."""

from contextlib import closing

import pytest

from plyground.grading.regrading import Regrading
from plyground.grading.store import CheckStore
from plyground.kernel.compile import JIT

pytestmark = pytest.mark.skipif(not JIT, reason="searches")


@pytest.fixture
def graded(command, tmp_path):
    """Grade a class of two, with few inputs and a seed of its own; return the file and the programs."""
    handed = tmp_path / "handed"
    for name, answer in (("ann", "C3"), ("bob", "")):
        (handed / name).mkdir(parents=True)
        (handed / name / "homework.py").write_text(f"open('output.txt', 'w').write({answer!r})\n")
    tokens = ["grade", "starcircle", "handed", "--db", "g.db", "--games", "2", "--seed", "5"]
    status, _, errors = command(*tokens)
    assert status == 1, errors
    return tmp_path / "g.db", [str(handed)]


def test_it_is_graded_again_as_it_was(graded):
    db, programs = graded
    said = []
    regrading = Regrading(db, programs, tell=said.append)
    regrading.work()
    assert said == []
    with closing(CheckStore.existing(db)) as store:
        before = {grade.name: grade for grade in store.grades()}
        assert regrading.assignment.seed == 5
        assert regrading.assignment.settings.inputs == 2
        store.ask_again("ann", "The machine was busy.", "tan")
        regrading.work()
        assert store.queue() == []
        assert [entry.action for entry in store.audit("ann")] == ["graded", "regrade", "graded"]
        assert [entry.action for entry in store.audit("bob")] == ["graded"]
        (again,) = [grade for grade in store.grades() if grade.name == "ann"]
    assert (again.points, again.summary) == (before["ann"].points, before["ann"].summary)
    assert len(said) == 1
    assert said[0].startswith("ann is graded again: ")


def test_who_is_not_there_is_told_once_each_time(graded):
    db, programs = graded
    (gone,) = programs
    said = []
    regrading = Regrading(db, [f"{gone}/bob"], tell=said.append)
    with closing(CheckStore.existing(db)) as store:
        store.ask_again("ann", "x", "tan")
        for _ in range(3):
            regrading.work()
        assert said == ["ann is not among the programs, and cannot be graded again."]
        store.ask_again("ann", "y", "tan")
        regrading.work()
    assert len(said) == 2
