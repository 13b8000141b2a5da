"""Write docs/lab/knowledge.md: what is solved, and what the tables that come with the package know about each material.

Run it after tables were built anew: ``python tools/make_knowledge.py``. A test compares the page with the tables.

Tables of five men do not come with the package. Who has built them notes what they say, and in which time they were
built: ``python tools/make_knowledge.py GAME FOLDER "TIME"``. The page holds that from then on.
"""

import hashlib
import sys
from pathlib import Path

from plyground import get_game
from plyground.endgame.listing import markdown_of_info, tables_there
from plyground.endgame.store import Tables
from plyground.endgame.tablefile import TableFile

PAGE = Path(__file__).resolve().parent.parent / "docs" / "lab" / "knowledge.md"
MAX_MEN = 4
GAMES = {
    "gardner": "Distances are plies to the next capture, pawn move or mate.",
    "minichess": "Distances are plies to the next capture or the end. Wins that the 50 plies prevent count as drawn.",
    "congo": "Distances are plies to the win. `congo-2022` has the same tables.",
    "congo-2021": "Where a pawn is on the board the tables are its own: it does not promote.",
}
"""The games of the page, and what to know about the numbers."""

BEGINNING = """# What is known

[What is solved](#what-is-solved) comes first, then what the [tables](../tablebases.md) know: for each material the
shares of all positions, those that are the same by symmetry counted each, and a position with the longest win. A win
that is longer than the counter allows stands among the longest, too, but counts as drawn. Written by
`python tools/make_knowledge.py`.
"""

FIVE_MEN = Path(__file__).with_name("five_men")
"""What tables of five men say, a file a game."""
SOLVED = Path(__file__).with_name("solved.txt")
"""The results of `plyground solve`, a line each."""
PROOFS = PAGE.parents[1] / "proofs"
WHOLE = """## What is solved

### Small games as a whole

Every position, by `plyground solve GAME --all`, which also checks each value against those of the position's moves. A
position and the same with the colours exchanged count once.

| game | positions | won, drawn, lost (side to move) | longest win | position | start | CPU |
|---|---|---|---|---|---|---|
| `halma-5x5` | 3,542,000 | 64.95%, 0.04%, 35.01% | 25 | `3B1/B3W/B4/1W3/4W w` | White wins in 19 | 17 s |
| `halma-6x6` | 38,955,840 | 62.07%, 0.04%, 37.89% | 31 | `BB4/6/5W/4B1/W4W/6 w` | White wins in 23 | 213 s |

### Single positions

By [`plyground solve`](../solving.md), the value for the side to move. Every proof was checked; `plyground solve --check
FILE` does it again for those that are [kept here](../proofs). Positions that stayed open are listed as well, with what
was found out about them in the time that is given, on one core of an AMD EPYC that others used, too.

| position | | value | nodes | CPU | positions of the proof | its SHA-256 |
|---|---|---|---|---|---|---|
"""
REMARKS = """
Where two random plies are named, the engine has played the other eight, with 20,000 nodes a move.

J. Song and M. Mueller ("An enhanced solver for the game of Amazons", 2014) found 4x5, 5x4, 4x6, 5x6 and 4x7 wins for
the first player, and 6x4 for the second; M. Mueller (2001) found 5x5 one for the first and 4x4 one for the second. With
four queens a side ours agrees on 4x4 and 5x4. It does not on 4x5, where the proof here, of a loss, is complete and
checked. Their page on 6x5 (webdocs.cs.ualberta.ca/~mmueller/amazons/6x5-solution.html) has files before ranks and its
queens where ours are. But their counts of moves are not ours: the talk of 2001 has 262 first moves on 5x5, where
`1q1q1/q3q/5/Q3Q/1Q1Q1 w` has 260, and the page has 238 replies to its first move on 6x5, where the rules allow 250. No
other set-up explains that: of the 14,504 placements of four queens a side on 5x5 in which Black's are White's with the
ranks or the files reversed, or both, none has 262 first moves. So it stays open which set-up, or which way of counting,
their values are about. 5x6 and 4x7 were not tried.

### Who need never lose

By [`plyground solve GAME --holds white`](../solving.md#who-need-never-lose). A. Mhalla and F. Prost (2013) proved
gardner a draw; neither side's certificate is finished here. Each has had six minutes of CPU, and no position was found
that its side loses.

| start of | side | positions | that wait for a move | how far it came |
|---|---|---|---|---|
| gardner | White | 2,707,731 | 63 | 1 e2e3: after both answers of the knight closed, d4e3 under way, four left |
| gardner | Black | 2,096,709 | 39 | b1c3 under way, White's six other moves left |
| minichess | both | | | not tried for longer than 20 s |
"""


def solved() -> list[list[str]]:
    """Return the rows of `SOLVED`: what its first line names."""
    lines = SOLVED.read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split(" | ")] for line in lines if not line.startswith("#")]


def _row(cells: list[str]) -> str:
    """Return a row of the table of single positions."""
    _, position, what, value, nodes, seconds, positions, digest, file = cells
    shown = f"[`{digest[:16]}...`](../proofs/{file})" if file else f"`{digest[:16]}...`" if digest else ""
    count = f"{int(positions):,}" if positions else ""
    return f"| `{position}` | {what} | {value} | {int(nodes):,} | {seconds} s | {count} | {shown} |"


def note_five_men(name: str, folder: Path, time: str) -> None:
    """Write down what the tables of exactly five men in `folder` say."""
    tables = Tables(get_game(name), folder)
    there = [table for table in tables_there(tables, 5) if len(table.header.material) == len("KQRvKR")]
    digest = _digest(there)
    positions = sum(sum(counts.values()) for table in there for counts in table.header.counts.values())
    size = sum(table.size for table in there)
    rows = list(markdown_of_info(tables, 5))
    rows = rows[:2] + [row for row in rows[2:] if len(row.split()[1]) == len("KQRvKR")]
    text = (
        f"### {name}: five men\n\n{len(there)} tables, digest of their rules `{digest}`, {positions:,} positions, "
        f"{size / 1e6:.1f} MB.\nThey do not come with the package: `plyground tablebase build {name} --pieces 5` "
        f"({time}).\n\n"
    )
    FIVE_MEN.mkdir(exist_ok=True)
    (FIVE_MEN / f"{name}.md").write_text(text + "\n".join(rows) + "\n", encoding="utf-8")


def _digest(tables: list[TableFile]) -> str:
    """Return 16 hexadecimal digits for the rules of some tables."""
    return hashlib.sha256("".join(table.header.rules for table in tables).encode()).hexdigest()[:16]


def page() -> str:
    """Return the page."""
    parts = [BEGINNING, WHOLE + "\n".join(map(_row, solved())) + "\n" + REMARKS]
    for name, remark in GAMES.items():
        tables = Tables(get_game(name), Tables(get_game(name)).package_folder())
        there = list(tables_there(tables, MAX_MEN))
        digest = _digest(there)
        parts.append(f"## {name}\n\n{len(there)} tables, digest of their rules `{digest}`. {remark}\n")
        parts.append("\n".join(markdown_of_info(tables, MAX_MEN)) + "\n")
        if (FIVE_MEN / f"{name}.md").exists():
            parts.append((FIVE_MEN / f"{name}.md").read_text(encoding="utf-8"))
    return "\n".join(parts)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        note_five_men(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
    PAGE.write_text(page(), encoding="utf-8")
