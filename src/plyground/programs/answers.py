r"""Reading what a program wrote: a value is the same value, however it is dressed.

``Move: h6-f8``, ``106.0``, ``FARSIGHTED = 106`` or a tab before the answer say what was asked for, in another form. The
readers of the courses take such a form where it can mean one thing only, and say so. They do not know the right
answer, so they never choose between two meanings: where a line holds a second number, or doubts (``about 106``), it
means nothing.
"""

import re
from collections.abc import Iterable
from itertools import islice

from plyground.core.errors import IllegalMove, InvalidNotation
from plyground.core.position import Position

FORMAT_DEDUCTION = 0.1
"""The usual share of the points that a right answer loses where it is written in another form than the hand-out's."""
MOST_LINES, MOST_CHARACTERS = 100_000, 1_000
"""An answer is not looked for among more lines than that, nor in longer ones."""

_COLOURS = re.compile(r"\x1b\[[\d;]*m")
_BLANKS = " \t\r\f\v\xa0\ufeff"
_EDGE = r"\s:=>(\[{\"'`*|"
_END = r"\s.,;:!)\]}\"'`*|"
NUMBER = re.compile(rf"(?<![^{_EDGE}])([-+\u2212]?)(\d{{1,3}}(?:,\d{{3}})+|\d{{1,18}})(?:\.0*)?(?![^{_END}])", re.ASCII)
_MOVE_LABEL = re.compile(
    r"^(?:(?:my|the|best|next|chosen|final)\s*)*(?:move|bestmove|play|i play|answer|action)(?:\s+is)?\b\s*[:=]?\s*",
    re.IGNORECASE,
)
_DOUBT = re.compile(
    r"\d|[<~^%/?\u2264\u2265\u2248\u00b1]|>=|(?<![-=])>"
    r"|\b(?:not|no(?!\.)|or|about|roughly|approximately|around|least|most|between|maybe|perhaps|unknown|error|instead)\b",
    re.IGNORECASE,
)


def text_of_bytes(data: bytes) -> str:
    """Return the text of an answer: UTF-8, or UTF-16 where a byte-order mark says so; without the mark."""
    is_wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    return data.decode("utf-16" if is_wide else "utf-8", errors="replace").removeprefix("\ufeff")


def strip(line: str) -> str:
    """Return a line without blanks, byte-order marks and terminal colours around its text."""
    return _COLOURS.sub("", line).strip(_BLANKS)


def lines_with_text(lines: Iterable[str]) -> list[str]:
    """Return the lines that hold anything, as they are."""
    return [line for line in lines if strip(line)]


def only(pattern: re.Pattern[str], line: str) -> tuple[re.Match[str], str] | None:
    """Return the one match of a line, and the words around it; None if there are more, or the words leave a doubt."""
    found = list(islice(pattern.finditer(line), 2)) if len(line) <= MOST_CHARACTERS else []
    if len(found) != 1:
        return None
    words = f"{line[: found[0].start()]} {line[found[0].end() :]}"
    return None if _DOUBT.search(words) else (found[0], words.strip())


def number_in(line: str) -> tuple[str, str] | None:
    """Return the whole number that a line gives, and the words around it; None if it gives none, or several.

    >>> number_in("106.0"), number_in("FARSIGHTED = 1,060"), number_in("106.5"), number_in("5 - 106")
    (('106', ''), ('1060', 'FARSIGHTED ='), None, None)
    """
    line = strip(line)
    found = only(NUMBER, line)
    if found is None or line[: found[0].start()].rstrip()[-1:] in set("-\u2212\u2013\u2014+"):
        # a dash before a blank may be a sign
        return None
    sign, digits = found[0][1], found[0][2].replace(",", "")
    return str(-int(digits) if sign in {"-", "\u2212"} else int(digits)), found[1]


def move_in(position: Position, line: str) -> str | None:
    """Return the move of a line in the game's notation, legal or not; None for a line that is none.

    It may have a label (``best move: A1-A2``), quotes or a full stop, capitals, and a hyphen or blanks in between. A
    line that only mentions a move is none.
    """
    line = strip(line)
    bare = _MOVE_LABEL.sub("", line).strip("()[]{}'\"`*.! \t")
    joined = re.sub(r"^([A-Za-z]\d{1,2})(?:\s*->?\s*|\s+(?:to\s+)?)(?=[A-Za-z]\d{1,2}(?!\S*\s))", r"\1", bare)
    for text in dict.fromkeys((line, bare, bare.lower(), joined, joined.lower())):
        try:
            position.move(text)
        except IllegalMove:
            return text
        except InvalidNotation:
            continue
        return text
    return None
