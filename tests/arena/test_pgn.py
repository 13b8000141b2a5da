"""Games of a match as PGN."""

import pytest

import plyground
from plyground import Record
from plyground.arena.pgn import comment
from plyground.arena.task import PlayedMove
from plyground.cli import main
from plyground.cli.competition import Competition


@pytest.mark.parametrize(
    ("score", "depth", "text"),
    [
        ("cp 263", 12, "+2.63/12 0.400s"),
        ("cp -5", None, "-0.05 0.400s"),
        ("win 5", 7, "+M5/7 0.400s"),
        ("loss 4", 3, "-M4/3 0.400s"),
        ("", 3, "0.400s"),
        ("cp 12.5", 3, "0.400s"),
        ("win soon", 3, "0.400s"),
    ],
)
def test_comments_are_fastchess_s(score, depth, text):
    assert comment(PlayedMove("a2a3", score, depth, None, 0.4)) == text


def test_a_match_writes_its_games_as_pgn(tmp_path, capsys):
    path, openings = tmp_path / "games.pgn", tmp_path / "openings.txt"
    openings.write_text("4k/5/5/P4/4K b - - 0 1\n")
    options = ["--game", "gardner", "--rounds", "1", "--openings", str(openings), "--depth", "1"]
    with pytest.raises(SystemExit):
        main(["match", 'minimax:depth=1@"the" one', "random", *options, "--pgnout", str(path)])
    capsys.readouterr()
    text = path.read_text()
    assert text.count('[SetUp "1"]\n[FEN "4k/5/5/P4/4K b - - 0 1"]') == 2
    assert '[White "\\"the\\" one"]' in text
    records = Record.parse_all(text, plyground.get_game("gardner"))
    first, second = records
    assert first.start == second.start == plyground.get_game("gardner").position("4k/5/5/P4/4K b - - 0 1")
    assert all(record.plies > 0 for record in records)


def test_games_are_written_when_they_end(tmp_path, monkeypatch, capsys):
    """A match that is killed has the games that were played; in the end they stand in their order."""
    path, seen = tmp_path / "games.pgn", []
    appended = Competition._append_game

    def look(competition, number):
        appended(competition, number)
        seen.append(path.read_text().count("[Event "))

    monkeypatch.setattr(Competition, "_append_game", look)
    with pytest.raises(SystemExit):
        main(["match", "random", "dummy", "--game", "gardner", "--rounds", "2", "--pgnout", str(path)])
    capsys.readouterr()
    assert seen == [1, 2, 3, 4]
    assert len(list(Record.parse_all(path.read_text(), plyground.get_game("gardner")))) == 4


def test_a_result_has_elo_and_los():
    result = plyground.match("greedy", "random", "gardner", rounds=2, seed=1)
    assert (result.elo, result.los) == (result.estimate.elo, result.estimate.los)
