"""The Star and Circle homework: public samples, node counts against the twin, row repair, every fault by its place."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground import InvalidNotation
from plyground.courses.starcircle.format import decode, parse
from plyground.courses.starcircle.player import solve
from reference import starcircle as twin

EMPTY = "0,0,0,0,0,0,0,0"
USUAL_VALUES = "10,20,30,40,50,60,70,80"
SAMPLE_1 = ["0,S1,0,0,0,0,0,0", "0,0,C1,0,0,0,0,0", "0,0,0,S1,0,0,0,0"]
SAMPLE_3 = ["0,S1,0,0,0,0,0,0", "S1,0,0,0,0,0,0,0", "0,0,0,0,0,0,0,C1"]
SAMPLE_3_SHORT = [*SAMPLE_3[:2], "0,0,0,0,0,0,C1"]
SAMPLE_4 = ["0,S2,0,0,0,0,0,0", "S1,0,0,0,0,0,0,0", "0,0,0,0,0,0,0,C1", "0,0,0,0,0,0,S1,0", "0,0,0,0,0,S1,0,0"]
SAMPLE_4_SHORT = [*SAMPLE_4[:2], "0,0,0,0,0,0,C1", "0,0,0,0,0,S1,0", "0,0,0,0,S1,0,0"]
SAMPLE_5 = ["0,C1,0,C1,0,C1,0,C1", "C1,0,C1,0,C1,0,C1,0", "0,S1,0,S1,0,S1,0,S1", "S1,0,S1,0,S1,0,S1,0"]
GOOD = ["Star", "MINIMAX", "2", *SAMPLE_1, *[EMPTY] * 5, USUAL_VALUES]


def homework(player: str, algorithm: str, depth: int, rows: list[str], values: str = USUAL_VALUES) -> str:
    """Return an input file; rows from H down, those not given empty."""
    return "\n".join([player, algorithm, str(depth), *rows, *[EMPTY] * (8 - len(rows)), values])


def with_line(number: int, line: str) -> str:
    """Return sample 1 with its line `number`, from 1, replaced."""
    return "\n".join([*GOOD[: number - 1], line, *GOOD[number:]])


@pytest.mark.parametrize(
    ("text", "answer", "repairs"),
    [
        (homework("Star", "MINIMAX", 2, SAMPLE_1), "F4-H2\n160\n160\n5", 0),
        (homework("Star", "ALPHABETA", 2, SAMPLE_1), "F4-H2\n160\n160\n4", 0),
        (homework("Star", "MINIMAX", 9, SAMPLE_3), "G1-H2\n130\n90\n26", 0),
        (homework("Star", "MINIMAX", 9, SAMPLE_3_SHORT), "G1-H2\n130\n90\n26", 1),
        (homework("Circle", "ALPHABETA", 2, SAMPLE_4), "pass\n-290\n-300\n5", 0),
        (homework("Circle", "ALPHABETA", 2, SAMPLE_4_SHORT), "pass\n-290\n-300\n5", 3),
        (homework("Star", "ALPHABETA", 7, SAMPLE_5, "10,20,30,40,52,70,90,1000"), "pass\n368\n368\n3", 0),
    ],
)
def test_public_samples(text: str, answer: str, repairs: int) -> None:
    output, remarks = solve(text)
    assert output == answer
    assert len(remarks) == repairs


def random_file(rng: random.Random) -> str:
    """Return a well-formed file with pieces on dark squares anywhere."""
    density = rng.choice((0.1, 0.3, 0.6))
    cells = []
    for square in twin.SQUARES:
        cell = "0"
        if (ord(square[0]) + int(square[1])) % 2 == 0 and rng.random() < density:
            owner = rng.choice("SC")
            is_last = square[0] == twin.LAST_ROW[owner.lower()]
            cell = f"{owner}{rng.choice((1, 2, 32)) if is_last else 1}"
        cells.append(cell)
    rows = [",".join(cells[i : i + 8]) for i in range(0, 64, 8)]
    values = ",".join(map(str, sorted(rng.sample(range(-50, 200), 8))))
    player, algorithm = rng.choice(("Star", "Circle")), rng.choice(("MINIMAX", "ALPHABETA"))
    return homework(player, algorithm, rng.choice((1, 2, 3)), rows, values)


@pytest.mark.parametrize("seed", range(4))
def test_answers_agree_with_the_twin(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(50):
        text = random_file(rng)
        assert solve(text) == (twin.answer(text), []), text


def test_a_root_with_one_side_missing_is_a_leaf() -> None:
    assert solve(homework("Star", "MINIMAX", 5, ["0,S2,0,0,0,0,0,0"])) == ("pass\n160\n160\n1", [])
    assert solve(homework("Circle", "ALPHABETA", 5, ["0,S2,0,0,0,0,0,0"])) == ("pass\n-160\n-160\n1", [])
    assert solve(homework("Circle", "ALPHABETA", 5, [])) == ("pass\n0\n0\n1", [])


def test_stripped_are_blanks_returns_a_byte_order_mark_and_blank_lines_around() -> None:
    text = "\ufeff\n \t\r\n" + "".join(f"{line} \t\r\n" for line in GOOD) + "\r\n \n"
    assert solve(decode(text.encode())) == solve("\n".join(GOOD))


@pytest.mark.parametrize(
    ("row", "read", "understood"),
    [
        ("H", "S1,0,0,0,0,0,0", "0,S1,0,0,0,0,0,0"),
        ("H", "0,S2,S1,0,0,0,0", "0,S2,0,S1,0,0,0,0"),
        ("H", "0,0,0,0,0,0,0", EMPTY),
        ("G", "C1,0,C1,0,C1,C1,0", "C1,0,C1,0,C1,0,C1,0"),
        ("F", "0,0,0,0,0,0,C1", "0,0,0,0,0,0,0,C1"),
        ("A", "0,0,0,0,0,C9,0", "0,0,0,0,0,0,C9,0"),
    ],
)
@pytest.mark.parametrize("allow_light_squares", [False, True])
def test_a_row_of_seven_cells_is_repaired_and_reported(
    row: str, read: str, understood: str, allow_light_squares: bool
) -> None:
    number = 4 + "HGFEDCBA".index(row)
    repaired = parse(with_line(number, read), allow_light_squares)
    assert repaired.position == parse(with_line(number, understood)).position
    assert repaired.remarks == (f"Line {number}: row {row} has 7 cells; read {read}, understood {understood}.",)


def test_all_places_that_repair_a_row_give_the_same_row() -> None:
    rng = random.Random(3)
    repaired = 0
    for _ in range(300):
        cells = [rng.choice(("0", "0", "S1", "C1")) for _ in range(7)]
        squares = range(1, 9)
        rows = {(*cells[:place], "0", *cells[place:]) for place in range(8)}
        good = [
            row
            for row in rows
            if all(cell == "0" or column % 2 == 0 for column, cell in zip(squares, row, strict=True))
        ]
        text = with_line(6, ",".join(cells))
        if good:
            assert len(good) == 1
            assert parse(text).position == parse(with_line(6, ",".join(good[0]))).position
            repaired += 1
        else:
            with pytest.raises(InvalidNotation, match=f"line 6, column {len(','.join(cells)) + 1}: row F has 7 cells"):
                parse(text)
    assert 20 < repaired < 280


FAULTS = [
    # the words
    (1, "star", 1, "'star' is not a valid player; expected Star or Circle"),
    (1, " Star", 1, "' Star' is not"),
    (2, "MINMAX", 1, "'MINMAX' is not a valid algorithm; expected MINIMAX or ALPHABETA"),
    (3, "0", 1, "'0' is not a valid depth; expected a whole number from 1 to 10"),
    (3, "11", 1, "'11' is not a valid depth"),
    (3, "two", 1, "'two' is not"),
    (3, "2.0", 1, "'2.0' is not"),
    (3, "-1", 1, "'-1' is not"),
    # the cells
    (4, "0,S0,0,0,0,0,0,0", 3, "'S0' is not a cell; expected 0, S1 to S32 or C1 to C32"),
    (4, "0,S33,0,0,0,0,0,0", 3, "'S33' is not a cell"),
    (4, "0,X1,0,0,0,0,0,0", 3, "'X1' is not a cell"),
    (4, "0,S1,0,0,0 ,0,0,0", 10, "'0 ' is not a cell"),
    (4, "0,S1,0, 0,0,0,0,0", 8, "' 0' is not a cell"),
    (4, "0,S1,0,,0,0,0,0", 8, "'' is not a cell"),
    (4, "0,S32,0,S33,0,0,0,0", 9, "'S33' is not a cell"),
    (5, "0,0,0,0,0,0,S2,0", 13, "'S2' is a stack on row G.*Star stacks only on its last row, H"),
    (11, "S2,0,0,0,0,0,0,0", 1, "'S2' is a stack on row A.*Star stacks only on its last row, H"),
    (4, "0,C2,0,0,0,0,0,0", 3, "'C2' is a stack on row H.*Circle stacks only on its last row, A"),
    (4, "S1,0,0,0,0,0,0,0", 1, "'S1' stands on H1, a light square"),
    (11, "0,0,0,0,0,0,0,C1", 15, "'C1' stands on A8, a light square"),
    # the number of cells
    (7, f"{EMPTY},S1", 17, "row E has 9 cells; expected 8"),
    (7, f"{EMPTY},", 17, "row E has 9 cells; expected 8"),
    (7, "0,0,0,0,0,0", 12, "row E has 6 cells; expected 8"),
    (7, "0,S1,S1,0,0,0,S1", 17, "row E has 7 cells and no place for the missing 0"),
    (7, "0,0,0,0,S2,0", 9, "'S2' is a stack on row E"),
    (7, "", 1, "the line is empty; expected row E"),
    # the row values
    (12, "10,20,30,40,50,60,70", 21, "there are 7 row values; expected 8"),
    (12, f"{USUAL_VALUES},90", 25, "there are 9 row values; expected 8"),
    (12, "10,20,20,40,50,60,70,80", 7, "the row value 20 does not exceed 20"),
    (12, "10,20,15,x,50,60,70,80", 7, "the row value 15 does not exceed 20"),
    (12, "10,x,15,x,50,60,70,80", 4, "'x' is not a row value; expected a whole number of at most 15 digits"),
    (12, "10,20, 30,40,50,60,70,80", 7, "' 30' is not a row value"),
    (12, "10,20,30.5,40,50,60,70,80", 7, "'30.5' is not a row value"),
    (12, "10,20,+30,40,50,60,70,80", 7, "'.30' is not a row value"),
    (12, "10,20,30,40,50,60,70,1000000000000000", 22, "is not a row value"),
    (12, "-10,-20,30,40,50,60,70,80", 5, "the row value -20 does not exceed -10"),
    # before and after
    (12, f"{USUAL_VALUES}\nmore", None, "'more' follows the row values; expected the end"),
    (12, f"{USUAL_VALUES}\n\nmore", None, "an empty line follows the row values"),
    (12, "", 1, "the file ends here; expected 8 increasing row values"),
]


@pytest.mark.parametrize(("line", "text", "column", "what"), FAULTS)
def test_faults_are_named_by_line_and_column(line: int, text: str, column: int | None, what: str) -> None:
    place = f"line {line}, column {column}" if column else f"line {line + 1}, column 1"
    with pytest.raises(InvalidNotation, match=f"{place}: .*{what}") as caught:
        solve(with_line(line, text))
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kept", range(12))
@pytest.mark.parametrize("end", ["", "\n", "\r\n\r\n"])
def test_a_file_that_ends_early_is_named_where_it_ends(kept: int, end: str) -> None:
    with pytest.raises(InvalidNotation, match=f"line {kept + 1}, column 1: the file ends here; expected"):
        solve("\n".join(GOOD[:kept]) + end)


def test_lines_are_counted_in_the_file_as_it_is() -> None:
    with pytest.raises(InvalidNotation, match="line 5, column 1: 'minimax'"):
        solve("\n \r\n\nStar\nminimax")
    with pytest.raises(InvalidNotation, match="line 3, column 1: 'Stern'"):
        solve("\ufeff \n\nStern")


@pytest.mark.parametrize(
    "data", [b"\x7fELF\x00\xff\xfe", b"\xff\xfeS\x00t\x00a\x00r\x00", b"\x00" * 4096, b"Star\xff\n"]
)
def test_binary_files_are_refused_in_one_sentence(data: bytes) -> None:
    with pytest.raises(InvalidNotation, match=r"line 1, column 1: .* is not a valid player") as caught:
        solve(decode(data))
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


def test_a_huge_file_is_refused_in_one_short_sentence() -> None:
    for text in (
        "x" * 10**6,
        "\n".join(GOOD[:4]) + "0," * 10**6,
        with_line(12, "1" * 10**6),
        with_line(12, "1," * 10**5),
    ):
        with pytest.raises(InvalidNotation) as caught:
            solve(text)
        assert len(str(caught.value)) < 200


def test_light_squares_may_be_allowed() -> None:
    text = with_line(7, "0,S1,0,C1,0,0,0,0")
    with pytest.raises(InvalidNotation, match="line 7, column 3: 'S1' stands on E2, a light square"):
        solve(text)
    assert solve(text, allow_light_squares=True) == (twin.answer(text), [])


def test_allowing_light_squares_does_not_repair_by_them() -> None:
    with pytest.raises(InvalidNotation, match="line 7, column 17: row E has 7 cells"):
        solve(with_line(7, "0,S1,S1,0,0,0,S1"), allow_light_squares=True)


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 12), st.integers(0, 40), st.text(alphabet="0SC123,9-x \t", min_size=1, max_size=3))
def test_whatever_is_put_in_is_read_or_refused_on_its_line_or_before_its_end(line: int, place: int, junk: str) -> None:
    old = GOOD[line - 1]
    place = min(place, len(old))
    try:
        parse(with_line(line, old[:place] + junk + old[place:]))
    except InvalidNotation as error:
        found = re.search(r"line (\d+), column (\d+): ", str(error))
        assert found is not None
        assert int(found[1]) == line
        assert 1 <= int(found[2]) <= len(old) + len(junk) + 1
