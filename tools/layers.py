"""The layers of the package and the imports between its files, read from the sources.

``[tool.plyground.layers]`` in pyproject.toml lists the packages from the ground up, each with one line about what it
holds. `tests/test_architecture.py` holds the imports to that order; `tools/draw_architecture.py` draws them.
"""

import ast
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "plyground"

LAYERS: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["plyground"][
    "layers"
]
"""What each package holds, from the ground up."""

INTERFACES = {
    "plyground.courses.course",
    "plyground.endgame.hooks",
    "plyground.endgame.solution",
    "plyground.engine.hooks",
    "plyground.nets.hooks",
    "plyground.solving.hooks",
    "plyground.web.board.overlays",
    "plyground.web.learn.lesson",
}
"""What a game answers to a higher layer, or a course declares: they import nothing above core; all may use them."""


def imported(path: Path) -> set[str]:
    """Return the full names of what the file imports from plyground."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in names if name.startswith("plyground.")}


def layer_of(module: str) -> str | None:
    """Return the layer of a module by its full name; None for the package itself. Interfaces count as core."""
    if any(module == interface or module.startswith(f"{interface}.") for interface in INTERFACES):
        return "core"
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in LAYERS else None


def module_of(path: Path) -> str:
    """Return the full name of the module in a file of the package."""
    return ".".join(("plyground", *path.relative_to(PACKAGE).with_suffix("").parts))
