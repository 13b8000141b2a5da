"""From where games begin."""

from itertools import islice
from random import Random

import pytest

from plyground import InvalidNotation, InvalidSetting, Record, get_game
from plyground.arena.openings import (
    CONFIRMED_NODES,
    EVEN_NODES,
    MAX_BALANCED,
    MAX_UNEVEN,
    SETTLED_NODES,
    USUAL_BALANCED,
    Book,
    Opening,
    _Generator,
    measuring_book,
    random_opening,
)
from plyground.engine.engine import Engine
from plyground.engine.limits import Limits
from plyground.search.textbook import search


def first(text, game, count, seed=1):
    game = get_game(game)
    return list(islice(Book.parse(text, game).openings(game, seed), count))


def test_without_a_book_the_usual_start():
    assert first(None, "congo", 3) == [Opening()] * 3


@pytest.mark.parametrize("game", ["gardner", "congo", "amazons", "starcircle", "halma-8x8"])
def test_random_openings_are_seeded_different_and_not_over(game):
    openings = first("random:3", game, 8)
    assert openings == first("random:3", game, 8)
    assert openings != first("random:3", game, 8, seed=2)
    positions = {opening.record(get_game(game)).position.text for opening in openings}
    assert len(positions) == 8
    assert all(len(opening.moves) == 3 for opening in openings)
    assert all(opening.record(get_game(game)).outcome is None for opening in openings)


def test_one_random_opening_is_the_generators_and_goes_on():
    game = get_game("gardner")
    records = [random_opening(game, 12, Random(seed)) for seed in range(30)]
    assert all(record.plies == 12 and record.outcome is None for record in records)
    assert [record.text() for record in records] == [random_opening(game, 12, Random(s)).text() for s in range(30)]
    assert len({record.position.text for record in records}) > 25


def test_no_opening_is_lost():
    for opening in first("random:4", "gardner", 10):
        assert abs(search(opening.record(get_game("gardner")).position, 2).value) <= MAX_UNEVEN


@pytest.mark.parametrize("game", ["gardner", "congo"])
def test_balanced_openings_are_even_to_the_engine(game):
    openings = first("balanced:3", game, 6)
    assert openings == first("balanced:3", game, 6)
    size = _Generator(get_game(game), 3, is_balanced=True)._engine.hash_mib
    for opening in openings:
        for nodes in (EVEN_NODES, CONFIRMED_NODES, SETTLED_NODES):
            engine = Engine(game, hash_mib=size)
            score = engine.search(opening.record(get_game(game)).position, Limits(nodes=nodes)).score
            assert score.kind == "cp"
            assert abs(score.value) <= MAX_BALANCED
    looser = [opening.record(get_game(game)).position for opening in first("random:3", game, 30)]
    scores = [Engine(game).search(position, Limits(nodes=EVEN_NODES)).score for position in looser]
    assert any(score.kind != "cp" or abs(score.value) > MAX_BALANCED for score in scores), "random ones are not"


def test_what_a_longer_search_finds_uneven_is_not_balanced():
    """Even after 100,000 nodes, and worth two pawns to White after 300,000 and after a million."""
    game = get_game("gardner")
    position = game.position("r1bqk/ppp1p/nP1p1/2PPP/RNBQK w - - 0 3")
    generator = _Generator(game, 4, is_balanced=True)
    assert generator._is_balanced(generator._engine, position, CONFIRMED_NODES)
    assert not generator._is_even(position)


def test_what_a_million_nodes_find_uneven_is_not_balanced_where_there_are_few_moves():
    """Even to all shorter searches, and worth more than a pawn to Black after a million nodes."""
    game = get_game("gardner")
    position = game.position("1rbqk/ppppp/n1P2/PP1PP/R1BQK w - - 1 3")
    generator = _Generator(game, 4, is_balanced=True)
    shorter = EVEN_NODES, CONFIRMED_NODES, SETTLED_NODES
    assert all(generator._is_balanced(generator._engine, position, nodes) for nodes in shorter)
    assert not generator._is_even(position)


def test_a_match_that_measures_strength_begins_at_balanced_openings():
    game = get_game("gardner")
    text, book = measuring_book(game, 1)
    assert text == USUAL_BALANCED
    assert list(islice(book.openings(game, 1), 2)) == first(USUAL_BALANCED, "gardner", 2)


def test_a_game_without_balanced_openings_begins_at_the_usual_start(monkeypatch):
    monkeypatch.setattr("plyground.arena.openings.MAX_BALANCED", -1)
    monkeypatch.setattr("plyground.arena.openings._TRIES", 3)
    assert measuring_book(get_game("gardner"), 1) == ("", Book())


