"""Write docs/knowledge.md: what the tables that come with the package know about each material.

Run it after tables were built anew: ``python tools/make_knowledge.py``. A test compares the page with the tables.
"""

import hashlib
from pathlib import Path

from plyground import get_game
from plyground.endgame.listing import markdown_of_info, tables_there
from plyground.endgame.store import Tables

PAGE = Path(__file__).resolve().parent.parent / "docs" / "knowledge.md"
MAX_MEN = 4
GAMES = {
    "gardner": "Distances are plies to the next capture, pawn move or mate.",
    "minichess": "Distances are plies to the next capture or the end. Wins that the 50 plies prevent count as drawn.",
    "congo": "Distances are plies to the win. `congo-2022` has the same tables.",
    "congo-2021": "Where a pawn is on the board the tables are its own: it does not promote.",
}
"""The games of the page, and what to know about the numbers."""

BEGINNING = """# What the tables know

For each material the shares of all positions, those that are the same by symmetry counted each, and a position with the
longest win. Written by `python tools/make_knowledge.py` from the [tables](tablebases.md) that come with the package.
"""


def page() -> str:
    """Return the page."""
    parts = [BEGINNING]
    for name, remark in GAMES.items():
        tables = Tables(get_game(name), Tables(get_game(name)).packaged_folder())
        there = list(tables_there(tables, MAX_MEN))
        digest = hashlib.sha256("".join(table.header.rules for table in there).encode()).hexdigest()[:16]
        parts.append(f"## {name}\n\n{len(there)} tables, digest of their rules `{digest}`. {remark}\n")
        parts.append("\n".join(markdown_of_info(tables, MAX_MEN)) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
