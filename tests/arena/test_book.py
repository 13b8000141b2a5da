"""Books of openings: counted rightly, kept, found again by transposition."""

import contextlib
import sqlite3

import pytest

from plyground import get_game
from plyground.arena.book import OpeningBook, book_from_records, book_of, records_of, self_play
from plyground.core.errors import InvalidNotation, InvalidSetting
from plyground.core.outcome import Color
from plyground.core.record import Record

GARDNER = get_game("gardner")


def game(moves, winner):
    record = Record(GARDNER)
    for move in moves.split():
        record.play(move)
    record.declare(winner, "resignation")
    return record


GAMES = [
    game("a2a3 b4a3 b1a3", Color.WHITE),
    game("a2a3 b4a3 b2a3", Color.BLACK),
    game("a2a3 c4c3", None),
    game("b2b3 c4b3", Color.WHITE),
]


def counts(book, position):
    return [(each.move.text, each.white, each.draws, each.black) for each in book.moves(position)]


def test_moves_are_counted_with_their_results():
    book = book_from_records(GARDNER, GAMES, "four games")
    assert book.games == 4
    assert counts(book, GARDNER.position()) == [("a2a3", 1, 1, 1), ("b2b3", 1, 0, 0)]
    first, second = book.moves(GARDNER.position())
    assert (first.games, first.average, second.average) == (3, 0.5, 1.0)
    assert counts(book, GARDNER.position().play("a2a3")) == [("b4a3", 1, 0, 1), ("c4c3", 0, 1, 0)]
    assert counts(book, GARDNER.position("4k/5/5/P4/K4 w - - 0 1")) == []


def test_other_orders_of_the_same_moves_meet():
    book = book_from_records(get_game("congo"), [], "")
    congo = get_game("congo")
    for moves in ("a2a3 a6a5 c2c3 g6g5 d2d3", "c2c3 g6g5 a2a3 a6a5 e2e3"):
        record = Record(congo)
        for move in moves.split():
            record.play(move)
        record.declare(Color.WHITE, "resignation")
        assert book.add(record)
    assert {move for move, *_ in counts(book, record.positions[4])} == {"d2d3", "e2e3"}


def test_games_of_other_games_and_open_ones_are_left_out():
    book = OpeningBook(GARDNER)
    assert not book.add(Record(GARDNER))
    other = Record(get_game("congo"))
    other.declare(None, "agreement")
    assert not book.add(other)
    assert book.games == 0


def test_books_are_added_up_and_rare_moves_left_out():
    book = book_from_records(GARDNER, GAMES, "four games")
    book.add_book(book_from_records(GARDNER, GAMES[:1], "one game"))
    assert book.games == 5
    after = GARDNER.position().play("a2a3")
    assert counts(book, GARDNER.position()) == [("a2a3", 2, 1, 1), ("b2b3", 1, 0, 0)]
    assert counts(book, after) == [("b4a3", 2, 0, 1), ("c4c3", 0, 1, 0)]
    book.forget_rare(2)
    assert counts(book, GARDNER.position()) == [("a2a3", 2, 1, 1), ("b2b3", 1, 0, 0)]
    assert counts(book, after) == [("b4a3", 2, 0, 1)]


def test_a_book_survives_its_file(tmp_path):
    book, path = book_from_records(GARDNER, GAMES, "four games"), tmp_path / "my.book"
    book.save(path)
    again = OpeningBook.load(path, GARDNER)
    assert (again.games, again.made_of) == (4, "four games")
    for position in (GARDNER.position(), GARDNER.position().play("a2a3")):
        assert counts(again, position) == counts(book, position)
    with pytest.raises(InvalidSetting, match="is there already"):
        book.save(path)
    with pytest.raises(InvalidNotation, match="no book of openings of congo"):
        OpeningBook.load(path, get_game("congo"))
    with pytest.raises(InvalidSetting, match="cannot be written"):
        book.save(tmp_path / "nowhere" / "my.book")


@pytest.mark.parametrize("content", [b"", b"no book", b"SQLite format 3\0" + bytes(200)])
def test_what_is_no_book_is_a_sentence(tmp_path, content):
    path = tmp_path / "my.book"
    path.write_bytes(content)
    with pytest.raises(InvalidNotation, match="is no book of openings"):
        OpeningBook.load(path, GARDNER)
    with pytest.raises(InvalidNotation, match="There is no file"):
        OpeningBook.load(tmp_path / "missing", GARDNER)


def test_a_file_of_other_facts_is_a_sentence(tmp_path):
    for number, facts in enumerate(("[]", "7", '{"format": "plyground openings 1", "game": "gardner"}')):
        path = tmp_path / f"{number}.book"
        OpeningBook(GARDNER).save(path)
        with contextlib.closing(sqlite3.connect(path)) as database, database:
            database.execute("UPDATE header SET facts = ?", (facts,))
        with pytest.raises(InvalidNotation, match="is no book of openings"):
            OpeningBook.load(path, GARDNER)


def test_the_name_of_a_book_may_hold_any_letter(tmp_path):
    path = tmp_path / "50% of #7?.book"
    OpeningBook(GARDNER, "nothing").save(path)
    assert OpeningBook.load(path, GARDNER).made_of == "nothing"


def test_records_are_read_from_text(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("\n".join(record.text() for record in GAMES), encoding="utf-8")
    assert [record.outcome.winner for record in records_of(path, GARDNER)] == [
        record.outcome.winner for record in GAMES
    ]
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidNotation, match="not text in UTF-8"):
        list(records_of(path, GARDNER))


def test_self_play_is_the_same_for_the_same_seed():
    halma = get_game("halma-5x5")
    first, again, other = ([str(record.moves) for record in self_play(halma, 3, 50, seed)] for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert len(set(first)) > 1


def test_the_books_of_the_package_open_at_the_start():
    for name in ("gardner", "congo"):
        book = book_of(get_game(name))
        if book is not None:
            assert sum(each.games for each in book.moves(get_game(name).position())) == book.games
    assert book_of(get_game("connect-four")) is None
