"""The layers: imports only point down and never in a circle, no generic layer names a game, kernels stay readable."""

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


def place(path: Path) -> str:
    """Return where a file is, from the package's root."""
    return path.relative_to(PACKAGE).as_posix()


def statements(node: ast.AST):
    """Yield the statements below `node`, those within functions too, but not those for type checkers alone."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        yield child
        yield from statements(child)


def modules_named(path: Path, modules: set[str]) -> set[str]:
    """Return which of `modules` the file imports: other files, or the ``__init__`` of packages."""
    found = set()
    for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in modules else node.module for name in names}
    return found & modules


def circle_in(graph: dict[str, set[str]]) -> list[str]:
    """Return a circle of `graph`, nothing if there is none."""
    finished: set[str] = set()

    def follow(path: list[str]) -> list[str]:
        for name in sorted(graph[path[-1]]):
            if name in path:
                return [*path[path.index(name) :], name]
            if name not in finished and (found := follow([*path, name])):
                return found
        finished.add(path[-1])
        return []

    return next((found for name in sorted(graph) if name not in finished and (found := follow([name]))), [])


def test_every_folder_is_in_the_list_of_layers():
    assert {path.relative_to(PACKAGE).parts[0] for path in FILES if path.parent != PACKAGE} <= set(LAYERS)


def test_imports_point_down():
    upward = {}
    for path in FILES:
        if path.parent == PACKAGE:
            continue
        height = ORDER.index(layer_of(module_of(path)) or path.relative_to(PACKAGE).parts[0])
        above = {name for name in imported(path) if (layer := layer_of(name)) and ORDER.index(layer) > height}
        upward |= {place(path): above} if above else {}
    assert not upward


def test_no_files_import_each_other_in_a_circle():
    """Also inside a package, and also by imports within functions; those of type checkers alone do not count."""
    names = {path: module_of(path).removesuffix(".__init__") for path in FILES}
    graph = {name: modules_named(path, set(names.values())) for path, name in names.items()}
    assert not circle_in(graph)


@pytest.mark.parametrize(
    ("graph", "circle"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b"}, "b": {"c"}, "c": {"b"}}, ["b", "c", "b"]),
        ({"a": {"a"}}, ["a", "a"]),
    ],
)
def test_a_circle_is_found(graph, circle):
    assert circle_in(graph) == circle


def test_the_picture_of_the_architecture_is_drawn_from_the_imports_of_today():
    page = PAGE.read_text(encoding="utf-8")
    assert PICTURE.read_text(encoding="utf-8") == picture(), "run `python tools/draw_architecture.py`"
    assert page == page_with_table(page), "run `python tools/draw_architecture.py`"


def test_only_the_kernel_package_imports_numba():
    importing = set()
    for path in FILES:
        source = ast.parse(path.read_text(encoding="utf-8"))
        imports = {alias.name for node in ast.walk(source) if isinstance(node, ast.Import) for alias in node.names}
        imports |= {node.module or "" for node in ast.walk(source) if isinstance(node, ast.ImportFrom)}
        if any(name.split(".")[0] in {"numba", "llvmlite"} for name in imports):
            importing.add(path.parent.name)
    assert importing == {"kernel"}


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


def test_public_names_are_listed_before_they_are_loaded():
    code = "import sys, plyground; print(*dir(plyground)); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names, has_numba = done.stdout.splitlines()
    assert set(names.split()) == {*plyground.__all__, "__version__"}
    assert has_numba == "False"


def test_every_game_folder_has_the_same_files():
    for folder in {game.module for game in plyground.all_games().values()}:
        root = Path(sys.modules[folder].__file__).parent
        for name in ("rules.py", "notation.py", "evaluate.py", "draw.py"):
            assert (root / name).exists(), f"{folder} lacks {name}"


FAMILIES = ("congo", "amazons", "minichess", "gardner", "starcircle", "halma")
WHERE_GAMES_ARE_NAMED = ("games", "courses")


def names_of_games(path: Path) -> set[str]:
    """Return the games that `path` imports, or names by a literal; prose, as in a help text, may give examples."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    parts = {part for name in imported(path) for part in name.split(".")}
    return (texts | parts) & set(FAMILIES)


