from importlib.resources import files

import pytest

from plyground.core.errors import InvalidNotation
from plyground.courses.starcircle import examples
from plyground.courses.starcircle.habits import Habits, Problem, Search
from plyground.courses.starcircle.homework import check_answer
from plyground.courses.starcircle.inputs import draw_input
from plyground.courses.starcircle.mistakes import MISTAKES
from plyground.search.textbook import search
from plyground.search.tree import Tree


def example(number):
    folder = files(examples)
    return [(folder / f"ex{number}.{end}").read_text(encoding="utf-8") for end in ("in", "out")]


@pytest.mark.parametrize("number", range(1, 6))
def test_the_hand_outs_own_answers_are_right(number):
    given, answer = example(number)
    checked = check_answer(given, answer)
    assert (checked.is_right, checked.said, checked.causes) == (True, "All four lines are right.", ())


def test_a_search_without_pruning_parts_where_the_right_one_cuts():
    given, answer = example(2)
    lines = answer.split()
    checked = check_answer(given, "\n".join([*lines[:3], str(int(lines[3]) + 1)]))
    assert not checked.is_right
    assert "The number of nodes is 5, but should be 4." in checked.said
    assert checked.causes
    assert "the two searches part: the right one is done, yours goes on with G3-F4" in checked.said
    root = checked.position
    tree = Tree.of(root, search(root, 2, alphabeta=True, keep=100), 2, alphabeta=True, evaluation="handmade")
    assert tree.nodes[checked.node].move == "F4-G5"
    assert tree.cut[checked.node] == ("G3-F4",)


def test_what_is_only_counted_otherwise_parts_nowhere():
    given, answer = example(3)
    lines = answer.split()
    checked = check_answer(given, "\n".join([*lines[:3], str(int(lines[3]) - 1)]))
    assert checked.causes == ("not counting the root as a node",)
    assert checked.node is None
    assert "visit the same nodes" in checked.said


@pytest.mark.parametrize("number", range(1, 6))
def test_every_mistake_is_found_and_its_parting_is_a_node_of_the_right_search(number):
    given, answer = example(number)
    problem = Problem.read(given)
    for _, habits in MISTAKES:
        wrong = Search(problem, habits).answer()
        if list(wrong) == answer.split():
            continue
        checked = check_answer(given, "\n".join(wrong))
        assert checked.causes
        assert checked.node is None or 0 <= checked.node < int(answer.split()[3])


def test_no_usual_mistake_explains_nonsense():
    given, answer = example(1)
    checked = check_answer(given, "\n".join(["A1-B2", *answer.split()[1:]]))
    assert checked.said == "The move is A1-B2, but should be F4-H2. No usual mistake gives just this answer."


@pytest.mark.parametrize(("given", "answer", "words"), [(0, "1\n2", "has 2 lines"), (1, "a\nb\nc\nd", "line 1")])
def test_what_cannot_be_checked_is_said_in_one_sentence(given, answer, words):
    text = example(1)[0]
    with pytest.raises(InvalidNotation, match=words):
        check_answer("Moon" + text if given else text, answer)


@pytest.mark.parametrize(
    ("line", "written", "right"),
    [
        (0, "f4-h2", "F4-H2"),
        (0, "Move: F4 -> H2", "F4-H2"),
        (1, "160.0", "160"),
        (2, "+160", "160"),
        (3, "Nodes = 4", "4"),
    ],
)
def test_what_is_only_written_otherwise_is_said_to_be_right(line, written, right):
    given, answer = example(2)
    lines = answer.split()
    lines[line] = written
    checked = check_answer(given, "\n".join(lines))
    assert not checked.is_right
    assert checked.said.endswith(f"is right, but written {written} instead of {right}. The search itself is right.")


def test_a_mistake_is_found_although_the_answer_is_written_otherwise():
    given, answer = example(2)
    checked = check_answer(given, "\ufeff" + answer.lower().replace("\n4", "\r\n\r\nnodes: 5"))
    assert "The number of nodes is nodes: 5, but should be 4." in checked.said
    assert checked.causes[0] == "not pruning at all"


def test_all_mistakes_that_give_the_same_answer_are_named():
    given, answer = example(2)
    lines = answer.split()
    checked = check_answer(given, "\n".join([*lines[:3], str(int(lines[3]) + 1)]))
    assert len(checked.causes) == 3
    assert "by not pruning at all; or by expanding the rows from the bottom; or by" in checked.said


def test_lines_around_a_right_answer_are_told():
    given, answer = example(2)
    checked = check_answer(given, f"debug\n{answer}\nthat is all")
    assert not checked.is_right
    assert checked.said == (
        "Right, but only the four bare lines are expected, without 2 other lines. The search itself is right."
    )


def test_a_pass_that_is_not_counted_is_not_called_the_root():
    text = draw_input("passes", 1)
    wrong = Search(Problem.read(text), Habits(counts_passes=False)).answer()
    assert check_answer(text, "\n".join(wrong)).causes[0] == "not counting a pass as a node"
