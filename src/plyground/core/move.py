"""`Move`: one move of one position, as a number for kernels and as text for people."""

from dataclasses import dataclass, field


@dataclass(frozen=True, order=True)
class Move:
    """A move.

    Attributes
    ----------
    text
        The move in the game's notation: "e3e4".
    code
        The number that kernels use for it, 0 or more.
    """

    text: str
    code: int = field(compare=False)

    def __str__(self) -> str:
        return self.text
