"""`Evaluation`: a named way to judge a position, as textbook search and the command line use it."""

from dataclasses import dataclass
from typing import Any

from plyground.core.generics import EngineEvaluation


@dataclass(frozen=True)
class Evaluation:
    """A named evaluation.

    Attributes
    ----------
    kernel
        A NamedTuple whose type is registered with `plyground.core.generics.assess`.
    number
        What it gives: `int`, or `float`.
    whites_view
        How it is printed: from White's view (the Amazons seed) instead of the side to move's.
    digits
        Decimals printed; 0 for whole numbers.
    """

    kernel: Any
    number: type[int] | type[float] = int
    whites_view: bool = False
    digits: int = 0

    def text(self, value: float) -> str:
        """Write a value, never as ``-0``."""
        text = f"{value:.{self.digits}f}" if self.digits else str(value)
        return text.removeprefix("-") if float(text) == 0 else text


ENGINE = Evaluation(EngineEvaluation())
"""The engine's own, in every game."""
