"""Which nicknames pupils may have: short, of letters and digits, and so that no two look alike."""

import unicodedata
from collections.abc import Iterable

from plyground.core.errors import InvalidSetting, quote
from plyground.core.scripts import has_one_script, skeleton

MIN_CHARACTERS, MAX_CHARACTERS = 2, 20
_BETWEEN = " -_.'"
"""What may stand between letters and digits."""
_RESERVED = ("teacher", "engine", "you", "player", "nobody", "everybody", "white", "black")


def check_nickname(text: str, taken: Iterable[str]) -> str:
    """Return `text` as a nickname, with single blanks.

    Raises
    ------
    InvalidSetting
        If it is too short or too long, holds other characters, is reserved, or looks like one of `taken`.
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not MIN_CHARACTERS <= len(name) <= MAX_CHARACTERS:
        raise InvalidSetting(
            f"A nickname has {MIN_CHARACTERS} to {MAX_CHARACTERS} characters; {quote(name)} has {len(name)}."
        )
    wrong = next((letter for letter in name if not (_is_letter(letter) or letter in _BETWEEN)), None)
    if wrong is not None:
        raise InvalidSetting(f"A nickname has letters, digits, blanks and {_BETWEEN.strip()}, but not {wrong!r}.")
    if not has_one_script(name):
        raise InvalidSetting(
            f"The letters of a nickname are of one script, Latin or Cyrillic say; those of {name!r} are not."
        )
    if not _is_letter(name[0]) or unicodedata.combining(name[0]):
        raise InvalidSetting("A nickname begins with a letter or a digit.")
    if alike(name) in {alike(word) for word in _RESERVED}:
        raise InvalidSetting(f"Nobody can be called {name!r} here; choose another nickname.")
    if alike(name) in {alike(other) for other in taken}:
        raise InvalidSetting(f"Somebody is called {name!r} already; choose another nickname.")
    return name


def alike(name: str) -> str:
    """Return what two nicknames have in common that one takes for the same: their letters and digits."""
    return "".join(letter for letter in skeleton(name) if letter.isalnum())


def _is_letter(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNM" and letter.isprintable()
