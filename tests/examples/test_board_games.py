"""Games of two short files: those of the examples against OpenSpiel's, and the one that `plyground new-game` writes."""

import json
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from plugins import Plugins
from plyground.cli import new_game
from plyground.core.errors import InvalidSetting
from plyground.kernel.compile import JIT

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
NAMES = {"breakthrough": "breakthrough", "lines_of_action": "lines-of-action"}
"""Package, which is OpenSpiel's name for the game too, to our name."""

compiled = pytest.mark.skipif(not JIT, reason="compiles")


@pytest.fixture(scope="module")
def plugins(tmp_path_factory):
    """Install both examples, and a new game as it is written."""
    folder = tmp_path_factory.mktemp("games")
    found = Plugins(folder)
    for package, name in NAMES.items():
        shutil.copytree(EXAMPLES / package / package, folder / package)
        found.install(package, {name: f"{package}:GAMES"}, "plyground.games")
    status, _, errors = found.plyground("new-game", "my-game", str(folder / "new"))
    assert (status, errors) == (0, "")
    shutil.copytree(folder / "new" / "my_game", folder / "my_game")
    found.install("my_game", {"my-game": "my_game:GAMES"}, "plyground.games")
    return found


@pytest.mark.parametrize("game", [*NAMES.values(), "my-game"])
def test_check_is_content(plugins, game):
    status, printed, errors = plugins.plyground("check", game, "--positions", "8")
    assert (status, errors) == (0, "")
    assert printed.count("\n") == printed.count("holds ") > 15


@compiled
@pytest.mark.parametrize("package", NAMES)
def test_random_games_are_those_of_open_spiel(plugins, package):
    """Both play the same moves: at every ply the moves are the same, and so are the end and the winner."""
    script = plugins.folder / f"{package}_twin.py"
    script.write_text(TWIN.format(package=package, name=NAMES[package]), "utf-8")
    done = plugins.python(script, PLYGROUND_JIT="1")
    games, plies = map(int, done.split())
    assert games == 40
    assert plies > 40 * 20


TWIN = """
import random
import pyspiel
from plyground import Color, get_game

game, twin = get_game({name!r}), pyspiel.load_game({package!r})
first = Color.BLACK if {package!r} == "breakthrough" else Color.WHITE  # who stands where OpenSpiel's first player does
start = game.position(game.start[:-1] + "wb"[first])
games = plies = 0
for seed in range(60):
    chosen = random.Random(seed)
    position, state, seen = start, twin.new_initial_state(), set()
    while not state.is_terminal():
        theirs = {{state.action_to_string(a).translate(str.maketrans("", "", "-x*")): a for a in state.legal_actions()}}
        ours = [move.text for move in position.legal_moves]
        assert ours == sorted(theirs), (position, ours, sorted(theirs))
        seen.add(position.text.split()[0])
        move = chosen.choice(ours)
        position = position.play(move)
        state.apply_action(theirs[move])
        plies += 1
    if position.text.split()[0] in seen:  # OpenSpiel's Lines of Action is drawn when a board comes again
        continue
    outcome = position.outcome
    assert outcome is not None, position
    assert state.returns()[0] == (1 if outcome.winner is first else -1), position
    games += 1
    if games == 40:
        break
print(games, plies)
"""


@compiled
@pytest.mark.parametrize(
    ("game", "counts"),
    [
        ("breakthrough", "1 22\n2 484\n3 11132\n4 256036\n"),
        ("lines-of-action", "1 36\n2 1244\n3 44952\n"),
        ("my-game", "1 9\n2 72\n3 504\n4 3024\n"),
    ],
)
def test_move_counts(plugins, game, counts):
    """The first two were counted with OpenSpiel, the third is the tree of noughts and crosses."""
    depth = str(counts.count("\n"))
    assert plugins.plyground("perft", game, depth, PLYGROUND_JIT="1")[:2] == (0, counts)


@compiled
def test_engine_arena_and_solver_know_a_new_game(plugins):
    status, printed, _ = plugins.plyground("solve", "my-game", PLYGROUND_JIT="1")
    assert (status, printed.split()[:3]) == (0, ["value", "draw", "proved"])
    status, printed, _ = plugins.plyground(
        "match", "engine", "random", "--game", "my-game", "--rounds", "4", "--depth", "6", PLYGROUND_JIT="1"
    )
    assert (status, " losses 0 " in printed) == (0, True)


def test_the_web_app_knows_a_new_game(plugins, tmp_path):
    command = [sys.executable, "-m", "plyground", "web", "--port", "0", "--no-browser", "--db", tmp_path / "web.db"]
    with subprocess.Popen(command, env=plugins.environment(), stdout=subprocess.PIPE, text=True) as server:
        try:
            address = re.search(r"http://\S+", server.stdout.readline())[0].rstrip("/")
            with urllib.request.urlopen(f"{address}/api/games/my-game/position?position=3/1W1/3+b") as answer:
                assert "b2" in json.load(answer)["pieces"]
        finally:
            server.terminate()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("My", "should be at most 40 small letters"),
        ("a" * 41, "should be at most 40 small letters"),
        ("a--b", "should be at most 40 small letters"),
        ("congo", "There is a game 'congo' already"),
        ("json", "Python has something called 'json' already"),
        ("class", "Python has something called 'class' already"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name, sentence, tmp_path):
    with pytest.raises(InvalidSetting, match=sentence):
        new_game.new_game(name, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_nothing_is_written_over(tmp_path):
    (tmp_path / "kept.txt").write_text("kept")
    with pytest.raises(InvalidSetting, match="exists and is not empty"):
        new_game.new_game("my-game", tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["kept.txt"]


def test_a_new_game_builds_as_a_wheel_that_declares_it(tmp_path):
    new_game.new_game("my-game", tmp_path / "new")
    build = "import hatchling.build; print(hatchling.build.build_wheel('.'))"
    done = subprocess.run(
        [sys.executable, "-c", build], cwd=tmp_path / "new", capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    wheel = tmp_path / "new" / done.stdout.split()[-1]
    shutil.unpack_archive(wheel, tmp_path / "unpacked", "zip")
    assert (tmp_path / "unpacked" / "my_game" / "rules.py").exists()
    points = next((tmp_path / "unpacked").glob("*.dist-info/entry_points.txt")).read_text()
    assert "my-game = my_game:GAMES" in points


def test_the_tutorial_counts_the_lines_of_the_examples():
    tutorial = (EXAMPLES.parent / "docs" / "tutorials" / "add-a-game.md").read_text("utf-8")
    for package in NAMES:
        files = (EXAMPLES / package / package).glob("*.py")
        lines = sum(len(file.read_text("utf-8").splitlines()) for file in files)
        assert re.search(rf"{package}/rules\.py\).* \| {lines} \|$", tutorial, re.MULTILINE), (package, lines)
        assert lines < 150


def test_the_readme_counts_the_lines_of_a_new_game(tmp_path):
    new_game.new_game("my-game", tmp_path / "new")
    lines = sum(len(file.read_text("utf-8").splitlines()) for file in (tmp_path / "new" / "my_game").glob("*.py"))
    assert f"a package of {round(lines, -1)} lines" in (EXAMPLES.parent / "README.md").read_text("utf-8")
