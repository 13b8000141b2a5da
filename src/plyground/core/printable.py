r"""Text of strangers, made safe to show: for a terminal, a page, a table, a log.

What a program answers, a file's name or an engine's sentence may hold characters that a terminal obeys (escape
sequences, which write to the clipboard, say), that turn the direction of what follows, or that nobody sees. Each such
character is shown by its number, as Python writes it: ``\x1b``, ``\u202e``. A cell of a table that a spreadsheet
would take for a formula begins with an apostrophe. Source: Unicode's general categories; OWASP, "CSV Injection".
"""

import contextlib
import csv
import io
import unicodedata
from collections.abc import Iterable, Sequence

_FORMULA = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
"""How a formula begins, also in the wide characters that East Asian keyboards write."""


def printable(text: str, *, lines: bool = False) -> str:
    r"""Return `text` with the number of each character that cannot be seen in its place.

    Parameters
    ----------
    text
        Any text, half characters and all.
    lines
        Whether it may have several lines, and tabs; otherwise their ends, too, are shown as numbers.

    >>> print(printable("e4\x1b[2J\u202e\n"), printable("a\r\nb", lines=True))
    e4\x1b[2J\u202e\n a
    b
    """
    if lines:
        text = text.replace("\r\n", "\n")
    if text.isprintable():
        return text
    kept = "\n\t" if lines else ""
    return "".join(each if each in kept or each.isprintable() else _escape(each) for each in text)


def _escape(character: str) -> str:
    # blanks of other widths do no harm, and half a character is none
    known = {"Zs": " ", "Cs": "?"}.get(unicodedata.category(character))
    return known or character.encode("unicode_escape").decode("ascii")


def csv_text(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table as CSV whose texts do no harm in a spreadsheet or a terminal; each row is a line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in (head, *rows):
        writer.writerow([_cell(value) if isinstance(value, str) else value for value in row])
    return out.getvalue()


def _cell(text: str) -> str:
    """Return a cell that is printable, on one line, and that no spreadsheet takes for a formula."""
    is_formula = text.lstrip(" ").startswith(_FORMULA) and not _is_number(text)
    return f"{'' if not is_formula else chr(39)}{printable(text)}"


def _is_number(text: str) -> bool:
    with contextlib.suppress(ValueError):
        float(text)
        return text == text.strip()
    return False
