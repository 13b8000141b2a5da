"""``plyground puzzles``: output, exit status, and one sentence for what is wrong."""

from functools import partial

import pytest


@pytest.fixture
def run(command_line):
    return partial(command_line, "puzzles")


def test_puzzles_are_made_and_checked(run, tmp_path):
    path = tmp_path / "puzzles.jsonl"
    status, output, _ = run("make", "halma-6x6", "--count", 2, "--seed", 1, "-o", path)
    assert status == 0
    assert output.startswith("puzzles 2 attempts ")
    assert run("check", path)[:2] == (0, "puzzles of halma-6x6: 2 hold, 0 do not\n")
    status, _, said = run("make", "halma-6x6", "--count", 3, "-o", path)
    assert (status, said.count("\n")) == (2, 1)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"goal": "win"', '"goal": "save"', 1), encoding="utf-8")
    status, output, _ = run("check", path)
    assert status == 1
    assert output.endswith("puzzles of halma-6x6: 1 hold, 1 do not\n")


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        (["make", "chess", "--count", 1, "-o", "x"], "chess"),
        (["make", "congo", "--count", 0, "-o", "x"], "The number of puzzles cannot be 0"),
        (["check", "missing.jsonl"], "The puzzles missing.jsonl cannot be read"),
    ],
)
def test_what_is_wrong_is_one_sentence(run, tokens, said):
    status, output, error = run(*tokens)
    assert (status, output) == (2, "")
    assert said in error
    assert error.count("\n") == 1
