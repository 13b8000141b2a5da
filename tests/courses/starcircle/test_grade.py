"""Star and Circle: our own search with habits is exact, and each habit is recognised in an answer."""

import random
from pathlib import Path

import pytest

from plyground.core.errors import InvalidSetting
from plyground.courses.starcircle import habits, mistakes
from plyground.courses.starcircle.habits import USUAL, Habits, Problem, Search, TooLarge
from plyground.courses.starcircle.inputs import MAX_NODES, MIN_NODES, WISHES, candidate, draw_input, input_text
from plyground.courses.starcircle.mistakes import MISTAKES, causes, fitting_counts
from plyground.courses.starcircle.player import solve
from plyground.grading.assignment import Looked, make
from plyground.grading.check import Check
from plyground.grading.run import grade_all
from plyground.grading.store import CheckStore
from plyground.grading.submission import Submission, collect

# one worker: the class is graded once for all tests
pytestmark = pytest.mark.xdist_group("grading starcircle")


def len_of_search(text):
    return int(own_lines(text)[3])


def own_lines(text):
    return solve(text)[0].split("\n")


@pytest.mark.parametrize("case", WISHES)
@pytest.mark.parametrize("seed", range(4))
def test_the_slow_search_without_habits_is_the_homeworks(case, seed):
    text = draw_input(case, seed)
    search = Search(Problem.read(text))
    assert list(search.answer()) == own_lines(text)
    assert MIN_NODES <= search.nodes <= MAX_NODES


def test_inputs_depend_on_the_seed_alone():
    first = [draw_input("minimax", seed) for seed in range(3)]
    draw_input.cache_clear()
    assert [draw_input("minimax", seed) for seed in range(3)] == first
    assert len(set(first)) == 3


def test_samples_of_the_homework(cases):
    for path in sorted((cases / "starcircle").glob("ex[1-5].in")):
        text = path.read_text()
        if all(line.count(",") == 7 for line in text.strip().split("\n")[3:11]):
            assert list(Search(Problem.read(text)).answer()) == path.with_suffix(".out").read_text().split("\n")


@pytest.mark.parametrize(("words", "habit"), MISTAKES, ids=[words[:40] for words, _ in MISTAKES])
def test_each_mistake_is_recognised(words, habit):
    dice = random.Random(words)
    for _ in range(2000):
        problem = candidate(dice, dice.choice(("MINIMAX", "ALPHABETA")), sparse=True)
        try:
            right, wrong = (Search(problem, habits, most_nodes=300).answer() for habits in (USUAL, habit))
        except TooLarge:
            continue
        if right != wrong:
            assert words in causes(input_text(problem), list(wrong))
            return
    pytest.fail("no input tells this mistake from the right search")


def test_two_mistakes_at_once_are_recognised():
    text = draw_input("passes", 1)
    both = Habits(passes_that_end=1, counts_root=False)
    answer = list(Search(Problem.read(text), both).answer())
    alone = {tuple(Search(Problem.read(text), habit).answer()) for _, habit in MISTAKES}
    assert tuple(answer) not in alone
    assert any("stopping after one pass" in said and "root" in said for said in causes(text, answer))


def test_a_node_count_alone_can_be_explained():
    text = min((draw_input("minimax", seed) for seed in range(5)), key=len_of_search)
    count = int(own_lines(text)[3])
    assert "not counting the root as a node" in fitting_counts(text, str(count - 1))
    assert causes(text, ["pass", "1", "2", str(count - 1)]) == ()


PROGRAM = """
import {module} as search
text = open("input.txt").read()
print("\\n".join(search.Search(search.Problem.read(text), search.Habits({habit})).answer()))
"""


