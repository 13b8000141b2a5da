"""`plyground figures`: the chapters' figures as files, and those of a tree that somebody has made up."""

import xml.etree.ElementTree as ET

import pytest


@pytest.fixture
def run(command_line):
    """Run the command; return (status, lines of standard output, standard error)."""

    def call(*tokens):
        status, out, err = command_line("figures", *tokens)
        return status or 0, out.splitlines(), err

    return call


def test_the_chapters_figures_are_written(tmp_path, run):
    status, out, err = run(tmp_path / "slides")
    assert (status, err, len(out)) == (0, "", 12)
    assert sorted(path.name for path in (tmp_path / "slides").iterdir())[3] == "04-alpha-beta.svg"
    for path in (tmp_path / "slides").iterdir():
        ET.parse(path)


def test_a_tree_of_ones_own_is_drawn(tmp_path, run):
    status, out, _ = run(tmp_path, "--tree", "((3 5) (1 4))", "--algorithm", "pvs")
    assert (status, out) == (0, [str(tmp_path / "pvs.svg")])
    assert "cut off: bb" in (tmp_path / "pvs.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--tree", "((3 5)"], "1 parenthesis is still open"),
        (["--tree", "((3 5))", "--depth", "0"], "cannot be 0"),
        (["--depth", "3"], "give it with --tree"),
        (["--algorithm", "pvs"], "give it with --tree"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(tmp_path, run, arguments, words):
    status, out, err = run(tmp_path, *arguments)
    assert (status, out) == (2, [])
    assert words in err


def test_a_folder_that_cannot_be_made(tmp_path, run):
    (tmp_path / "file").write_text("")
    status, _, err = run(tmp_path / "file" / "below")
    assert status == 2
    assert "cannot be made" in err
