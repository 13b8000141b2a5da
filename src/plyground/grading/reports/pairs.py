"""Pairs of similar programs, for a person to judge: a table, and two sources side by side with what they share."""

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from plyground.core.errors import InvalidSetting
from plyground.core.files import write_private
from plyground.core.printable import printable
from plyground.grading.agreement import Agreement
from plyground.grading.marking import percent
from plyground.grading.reports.html import document
from plyground.grading.similarity import Pair, Source

JUDGE = "Similar is not copied: look at the passages, and at what both were given, before you ask anybody."
_TINTS = 5


def text(pairs: Sequence[Pair], agreements: Sequence[Agreement]) -> str:
    """Return the tables as lines of text."""
    lines = []
    for pair in pairs:
        first, second = map(percent, pair.shares)
        longest = pair.passages[0].size
        lines.append(
            f"{pair.first.name} and {pair.second.name}: {first} and {second} of the tokens are the same, in "
            f"{len(pair.passages)} passage{'' if len(pair.passages) == 1 else 's'}, the longest of {longest} tokens"
        )
    if not pairs:
        lines.append("No two sources share a passage.")
    lines += [""] * bool(agreements) + list(map(_agreement, agreements))
    return printable("\n".join([*lines, "", JUDGE]), lines=True)


def _agreement(agreement: Agreement) -> str:
    return (
        f"{agreement.first} and {agreement.second}: the same move in {agreement.same} of {agreement.asked} positions, "
        f"{agreement.bits:.0f} bits of surprise in this class"
    )


def json_text(pairs: Sequence[Pair], agreements: Sequence[Agreement]) -> str:
    """Return both tables as one JSON document; lines count from 1."""
    document = {
        "pairs": [
            {
                "first": pair.first.name,
                "second": pair.second.name,
                "shares": list(pair.shares),
                "passages": [
                    {"tokens": passage.size, "first": first, "second": second}
                    for passage in pair.passages
                    for first, second in [_lines(pair, passage.first, passage.second, passage.size)]
                ],
            }
            for pair in pairs
        ],
        "agreements": [vars(agreement) for agreement in agreements],
    }
    return json.dumps(document, indent=1) + "\n"


def _lines(pair: Pair, first: int, second: int, size: int) -> tuple[list[int], list[int]]:
    spans: Any = tuple(
        [source.places[start] + 1, source.places[start + size - 1] + 1]
        for source, start in ((pair.first, first), (pair.second, second))
    )
    return spans[0], spans[1]


def write_pages(folder: Path, pairs: Sequence[Pair], agreements: Sequence[Agreement]) -> None:
    """Write ``index.html`` and a page for each pair; raises `InvalidSetting`."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for number, pair in enumerate(pairs, 1):
            write_private(folder / f"pair-{number}.html", page(pair))
        write_private(folder / "index.html", index(pairs, agreements))
    except OSError as error:
        raise InvalidSetting(f"The pages cannot be written to {folder}: {error.strerror}.") from None


def index(pairs: Sequence[Pair], agreements: Sequence[Agreement]) -> str:
    """Return the page with the tables."""
    rows = "".join(
        f'<tr><td><a href="pair-{number}.html">{escape(pair.first.name)} and {escape(pair.second.name)}</a></td>'
        f'<td class="number">{percent(pair.shares[0])}</td><td class="number">{percent(pair.shares[1])}</td>'
        f'<td class="number">{len(pair.passages)}</td><td class="number">{pair.passages[0].size}</td></tr>\n'
        for number, pair in enumerate(pairs, 1)
    )
    body = (
        f"<h1>Similar programs</h1>\n<p>{JUDGE}</p>\n<table><thead><tr><th>Programs</th>"
        '<th class="number">Of the first</th><th class="number">Of the second</th><th class="number">Passages</th>'
        f'<th class="number">Longest, tokens</th></tr></thead><tbody>{rows}</tbody></table>'
    )
    if agreements:
        moves = "".join(
            f"<tr><td>{escape(each.first)} and {escape(each.second)}</td>"
            f'<td class="number">{each.same} of {each.asked}</td><td class="number">{each.bits:.1f}</td></tr>\n'
            for each in agreements
        )
        body += (
            "\n<h2>The same moves</h2>\n<table><thead><tr><th>Programs</th>"
            '<th class="number">Positions</th><th class="number">Bits of surprise</th></tr></thead>'
            f"<tbody>{moves}</tbody></table>"
        )
    return document("Similar programs", body)


def page(pair: Pair) -> str:
    """Return the page of a pair: both sources, the same passages in the same colour."""
    title = f"{pair.first.name} and {pair.second.name}"
    columns = "".join(
        f"<div><h2>{escape(source.name)}</h2>\n<p>{percent(share)} of its tokens</p>\n"
        f"<pre>{_mark_passages(source, spans)}</pre></div>"
        for source, share, spans in (
            (pair.first, pair.shares[0], [(passage.first, passage.size) for passage in pair.passages]),
            (pair.second, pair.shares[1], [(passage.second, passage.size) for passage in pair.passages]),
        )
    )
    return document(title, f'<h1>{escape(title)}</h1>\n<p>{JUDGE}</p>\n<div class="sources">{columns}</div>')


def _mark_passages(source: Source, spans: Sequence[tuple[int, int]]) -> str:
    """Return a source as HTML, its lines numbered, those of a passage marked."""
    passage_of: dict[int, int] = {}
    for number, (start, size) in enumerate(spans):
        for place in range(start, start + size):
            passage_of.setdefault(source.places[place], number)
    lines = []
    for i, line in enumerate(source.lines):
        shown = f"{i + 1:>4}  {escape(line)}"
        number = passage_of.get(i, -1)
        lines.append(shown if number < 0 else f'<mark class="p{number % _TINTS}">{shown}</mark>')
    return "\n".join(lines)