def test_the_usual_start_by_its_name():
    assert first("start", "congo", 2) == [Opening()] * 2


def test_when_the_openings_are_used_up_they_come_again():
    openings = first("random:1", "gardner", 20)
    assert len({opening.moves for opening in openings}) <= 7


def test_positions_and_records_from_a_file(tmp_path):
    path = tmp_path / "book.txt"
    path.write_text("rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\n\n4k/5/5/P4/4K w - - 0 1\n")
    assert [opening.start for opening in first(str(path), "gardner", 3)] == [
        "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
        "4k/5/5/P4/4K w - - 0 1",
        "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
    ]
    record = Record(get_game("gardner"))
    record.play("e2e3")
    record.play("d4e3")
    path.write_text(record.text())
    (opening,) = first(str(path), "gardner", 1)
    assert opening.moves == ("e2e3", "d4e3")
    assert opening.record(get_game("gardner")).position == record.position


@pytest.mark.parametrize(
    ("game", "line", "start"),
    [
        ("gardner", 'rnbqk/ppppp/5/PPPPP/RNBQK b - - bm a4a3; id "one two";', "rnbqk/ppppp/5/PPPPP/RNBQK b - - 0 1"),
        ("gardner", "rnbqk/ppppp/5/PPPPP/RNBQK b - - 3 7 acd 9;", "rnbqk/ppppp/5/PPPPP/RNBQK b - - 3 7"),
        ("gardner", "rnbqk/ppppp/5/PPPPP/RNBQK w - -", "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"),
        ("congo", '3l3/7/7/3p3/7/7/2PL3 b 4 id "pawns";', "3l3/7/7/3p3/7/7/2PL3 b 4"),
    ],
)
def test_positions_with_the_operations_of_epd(tmp_path, game, line, start):
    path = tmp_path / "book.epd"
    path.write_text(f"{line}\n")
    assert [opening.start for opening in first(str(path), game, 1)] == [start]


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        ("\ufeffk4/5/5/5/K1R2 w - - 0 1\r\n", Opening("k4/5/5/5/K1R2 w - - 0 1")),
        ('\ufeff[Event "x"]\r\n\r\n1. a2a3 *\r\n', Opening("rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", ("a2a3",))),
        ("1. a2a3 b4a3 *\n", Opening("rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", ("a2a3", "b4a3"))),
    ],
)
def test_a_byte_order_mark_is_left_out_and_a_record_needs_no_tag(tmp_path, text, opening):
    path = tmp_path / "book"
    path.write_bytes(text.encode())
    assert first(str(path), "gardner", 1) == [opening]


PGN = """[Event "a match"]
[Variant "gardner"]
[FEN "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"]

1.e2e3 d4e3 2. d2e3 {+0.3/7} *

[Event "a match"]

1. a2a3 1-0
"""


def test_records_of_other_programs_need_not_name_the_game(tmp_path):
    path = tmp_path / "book.pgn"
    path.write_text(PGN)
    one, two = first(str(path), "gardner", 2)
    assert (one.start, one.moves) == ("rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", ("e2e3", "d4e3", "d2e3"))
    assert (two.start, two.moves) == (get_game("gardner").start, ("a2a3",))
    with pytest.raises(InvalidNotation, match="name its game"):
        Record.parse(PGN)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nonsense;\n", "Line 1 of"),
        ('[Event "a"]\n\n1. Nc3 *\n', "Ply 1 of the record: "),
        ("nonsense\n", "Line 1 of"),
        ("", "is empty"),
        ("rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\n4k/5/5/5/4K w - - 0 1\n", "Line 2 .* the game is over"),
        ('[Game "congo"]\n\n*\n', "is one of congo, not of gardner"),
    ],
)
def test_files_that_are_wrong(tmp_path, text, sentence):
    path = tmp_path / "book.txt"
    path.write_text(text)
    with pytest.raises(InvalidNotation, match=sentence):
        Book.parse(str(path), get_game("gardner"))


@pytest.mark.parametrize("text", ["random:0", "random:x", "random:1000", "balanced:"])
def test_numbers_that_are_wrong(text):
    with pytest.raises(InvalidSetting, match="plies"):
        Book.parse(text, get_game("gardner"))


def test_a_file_that_is_not_there():
    with pytest.raises(InvalidNotation, match="cannot be read"):
        Book.parse("/nowhere/book.txt", get_game("gardner"))