GENERIC_FILES = [path for path in FILES if path.relative_to(PACKAGE).parts[0] not in WHERE_GAMES_ARE_NAMED]


def test_no_generic_layer_names_a_game():
    """A game says itself what is asked, by `Game` or an optional file of its folder."""
    assert not {place(path): named for path in GENERIC_FILES if (named := names_of_games(path))}


HOSTS_ALONE = {
    "anyio", "asyncio", "concurrent", "multiprocessing", "psutil", "socket", "sqlite3", "starlette", "subprocess",
    "threading", "uvicorn", "websockets",
}  # fmt: skip
"""What makes a server of the pages, or needs one."""


def test_nothing_but_a_host_knows_what_hosts_the_pages():
    """Pages and service run in a server, in a browser, or in somebody's program: they are plain functions."""
    web = PACKAGE / "web"
    pages = [path for path in web.rglob("*.py") if path.relative_to(web).parts[0] not in {"host", "browser"}]
    assert len(pages) > 60
    for path in pages:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not {name.split(".")[0] for name in names} & HOSTS_ALONE, place(path)
        assert not [name for name in names if name.startswith(("plyground.web.host", "plyground.web.browser"))], place(
            path
        )


def test_the_service_imports_no_page():
    """Pages stand on it; for type checkers alone it says what they give a host to keep."""
    modules = {module_of(path) for path in FILES}
    for path in (PACKAGE / "web" / "service").glob("*.py"):
        web = {name.split(".")[2] for name in modules_named(path, modules) if name.startswith("plyground.web.")}
        assert web <= {"service", "board"}, place(path)


LONGEST_KERNEL, DEEPEST_NESTING = 120, 4
_BLOCKS = (ast.If, ast.For, ast.While, ast.With, ast.Try)


def functions(path: Path) -> list[ast.FunctionDef]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def nesting(node: ast.AST, is_elif: bool = False) -> int:
    """Return how many blocks stand in each other below `node`; an ``elif`` is no deeper than its ``if``."""
    below = 0
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                follows = isinstance(node, ast.If) and name == "orelse" and len(node.orelse) == 1
                below = max(below, nesting(child, follows and isinstance(child, ast.If)))
    return below + int(isinstance(node, _BLOCKS) and not is_elif)


def test_the_engine_fits_on_a_screen():
    found = [(path, function) for path in sorted((PACKAGE / "engine").glob("*.py")) for function in functions(path)]
    assert len(found) > 100
    for path, function in found:
        assert function.end_lineno - function.lineno < LONGEST_KERNEL, f"{place(path)}: {function.name}"
        assert nesting(function) <= DEEPEST_NESTING, f"{place(path)}: {function.name}"


@pytest.mark.parametrize(
    ("source", "depth"),
    [("x = 1", 0), ("if a:\n if b:\n  x\nelif c:\n x", 2), ("for i in a:\n if b:\n  x\n else:\n  if c:\n   x\n  y", 3)],
)
def test_nesting_is_counted(source, depth):
    assert nesting(ast.parse(source)) == depth


def test_what_one_package_alone_uses_is_not_in_core():
    """Core holds what several packages need, and what games import, which stand right above it."""
    users: dict[str, set[str]] = {module_of(path): set() for path in (PACKAGE / "core").glob("*.py")}
    for path in FILES:
        layer = path.relative_to(PACKAGE).parts[0]
        for name in imported(path):
            for module in users:
                if (name == module or name.startswith(f"{module}.")) and module != module_of(path):
                    users[module].add(layer)
    alone = {module for module, layers in users.items() if len(layers) == 1 and layers.isdisjoint({"core", "games"})}
    assert not alone
