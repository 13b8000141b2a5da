"""The Congo assignment: parts I to V, the checker, and the agent of the tournament."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lateness import lateness, lateness_of_a_sleep
from plyground import IllegalMove, InvalidNotation, UnknownName, get_game
from plyground.courses.congo import player, search
from plyground.courses.congo.format import EDITIONS
from plyground.courses.congo.parts import KINDS, run
from plyground.kernel.compile import JIT
from reference import congo as twin
from reference import congo_course as course_twin

START = twin.VARIANTS["congo-2022"]
BARE = "3l3/7/7/7/7/7/3L3 w 5"
NO_RECORDS = ["part1", "part3", "part4-evaluate", "part4-minimax", "part5-evaluate", "part5-alphabeta"]


def answers(part: str, *lines: str, kind: str | None = None, edition: str = "2022") -> list[str]:
    return list(run(part, kind, edition, [line + "\n" for line in lines]))


def few_pieces(rng: random.Random) -> str:
    """Return a position small enough for the twin's searches."""
    board = {rng.choice(sorted(twin.WHITE_CASTLE)): "L", rng.choice(sorted(twin.BLACK_CASTLE)): "l"}
    for _ in range(rng.randrange(5)):
        letter = rng.choice("PSZGEM")
        board.setdefault((rng.randrange(7), rng.randrange(7)), letter if rng.random() < 0.5 else letter.lower())
    return twin.write(twin.Position(board, rng.choice("wb"), rng.randrange(50)))


# --- the public samples --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "kind", "given_name", "expected_name"),
    [
        ("part1", None, "part1.in", "part1.out"),
        *[
            ("part2", kind, f"part2-{kind}.in", f"part2-{kind}.out")
            for kind in ["giraffe", "lion", "pawn", "superpawn", "zebra"]
        ],
        ("part3", None, "part3.in", "part3.out"),
        *[(part, None, "part45.in", f"{part}.out") for part in NO_RECORDS[2:]],
    ],
)
def test_samples(cases, part, kind, given_name, expected_name):
    if not JIT and part == "part5-alphabeta":
        pytest.skip("too deep for uncompiled kernels")
    folder = cases / "congo"
    with (folder / given_name).open() as lines:
        found = list(run(part, kind, "2022", lines))
    assert found == (folder / expected_name).read_text().splitlines()


def test_the_tournament_sample(cases):
    """The agent answers every `go` with a move that is legal where it stands."""
    lines = (cases / "congo" / "tournament.txt").read_text().splitlines()
    to_agent = [line[2:].replace("go 60", "go 0.5") for line in lines if line.startswith(">")]
    first, second = player.tournament(to_agent)
    assert first in twin.moves("congo", START)
    after = twin.play("congo", twin.play("congo", START, first), "d6d5")
    assert second in twin.moves("congo", after)


# --- the parts -----------------------------------------------------------------------------------------------------


def test_part_one_leaves_no_blank_behind_a_label():
    lines = answers("part1", "1", BARE)
    assert len(lines) == 17
    assert lines[:2] == ["white pawn:", "black pawn:"]
    assert lines[10:12] == ["white lion: d1", "black lion: d7"]
    assert lines[-1] == "side to play: white"


@settings(max_examples=60 if JIT else 5)
@given(st.integers(0, 2**32).map(random.Random))
def test_part_two_lists_each_kind(rng):
    text = few_pieces(rng)
    for kind in KINDS:
        assert answers("part2", "1", text, kind=kind) == [" ".join(course_twin.kind_moves("congo", text, kind))]


def test_part_two_plays_on_from_bare_lions_but_not_without_a_lion():
    assert answers("part2", "1", BARE, kind="lion") == ["d1c1 d1c2 d1d2 d1d7 d1e1 d1e2"]
    assert answers("part2", "1", BARE, kind="monkey") == [""]
    assert answers("part2", "1", "3l3/7/7/7/7/7/P6 w 3", kind="pawn") == [""]


def test_part_three_says_who_has_won():
    white = answers("part3", "2", BARE, "d1d7", "3l3/7/7/7/p6/7/3L3 b 5", "d7d1")
    assert white == ["3L3/7/7/7/7/7/7 b 5", "White wins", "7/7/7/7/p6/7/3l3 w 6", "Black wins"]
    assert answers("part3", "1", BARE, "d1d2") == ["3l3/7/7/7/7/3L3/7 b 5", "Continue"]
    assert answers("part3", "1", "3l3/7/7/7/7/4p2/3L3 w 5", "d1e2") == ["3l3/7/7/7/7/4L2/7 b 5", "Continue"]


@pytest.mark.parametrize("edition", EDITIONS)
@settings(max_examples=15 if JIT else 3)
@given(st.integers(0, 2**32).map(random.Random))
def test_parts_four_and_five_agree_with_the_twin(edition, rng):
    text = few_pieces(rng)
    assert answers("part4-evaluate", "1", text, edition=edition) == [str(course_twin.course_material(text, edition))]
    assert answers("part4-minimax", "1", text, edition=edition) == [str(course_twin.course_minimax(text, 2, edition))]
    assert answers("part5-evaluate", "1", text, edition=edition) == [str(course_twin.course_advanced(text, edition))]
    words = get_game("congo-2021" if edition == "2021" else "congo").position(text).words
    game = get_game("congo-2021" if edition == "2021" else "congo")
    search.warmup(game)
    assert search.alphabeta(game, words, 2) == course_twin.course_alphabeta(text, 2, edition)


@pytest.mark.skipif(not JIT, reason="too deep for uncompiled kernels")
@pytest.mark.parametrize("seed", range(3))
def test_part_five_agrees_with_the_twin_at_its_own_depth(seed):
    text = few_pieces(random.Random(seed))
    assert answers("part5-alphabeta", "1", text) == [str(course_twin.course_alphabeta(text))]


