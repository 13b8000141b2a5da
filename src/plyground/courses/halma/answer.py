"""A program's play, read as it is meant, for the grader and for games.

The homework wants ``E x,y x,y``, or a line ``J x,y x,y`` for each jump, and nothing else. Small letters, brackets,
arrows, labels and lines around the play are understood where only one play can be meant.
"""

import re
from dataclasses import dataclass

from plyground.core.errors import InvalidNotation, quote
from plyground.core.position import Position
from plyground.courses.halma.format import move_of_output
from plyground.programs.answers import MOST_LINES, lines_with_text, only, strip

_EDGE = r"\s:=>\"'`*|\[("
_PLACE = r"[(\[]?\s*(\d{1,2})(?:\.0+)?\s*[,;\s]\s*(\d{1,2})(?:\.0+)?\s*[)\]]?"
_TO = r"[\s,;=>\u2192-]*(?:to\b)?\s*"
_PLAY = re.compile(rf"(?<![^{_EDGE}])([EJ])[\s:,=(]*{_PLACE}{_TO}{_PLACE}(?!\w|[.,]\d)", re.IGNORECASE)
_BEGINNING = re.compile(r"(?<!\w)[EJ][\s:,=(\[]*\d", re.IGNORECASE)
"""What only a play begins with: a line with this that is none leaves a doubt."""


@dataclass(frozen=True)
class Play:
    """A play: its text, as the game's moves have it, and in which form it was expected, if it was another."""

    text: str
    form: str = ""


def read_play(position: Position, text: str) -> Play:
    """Return the play that an output.txt means; raises `InvalidNotation` for what is none, or could be several."""
    text = text.removeprefix("\ufeff")
    try:
        return Play(move_of_output(position, text))
    except InvalidNotation as error:
        lines = lines_with_text(text.splitlines())
        found = _plays(lines)
        try:
            return Play(move_of_output(position, "\n".join(found.values())), _form(lines, found))
        except InvalidNotation:
            # what the program wrote is told as it wrote it
            raise error from None


def _plays(lines: list[str]) -> dict[int, str]:
    """Return the lines that are plays, by number, in the homework's form; nothing where one is only almost a play."""
    found: dict[int, str] = {}
    for i, line in enumerate(lines if len(lines) <= MOST_LINES else []):
        if play := only(_PLAY, strip(line)):
            letter, *places = play[0].groups()
            x, y, to_x, to_y = map(int, places)
            found[i] = f"{letter.upper()} {x},{y} {to_x},{to_y}"
        elif _BEGINNING.search(line):
            return {}
    # a chain is one block of lines
    return found if list(found) == list(range(min(found, default=0), min(found, default=0) + len(found))) else {}


def _form(lines: list[str], found: dict[int, str]) -> str:
    """Say in which form the play was expected."""
    first = min(found, default=0)
    other = next((i for i, play in found.items() if lines[i].strip() != play), None)
    around = len(lines) - len(found)
    said = f"only the bare play is expected: {found.get(first if other is None else other)}"
    said += f", not {quote(strip(lines[other]), 40)}" if other is not None else ""
    return f"{said}{f', without {around} other line' + 's' * (around != 1) if around else ''}."
