"""`Annotations`: what a comment says to programs, as lichess and other PGN writers put it there.

>>> said = Annotations.of("[%clk 0:01:30] [%eval -0.25,12] good [%cal Ga1a3,Rb2b4] [%csl Yc3]")
>>> said.text, said.clock, said.eval, said.arrows
('good', 90.0, '-0.25,12', (('G', 'a1', 'a3'), ('R', 'b2', 'b4')))
>>> said.comment()
'good [%csl Yc3] [%cal Ga1a3,Rb2b4] [%clk 0:01:30] [%eval -0.25,12]'

Colours are those of the writers: G, R, Y, B. What is no such command, or is not written as one, stays in the text.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from plyground.core.arguments import demand_type
from plyground.core.position import Position, demand_position

_SQUARE = r"[A-Za-z]\d{1,2}"
_DRAWN = rf"[A-Z]{_SQUARE}(?:{_SQUARE})?"
_TIME = r"\d+:[0-5]?\d:[0-5]?\d(?:\.\d+)?"
_COMMAND = re.compile(
    rf"""\s*\[%(?:
      (?:csl|cal)\s+(?P<drawn>{_DRAWN}(?:\s*,\s*{_DRAWN})*)\s*,?
    | clk\s+(?P<clock>{_TIME})
    | emt\s+(?P<elapsed>{_TIME})
    | eval\s+(?P<eval>[+-]?(?:\d+(?:\.\d*)?|\.\d+|\#[+-]?\d+)(?:\s*,\s*\d+)?)
    )\s*\]\s*""",
    re.VERBOSE,
)
_COMMANDS = re.compile(re.sub(r"\?P<\w+>", "?:", f"(?:{_COMMAND.pattern})+"), re.VERBOSE)


@dataclass(frozen=True)
class Annotations:
    """The parts of a comment.

    Attributes
    ----------
    text
        What is said to people.
    squares
        Marked squares, each with its colour's letter: ``("G", "a1")``.
    arrows
        Arrows, each with its colour's letter: ``("G", "a1", "a3")``.
    clock
        Seconds on the mover's clock.
    eval
        The score from White's view, in pawns or as ``#3``, and the depth after a comma if there is one.
    elapsed
        Seconds that the move took.
    """

    text: str = ""
    squares: tuple[tuple[str, str], ...] = ()
    arrows: tuple[tuple[str, str, str], ...] = ()
    clock: float | None = None
    eval: str = ""
    elapsed: float | None = None

    @classmethod
    def of(cls, comment: str) -> Self:
        """Read a comment."""
        demand_type(comment, str, "A comment", "a text")
        squares: list[tuple[str, str]] = []
        arrows: list[tuple[str, str, str]] = []
        clock, elapsed, score = None, None, ""
        for found in _COMMAND.finditer(comment):
            if found["drawn"]:
                for color, start, end in re.findall(rf"([A-Z])({_SQUARE})({_SQUARE})?", found["drawn"]):
                    if end:
                        arrows.append((color, start, end))
                    else:
                        squares.append((color, start))
            elif found["clock"]:
                clock = _seconds(found["clock"])
            elif found["elapsed"]:
                elapsed = _seconds(found["elapsed"])
            else:
                score = re.sub(r"\s", "", found["eval"])
        return cls(_COMMANDS.sub(" ", comment).strip(), tuple(squares), tuple(arrows), clock, score, elapsed)

    def comment(self) -> str:
        """Write the comment; `of` reads it back."""
        words = [self.text]
        if self.squares:
            words.append(f"[%csl {','.join(map(''.join, self.squares))}]")
        if self.arrows:
            words.append(f"[%cal {','.join(map(''.join, self.arrows))}]")
        if self.clock is not None:
            words.append(f"[%clk {_clock(self.clock)}]")
        if self.elapsed is not None:
            words.append(f"[%emt {_clock(self.elapsed)}]")
        if self.eval:
            words.append(f"[%eval {self.eval}]")
        return " ".join(filter(None, words))

    def on_board(
        self, position: Position, marked: Iterable[str] = ()
    ) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
        """Return the squares, after those already `marked`, and the arrows that a drawing of `position` can show."""
        demand_position(position, "The position of a drawing")
        demand_type(marked, Iterable, "The marked squares of a drawing", "names of squares")
        board = {square for row in position.game.submodule("draw").board(position.rules).rows for square in row}
        squares = (square for _, square in self.squares if square in board)
        arrows = tuple((start, end) for _, start, end in self.arrows if {start, end} <= board)
        return tuple(dict.fromkeys([*marked, *squares])), arrows


def _seconds(clock: str) -> float:
    hours, minutes, seconds = clock.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def _clock(seconds: float) -> str:
    whole, rest = divmod(round(seconds * 1000), 1000)
    fraction = f".{rest:03}".rstrip("0") if rest else ""
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}{fraction}"
