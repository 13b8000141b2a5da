"""``plyground lecture``: what it writes belongs together."""

import re
import xml.etree.ElementTree as ET

import pytest

from plyground.cli import lecture as command
from plyground.search.curriculum import chapter, chapters
from plyground.search.lecture import MARKS, MINUTES, lecture, minutes
from plyground.search.question_bank import bank


def test_the_files_are_written_and_named(command_line, tmp_path, monkeypatch):
    monkeypatch.setattr(command, "BROWSERS", ())
    monkeypatch.delenv("CHROMIUM", raising=False)
    status, out, err = command_line("lecture", tmp_path / "kit", "--chapter", "minimax", "--chapter", "alpha-beta")
    assert status == 0 or status is None
    names = [line.removeprefix(f"{tmp_path / 'kit'}/").replace("\\", "/") for line in out.splitlines()]
    assert [name.rpartition("/")[2] for name in names] == [
        "slides.html",
        "lesson-plan.html",
        "exercises.html",
        "answers.html",
        "marks.html",
        "questions.xml",
        "02-minimax.svg",
        "04-alpha-beta.svg",
    ]
    assert "neither Chromium nor Chrome" in err


def test_chromium_makes_them_pdf(command_line, tmp_path):
    import shutil

    if not any(map(shutil.which, command.BROWSERS)):
        pytest.skip("there is no Chromium")
    status, out, _ = command_line("lecture", tmp_path, "--chapter", "alpha-beta")
    assert status == 0 or status is None
    assert "slides.pdf" in out
    content = (tmp_path / "slides.pdf").read_bytes()
    assert content.startswith(b"%PDF")
    slides = (tmp_path / "slides.html").read_text(encoding="utf-8").count("<section")
    assert len(re.findall(rb"/Type\s*/Page\b", content)) == slides


@pytest.mark.parametrize("names", [[each.name for each in chapters()], ["minimax"], ["alpha-beta", "ordering"]])
def test_the_plan_is_of_ninety_minutes(names):
    chosen = [chapter(name) for name in names]
    plan = lecture(chosen)["lesson-plan.html"]
    rows = re.findall(r'<tr><td class="number">(\d+)</td><td class="number">(\d+)</td>', plan)
    begun = 0
    for begin, length in rows:
        assert int(begin) == begun
        begun += int(length)
    assert begun == MINUTES
    assert all(length > 0 for length in minutes(chosen))
    assert len(rows) == len(chosen) + 3


def test_exercises_answers_and_marks_are_of_the_same_questions():
    files, questions = lecture(chapters(), 3, 2), bank(chapters(), 2, 3)
    assert files == lecture(chapters(), 3, 2)
    for page in ("exercises.html", "answers.html", "marks.html"):
        assert files[page].count("<li>" if page != "marks.html" else '<tr><td class="number">') == len(questions)
    for each in questions:
        assert f"<b>{each.question.answer}.</b>" in files["answers.html"]
    assert "<b>" not in files["exercises.html"]
    total = sum(MARKS[each.question.kind] for each in questions)
    assert f'<th class="number">{total}</th>' in files["marks.html"]
    assert len(ET.fromstring(files["questions.xml"]).findall("question")) == len(questions) + 12


def test_slides_have_every_text_figure_and_question_and_answers_come_after():
    slides = re.findall(r"<section.*?</section>", lecture(chapters())["slides.html"], re.DOTALL)
    whole = "\n".join(slides)
    for each in chapters():
        assert f"{each.number}. " in whole
        for question in each.questions:
            shown = [slide for slide in slides if question.why.split(".")[0][:20].replace("'", "&#x27;") in slide]
            assert shown
    assert whole.count("<svg") > 2 * len(chapters())
    asked = [slide for slide in slides if "<ol type" in slide]
    assert len(asked) == 2 * sum(len(each.questions) for each in chapters())
    assert all('class="right"' not in slide for slide in asked[::2])
    assert all(slide.count('class="right"') == 1 for slide in asked[1::2])


def test_faulty_requests_are_one_sentence(command_line, tmp_path):
    for arguments, sentence in (
        (("--count", 0), "There cannot be 0 exercises"),
        (("--chapter", "chess"), "There is no chapter 'chess'"),
    ):
        status, _, err = command_line("lecture", tmp_path, *arguments)
        assert status == 2
        assert sentence in err
    (tmp_path / "file").touch()
    status, _, err = command_line("lecture", tmp_path / "file" / "x")
    assert status == 2
    assert "cannot be made" in err
