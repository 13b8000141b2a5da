"""The inputs of the parts, drawn by seed, and the first difference between an answer and ours.

An input has the number of its records on the first line, then the records: positions from random games, and for part
III a move for each. Our answers come from `plyground.courses.congo.parts`.
"""

import random
import re
from dataclasses import dataclass, replace
from functools import lru_cache

from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.core.registry import get_game
from plyground.courses.congo.format import EDITIONS
from plyground.courses.congo.parts import run

LINES_OF_RECORD = {"part1": 18, "part3": 2}
"""Lines in the answer to one record, the blank line between included; one in the other parts."""

GAMES = {"2022": "congo-2022", "2021": "congo-2021", "full": "congo"}
KINDS = {
    "2022": ("lion", "zebra", "giraffe", "pawn", "superpawn"),
    "2021": ("lion", "zebra", "elephant", "pawn"),
    "full": ("lion", "zebra", "giraffe", "pawn", "superpawn", "elephant", "crocodile", "monkey"),
}
"""Edition to the pieces that part II is about: all it has."""
_LETTERS = {edition: frozenset(kind[0] for kind in kinds) for edition, kinds in KINDS.items()}
_MAX_PLIES = 60


@dataclass(frozen=True)
class Input:
    """An input of a part.

    Attributes
    ----------
    part, kind
        As the command line of our own program takes them; `kind` is empty but for part 2.
    records
        A position, and in part 3 a move, for each.
    expected
        The lines of the right answer.
    """

    part: str
    kind: str
    records: tuple[tuple[str, ...], ...]
    expected: tuple[str, ...]

    @property
    def text(self) -> str:
        """The whole input."""
        lines = [str(len(self.records)), *(line for record in self.records for line in record)]
        return "\n".join(lines) + "\n"


@lru_cache(maxsize=1000)
def draw_input(part: str, kind: str, edition: str, count: int, seed: int) -> Input:
    """Return an input with `count` records; a class has the same inputs, so they are kept."""
    dice = random.Random(seed)
    records: list[tuple[str, ...]] = []
    while len(records) < count:
        position = _position(GAMES[edition], dice)
        own = kind[:1].upper() if position.turn == 0 else kind[:1]
        if kind and own not in position.text.split()[0] and dice.random() < 0.8:
            # a position without the piece is a test too, but one in five is enough
            continue
        record: tuple[str, ...] = (position.text,)
        if part == "part3":
            record += (str(dice.choice(list(position.legal_moves))),)
        records.append(record)
    given = Input(part, kind, tuple(records), ())
    lines = run(part, kind or None, "2021" if edition == "2021" else "2022", given.text.splitlines())
    return Input(part, kind, given.records, tuple(lines))


def _position(game: str, dice: random.Random) -> Position:
    """Return a position of a random game that is not over."""
    position = get_game(game).position()
    for _ in range(dice.randint(0, _MAX_PLIES)):
        moves = list(position.legal_moves)
        after = position.play(dice.choice(moves))
        if after.outcome is not None or not after.legal_moves:
            break
        position = after
    return position


@dataclass(frozen=True)
class AnswerComparison:
    """How an answer compares with ours.

    Attributes
    ----------
    wrong
        The records that are not answered rightly, from 0.
    given, expected
        The lines of the first of them, and ours.
    squares
        Squares named in the one and not in the other.
    """

    wrong: tuple[int, ...]
    given: str = ""
    expected: str = ""
    squares: tuple[str, ...] = ()


def compare(question: Input, output: str, *, is_whole: bool = True) -> AnswerComparison:
    """Compare a program's output with ours, record by record; spaces at the ends of lines are ignored.

    Empty answers may be lost with the end of the output: but not all answers, nor those of a program that broke off,
    whose output is not `is_whole`.
    """
    written = len(output.splitlines())
    step = LINES_OF_RECORD.get(question.part, 1)
    lines = [line.rstrip() for line in output.rstrip().splitlines()] if output.strip() else []
    expected = [line.rstrip() for line in question.expected]
    wrong = []
    may_lose = is_whole and step == 1 and any(a == b != "" for a, b in zip(lines, expected, strict=False))
    for i in range(len(question.records)):
        # the blank line after the last record of part I belongs to no record
        wanted = [line for line in expected[i * step : (i + 1) * step] if line or step == 1]
        found = [line for line in lines[i * step : (i + 1) * step] if line or step == 1]
        if step == 1:
            found = lines[i : i + 1] or ([""] if i < written or may_lose else [])
        if found != wanted:
            wrong.append(i)
    if not wrong:
        return AnswerComparison(())
    first = slice(wrong[0] * step, (wrong[0] + 1) * step)
    wanted, found = expected[first], lines[first]
    return AnswerComparison(tuple(wrong), "\n".join(found), "\n".join(wanted), _differing_squares(found, wanted))


def right_edition(question: Input, output: str) -> str:
    """Return the edition by which all of a program's answers are right, where by the one asked for they are not."""
    for edition in EDITIONS:
        try:
            lines = tuple(run(question.part, question.kind or None, edition, question.text.splitlines()))
        except PlygroundError:
            # its pieces are others
            continue
        if lines != question.expected and not compare(replace(question, expected=lines), output).wrong:
            return edition
    return ""


def fitting_edition(question: Input, output: str) -> str:
    """Return the edition by which every record that has only its pieces is answered rightly, if others have more."""
    step = LINES_OF_RECORD.get(question.part, 1)
    for edition in EDITIONS:
        expected: list[str] = []
        strange = set()
        for i, record in enumerate(question.records):
            men = set(record[0].split()[0].lower()) & _LETTERS["full"]
            lines = list(question.expected[i * step : (i + 1) * step])
            if men <= _LETTERS[edition]:
                lines = list(run(question.part, question.kind or None, edition, ["1", *record]))
                lines += [""] * (step - len(lines))
            else:
                strange.add(i)
            expected += lines
        if not 0 < len(strange) < len(question.records):
            continue
        if strange.issuperset(compare(replace(question, expected=tuple(expected)), output).wrong):
            return edition
    return ""


def _differing_squares(given: list[str], expected: list[str]) -> tuple[str, ...]:
    words = set(" ".join(given).split()) ^ set(" ".join(expected).split())
    return tuple(sorted({square for word in words for square in re.findall("[a-g][1-7]", word)}))
