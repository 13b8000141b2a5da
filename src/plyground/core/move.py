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
    position
        The position whose move it is, which takes it without another check. In any other position its text counts.
    """

    text: str
    code: int = field(compare=False)
    position: object = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return self.text
