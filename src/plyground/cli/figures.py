"""``plyground figures``: the figures of the chapters on game search, for slides."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from plyground.core.errors import InvalidSetting
from plyground.core.files import write_text
from plyground.search import drawn_tree
from plyground.search.curriculum import chapters
from plyground.search.tree_drawing import svg_text


def figures(
    folder: Annotated[str, Parameter(help="Where to write; it is made if it does not exist.")] = ".",
    /,
    *,
    tree: Annotated[
        str | None, Parameter(help='Instead of the chapters\' figures this tree: "((3 12 8) (2 4 6) (14 5 2))".')
    ] = None,
    algorithm: Annotated[
        drawn_tree.Algorithm | None, Parameter(help="How `--tree` is searched; by default by alphabeta.")
    ] = None,
    depth: Annotated[int | None, Parameter(help="How deep `--tree` is searched; by default to its leaves.")] = None,
) -> None:
    """Write the figures of the twelve chapters on game search as SVG; print the names of the files."""
    if tree is None:
        if algorithm is not None or depth is not None:
            raise InvalidSetting("--algorithm and --depth say how a tree is searched; give it with --tree.")
        drawings = {f"{each.number:02d}-{each.name}.svg": each.svg() for each in chapters()}
    else:
        chosen = algorithm or "alphabeta"
        drawings = {f"{chosen}.svg": svg_text(drawn_tree.search(drawn_tree.parse(tree), chosen, depth), "")}
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidSetting(f"The folder {folder} cannot be made: {error.strerror}.") from None
    for name, drawing in drawings.items():
        path = str(Path(folder) / name)
        write_text(path, drawing)
        print(path)