@pytest.fixture(scope="module")
def grades(launcher, tmp_path_factory):
    """Grade a small class: right, two mistakes, and programs that do not answer."""
    root = tmp_path_factory.mktemp("class")
    source = Path(habits.__file__).read_text()
    programs = {
        "right": PROGRAM.format(module="habits", habit=""),
        "no-root-one-pass": PROGRAM.format(module="habits", habit="counts_root=False, passes_that_end=1"),
        "no-root": PROGRAM.format(module="habits", habit="counts_root=False"),
        "writes-a-file": PROGRAM.format(module="habits", habit="").replace("print(", "open('output.txt', 'w').write("),
        "labels": PROGRAM.format(module="habits", habit="").replace("print(", "print('debug 1\\nMove: ' + "),
        "float": PROGRAM.format(module="habits", habit="").replace("answer()))", "answer()) + '.0')"),
        "silent": "",
        "chatty": "print('The answer is:\\npass')",
        "crashes": "import nothing_like_this",
        "slow": "while True: pass",
        "floods": "while True: print('x' * 1000)",
    }
    for name, text in programs.items():
        folder = root / name
        folder.mkdir()
        (folder / "homework.py").write_text(text)
        (folder / "habits.py").write_text(source)
    parts = [{"name": name, "title": name, "points": 50.0} for name in ("passes", "last-row")]
    settings = {"inputs": 1, "seconds": 1.0, "parts": parts}
    starcircle = make("starcircle", {"starcircle": settings}, {}, launcher, 1)
    submissions = collect([str(root)], starcircle.wanted, tmp_path_factory.mktemp("desk"))
    return {grade.name: grade for grade in grade_all(starcircle, submissions, CheckStore(None, {}))}


def test_right_programs_get_everything(grades):
    for name in ("right", "writes-a-file"):
        assert (grades[name].points, grades[name].summary) == (100.0, "Full marks.")


@pytest.mark.parametrize(("name", "points"), [("labels", 90.0), ("float", 97.5)])
def test_a_right_answer_in_another_form_loses_what_the_settings_say(grades, name, points):
    grade = grades[name]
    assert grade.points == points
    (check,) = grade.cases[0].checks
    assert check.verdict == "right in another form"
    assert ": right, but only the bare " in check.sentence
    assert any(remark.kind == "form" and "costs 10%" in remark.text for remark in grade.remarks)


def marked(causes):
    """Return the remarks on wrong answers with these causes."""
    starcircle = make("starcircle", {}, {}, NoLauncher(), 1)
    checks = [
        Check("minimax", i, 0.75, "partly right", "x: wrong.", causes=tuple(found)) for i, found in enumerate(causes, 1)
    ]
    grade = starcircle.mark(Submission("ann", Path()), Looked(), {"minimax": checks})
    return [remark.text for remark in grade.remarks], [check.sentence for check in grade.cases[0].checks]


def test_what_explains_less_than_a_third_is_no_diagnosis():
    remarks, sentences = marked([["A"], *[[]] * 14])
    assert remarks == []
    assert set(sentences) == {"x: wrong."}
    remarks, sentences = marked([["A"]] * 5 + [[]] * 10)
    assert remarks == ["5 of 15 wrong answers are what you get by A."]
    assert sentences[0] == "x: wrong. Your answer is exactly what you get by A."
    # the rest's own mistake is measured by all wrong answers
    assert marked([["A"]] * 8 + [["B"]] * 2)[0] == ["8 of 10 wrong answers are what you get by A."]


def test_mistakes_that_the_answers_cannot_tell_apart_are_named_together():
    assert marked([["A", "B"], ["A", "B"], ["C"]])[0][0] == "2 of 3 wrong answers are what you get by A, or by B."


def test_the_mistake_is_named_once_for_all(grades):
    grade = grades["no-root"]
    assert grade.points == 75, "three lines of four are right"
    assert {found.checks[0].verdict for found in grade.cases} == {"partly right"}
    assert [remark.text for remark in grade.remarks] == [
        "2 of 2 wrong answers are what you get by not counting the root as a node."
    ]
    assert "exactly what you get by" in grade.cases[0].checks[0].sentence
    text = grade.cases[0].checks[0].question
    assert own_lines(text)[3] == grade.cases[0].checks[0].expected.split("\n")[3], "it can be asked again at home"


