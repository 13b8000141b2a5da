"""`Move`: one move of one position, as a number for kernels and as text for people."""

from functools import total_ordering
from typing import Any, NoReturn


@total_ordering
class Move:
    """A move; it cannot be changed. Moves are equal, and sorted, by their texts.

    Attributes
    ----------
    text
        The move in the game's notation: "e3e4".
    code
        The number that kernels use for it, 0 or more.
    position
        The position whose move it is. That takes it without another check if it made the move itself, as
        `Position.legal_moves` and `Position.move` do; otherwise, and in any other position, its text counts.
    """

    __slots__ = ("code", "is_checked", "position", "text")
    text: str
    code: int
    position: object
    is_checked: bool

    def __init__(self, text: str, code: int, position: object = None) -> None:
        _set_text(self, text)
        _set_code(self, code)
        _set_position(self, position)
        _set_is_checked(self, False)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"A move cannot be changed: {name} is fixed.")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"A move cannot be changed: {name} is fixed.")

    def __reduce__(self) -> tuple[Any, ...]:
        return Move, (self.text, self.code, self.position)

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Move) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self.text < other.text if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.text,))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move(text={self.text!r}, code={self.code!r})"


# what a slot's descriptor writes, Move's own __setattr__ does not see
_set_text = Move.__dict__["text"].__set__
_set_code = Move.__dict__["code"].__set__
_set_position = Move.__dict__["position"].__set__
_set_is_checked = Move.__dict__["is_checked"].__set__
_new = Move.__new__


def new_move(text: str, code: int, position: object) -> Move:
    """Return a move that is known to be playable in `position`."""
    move = _new(Move)
    _set_text(move, text)
    _set_code(move, code)
    _set_position(move, position)
    _set_is_checked(move, True)
    return move
