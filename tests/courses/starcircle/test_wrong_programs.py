"""Wrong programs that students write: each is told by its mistake, and by the node where the searches part."""

import contextlib
import runpy
from importlib.resources import files
from pathlib import Path

import pytest

from plyground.courses.starcircle import examples
from plyground.courses.starcircle.homework import check_answer
from plyground.courses.starcircle.inputs import WISHES, draw_input

SOURCE = Path(__file__).with_name("student.txt").read_text(encoding="utf-8")


def changed(*pairs):
    source = SOURCE
    for old, new in pairs:
        assert old in source
        source = source.replace(old, new)
    return source


WRONG = {
    "not raising alpha at the root": changed(
        ("            alpha = max(alpha, best)", "            alpha = max(alpha, best) if depth else alpha")
    ),
    "pruning at maximising nodes only": changed(("            if best <= alpha:\n                return best\n", "")),
    "pruning at minimising nodes only": changed(("            if best >= beta:\n                return best\n", "")),
    "beginning with 0 as the best value so far": changed(("best = -INF", "best = 0"), ("best = INF", "best = 0")),
    "leaving captured pieces on the board": changed(("    if over:\n        del board[over]\n", "")),
    "handing down the window as it was on entering": changed(
        ("    best = -INF\n", "    best, first = -INF, (alpha, beta)\n"),
        ("    best = INF\n", "    best, first = INF, (alpha, beta)\n"),
        ("else 0, alpha, beta)", "else 0, *first)"),
    ),
    "handing down beta and alpha for alpha and beta at maximising nodes": changed(
        ("else 0, alpha, beta)\n        if value > best", "else 0, beta, alpha)\n        if value > best"),
    ),
    "comparing with beta at minimising nodes": changed(("if best <= alpha:", "if best <= beta:")),
    "returning 0 after a cut at minimising nodes": changed(
        (
            "            if best <= alpha:\n                return best",
            "            if best <= alpha:\n                return 0",
        )
    ),
    "letting pieces jump over their own": changed(("[0] != other(side)", '[0] == " "')),
    "returning the bound of the other side after a cut": changed(
        (
            "            if best >= beta:\n                return best",
            "            if best >= beta:\n                return alpha",
        ),
        (
            "            if best <= alpha:\n                return best",
            "            if best <= alpha:\n                return beta",
        ),
    ),
}


def answer(source, text, folder):
    (folder / "input.txt").write_text(text, encoding="utf-8")
    (folder / "student.py").write_text(source, encoding="utf-8")
    with contextlib.chdir(folder):
        runpy.run_path("student.py", run_name="__main__")
    return (folder / "output.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("number", range(1, 6))
def test_the_program_without_a_mistake_is_right(number, tmp_path):
    text = (files(examples) / f"ex{number}.in").read_text(encoding="utf-8")
    assert check_answer(text, answer(SOURCE, text, tmp_path)).is_right


INPUTS = [draw_input(case, seed) for case in WISHES for seed in range(3)]


@pytest.mark.parametrize("mistake", WRONG)
def test_a_wrong_program_is_told_by_its_mistake_and_the_node(mistake, tmp_path):
    wrong = []
    for text in INPUTS:
        checked = check_answer(text, answer(WRONG[mistake], text, tmp_path))
        if not checked.is_right:
            wrong.append(checked)
    assert wrong
    named = [checked for checked in wrong if checked.causes]
    assert len(named) >= 0.7 * len(wrong)
    if mistake != "handing down the window as it was on entering":
        assert any(mistake in checked.causes for checked in named)
    assert any(checked.node is not None and "the two searches part" in checked.said for checked in named)
