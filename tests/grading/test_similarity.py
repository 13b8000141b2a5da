"""Winnowing finds copies under other names and leaves templates alone; moves agree by how rare they are."""

import json
import random
import re
from functools import partial

import pytest

from plyground.courses.minichess.player import ab_text
from plyground.grading.agreement import compare_moves, positions
from plyground.grading.reports import pairs as reports
from plyground.grading.similarity import RUN, WINDOW, Source, compare, read_source, tokens_of, winnow

OURS = ab_text()


def source(tmp_path, name, text, ending=".py"):
    folder = tmp_path / name
    folder.mkdir()
    (folder / f"AB{ending}").write_text(text)
    return read_source(name, folder)


def renamed(text):
    """The same program with other names, comments and layout."""
    names = sorted({word for word in re.findall(r"\b[a-z_]{5,}\b", text) if text.count(word) > 1})
    skipped = {
        "return",
        "while",
        "import",
        "lambda",
        "class",
        "continue",
        "break",
        "yield",
        "global",
        "False",
        "assert",
    }
    for i, name in enumerate(names):
        if name not in skipped:
            text = re.sub(rf"\b{name}\b", f"other_{i}", text)
    return "# mine\n" + text.replace("\n\n", "\n# a comment\n\n\n")


def other_program(seed, lines=200):
    dice = random.Random(seed)
    operators = ["+", "-", "*", "//", "%", "<", "==", "and", "or", "<<"]

    def expression(depth):
        if depth == 0:
            return dice.choice(["x", "3", "x[0]", "y(z)", "not x", "'text'"])
        return f"({expression(depth - 1)} {dice.choice(operators)} {expression(depth - 1)})"

    body = "\n".join(f"    x = {expression(2)}" for _ in range(lines))
    return f"def function():\n{body}\n"


def test_a_copy_under_other_names_is_found(tmp_path):
    ours, copy = source(tmp_path, "ann", OURS), source(tmp_path, "bob", renamed(OURS))
    stranger = source(tmp_path, "eve", other_program(1))
    first = compare([ours, stranger, copy])[0]
    assert (first.first.name, first.second.name) == ("ann", "bob")
    assert min(first.shares) > 0.95


def test_what_shares_enough_tokens_is_found_and_what_shares_fewer_is_not():
    dice = random.Random(3)

    def tokens(count):
        return [str(dice.randrange(1000)) for _ in range(count)]

    for size, found in [(RUN + WINDOW - 1, True), (RUN - 1, False)]:
        for _ in range(20):
            common = tokens(size)
            rows = [tokens(dice.randrange(100)) + common + tokens(dice.randrange(100)) for _ in range(2)]
            sources = [
                Source(name, (), tuple(row), tuple(row), winnow(row)) for name, row in zip("ab", rows, strict=True)
            ]
            pairs = compare(sources)
            assert bool(pairs) == found
            if found:
                assert pairs[0].passages[0].size >= size


def test_the_template_is_taken_away(tmp_path):
    template = other_program(1, 60)
    mine, theirs = template + other_program(2), template + other_program(3)
    sources = [source(tmp_path, "ann", mine), source(tmp_path, "bob", theirs)]
    with_template = compare(sources)[0]
    assert with_template.similarity > 0.2
    without = compare(sources, [source(tmp_path, "handed out", template)])
    assert not without or without[0].similarity < 0.05


def test_who_changes_the_template_in_the_same_few_words_has_copied_nothing(tmp_path):
    template = other_program(1, 60)
    changed = f"{template}\nDEPTH = 3\n"
    sources = [source(tmp_path, name, changed) for name in ("ann", "bob")]
    assert compare(sources)[0].similarity == 1
    templates = [source(tmp_path, "handed out", template)]
    assert compare(sources, templates) == []
    own = [source(tmp_path, name, changed + other_program(2, 20)) for name in ("cid", "dan")]
    (pair,) = compare(own, templates)
    assert pair.similarity > 0.9
    assert all(passage.size < len(own[0].tokens) / 2 for passage in pair.passages), "without the template"


def test_what_the_whole_class_has_is_common_ground(tmp_path):
    shared = other_program(1, 60)
    sources = [source(tmp_path, f"s{i}", shared + other_program(10 + i)) for i in range(6)]
    assert all(pair.similarity < 0.1 for pair in compare(sources))


@pytest.mark.parametrize(
    ("text", "ending", "kinds"),
    [
        ('"""Doc."""\nx = "a" # c\n', ".py", ["N", "=", "S"]),
        ("int a = 3; // no\n/* no\n no */ return b;", ".java", ["int", "N", "=", "0", ";", "return", "N", ";"]),
        ("print 'python 2' `x`", ".py", ["N", "S", "`", "N", "`"]),
    ],
)
def test_tokens(text, ending, kinds):
    assert [token for token, _ in tokens_of(text, is_python=ending == ".py")] == kinds


