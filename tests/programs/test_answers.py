"""Values and moves in other forms: read where they mean one thing."""

import pytest

from plyground.core.registry import get_game
from plyground.programs.answers import move_in, number_in, text_of_bytes


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("106", "106"),
        ("-7.0", "-7"),
        ("value is 106.", "106"),
        ("\ufeff 1,060\r", "1060"),
        ("-0", "0"),
        ("106.5", None),
        ("1,06", None),
        ("5 of 6", None),
        (">= 106", None),
        ("about 106", None),
        ("MYOPIC - 106", None),
        ("x106", None),
        ("106" + " " * 5000 + "x", None),
    ],
)
def test_numbers(line, number):
    found = number_in(line)
    assert (found[0] if found else None) == number


@pytest.mark.parametrize("form", ["{}", "Move: {}", "bestmove {}", "I play {}.", "'{}'", "\ufeff{}\r"])
@pytest.mark.parametrize("name", ["congo-2022", "minichess", "amazons-8x8"])
def test_moves_with_a_label(name, form):
    position = get_game(name).position()
    move = str(next(iter(position.legal_moves)))
    assert move_in(position, form.format(move)) == move
    assert move_in(position, form.format(move).upper()) == move


@pytest.mark.parametrize("line", ["", "hello", "depth 3", "info pv a1a3", "a1a3 a1a3", "a1a3 or a1a4"])
def test_lines_that_are_no_move(line):
    assert move_in(get_game("congo-2022").position(), line) is None


def test_an_illegal_move_is_one():
    assert move_in(get_game("congo-2022").position(), "Move: d2d7") == "d2d7"


def test_text_in_utf_16_has_its_mark():
    assert text_of_bytes("F4-H2\r\n".encode("utf-16")) == "F4-H2\r\n"
    assert text_of_bytes(b"\xef\xbb\xbf106") == "106"
