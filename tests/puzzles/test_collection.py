"""Files of puzzles, and those that come with the games."""

import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from plyground import get_game
from plyground.core.errors import InvalidNotation, InvalidSetting
from plyground.nets.evaluations import own_net
from plyground.puzzles.checking import fault_in
from plyground.puzzles.collection import Collection, Writer, collections, pattern_of, puzzle_by_id
from plyground.puzzles.proving import Prover
from plyground.puzzles.rating import MAX_RATING, MIN_RATING
from plyground.puzzles.themes import themes_of
from puzzles.test_puzzle import SKEWER

SHIPPED = {collection.game.name: collection for collection in collections()}
PROVED_WITH = {
    "amazons": "3c83286c9d2b88e8",
    "congo": "474f052efd8433dc",
    "gardner": "387f011503647cee",
    "halma-8x8": "ba15e498f42e36dd",
    "minichess": "7eba71ece2b8addc",
    "starcircle": "",
}
"""The first digits of the SHA-256 of the net with which all puzzles of a game have last been proved."""


def begun():
    return Collection(get_game("gardner"), 7, "a test")


def test_a_file_goes_on_after_its_writer_was_killed_within_a_line(tmp_path):
    path = tmp_path / "puzzles.jsonl"
    assert Writer(path, begun()).add(SKEWER)
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole + '{"id": "abc', encoding="utf-8")
    writer = Writer(path, begun(), resume=True)
    assert path.read_text(encoding="utf-8") == whole
    assert writer.collection.next_number == SKEWER.number + 1
    assert not writer.add(SKEWER)


def test_mirror_images_and_exchanged_colours_are_the_same_puzzle(tmp_path):
    gardner = get_game("gardner")
    start = gardner.position("k4/5/1K3/5/4R w - - 0 1")
    images = ("4k/5/3K1/5/R4 w - - 0 1", "4r/5/1k3/5/K4 b - - 0 1", "r4/5/3k1/5/4K b - - 3 9")
    assert all(pattern_of(gardner.position(text)) == pattern_of(start) for text in images)
    for text in ("k4/5/1K3/5/3R1 w - - 0 1", "4r/5/1k3/5/K4 w - - 0 1", "k4/5/2K2/5/4R w - - 0 1"):
        assert pattern_of(gardner.position(text)) != pattern_of(start)
    writer = Writer(tmp_path / "puzzles.jsonl", begun())
    assert writer.add(replace(SKEWER, position=start.text))
    assert not any(writer.add(replace(SKEWER, position=text)) for text in images)


def test_a_file_is_not_overwritten_or_continued_otherwise(tmp_path):
    path = tmp_path / "puzzles.jsonl"
    Writer(path, begun())
    with pytest.raises(InvalidSetting, match="is there already; --resume goes on with it"):
        Writer(path, begun())
    with pytest.raises(InvalidSetting, match="holds puzzles of gardner with the seed 7, not of gardner with 8"):
        Writer(path, Collection(get_game("gardner"), 8, "a test"), resume=True)
    with pytest.raises(InvalidSetting, match="cannot be written"):
        Writer(tmp_path / "nowhere" / "puzzles.jsonl", begun())


def test_the_faulty_line_is_named(tmp_path):
    path = tmp_path / "puzzles.jsonl"
    Writer(path, begun()).add(SKEWER)
    path.write_text(path.read_text(encoding="utf-8").replace("e2e1 d5d1 e1d1", "e2e1 d5d1"), encoding="utf-8")
    with pytest.raises(InvalidNotation, match=r"Line 2 of .*puzzles\.jsonl: The solution"):
        Collection.load(path)
    with pytest.raises(InvalidNotation, match="cannot be read"):
        Collection.load(tmp_path / "missing")


@pytest.mark.parametrize("collection", SHIPPED.values(), ids=SHIPPED.keys())
def test_the_puzzles_of_the_package_are_in_order(collection):
    """Their lines can be played, their themes and ratings are there, and each is found by its id."""
    titles = themes_of(collection.game)
    for puzzle in collection.puzzles.values():
        positions, _ = puzzle.line(collection.game)
        assert all(position.outcome is None for position in positions[:-1])
        assert positions[0].text == puzzle.position
        assert puzzle.themes
        assert set(puzzle.themes) <= set(titles)
        assert MIN_RATING <= puzzle.rating <= MAX_RATING
        assert puzzle_by_id(puzzle.id) == puzzle


def test_no_two_games_share_an_id():
    ids = [name for collection in SHIPPED.values() for name in collection.puzzles]
    assert len(ids) == len(set(ids))
    assert puzzle_by_id("nobody") is None


def test_the_docs_count_them():
    text = (Path(__file__).parents[2] / "docs" / "puzzles.md").read_text(encoding="utf-8")
    counts = [len(collection.puzzles) for collection in SHIPPED.values()]
    assert sorted(map(int, re.findall(r"^\| [^|]+ \| (\d+) \|", text, re.MULTILINE))) == sorted(counts)
    assert f" {sum(counts)} come with the" in text


@pytest.mark.parametrize("name", SHIPPED)
def test_the_puzzles_have_been_proved_with_the_net_that_is_here(name):
    """If not: the slow test below names those to take out; then the digest above can be changed."""
    net = own_net(SHIPPED[name].game)
    assert PROVED_WITH[name] == (sha256(net.read_bytes()).hexdigest()[:16] if net.exists() else "")


@pytest.mark.slow
@pytest.mark.parametrize("collection", SHIPPED.values(), ids=SHIPPED.keys())
def test_the_puzzles_of_the_package_are_proved_again(collection):
    prover = Prover(collection.game)
    assert {puzzle.id: fault for puzzle in collection.puzzles.values() if (fault := fault_in(puzzle, prover))} == {}
