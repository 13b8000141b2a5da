"""The UCI command ``go``, parsed into the engine's limits.

``go [searchmoves M...] [ponder] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [depth N] [nodes N] [mate N]
[movetime MS] [infinite] [perft N]``. Unknown words are skipped, as the protocol requires; of a number with a fraction,
as programs write it that divide, the whole part is read. A number that cannot be read is told, and never means that
there is no limit: where nothing else limits the search, it is one ply deep.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from plyground.core.errors import quote
from plyground.core.outcome import Color
from plyground.engine import Limits
from plyground.protocol.options import MAX_DIGITS

_NUMBERS = (
    "wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "perft",
)  # fmt: skip
_NUMBER = re.compile(r"([+-]?\d+)([.,]\d*)?|([+-]?)[.,]\d+", re.ASCII)
"""A whole number, and perhaps a fraction."""
MATE_DEPTH = 8
"""A mate that is not found within twice its plies, and so many more, is not there, or not worth the wait."""
_WORDS = {*_NUMBERS, "searchmoves", "ponder", "infinite"}


@dataclass
class Go:
    """The parsed command; times are in milliseconds."""

    numbers: dict[str, int] = field(default_factory=dict)
    searchmoves: list[str] = field(default_factory=list)
    is_infinite: bool = False
    is_ponder: bool = False
    faults: list[str] = field(default_factory=list)

    @classmethod
    def parse(cls, words: Sequence[str]) -> "Go":
        """Read the words after ``go``."""
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
            elif word in _NUMBERS:
                go._read_number(word, words[i] if i < len(words) else "")
        return go

    def _read_number(self, word: str, text: str) -> None:
        number = _NUMBER.fullmatch(text)
        whole = (number[1] or "0") if number is not None else ""
        if not whole:
            said = "no number" if text in {"", *_WORDS} else f"not a number: {quote(text)}"
            self.faults.append(f"What follows `go {word}` is {said}.")
        elif len(whole) > MAX_DIGITS:
            self.faults.append(f"The number after `go {word}` has more than {MAX_DIGITS} digits.")
        else:
            self.numbers[word] = int(whole)

    def limits(self, turn: Color, overhead: int = 0) -> Limits:
        """Return the engine's limits for the player to move; `overhead` milliseconds are reserved."""
        numbers = self.numbers
        own, other = ("wtime", "btime") if turn is Color.WHITE else ("btime", "wtime")
        # a side whose clock is missing while the other's is given has no time: it moves at once, as Stockfish does
        clock = numbers.get(own, 0 if other in numbers else None)
        increment = numbers.get("winc" if turn is Color.WHITE else "binc", 0)
        movetime = numbers.get("movetime")
        mate = numbers.get("mate")
        win_in = 2 * mate - 1 if mate and mate > 0 else None
        limits = Limits(
            depth=_positive(numbers.get("depth")),
            nodes=_positive(numbers.get("nodes")),
            movetime=max(0, movetime) / 1000 if movetime is not None else None,
            clock=max(0, clock - overhead) / 1000 if clock is not None else None,
            increment=max(0, increment) / 1000,
            moves_to_go=_positive(numbers.get("movestogo")),
            win_in=win_in,
        )
        if limits == Limits(win_in=win_in) and win_in is not None:
            return replace(limits, depth=2 * win_in + MATE_DEPTH)
        return replace(limits, depth=1) if limits == Limits(increment=limits.increment) and self.faults else limits


def without_time(limits: Limits) -> Limits:
    """Return what limits a search while it ponders: its time counts only once the expected move has been played."""
    return replace(limits, movetime=None, clock=None, increment=0.0, moves_to_go=None)


def _positive(number: int | None) -> int | None:
    return max(1, number) if number is not None else None
