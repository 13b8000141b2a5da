"""The tutorials do what they say: the game that one of them builds is right, the notebook of another runs."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from plugins import Plugins
from plyground.arena.match import MatchResult
from plyground.kernel.compile import JIT

TUTORIALS = Path(__file__).parent.parent / "docs" / "tutorials"


@pytest.fixture
def subtract(tmp_path):
    """Install the game of the tutorial; return the folder's plug-ins."""
    text = (TUTORIALS / "add-a-game.md").read_text("utf-8")
    files = re.findall(r"^<!-- file: (\S+) -->\n```\w+\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    for name, content in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, "utf-8")
    shown = re.search(r"^subtract/\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[1].split()
    assert sorted(shown) == sorted(name for name, _ in files)
    plugins = Plugins(tmp_path)
    plugins.install("subtract-game", {"subtract": "subtract:GAMES"}, "plyground.games")
    return plugins


def test_the_game_of_the_tutorial_obeys_every_law(subtract):
    status, printed, errors = subtract.plyground("check", "subtract")
    assert (status, errors) == (0, "")
    assert printed.count("\n") == printed.count("holds ") > 15


def test_the_engine_knows_the_game_of_the_tutorial(subtract):
    status, printed, _ = subtract.plyground("analyse", "subtract", "--depth", "12")
    assert (status, printed.split(" depth")[0]) == (0, "bestmove 1 score win 11")
    assert subtract.plyground("perft", "subtract", "3")[1] == "1 3\n2 9\n3 27\n"


def cells_of(name):
    """Return the texts of a notebook's code, which holds no outputs."""
    cells = json.loads((TUTORIALS / f"{name}.ipynb").read_text("utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert [cell for cell in code if cell["outputs"] or cell["execution_count"]] == []
    return ["".join(cell["source"]) for cell in code]


@pytest.mark.skipif(not JIT, reason="searches")
def test_the_notebook_runs(tmp_path):
    # what stands last in a cell is shown: it has to have a picture
    lines = ["class SVG(str):", "    _repr_svg_ = str", ""]
    for cell in cells_of("notebook"):
        *statements, last = cell.replace("from IPython.display import SVG", "").rstrip().split("\n")
        lines += [*statements, f"shown = {last}", "print(type(shown).__name__)"]
    script = tmp_path / "notebook.py"
    script.write_text("\n".join(lines), "utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["Position", "SVG", "Record", "Info", "Result", "Tree", "tuple"]


@pytest.mark.skipif(not JIT, reason="plays and trains")
def test_random_weights_learn_to_beat_greedy(capsys):
    """Run the tutorial with two fifths of the positions and a third of the games: what it shows is there already."""
    names, shown = {}, []
    for cell in cells_of("random-weights"):
        *statements, last = ast.parse(cell.replace("= 100_000, 100", "= 40_000, 30")).body
        if not isinstance(last, ast.Expr):
            statements.append(last)
        exec(compile(ast.Module(statements, []), "notebook", "exec"), names)  # noqa: S102 (our own)
        if isinstance(last, ast.Expr):
            shown.append(eval(compile(ast.Expression(last.value), "notebook", "eval"), names))
    random, first, second = (found for found in shown if isinstance(found, MatchResult))
    assert {found.tally.games for found in (random, first, second)} == {60}
    assert random.points < 39 < 45 < first.points
    assert second.points >= 51
    worths_of_random, worths_of_first = next(found for found in shown if isinstance(found, tuple))
    assert worths_of_random["white-queen"] < worths_of_first["white-queen"] == max(worths_of_first.values())
    printed = capsys.readouterr().out
    assert "accepted result games" in printed
    assert printed.endswith("minutes of processor time\n")


def test_the_package_of_the_player_is_one_module_whatever_lies_beside_it(tmp_path):
    files = {"fewest.py", "another.py", "script.py"}
    text = (TUTORIALS / "own-player.md").read_text("utf-8")
    (tmp_path / "pyproject.toml").write_text(
        re.search(r"```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[1], "utf-8"
    )
    for name in files:
        (tmp_path / name).write_text("", "utf-8")
    script = "from setuptools import setup; setup(script_args=['-q', 'build_py', '-d', 'built'])"
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [each.name for each in (tmp_path / "built").iterdir()] == ["fewest.py"]
