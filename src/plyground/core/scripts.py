"""Names that look alike: one script a name, and a skeleton that two of them share.

Ann with a Cyrillic A looks like Ann, and is somebody else. What is compared is the *skeleton* of Unicode Technical
Standard 39, for the letters of names. Code that takes a name (a class, the ladder, a tournament) asks here.
"""

import unicodedata

_TOGETHER = ({"CJK", "HIRAGANA", "KATAKANA"}, {"CJK", "HANGUL"}, {"CJK", "BOPOMOFO"})
"""Scripts that one language writes side by side."""
_LOOKS = str.maketrans(
    "авеѕіјкмнорстухԁһԛԝαβεζηικμνορτυχɑɡɩ",
    "abesijkmhopctyxdhqwabezhikmnoptyxagi",
)
"""Small letters of Cyrillic, Greek and phonetics, and Latin ones that look the same, small or capital."""
_SAME = str.maketrans({"0": "o", "1": "l", "i": "l", "\N{LATIN SMALL LETTER DOTLESS I}": "l", "5": "s"})


def has_one_script(name: str) -> bool:
    """Tell whether all letters and digits of a name are of one script; those of ASCII digits count as none."""
    found = {
        unicodedata.name(letter, "?").partition(" ")[0].partition("-")[0]
        for letter in name
        if unicodedata.category(letter)[0] in "LN" and not (letter.isascii() and letter.isdigit())
    }
    return len(found) <= 1 or any(found <= together for together in _TOGETHER)


def skeleton(name: str) -> str:
    """Return what names have in common that one takes for the same.

    Case and accents do not count, 0 is o, 1 and i are l, 5 is s, and so are the letters of other scripts that look
    like Latin ones.

    >>> skeleton("B\u00f6b 10") == skeleton("B0b lo")
    True
    """
    plain = unicodedata.normalize("NFKD", name).casefold().translate(_LOOKS).translate(_SAME)
    return " ".join("".join(letter for letter in plain if not _is_unseen(letter)).split())


def _is_unseen(letter: str) -> bool:
    """Tell whether a character is an accent on another one, or cannot be seen at all."""
    return unicodedata.category(letter) in {"Mn", "Me", "Cf"}