def test_lines_are_those_of_the_files(tmp_path):
    folder = tmp_path / "ann"
    folder.mkdir()
    (folder / "a.py").write_text("x = 1\n\ny = 2\n")
    (folder / "b.py").write_text("z = 3\n")
    found = read_source("ann", folder)
    assert found.lines == ("--- a.py", "x = 1", "", "y = 2", "--- b.py", "z = 3")
    assert [found.lines[place] for place in found.places] == [*["x = 1"] * 3, *["y = 2"] * 3, *["z = 3"] * 3]


@pytest.mark.parametrize("text", ["", "x", "(" * 5000, "x = 1\n" * 30_000, "\0" * 100, "'" * 999])
def test_odd_sources_end_nothing(tmp_path, text):
    first, second = source(tmp_path, "ann", text), source(tmp_path, "bob", text + "\n")
    for pair in compare([first, second]):
        assert 0 <= pair.similarity <= 1
        assert reports.page(pair)


def test_pages_mark_the_passages_and_escape(tmp_path):
    text = f"{OURS}\nHTML = '<script>alert(1)</script>'\n"
    pair = compare([source(tmp_path, "<ann>", text), source(tmp_path, "bob", text)])[0]
    page = reports.page(pair)
    assert "<script>alert" not in page
    assert page.count("<mark") > 100
    reports.write_pages(tmp_path / "out", [pair], [])
    assert 'href="pair-1.html"' in (tmp_path / "out" / "index.html").read_text()
    (passage,) = json.loads(reports.json_text([pair], []))["pairs"][0]["passages"]
    assert passage["first"] == passage["second"]


def test_a_rare_move_says_more_than_a_common_one():
    moves = {
        "ann": ["a", "b", "c", "d"],
        "bob": ["a", "b", "c", "d"],
        "eve": ["a", "x", "y", ""],
        "kim": ["a", "u", "v", "z"],
    }
    found = compare_moves(moves)
    assert [(each.first, each.second, each.same, each.asked) for each in found[:1]] == [("ann", "bob", 4, 4)]
    assert found[0].bits > 3
    assert all(each.bits == 0 for each in found[1:])
    assert next(each for each in found if each.second == "kim" and each.first == "eve").asked == 3


def test_positions_depend_on_the_seed_alone():
    first = [record.position.text for record in positions("minichess", 8, 1)]
    assert first == [record.position.text for record in positions("minichess", 8, 1)]
    assert len(first) == 8
    assert len(set(first)) > 4
    assert all(" w " in text for text in first)


@pytest.fixture
def run(command):
    return partial(command, "similarity")


def test_the_command(run, tmp_path, launcher):
    for name, text in (("ann", OURS), ("bob", f"# mine\n{OURS}")):
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "AB.py").write_text(text)
    status, out, err = run("minichess", "class", "--moves", "2", "--report", "out", "--json", "s.json")
    assert status == 0
    assert out.startswith("ann and bob: ")
    assert "ann and bob: the same move in 2 of 2 positions" in out
    assert "[2/2] bob: 2 moves" in err
    assert (tmp_path / "out" / "pair-1.html").exists()
    assert json.loads((tmp_path / "s.json").read_text())["agreements"][0]["same"] == 2


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        (["minichess"], "Name at least two programs to compare"),
        (["chess", "x"], "There is no assignment 'chess'"),
        (["minichess", "x", "--template", "none"], "There is no file or folder none."),
        (["starcircle", "x", "--moves", "3"], "they have no moves to compare"),
        (["minichess", "x", "--top", "0"], "The number of pairs cannot be 0"),
    ],
)
def test_what_is_wrong_is_said(run, tokens, sentence):
    status, out, err = run(*tokens)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert sentence in err


@pytest.mark.parametrize(
    "saved",
    [
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("utf-16-le"),
        lambda text: text.encode("utf-16-be"),
        lambda text: text.encode("utf-32"),
        lambda text: text.replace("\n", "\r\n").encode() + b"\x1a",
        lambda text: text.replace("\n", "\r").encode(),
        lambda text: text.replace("\n", "   \n").encode(),
        lambda text: f"# caf\u00e9\n{text}".encode("latin-1"),
        lambda text: f"# coding: cp1252\n# \u20ac\n{text}".encode("cp1252"),
        lambda text: text.expandtabs().encode() + b"\n\n\n",
    ],
)
def test_a_copy_is_one_however_it_was_saved(tmp_path, saved):
    """In each there is a line that goes on after a backslash, where a blank would be an error."""
    text = "\n".join(f"def f{i}(x):\n    y = x + \\\n        {i}\n    return [y, x, {i}]\n" for i in range(12))
    (tmp_path / "ann.py").write_text(text)
    (tmp_path / "bob.py").write_bytes(saved(text))
    ann, bob = (read_source(name, tmp_path / f"{name}.py") for name in ("ann", "bob"))
    assert compare([ann, bob])[0].shares == (1.0, 1.0)