def test_a_second_mistake_is_named_for_the_rest(grades):
    said = [remark.text for remark in grades["no-root-one-pass"].remarks]
    assert [text.partition(" what ")[0] for text in said] == ["1 of 2 wrong answers is", "1 of the others is"]
    assert any("stopping after one pass" in text for text in said)


@pytest.mark.parametrize(
    ("name", "verdict", "sentence"),
    [
        ("silent", "wrong", "the program wrote no answer, neither to output.txt in its folder nor to standard output."),
        ("chatty", "wrong", "the answer has 2 lines; expected 4."),
        ("crashes", "crash", "No module named 'nothing_like_this'"),
        ("slow", "time", " more than "),
        ("floods", "output", "wrote more than 1 MiB of output"),
    ],
)
def test_programs_that_do_not_answer(grades, name, verdict, sentence):
    assert grades[name].points == 0
    for found in grades[name].cases:
        assert found.checks[0].verdict == verdict
        assert sentence in found.checks[0].sentence


class NoLauncher:
    """For what runs no program."""


def share_of(lines, **settings):
    starcircle = make("starcircle", {"starcircle": settings}, {}, NoLauncher(), 1)
    return starcircle._share(lines, ["F5-E6", "30", "40", "12"])


def test_each_line_counts_its_weight():
    assert share_of(["F5-E6", "30", "40", "11"]) == 0.75
    assert share_of(["pass", "30", "40", "11"], line_weights=[4, 2, 2, 2]) == 0.4
    assert share_of(["pass", "1", "1", "12"], line_weights=[1, 1, 1, 0]) == 0.0
    assert share_of(["F5-E6", "30", "40", "11"], whole_answers=True) == 0.0
    assert share_of(["F5-E6", "30", "40"]) == 0.0
    assert share_of(["F5-E6", "30", "40", "12", "done"]) == 0.0


@pytest.mark.parametrize("weights", [[1, 1, 1], [0, 0, 0, 0], [1, 1, 1, 1, 1]])
def test_weights_are_four_and_not_all_zero(weights):
    with pytest.raises(InvalidSetting, match="should be four numbers"):
        share_of([], line_weights=weights)


def test_the_search_for_reasons_is_bounded(monkeypatch):
    """A wrong answer that no habit explains: everything is tried, and no more than may be."""
    visited = []
    kept = mistakes._search

    def counted(problem, searched):
        found, nodes = kept(problem, searched)
        visited.append((searched, nodes))
        return found, nodes

    monkeypatch.setattr(mistakes, "_search", counted)
    text = max((draw_input("alphabeta", seed) for seed in range(5)), key=len_of_search)
    assert causes(text, ["pass", "x", "y", "z"], 20_000) == ()
    assert sum(dict(visited).values()) <= 20_000 + mistakes.MAX_NODES
    visited.clear()
    assert causes(text, ["pass", "x", "y", "z"]) == ()
    assert sum(dict(visited).values()) <= mistakes.MAX_EXPLAINED + mistakes.MAX_NODES


def test_the_searches_of_an_input_are_made_once_for_a_class():
    text = draw_input("passes", 3)
    causes(text, ["pass", "x", "y", "z"])
    before = mistakes._search.cache_info().misses
    causes(text, ["pass", "other", "y", "z"])
    assert mistakes._search.cache_info().misses == before


def test_a_teachers_own_inputs(launcher, tmp_path):
    for i in range(2):
        (tmp_path / f"{i}.in").write_text(draw_input("minimax", i))
    starcircle = make("starcircle", {"starcircle": {"folder": str(tmp_path)}}, {}, launcher, 1)
    assert [(case.title, case.count, case.points) for case in starcircle.cases] == [("Given inputs", 2, 100.0)]
