"""The words of records: how a text of them is cut into words, and how words become a text.

A move number is a number, blanks, and any dots, or none, or an ellipsis; dots alone are one, too. All are passed over
but a bare number, which in some game may be a move.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from plyground.core.errors import InvalidNotation, quote

_TOKENS = re.compile(
    r"""
    [\s\ufeff]*(?:
      \[\s*(?P<name>[\w-]+)\s*"(?P<tag>(?:[^"\\]|\\.)*)"\s*\]
    | \{(?P<comment>[^}]*)\}
    | ;(?P<lines>[^\n]*(?:\n;[^\n]*)*)
    | (?P<escape>^%[^\n]*)
    | (?P<open>\() | (?P<close>\))
    | (?P<glyph>\$\d+|[!?]+)
    | (?P<dots>(?:\d+\s*)?[.…](?:\s*[.…])*)
    | (?P<number>\d+)(?=[\s(){;]|$)
    | (?P<result>1-0|0-1|1/2-1/2|\*)(?=[\s){;]|$)
    | (?P<move>[^\s{}()\[\];!?$]+)
    )""",
    re.VERBOSE | re.MULTILINE,
)
NULL_MOVE = "--"
"""How a null move is written: the other side is to move, and nothing else changes."""
NULL_MOVES = frozenset({NULL_MOVE, "Z0", "0000", "@@@@", "null"})
"""How programs write it."""


class Token(NamedTuple):
    """A word of a record.

    Its kind is "tag" (with its name), "comment", "open", "close", "glyph", "number" (bare), "result" or "move".
    """

    kind: str
    text: str
    name: str = ""


def tokens(text: str) -> Iterator[Token]:
    """Yield the words of a file of records; raises `InvalidNotation` where there is something else."""
    place, end = 0, len(text.rstrip())
    while place < end:
        found = _TOKENS.match(text, place)
        if found is None or found.lastgroup is None:
            rest = text[place:end].lstrip()
            line = text.count("\n", 0, end - len(rest)) + 1
            raise InvalidNotation(f"Line {line} of the record: {quote(rest)} is no tag or move.")
        place = found.end()
        kind, word = found.lastgroup, found[found.lastgroup].replace("\r\n", "\n")
        if kind == "tag":
            yield Token(kind, re.sub(r'\\(["\\])', r"\1", word), found["name"])
        elif kind == "lines":
            yield Token("comment", "\n".join(line.removeprefix(" ") for line in word.split("\n;")).strip())
        elif kind == "number" and word in NULL_MOVES:
            yield Token("move", word)
        elif kind not in {"escape", "dots"}:
            yield Token(kind, word.strip())


def tag_text(name: str, value: str) -> str:
    """Write a tag, with the end of its line."""
    quoted = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'[{name} "{quoted}"]\n'


def comment_text(comment: str) -> str:
    """Write a comment: in braces; if it has a closing brace itself, after semicolons, to the end of each line."""
    comment = comment.strip()  # as it is read
    return "".join(f"; {line}\n" for line in comment.split("\n")) if "}" in comment else "{" + comment + "}"


def wrap_words(words: list[str], width: int = 100) -> str:
    """Join words with blanks into lines of at most `width` characters; brackets stand close to what they enclose.

    A word may end its line itself, as a comment after a semicolon does.
    """
    lines, line = [], ""
    for word in words:
        close = not line or line.endswith(("(", "\n")) or word == ")"
        if line.endswith("\n") or (not close and len(line) + 1 + len(word) > width):
            lines.append(line.removesuffix("\n"))
            line = word
        else:
            line = f"{line}{word}" if close else f"{line} {word}"
    return "\n".join([*lines, line])
