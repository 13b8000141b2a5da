"""Courses by their declarations: the same file names in each, each game with at most one course."""

import subprocess
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

from plyground import all_games, get_game
from plyground.courses.course import all_courses, course_of, courses_with_grades

FILES = {"format", "conversation", "player", "grade", "command"}


@pytest.mark.parametrize("name", all_courses())
def test_a_course_is_what_its_folder_says(name):
    course = all_courses()[name]
    assert course.name == name
    assert course.module == f"plyground.courses.{name}"
    assert course.has("player")
    assert set(course.games) <= set(all_games())


@pytest.mark.parametrize("name", courses_with_grades())
def test_what_is_graded_has_every_file(name):
    course = all_courses()[name]
    assert all(course.has(file) for file in FILES)
    assert course.submodule("grade").ASSIGNMENT.name == name


def test_files_that_several_courses_have_are_those_that_the_documents_name():
    page = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
    files = Counter(
        file.stem
        for course in all_courses().values()
        for file in Path(find_spec(course.module).origin).parent.glob("*.py")
        if file.stem != "__init__"
    )
    assert all(f"`{file}`" in page for file, courses in files.items() if courses > 1)


def test_a_game_speaks_as_one_course_says():
    declared = [game for course in all_courses().values() for game in course.games]
    assert len(declared) == len(set(declared))
    assert course_of(get_game("halma-8x8")) is all_courses()["halma"]
    assert course_of(get_game("gardner")) is None


def test_players_of_courses_can_be_made():
    for course in all_courses().values():
        for place in course.players.values():
            file, _, name = place.partition(":")
            assert hasattr(course.submodule(file), name)


def test_declarations_are_light():
    assert find_spec("plyground.courses.congo.grade") is not None
    code = "import sys; from plyground.courses.course import all_courses; all_courses(); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
