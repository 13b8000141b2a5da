"""The errors that a user's input can cause. Each message is one sentence: what is wrong, where, what was expected."""

from collections.abc import Iterable
from difflib import get_close_matches

from plyground.core.printable import printable


class PlygroundError(Exception):
    """Base of every error a user can cause; the command line prints its sentence and exits with status 2."""

    def __str__(self) -> str:
        """Return the sentence; what it quotes may be a stranger's."""
        return printable(super().__str__(), lines=True)


class UnknownName(PlygroundError, LookupError):
    """A game, setting, evaluation or player that does not exist."""


class InvalidNotation(PlygroundError, ValueError):
    """A text that is not a position, a move, a record or a file of the kind it should be."""


class InvalidSetting(PlygroundError, ValueError):
    """A setting with a value that it cannot have."""


class IllegalMove(PlygroundError, ValueError):
    """A well-formed move that the rules do not allow here."""


class BrokenPackage(PlygroundError):
    """A package that adds a game or a player, and lacks a part that it must have, or fails when it is imported."""


class WrongType(PlygroundError, TypeError):
    """An argument of a Python function that is of another type than it takes."""


def alternatives(names: object) -> str:
    """Return "a, b or c": how a message names what was expected."""
    words = [str(name) for name in names]  # type: ignore[attr-defined]
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else "nothing"


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return " (did you mean NAME?)" if one of the `known` names is like `name`; else ""."""
    similar = get_close_matches(name.casefold(), list(known), 1)
    return f" (did you mean {similar[0]}?)" if similar else ""


def quote(text: str, most: int = 60) -> str:
    """Quote `text` for a message, cut after `most` characters."""
    text = text if isinstance(text, str) else str(text)
    return repr(text) if len(text) <= most else repr(text[:most]) + "..."
