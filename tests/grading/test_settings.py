"""A teacher's TOML file: every number, and clear sentences for what does not fit."""

from dataclasses import asdict
from pathlib import Path

import pytest

from plyground.core.errors import InvalidNotation, InvalidSetting, UnknownName
from plyground.courses.course import courses_with_grades
from plyground.grading.assignment import assignment_class, make
from plyground.grading.settings import SandboxSettings, from_table, read_file


@pytest.mark.parametrize("name", courses_with_grades())
def test_every_setting_can_be_written_back(name):
    usual = assignment_class(name).SETTINGS()

    def table(value):
        if isinstance(value, dict):
            return {key: table(part) for key, part in value.items()}
        return [table(part) for part in value] if isinstance(value, tuple) else value

    assert from_table(usual, table(asdict(usual)), name) == usual


@pytest.mark.parametrize("name", courses_with_grades())
def test_the_points_of_an_assignment_are_10_or_100(name, launcher):
    kind = make(name, {}, {}, launcher, 1)
    assert sum(case.points for case in kind.cases) in {10, 100}


def test_a_file_changes_cases(tmp_path, launcher):
    path = tmp_path / "config.toml"
    path.write_text(
        """
        seed = 7
        [sandbox]
        memory = 64
        [minichess]
        games = 3
        seconds_per_move = 2
        [[minichess.opponents]]
        name = "deep"
        title = "Deeper"
        player = "minimax:depth=5"
        points = 5
        required = 0.5
        """
    )
    tables = read_file(path, tuple(courses_with_grades()))
    minichess = make("minichess", tables, {}, launcher, 1)
    assert [(case.name, case.points, case.count, case.required) for case in minichess.cases] == [("deep", 5.0, 3, 0.5)]
    assert minichess.settings.seconds_per_move == 2.0
    assert make("minichess", tables, {"games": 9}, launcher, 1).settings.games == 9


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[minichess]\ngamez = 1", "There is no setting minichess.gamez; there is games, "),
        ("[minichess]\ngames = 'ten'", "The setting minichess.games should be a whole number, not 'ten'."),
        ("[minichess]\ngames = true", "The setting minichess.games should be a whole number, not 'True'."),
        ("[minichess]\ngames = -1", "The setting minichess.games cannot be -1; it is a number from 1 to 1000000000."),
        ("[minichess]\nseconds_per_move = nan", "seconds_per_move cannot be nan; it is a number from 0.001 to"),
        ("[minichess]\nstart_seconds = inf", "start_seconds cannot be inf; it is a number from 0.001 to"),
        ("[minichess]\nseconds_per_game = 0", "seconds_per_game cannot be 0.0; it is a number from 0.001 to"),
        ("[minichess]\ndraw_share = 1.5", "draw_share cannot be 1.5; it is a number from 0 to 1."),
        (
            "[[minichess.opponents]]\nname='x'\ntitle='x'\nplayer='random'\npoints=1\nrequired=80",
            r"opponents\[0\].required cannot be 80.0; it is a number from 0 to 1.",
        ),
        ("[minichess]\nopponents = 3", "The setting minichess.opponents should be a list, not '3'."),
        ("[[minichess.opponents]]\nname = 'x'", r"The setting minichess.opponents\[0\] lacks title."),
        ("minichess = 3", "The setting minichess should be a table, not '3'."),
        ("[chess]\n", "has 'chess'; expected seed, sandbox, minichess"),
        ("games = ", "is not TOML"),
    ],
)
def test_what_does_not_fit_is_named(tmp_path, launcher, text, sentence):
    path = tmp_path / "config.toml"
    path.write_text(text)
    with pytest.raises((InvalidSetting, InvalidNotation), match=sentence):
        make("minichess", read_file(path, tuple(courses_with_grades())), {}, launcher, 1)


def test_a_missing_file_and_an_unknown_assignment(tmp_path):
    with pytest.raises(InvalidNotation, match="cannot be read: No such file"):
        read_file(tmp_path / "none.toml", ())
    with pytest.raises(UnknownName, match="There is no assignment 'chess' to grade; there is minichess, "):
        assignment_class("chess")


def test_the_page_shows_the_usual_numbers(tmp_path, launcher):
    page = (Path(__file__).parents[2] / "docs" / "grading.md").read_text()
    path = tmp_path / "config.toml"
    path.write_text(page.split("```toml\n")[1].split("```")[0])
    tables = read_file(path, tuple(courses_with_grades()))
    shown = tables["minichess"].pop("opponents")
    for name in courses_with_grades():
        assert make(name, tables, {}, launcher, 1).settings == assignment_class(name).SETTINGS()
    assert from_table(SandboxSettings(), tables["sandbox"], "sandbox") == SandboxSettings()
    assert shown == [asdict(assignment_class("minichess").SETTINGS().opponents[-1])]
