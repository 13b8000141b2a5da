"""The UCI command ``go``, parsed into the engine's limits.

``go [searchmoves M...] [ponder] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [depth N] [nodes N] [mate N]
[movetime MS] [infinite] [perft N]``. Unknown words are skipped, as the protocol requires, and so are malformed numbers;
of a number with a fraction, as programs write it that divide, the whole part is read.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from plyground.core.errors import InvalidSetting
from plyground.core.outcome import Color
from plyground.engine import Limits
from plyground.protocol.options import MAX_DIGITS

_NUMBERS = (
    "wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "perft",
)  # fmt: skip
_NUMBER = re.compile(r"([+-]?\d+)(\.\d*)?|([+-]?)\.\d+", re.ASCII)
"""A whole number, and perhaps a fraction."""
_WORDS = {*_NUMBERS, "searchmoves", "ponder", "infinite"}


@dataclass
class Go:
    """The parsed command; times are in milliseconds."""

    numbers: dict[str, int] = field(default_factory=dict)
    searchmoves: list[str] = field(default_factory=list)
    is_infinite: bool = False
    is_ponder: bool = False

    @classmethod
    def parse(cls, words: Sequence[str]) -> "Go":
        """Read the words after ``go``; raises `InvalidSetting` for a number that nothing can count to."""
        go = cls()
        i = 0
        while i < len(words):
            word = words[i]
            i += 1
            if word == "infinite":
                go.is_infinite = True
            elif word == "ponder":
                go.is_ponder = True
            elif word == "searchmoves":
                while i < len(words) and words[i] not in _WORDS:
                    go.searchmoves.append(words[i])
                    i += 1
            elif word in _NUMBERS and i < len(words) and (number := _NUMBER.fullmatch(words[i])):
                whole = number[1] or "0"
                if len(whole) > MAX_DIGITS:
                    raise InvalidSetting(f"The number after `go {word}` has more than {MAX_DIGITS} digits.")
                go.numbers[word] = int(whole)
                i += 1
        return go

    def limits(self, turn: Color, overhead: int = 0) -> Limits:
        """Return the engine's limits for the player to move; `overhead` milliseconds are reserved."""
        numbers = self.numbers
        own, other = ("wtime", "btime") if turn is Color.WHITE else ("btime", "wtime")
        # a side whose clock is missing while the other's is given has no time: it moves at once, as Stockfish does
        clock = numbers.get(own, 0 if other in numbers else None)
        increment = numbers.get("winc" if turn is Color.WHITE else "binc", 0)
        movetime = numbers.get("movetime")
        mate = numbers.get("mate")
        return Limits(
            depth=_positive(numbers.get("depth")),
            nodes=_positive(numbers.get("nodes")),
            movetime=max(0, movetime) / 1000 if movetime is not None else None,
            clock=max(0, clock - overhead) / 1000 if clock is not None else None,
            increment=max(0, increment) / 1000,
            moves_to_go=_positive(numbers.get("movestogo")),
            win_in=2 * mate - 1 if mate and mate > 0 else None,
        )


def without_time(limits: Limits) -> Limits:
    """Return what limits a search while it ponders: its time counts only once the expected move has been played."""
    return replace(limits, movetime=None, clock=None, increment=0.0, moves_to_go=None)


def _positive(number: int | None) -> int | None:
    return max(1, number) if number is not None else None
