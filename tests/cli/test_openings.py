"""``plyground openings``: books of self-play, of databases, and what is in them."""

import pytest


@pytest.fixture
def run(command_line):
    return command_line


def test_a_book_of_self_play_is_made_and_read(run, tmp_path):
    path = tmp_path / "my.book"
    made = run("openings", "make", "halma-5x5", "--games", 3, "--nodes", 50, "-o", path)
    assert made[:2] == (0, "games 3\n")
    status, output, _ = run("openings", "show", "halma-5x5", path)
    assert status == 0
    assert sum(int(line.split()[2]) for line in output.splitlines()) == 3
    first = output.split()[0]
    assert run("openings", "show", "halma-5x5", path, "--moves", first)[0] == 0
    status, _, said = run("openings", "make", "halma-5x5", "-o", path)
    assert (status, said.count("\n")) == (2, 1)


def test_books_are_joined(run, tmp_path):
    for seed in (1, 2):
        run(
            "openings",
            "make",
            "halma-5x5",
            "--games",
            2,
            "--nodes",
            50,
            "--seed",
            seed,
            "-o",
            tmp_path / f"{seed}.book",
        )
    both = run("openings", "make", "halma-5x5", tmp_path / "1.book", tmp_path / "2.book", "-o", tmp_path / "both.book")
    assert both[:2] == (0, "games 4\n")


def test_a_book_of_a_match(run, tmp_path):
    database, path = tmp_path / "games.db", tmp_path / "my.book"
    run("match", "greedy", "random", "--game", "gardner", "--rounds", 2, "--db", database, "--openings", "random:2")
    assert run("openings", "make", "gardner", database, "-o", path)[:2] == (0, "games 4\n")
    assert "average" in run("openings", "show", "gardner", path)[1]
    status, _, said = run("openings", "make", "congo", database, "-o", tmp_path / "other.book")
    assert status == 2
    assert "There is no finished game of congo in" in said


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        (["make", "congo", "--games", 0, "-o", "x.book"], "The number of games cannot be 0"),
        (["make", "congo", "missing.txt", "-o", "x.book"], "The games missing.txt cannot be read"),
        (["make", "congo", "-o", "missing/x.book"], "there is no folder missing."),
        (["show", "congo", "missing.book"], "There is no file missing.book"),
    ],
)
def test_what_is_wrong_is_one_sentence(run, tokens, said):
    status, output, error = run("openings", *tokens)
    assert (status, output) == (2, "")
    assert said in error
    assert error.count("\n") == 1
