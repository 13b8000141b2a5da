"""What reports are written with: one self-contained HTML page of tables, plots and text."""

from collections.abc import Iterable, Sequence
from html import escape

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #2b2622;
       background: #fbf7f0; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid #ddd2c2; text-align: right; }
th:first-child, td:first-child { text-align: left; }
td.name { text-align: left; }
figure { margin: 1.5rem 0; overflow-x: auto; }
figcaption { color: #6b5b4b; }
pre { background: #f0e7d8; padding: .8rem; overflow-x: auto; }
"""


def page(title: str, parts: Iterable[str]) -> str:
    """Return a page with the markup of its parts, of which some may be empty."""
    body = "\n".join(filter(None, parts))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>\n'
        f"<body>\n<h1>{escape(title)}</h1>\n{body}\n</body></html>\n"
    )


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table; without a header if all of its texts are empty."""
    head = [_row("th", header)] if any(header) else []
    return "<table>" + "\n".join([*head, *(_row("td", row) for row in rows)]) + "</table>"


def _row(tag: str, cells: Sequence[object]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"


def figure(svg: str, caption: str) -> str:
    """Return a plot with its caption; nothing without a plot."""
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>" if svg else ""
