"""One script a name: Ann with a Cyrillic A looks like Ann, and is somebody else."""

import unicodedata

_TOGETHER = ({"CJK", "HIRAGANA", "KATAKANA"}, {"CJK", "HANGUL"}, {"CJK", "BOPOMOFO"})
"""Scripts that one language writes side by side."""
_LOOKS = str.maketrans(
    "авеѕіјкмнорстухԁһԛԝαβεζηικμνορτυχɑɡɩ",
    "abesijkmhopctyxdhqwabezhikmnoptyxagi",
)
"""Small letters of Cyrillic, Greek and phonetics, and Latin ones that look the same, small or capital."""


def has_one_script(name: str) -> bool:
    """Tell whether all letters and digits of a name are of one script; those of ASCII digits count as none."""
    found = {
        unicodedata.name(letter, "?").partition(" ")[0].partition("-")[0]
        for letter in name
        if unicodedata.category(letter)[0] in "LN" and not (letter.isascii() and letter.isdigit())
    }
    return len(found) <= 1 or any(found <= together for together in _TOGETHER)


def in_latin(name: str) -> str:
    """Return a name in small letters with Latin ones for all that look like one."""
    return name.translate(_LOOKS)
