"""What there is in the tables of a game, as lines and as Markdown."""

from collections.abc import Iterator

from plyground.endgame.store import Tables
from plyground.endgame.tablefile import Header, TableFile

_SIDES = ("white", "black")


def tables_there(tables: Tables, most_men: int) -> Iterator[TableFile]:
    """Yield the tables that are there, smallest first."""
    for material in tables.materials_there(most_men):
        table = tables.table(material)
        if table is not None:
            yield table


def shares(header: Header) -> dict[str, dict[str, float]]:
    """Return, for each side to move, the percentage of its positions in each category."""
    return {
        side: {name: 100 * count / max(1, sum(counts.values())) for name, count in counts.items()}
        for side, counts in header.counts.items()
    }


def lines_of_info(tables: Tables, most_men: int) -> Iterator[str]:
    """Yield a line for each table, and one for all."""
    number = positions = size = 0
    for table in tables_there(tables, most_men):
        header = table.header
        found = sum(sum(counts.values()) for counts in header.counts.values())
        number, positions, size = number + 1, positions + found, size + table.size
        parts = [
            f"{side} to move " + " ".join(f"{name} {share:.1f}%" for name, share in percent.items() if share)
            for side, percent in shares(header).items()
        ]
        longest = f"longest win {header.longest_win} in {header.longest_position}" if header.longest_win else "no win"
        yield f"{header.material}: {found} positions, {table.size} bytes; {'; '.join(parts)}; {longest}"
    yield f"{number} tables of {tables.game.name}, {positions} positions, {size} bytes"


def markdown_of_info(tables: Tables, most_men: int) -> Iterator[str]:
    """Yield the lines of a Markdown table: a row for each material."""
    yield "| material | White to move: won, drawn, lost | Black to move: won, drawn, lost | longest win | position |"
    yield "|---|---|---|---|---|"
    for table in tables_there(tables, most_men):
        header = table.header
        percent = shares(header)
        cells = [
            ", ".join(
                f"{sum(percent[side][name] for name in names):.1f}%"
                for names in (("won",), ("drawn", "cursed", "saved"), ("lost",))
            )
            for side in _SIDES
        ]
        yield f"| {header.material} | {' | '.join(cells)} | {header.longest_win or ''} | {_code(header)} |"


def _code(header: Header) -> str:
    return f"`{header.longest_position}`" if header.longest_position else ""