def test_the_searches_go_on_from_bare_lions():
    assert answers("part4-evaluate", "1", BARE) == ["0"]
    assert answers("part4-minimax", "1", BARE) == [str(course_twin.course_minimax(BARE))] == ["10000"]


def test_an_edition_changes_values_and_promotion():
    text = "3l3/P6/7/7/7/E6/3L3 w 0"
    assert answers("part4-evaluate", "1", text) == ["100"]
    assert answers("part4-evaluate", "1", text, edition="2021") == ["300"]
    assert answers("part3", "1", text, "a6a7")[0].startswith("S")
    assert answers("part3", "1", text, "a6a7", edition="2021")[0].startswith("P")


def test_answers_come_while_the_input_is_read():
    read = []

    def lines():
        for line in ("2", BARE, START):
            read.append(line)
            yield line

    answering = run("part4-evaluate", None, "2022", lines())
    assert next(answering) == "0"
    assert read == ["2", BARE]


def test_no_records_are_no_answers():
    assert answers("part1", "0") == []
    assert answers("part1", "0", "what follows is not read") == []


@pytest.mark.parametrize(
    ("part", "lines", "error", "sentence"),
    [
        ("part1", [], InvalidNotation, "The input ends after line 0; the next line should be the number of records"),
        ("part1", ["2", BARE], InvalidNotation, "ends after line 2; the next line should be position 2 of 2"),
        ("part1", ["x"], InvalidNotation, "Line 1 should be the number of records, not 'x'"),
        ("part1", ["-1"], InvalidNotation, "Line 1 should be the number of records"),
        ("part1", ["9" * 5000], InvalidNotation, "ends after line 1"),
        ("part1", ["1", "nothing"], InvalidNotation, "Line 2: The position 'nothing' has 1 fields"),
        ("part1", ["1", "\x00\x07"], InvalidNotation, "Line 2: The position"),
        ("part3", ["1", BARE], InvalidNotation, "ends after line 2; the next line should be a move in"),
        ("part3", ["1", BARE, "d1"], InvalidNotation, "Line 3: The move 'd1' should be two squares"),
        ("part3", ["1", BARE, "d1d3"], IllegalMove, "Line 3: The move 'd1d3' cannot be played in"),
        ("part6", ["0"], UnknownName, "There is no part 'part6'; the parts are part1, part2"),
        ("part2", ["0"], UnknownName, "Part 2 needs a kind of piece"),
    ],
)
def test_faulty_input_is_named(part, lines, error, sentence):
    with pytest.raises(error, match=sentence):
        answers(part, *lines)


def test_an_edition_that_never_was():
    with pytest.raises(UnknownName, match="There is no edition '2020'; the editions are 2022 or 2021"):
        answers("part1", "0", edition="2020")


# --- the protocols -------------------------------------------------------------------------------------------------


def test_checker_answers_moves_and_next():
    lines = ["moves \n", START + " \n", "\n", "next\n", START, "d2d3 ", "moves", BARE, "END", "never read"]
    assert list(player.checker(lines)) == [
        " ".join(twin.moves("congo", START)),
        twin.play("congo", START, "d2d3"),
        "",
    ]


@pytest.mark.parametrize(
    ("lines", "error", "sentence"),
    [
        (["go 1"], InvalidNotation, "Line 1: expected moves, next or END, not 'go 1'"),
        (["moves"], InvalidNotation, "ends after line 1; the next line should be a position after 'moves'"),
        (["next", START], InvalidNotation, "ends after line 2; the next line should be a move"),
        (["next", START, "d2d5"], IllegalMove, "Line 3: The move 'd2d5' cannot be played"),
    ],
)
def test_checker_names_what_is_wrong(lines, error, sentence):
    with pytest.raises(error, match=sentence):
        list(player.checker(lines))


def test_the_agent_takes_the_lion():
    """Deeper searches find other moves that win too, only later: c6c5, say."""
    text = "3l3/2P4/7/7/7/7/4L2 w 30"
    assert list(player.tournament(["newgame", f"position {text}", "go 1", "END"])) == ["c6d7"]


def test_the_agent_says_none_when_it_is_over():
    assert list(player.tournament([f"position {BARE}", "go 1"])) == ["none"]


@pytest.mark.skipif(not JIT, reason="uncompiled kernels are slow")
@pytest.mark.parametrize("seconds", [0.001, 0.2, 1.0])
def test_the_agent_keeps_its_time(seconds):
    agent = player.tournament(iter(["newgame", f"go {seconds}"] * 3))
    next(agent)  # loads the kernels

    def answer():
        assert next(agent) in twin.moves("congo", twin.VARIANTS["congo"])

    assert lateness(seconds, answer, tries=2) < 0.1 + 3 * lateness_of_a_sleep(seconds / 10)


@pytest.mark.parametrize(
    ("lines", "error", "sentence"),
    [
        (["go fast"], InvalidNotation, "Line 1: the time 'fast' should be a number of seconds above 0"),
        (["go nan"], InvalidNotation, "Line 1: the time 'nan'"),
        (["go -1"], InvalidNotation, "Line 1: the time '-1'"),
        (["moves e2e7"], IllegalMove, "Line 1: The move 'e2e7' cannot be played"),
        (["", "position x"], InvalidNotation, "Line 2: The position 'x' has 1 fields"),
        (["hello"], InvalidNotation, "Line 1: expected newgame, position, moves, go or END, not 'hello'"),
    ],
)
def test_the_agent_names_what_is_wrong(lines, error, sentence):
    with pytest.raises(error, match=sentence):
        list(player.tournament(lines))
