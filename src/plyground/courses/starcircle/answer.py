"""The four lines of a program's answer, read as they are meant, for the grader and the web's homework check.

The homework wants the move, MYOPIC, FARSIGHTED and the nodes, a line each and nothing else. Labels, other ways to write
a move or a number, and lines around the answer are understood where only one answer can be meant
(`plyground.programs.answers`); `Answer.remark` says then what was expected.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.core.errors import quote
from plyground.programs.answers import MOST_CHARACTERS, MOST_LINES, lines_with_text, number_in, only, strip

LINES = ("the move", "MYOPIC", "FARSIGHTED", "the number of nodes")

_EDGE = r"\s:=>(\[{\"'`*|"
_MOVE = re.compile(
    rf"(?<![^{_EDGE}])(?:([a-h][1-8])[\s(),.:=>x\u2013\u2014\u2192-]*(?:to\b)?[\s(]*([a-h][1-8])|(pass))(?![^\s.,;:!)\]}}\"'`*|])",
    re.IGNORECASE,
)
_NUMBER = r"([-+]?\d{1,18}(?:\.0*)?)"
_GAP = r"[\s,;|()\[\]'\"]+(?:[^\W\d]+[^\w-]+)*"
_ONE_LINE = re.compile(
    rf"(?:^|[\s(\['\":=])([a-h][1-8]\s*-?>?\s*[a-h][1-8]|pass){_GAP}{_NUMBER}{_GAP}{_NUMBER}{_GAP}{_NUMBER}[)\]\s.]*$",
    re.IGNORECASE,
)
_LABELS = (
    re.compile(r"\bmyopic", re.IGNORECASE),
    re.compile(r"\bfar[\s_-]?sighted", re.IGNORECASE),
    re.compile(r"\bnodes?\b|\bvisited\b|\bexpanded\b", re.IGNORECASE),
)
"""Words that say which number it is."""
_MOVE_WORD = re.compile(r"\b(?:move|action|play|answer)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Answer:
    """An answer as it is meant.

    Attributes
    ----------
    lines
        What is meant by each line; a line that cannot be understood as it is. Four, unless there is no one answer.
    written
        The same lines as the program wrote them.
    around
        How many other lines there are, empty ones too.
    """

    lines: tuple[str, ...]
    written: tuple[str, ...]
    around: int = 0

    def otherwise(self, expected: Sequence[str]) -> tuple[bool, ...]:
        """Tell of each line whether it is right, but in another form than the homework's."""
        return tuple(
            line == right and (bool(self.around) or written.rstrip() != right)
            for line, written, right in zip(self.lines, self.written, expected, strict=True)
        )

    def remark(self, expected: Sequence[str]) -> str:
        """Say in which form the lines that are right were expected; nothing if they have it."""
        places = [i for i, line in enumerate(self.written) if line.rstrip() != expected[i] == self.lines[i]]
        others = f"{self.around} other line{'s' * (self.around != 1)}"
        if not places:
            return f"only the four bare lines are expected, without {others}." if self.around else ""
        if len(set(self.written)) == 1:
            return "only the bare move and numbers are expected, each on a line of its own."
        what = ["the bare move"] * (0 in places) + ["the bare number"] * (places[-1] > 0)
        shown = [f"{LINES[i]} is written {_quote(self.written[i])} instead of {expected[i]}" for i in places]
        around = f", among {others}" if self.around else ""
        return f"only {' and '.join(what)} {'are' if len(what) > 1 else 'is'} expected: {', '.join(shown)}{around}."


