"""The rooms: imports only point down, and the vocabulary is light."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import plyground

PACKAGE = Path(plyground.__file__).parent
ROOMS = [
    "kernel",
    "core",
    "games",
    "search",
    "nets",
    "endgame",
    "engine",
    "programs",
    "protocol",
    "assignments",
    "sandbox",
    "courses",
    "agents",
    "arena",
    "grading",
    "learn",
    "rl",
    "web",
    "cli",
]
"""From the ground up."""

INTERFACES = {"plyground.endgame.hooks", "plyground.engine.hooks"}
"""What a game may answer although a package above asks it: these import nothing above core; any file may import them."""

FILES = sorted(PACKAGE.rglob("*.py"))


def imported(path: Path) -> set[str]:
    """Return the full names of the modules of plyground that `path` imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in names if name.startswith("plyground.")}


def room_of(module: str) -> str | None:
    if any(module == interface or module.startswith(f"{interface}.") for interface in INTERFACES):
        return "core"
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in ROOMS else None


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path):
    parts = path.relative_to(PACKAGE).parts
    if len(parts) == 1:
        return
    assert parts[0] in ROOMS, f"the room {parts[0]} is not in the plan"
    module = ".".join(("plyground", *path.relative_to(PACKAGE).with_suffix("").parts))
    floor = ROOMS.index(room_of(module) or parts[0])
    upward = {name for name in imported(path) if (room := room_of(name)) and ROOMS.index(room) > floor}
    assert not upward


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_the_kernel_room_imports_numba(path):
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
