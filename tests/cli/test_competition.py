"""What `match`, `tournament` and `play` say before they begin."""

import pytest

from plyground.agents.roster import Entry
from plyground.cli.options import say_weakness


@pytest.mark.parametrize(
    ("mode", "words"),
    [("namespaces", ""), ("landlock", "Namespaces are not allowed here"), ("limits", "Nothing but limits")],
)
def test_a_weaker_wall_is_said_where_a_program_plays(tmp_path, monkeypatch, capsys, mode, words):
    monkeypatch.setattr("plyground.programs.protection.player_mode", lambda: mode)
    (tmp_path / "a.py").touch()
    say_weakness([Entry.parse("random"), Entry.parse(f"program:{tmp_path / 'a.py'}")])
    said = capsys.readouterr().err
    assert (words in said) if words else said == ""
    say_weakness([Entry.parse("random"), Entry.parse("greedy")])
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("command", ["match", "play"])
def test_it_is_said_by_the_commands(tmp_path, monkeypatch, capsys, command):
    monkeypatch.setattr("plyground.programs.protection.player_mode", lambda: "landlock")
    monkeypatch.setattr("plyground.agents.sandboxed.player_mode", lambda: "landlock")
    (tmp_path / "AB.py").write_text("raise SystemExit(3)")
    from plyground.cli import main

    game = ["--game", "minichess"] if command == "match" else []
    words = ["match"] if command == "match" else ["play", "minichess"]
    with pytest.raises(SystemExit) as left:
        main([*words, "random", f"program:{tmp_path / 'AB.py'}", *game])
    assert left.value.code in {0, 1, 2}
    assert capsys.readouterr().err.count("Namespaces are not allowed here") == 1