def read_answer(text: str) -> Answer:
    """Read what a program wrote; where it could mean several answers, or none, its lines are left as they are."""
    every = text.strip("\ufeff \t\r\n").splitlines()
    lines = lines_with_text(every)
    around = len(every) - len(LINES)
    read = [_Line.of(line) for line in lines] if len(lines) <= MOST_LINES else []
    found = _in_a_row(read)
    if found is None:
        found = _by_labels(read)
    if found:
        return Answer(tuple(line.value for line in found), tuple(line.text for line in found), around)
    if found is None and len(lines) == len(LINES):
        meant = [line.value if line.fits(i) else strip(line.text) for i, line in enumerate(read)]
        return Answer(tuple(meant), tuple(lines), around)
    return _in_one_line(lines) or Answer(tuple(map(strip, lines)), tuple(lines))


@dataclass(frozen=True)
class _Line:
    """A line: the move or the number that it gives, the words around that, and whose value the words say it is."""

    text: str
    value: str = ""
    is_move: bool = False
    words: str = ""
    label: int | None = None

    @classmethod
    def of(cls, text: str) -> "_Line":
        """Read a line."""
        line = strip(text)
        if found := only(_MOVE, line):
            match, words = found
            value = "pass" if match[3] else f"{match[1]}-{match[2]}".upper()
            return cls(text, value, is_move=True, words=words, label=0)
        if number := number_in(line):
            labels = [place for place, words in enumerate(_LABELS, 1) if words.search(number[1])]
            if len(labels) < 2:
                return cls(text, number[0], words=number[1], label=labels[0] if labels else None)
        return cls(text)

    @property
    def is_bare(self) -> bool:
        """Whether nothing but the value stands there."""
        return bool(self.value) and not re.search(r"\w", self.words)

    @property
    def is_told(self) -> bool:
        """Whether it is bare, or words say whose value it is."""
        return self.is_bare or (_MOVE_WORD.search(self.words) is not None if self.is_move else self.label is not None)

    def fits(self, place: int) -> bool:
        """Tell whether it may be a line of the answer, from 0."""
        if not self.value or self.is_move != (place == 0):
            return False
        return place == 0 or self.label in {None, place}


def _in_a_row(read: list[_Line]) -> "tuple[_Line, ...] | None":
    """Return the four lines that follow each other as the homework wants; () if several do, None if none do.

    Bare lines, and those named, go before others with words around. No further bare number may follow: which is the
    number of nodes then?
    """
    size = len(LINES)
    starts = [i for i in range(len(read) - size + 1) if all(read[i + place].fits(place) for place in range(size))]
    starts = [i for i in starts if not (i + size < len(read) and _is_bare_number(read[i + size]))]
    rows = [tuple(read[i : i + size]) for i in starts]
    rows = [row for row in rows if all(line.is_told for line in row)] or rows
    by_labels = _by_labels(read)
    answers = {tuple(line.value for line in row) for row in (*rows, *([by_labels] if by_labels else []))}
    if not rows:
        return None
    return rows[0] if len(answers) == 1 else ()


def _is_bare_number(line: _Line) -> bool:
    return line.is_bare and not line.is_move


def _by_labels(read: list[_Line]) -> "tuple[_Line, ...] | None":
    """Return the lines that words name as the move and the three numbers, wherever they stand; None without all."""
    found = []
    for place in range(len(LINES)):
        named = [line for line in read if line.value and line.label == place and line.is_move == (place == 0)]
        if len({line.value for line in named}) != 1:
            return None
        found.append(named[0])
    return tuple(found)


def _in_one_line(lines: list[str]) -> Answer | None:
    """Return the answer of the one line that holds all four, ``F4-H2, 160, 160, 4``."""
    found = [match for line in lines if len(line) <= MOST_CHARACTERS and (match := _ONE_LINE.search(strip(line)))]
    if len(found) != 1:
        return None
    values = [_Line.of(group).value for group in found[0].groups()]
    return Answer(tuple(values), (found[0][0].strip(),) * len(values), len(lines) - 1)


def _quote(line: str) -> str:
    """Show a line; in quotes where blanks stand before it."""
    shown = quote(line.rstrip(), 20)
    return shown[1:-1] if shown.endswith("'") and line[:1].strip() else shown
