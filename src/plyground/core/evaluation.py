"""What a position is worth: the generic kernel `evaluate`, and `Evaluation`, a named evaluation function.

The type of `evaluate`'s first argument chooses the evaluation. `Handmade` stands for the terms and weights that
``evaluate.py`` registers with `handmade`; other evaluations are NamedTuples of the game, registered with `evaluate`.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from plyground.core.deprecation import old_names
from plyground.kernel import generic
from plyground.kernel.words import Words


@generic
def evaluate(evaluation: Any, game: Any, position: Words) -> float:
    """Return the value of `position` for the side to move: a whole number or a float, as declared."""
    raise NotImplementedError


@generic
def handmade(game: Any, position: Words) -> int:
    """Return the game's handmade evaluation for the side to move, in hundredths of a pawn or a similar unit."""
    raise NotImplementedError


class Handmade(NamedTuple):
    """The evaluation by a game's own terms and weights (`handmade`)."""

    unused: int = 0


@evaluate.register(Handmade)
def _(evaluation: Handmade, game: Any, position: Words) -> int:
    return handmade(game, position)


@dataclass(frozen=True)
class Evaluation:
    """A named evaluation.

    Attributes
    ----------
    kernel
        A NamedTuple whose type is registered with `plyground.core.evaluation.evaluate`.
    number
        The type of its values: `int` or `float`.
    whites_view
        Whether it is printed from White's point of view (as Amazons' `seed` is), not from that of the side to move.
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


HANDMADE = Evaluation(Handmade())
"""That by terms and weights, in every game."""

OWN: dict[str, dict[str, Evaluation]] = {}
"""Evaluations that `plyground.register_evaluation` has added: name of the game to name to evaluation."""

__getattr__ = old_names(__name__, {"ENGINE": "HANDMADE"})
