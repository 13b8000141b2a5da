"""Write docs/knowledge.md: what is solved, and what the tables that come with the package know about each material.

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

BEGINNING = """# What is known

[What is solved](#what-is-solved) comes first, then what the [tables](tablebases.md) of the package know: for each
material the shares of all positions, those that are the same by symmetry counted each, and a position with the longest
win. Written by `python tools/make_knowledge.py`.
"""

SOLVED = Path(__file__).with_name("solved.txt")
"""The results of `plyground solve`, a line each."""
PROOFS = PAGE.parent / "proofs"
WHOLE = """## What is solved

### Small games as a whole

Every position, by `plyground solve GAME --all`, which also checks each value against those of the position's moves. A
position and the same with the colours exchanged count once.

| game | positions | won, drawn, lost (side to move) | longest win | position | start | CPU |
|---|---|---|---|---|---|---|
| `halma-5x5` | 3,542,000 | 64.95%, 0.04%, 35.01% | 25 | `3B1/B3W/B4/1W3/4W w` | White wins in 19 | 17 s |
| `halma-6x6` | 38,955,840 | 62.07%, 0.04%, 37.89% | 31 | `BB4/6/5W/4B1/W4W/6 w` | White wins in 23 | 213 s |

### Single positions

By [`plyground solve`](solving.md), the value for the side to move. Every proof was checked; `plyground solve --check
FILE` does it again for those that are [kept here](proofs). Positions that stayed open are listed as well, with what was
found out about them in the time that is given, on one core of an AMD EPYC that others used, too.

| position | | value | nodes | CPU | positions of the proof | its SHA-256 |
|---|---|---|---|---|---|---|
"""
REMARKS = """
J. Song and M. Mueller ("An enhanced solver for the game of Amazons", 2014) found 4x5, 5x4, 4x6, 5x6 and 4x7 wins for
the first player, and 6x4 for the second. With four queens a side, as their 6x5 board has them, ours agrees on 5x4. It
does not on 4x5, where the proof here, of a loss, is complete and checked; whether their board has its queens on other
squares, we could not find out. 5x6 and 4x7 were not tried. Nothing is known here of the starts of gardner, where A.
Mhalla and F. Prost (2013) proved a draw, and of the assignment's minichess.
"""


def solved() -> list[list[str]]:
    """Return the rows of `SOLVED`: what its first line names."""
    lines = SOLVED.read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split(" | ")] for line in lines if not line.startswith("#")]


def _row(cells: list[str]) -> str:
    """Return a row of the table of single positions."""
    _, position, what, value, nodes, seconds, positions, digest, file = cells
    shown = f"[`{digest[:16]}...`](proofs/{file})" if file else f"`{digest[:16]}...`" if digest else ""
    count = f"{int(positions):,}" if positions else ""
    return f"| `{position}` | {what} | {value} | {int(nodes):,} | {seconds} s | {count} | {shown} |"


def page() -> str:
    """Return the page."""
    parts = [BEGINNING, WHOLE + "\n".join(map(_row, solved())) + "\n" + REMARKS]
    for name, remark in GAMES.items():
        tables = Tables(get_game(name), Tables(get_game(name)).packaged_folder())
        there = list(tables_there(tables, MAX_MEN))
        digest = hashlib.sha256("".join(table.header.rules for table in there).encode()).hexdigest()[:16]
        parts.append(f"## {name}\n\n{len(there)} tables, digest of their rules `{digest}`. {remark}\n")
        parts.append("\n".join(markdown_of_info(tables, MAX_MEN)) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
