"""``plyground questions``."""

import xml.etree.ElementTree as ET

import pytest


@pytest.mark.parametrize("ending", ["xml", "gift", "zip"])
def test_the_ending_is_the_format(tmp_path, command_line, ending):
    file = tmp_path / f"questions.{ending}"
    for _ in range(2):
        chapters = ("--chapter", "alpha-beta", "--chapter", "minimax")
        status, out, _ = command_line("questions", file, *chapters, "--count", 3, "--seed", 5)
        assert (status, out) == (0, f"{file} questions 6\n")
    if ending == "xml":
        names = [name.text for name in ET.parse(file).iterfind("question/name/text")]
        assert names == [f"{chapter}-5-{i}" for chapter in ("alpha-beta", "minimax") for i in (1, 2, 3)]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["q.doc"], "The format of q.doc is not known; it ends in .xml, .gift or .zip"),
        (["q.xml", "--count", "0"], "There cannot be 0 questions of a chapter; there are from 1 to 100."),
        (["q.xml", "--chapter", "chess"], "There is no chapter 'chess'; there are game-trees"),
        (["nowhere/q.xml"], "nowhere/q.xml cannot be written"),
    ],
)
def test_a_faulty_request_is_one_sentence(command_line, monkeypatch, tmp_path, arguments, sentence):
    monkeypatch.chdir(tmp_path)
    status, _, err = command_line("questions", *arguments)
    assert status == 2
    assert sentence in err
