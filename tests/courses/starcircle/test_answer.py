"""An answer's four lines are read as they are meant, and never guessed."""

import pytest

from plyground.courses.starcircle.answer import read_answer

RIGHT = ("F4-H2", "160", "160", "4")
PLAIN = "F4-H2\n160\n160\n4"


@pytest.mark.parametrize(
    "text",
    [
        "Move: F4-H2\n160\n160\n4",
        "F4-H2\n160.0\n160\n4",
        "debug: node 17\n" * 5000 + PLAIN,
        "17\n18\n" + PLAIN,
        PLAIN + "\ndone in 0.3 s",
        "F4-H2\n 160\n\t160\n4",
        "f4 -> h2\n+160\n160.\n4 nodes",
        "Best move: F4-H2\r\nMYOPIC = 160\r\nFarsighted: 160\r\nNumber of nodes: 4\r\n",
        "Nodes: 4\nFARSIGHTED: 160\nMYOPIC: 160\nMove: F4-H2",
        "F4-H2\n\n160\n\n160\n\n4",
        "F4-H2 160 160 4",
        "('F4-H2', 160, 160, 4)",
        "\x1b[32mF4-H2\x1b[0m\n160\n160\n4",
    ],
)
def test_one_meaning_in_another_form(text):
    read = read_answer(text)
    assert read.lines == RIGHT
    assert read.remark(RIGHT).startswith("only the ")
    assert any(read.otherwise(RIGHT))


@pytest.mark.parametrize("text", [PLAIN, PLAIN + "\n", "\ufeff" + PLAIN.replace("\n", " \r\n"), "\n" + PLAIN + "\n\n"])
def test_ends_of_lines_and_a_byte_order_mark_are_no_other_form(text):
    read = read_answer(text)
    assert (read.lines, read.remark(RIGHT), any(read.otherwise(RIGHT))) == (RIGHT, "", False)


@pytest.mark.parametrize(
    "text",
    [
        PLAIN + "\n5",
        PLAIN + "\n" + PLAIN.replace("4", "5"),
        "F4-H2 or F4-G5\n160\n160\n4",
        "F4-H2\n160 or 170\n160\n4",
        "F4-H2\nabout 160\n160\n4",
        "F4-H2\n160.5\n160\n4",
        "F4-H2\n5 - 160\n160\n4",
        "F4-H2\nFARSIGHTED: 160\nMYOPIC: 160\n4",
        "F4-H2\n160\n160\n0x4",
        "F4-H2\n160\n160\n1,6",
        "160\n160\n4",
        PLAIN + "\nMove: F4-G5\nMYOPIC: 1\nFARSIGHTED: 2\nnodes: 3",
    ],
)
def test_what_could_mean_several_answers_is_none(text):
    assert read_answer(text).lines != RIGHT


def test_wrong_values_stay_wrong():
    assert read_answer("Move: F4-G5\n-160\n+106.0\n1,004").lines == ("F4-G5", "-160", "106", "1004")
