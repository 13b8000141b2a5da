"""The layers: imports only point down, their picture is true, and the vocabulary is light."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from draw_architecture import PAGE, PICTURE, page_with_table, picture
from layers import LAYERS, PACKAGE, imported, layer_of, module_of

import plyground

ORDER = list(LAYERS)

FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path):
    parts = path.relative_to(PACKAGE).parts
    if len(parts) == 1:
        return
    assert parts[0] in LAYERS, f"the layer {parts[0]} is not in pyproject.toml's list"
    height = ORDER.index(layer_of(module_of(path)) or parts[0])
    upward = {name for name in imported(path) if (layer := layer_of(name)) and ORDER.index(layer) > height}
    assert not upward


def test_the_picture_of_the_architecture_is_drawn_from_the_imports_of_today():
    page = PAGE.read_text(encoding="utf-8")
    assert PICTURE.read_text(encoding="utf-8") == picture(), "run `python tools/draw_architecture.py`"
    assert page == page_with_table(page), "run `python tools/draw_architecture.py`"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_the_kernel_package_imports_numba(path):
    source = ast.parse(path.read_text(encoding="utf-8"))
    imports = {alias.name for node in ast.walk(source) if isinstance(node, ast.Import) for alias in node.names}
    imports |= {node.module or "" for node in ast.walk(source) if isinstance(node, ast.ImportFrom)}
    if path.parent.name != "kernel":
        assert not any(name.split(".")[0] in {"numba", "llvmlite"} for name in imports)


def test_games_do_not_import_each_other():
    for path in (PACKAGE / "games").rglob("*.py"):
        family = path.relative_to(PACKAGE / "games").parts[0]
        others = {name for name in imported(path) if name.startswith("plyground.games.")}
        assert all(name.split(".")[2] == family for name in others), path


@pytest.mark.parametrize("module", ["numba", "numpy", "torch", "starlette", "rich"])
def test_importing_the_package_is_light(module):
    code = f"import sys, plyground; plyground.all_games(); print({module!r} in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_every_game_folder_has_the_same_files():
    for folder in {game.module for game in plyground.all_games().values()}:
        root = Path(sys.modules[folder].__file__).parent
        for name in ("rules.py", "notation.py", "evaluate.py", "draw.py"):
            assert (root / name).exists(), f"{folder} lacks {name}"
