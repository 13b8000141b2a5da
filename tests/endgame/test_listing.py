"""What there is in the tables, and that the page about it is current."""

import make_knowledge

from plyground import get_game
from plyground.endgame.listing import lines_of_info, shares, tables_there
from plyground.endgame.store import Tables


def test_the_page_says_what_the_tables_know():
    assert make_knowledge.PAGE.read_text(encoding="utf-8") == make_knowledge.page()


def test_shares_add_up():
    for table in tables_there(Tables(get_game("minichess")), 4):
        for side in ("white", "black"):
            assert abs(sum(shares(table.header)[side].values()) - 100) < 1e-9


def test_a_line_for_each_table_and_one_for_all():
    lines = list(lines_of_info(Tables(get_game("congo")), 3))
    assert [line.partition(":")[0] for line in lines[:-1]] == ["LZvL", "LEvL", "LGvL", "LCvL", "LMvL", "LSvL", "LPvL"]
    assert lines[-1].startswith("7 tables of congo, ")
