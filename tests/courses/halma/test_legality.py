"""Halma: an illegal play is told which rule it breaks."""

import pytest

from plyground import get_game
from plyground.core.errors import IllegalMove
from plyground.courses.halma.inputs import draw_position
from plyground.courses.halma.legality import check_play

EMPTY = ["." * 16] * 16


def board(men, color="b"):
    """Return a usc2019 position from the homework's coordinates: ``{"B": [(x, y), ...], "W": [...]}``."""
    rows = [list(row) for row in EMPTY]
    for man, places in men.items():
        for x, y in places:
            rows[y][x] = man
    text = "/".join("".join(row).replace(".", "1") for row in rows)
    return get_game("halma-usc2019").position(f"{_joined(text)} {color}")


def _joined(text):
    found = []
    for row in text.split("/"):
        out, run = "", 0
        for cell in row:
            if cell == "1":
                run += 1
            else:
                out += (str(run) if run else "") + cell
                run = 0
        found.append(out + (str(run) if run else ""))
    return "/".join(found)


OUTSIDE = [(15, 0)]
"""A man that is in nobody's way."""


@pytest.mark.parametrize(
    ("men", "play", "reason"),
    [
        ({"B": [(8, 8)], "W": OUTSIDE}, "a1a2", "no man stands on a1"),
        ({"B": [(8, 8)], "W": OUTSIDE}, "p16o16", "the man on p16 is White's"),
        ({"B": [(8, 8), (9, 8)], "W": OUTSIDE}, "i8j8", "j8 is occupied"),
        ({"B": [(8, 8)], "W": OUTSIDE}, "i8k8", "there is no man to jump over between i8 and k8"),
        ({"B": [(8, 8)], "W": OUTSIDE}, "i8l8", "i8 to l8 is neither a step nor a jump over one square"),
        ({"B": [(8, 8), (9, 8)], "W": OUTSIDE}, "i8k8i8", "cannot end where it began"),
        ({"B": [(8, 8), (9, 8)], "W": OUTSIDE}, "i8k8l8", "k8 to l8 is a step, and a chain has only jumps"),
        ({"B": [(15, 15), (8, 8)], "W": OUTSIDE}, "p1n1", "no man to jump over"),
        ({"B": [(14, 12), (8, 8)], "W": OUTSIDE}, "o4n5", "a man in the opposing camp may not leave it"),
        ({"B": [(5, 0)], "W": OUTSIDE}, "f16e16", "may not return to it (rule 1 of the addendum)"),
        (
            {"B": [(4, 0), (8, 8)], "W": OUTSIDE},
            "i8i7",
            "can move one of them out, so it must (rule 2 of the addendum)",
        ),
        (
            {"B": [(0, 0), (8, 8)], "W": OUTSIDE},
            "i8i7",
            "can move one of them out, so it must|can move further from the camp's corner, so it must",
        ),
        ({"B": [(2, 2), (8, 8)], "W": OUTSIDE}, "c14b14", "rule 2 of the addendum"),
    ],
)
def test_the_broken_rule_is_named(men, play, reason):
    position = board(men)
    with pytest.raises(IllegalMove) as error:
        check_play(position, play)
    assert str(error.value).startswith(f"The play {play} is illegal: ")
    assert any(part in str(error.value) for part in reason.split("|"))


def test_every_illegal_end_of_a_step_gets_a_reason_of_its_own():
    """No play that looks right on the board is refused without the rule that forbids it."""
    for number in range(1, 7):
        position = draw_position(number, 7)
        legal = set(map(str, position.legal_moves))
        plain = get_game("halma").position(position.text)
        for move in plain.legal_moves:
            if str(move) not in legal:
                path = "".join(plain.notation.move_steps(plain.rules, plain.words, move.code))
                with pytest.raises(IllegalMove, match="addendum"):
                    check_play(position, path)
        for play in legal:
            assert check_play(position, play) == play
