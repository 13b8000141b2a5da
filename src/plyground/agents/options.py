"""What the options of a player's text may be: readers that also declare their values, so that others can offer them.

A reader is called with the option's text and returns the value, or raises `InvalidSetting` with the end of a sentence
that begins with the option's name. An option whose reader is ``str`` or another function is read, but declares nothing.
"""

from dataclasses import dataclass

from plyground.core.errors import InvalidSetting, quote
from plyground.core.game import Game
from plyground.nets.evaluations import HANDMADE, names_of

_MAX_DIGITS = 18


@dataclass(frozen=True)
class WholeNumber:
    """Reads a whole number from `least` to `most`; `unit` says of what."""

    least: int
    most: int
    unit: str = ""

    def __call__(self, text: str) -> int:
        """Read one."""
        is_number = text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS
        if not (is_number and self.least <= int(text) <= self.most):
            raise InvalidSetting(f"{quote(text)} is not a whole number from {self.least} to {self.most}")
        return int(text)


@dataclass(frozen=True)
class Seconds:
    """Reads a positive number of seconds."""

    most: float = 1e6

    def __call__(self, text: str) -> float:
        """Read one."""
        try:
            value = float(text)
        except ValueError:
            value = 0.0
        if not 0 < value < self.most:
            raise InvalidSetting(f"{quote(text)} is not a positive number of seconds")
        return value


@dataclass(frozen=True)
class EvaluationName:
    """Reads the name of an evaluation; those of `own` are the player's, beside the game's."""

    own: tuple[str, ...] = ()

    def __call__(self, text: str) -> str:
        """Return it as it is: whether the game has it is known when the player is made."""
        return text

    def names(self, game: Game) -> list[str]:
        """Return those there are in `game`."""
        return list(dict.fromkeys([*names_of(game), HANDMADE, *game.evaluations, *self.own]))


whole_number = WholeNumber
seconds = Seconds()
