"""What strangers say is shown, and never obeyed: by a terminal, a spreadsheet, a page."""

import csv
import io
import json
import unicodedata

import pytest

from plyground.agents.player import PlayerFailed
from plyground.core.errors import InvalidNotation
from plyground.core.printable import csv_text, printable
from plyground.grading.check import Case, CaseGrade, Check, Grade, Remark
from plyground.grading.reports import autolab, data, github_classroom, gradescope, html, prairielearn, terminal

HOSTILE = {
    "an escape sequence": "\x1b[31mred",
    "the clipboard": "\x1b]52;c;cm0gLXJmIC8=\x07",
    "C1": "\x9b2J\x90q\x9c",
    "a bell": "\a",
    "nothing": "\0",
    "backspaces": "wrong\b\b\b\b\bright",
    "another line": "4\r10",
    "right to left": "\u202e\u2066gpj.exe\u2069",
    "marks": "\u200e\u200f\u061c",
    "nobody sees it": "\u200b\u2060\ufeff\u00ad",
    "tags": "\U000e0041\U000e007f",
    "ends of lines": "a\u2028b\u2029c\x85d\x0be\x0cf",
    "half a character": "\ud83d",
    "of one's own": "\ue000",
    "deleted": "\x7f",
}


def is_safe(text, kept="\n"):
    return all(each in kept or each.isprintable() for each in text)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_it_is_shown_by_number(text):
    found = printable(text)
    assert is_safe(found, kept="")
    assert printable(found) == found, "what is shown once is shown as it is"
    assert printable(f"a\n\t{text}", lines=True).startswith("a\n\t")


def test_every_character_is_shown_or_numbered():
    for number in range(0x110000):
        each = chr(number)
        found = printable(each)
        assert found.isprintable()
        assert found == each or not each.isprintable()


def test_usual_text_stays_as_it_is():
    for text in ("Zoë Müller-Čapek", "李小龍", "محمد", "👍🏽", "f4->h2 {best}"):
        assert printable(text) == text
    assert printable("a\u00a0b\u3000c") == "a b c"
    assert printable("one\r\ntwo", lines=True) == "one\ntwo"
    assert unicodedata.category("\u00a0") == "Zs"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r=", "\n=", " =", *"\uff1d\uff0b\uff0d\uff20"])
def test_no_cell_is_a_formula(start):
    text = csv_text(["a"], [[f"{start}cmd|' /C calc'!A0"]])
    cell = list(csv.reader(io.StringIO(text)))[1][0]
    assert cell.startswith("'")
    assert is_safe(cell, kept="")


def test_numbers_stay_numbers():
    assert csv_text(["a", "b", "c"], [[-1.5, "-2", 3]]) == "a,b,c\n-1.5,-2,3\n"


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_report_holds_what_a_program_said_as_it_said_it(text):
    case = Case("c", "Case", 10.0, 1)
    check = Check(
        *("c", 1, 0.0, "wrong", f"It said {text}"),
        question=text,
        given=f"one\n{text}",
        expected="one\ntwo",
        errors=text,
        failure=text,
        position="",
    )
    found = CaseGrade(case, (check,), 0.0, 0.0, None, check.sentence)
    for grade in (
        Grade("eve", "starcircle", (found,), (Remark("file", 0, f"Called {text}."),)),
        Grade("eve", "starcircle", (found,), trouble=f"Called {text}."),
        Grade("eve", "starcircle", (found,), withheld=f"Called {text}."),
        Grade("eve", "starcircle", (found,), unfinished=f"Called {text}."),
        Grade(f"eve{text}", "starcircle", (found,)),
    ):
        texts = [terminal.grade_text(grade), terminal.class_text([grade]), html.page(grade), html.class_page([grade])]
        texts += [data.csv_text([grade]), gradescope.results_text(grade), autolab.autoresult(grade)]
        texts += [github_classroom.runner_result(grade), prairielearn.results_text(grade)]
        assert all(map(is_safe, texts))
        assert is_safe(json.dumps(json.loads(data.json_text([grade])), ensure_ascii=False))


def test_errors_and_failures_are_printable():
    assert is_safe(str(InvalidNotation("Not \x1b[2Ja move.")), kept="")
    assert is_safe(str(PlayerFailed("engine said \x1b]0;x\x07\nHacked", "crash")), kept="")
