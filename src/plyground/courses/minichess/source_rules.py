"""What a source may not hold: read from its tree, without running any of it.

Calls and imports are found by name, and so is what stands for them: another name for ``exec``, ``sys.modules["os"]``,
``getattr(__builtins__, ...)``, the module ``os`` that ``random`` has as ``random._os``. `source_report.py` imports this
file by its bare name, in a process that has nothing else of ours.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PIECES_OF_OTHER_YEARS = ("Ferz", "Princess", "Empress")
COLUMNS, ROWS = tuple("abcde"), 5
LARGER_COLUMNS, LARGER_ROWS = tuple("abcdefgh"), 8

OWN = frozenset(sys.stdlib_module_names)
RUN_ANYTHING = ("exec", "compile", "__import__")
REPORTED = ("eval", "open", "input", "breakpoint")
RUN_TEXTS = frozenset(("eval", "timeit.timeit", "timeit.repeat", "timeit.Timer"))
OUTPUTS = ("sys.stdout", "sys.stderr", "sys.__stdout__", "sys.__stderr__")
BACK_DOORS = frozenset(
    {"__builtins__", "__import__", "__loader__", "__spec__", "__path__", "__globals__", "__subclasses__"}
    | {"f_globals", "f_builtins", "import_module", "load_module", "exec_module", "sys.modules", "sys.meta_path"}
    | {"sys.path_hooks", "sys.path_importer_cache", "sys._getframe"}
)
"""Names by which anything can be imported."""

DETERMINISTIC = frozenset(
    {"__future__", "abc", "array", "bisect", "cmath", "collections", "contextlib", "copy", "dataclasses", "decimal"}
    | {"enum", "fractions", "functools", "heapq", "itertools", "json", "math", "numbers", "operator", "pprint", "re"}
    | {"reprlib", "string", "struct", "sys", "textwrap", "traceback", "types", "typing", "unicodedata"}
)
"""Modules that draw no lots, and ask for no time, file or other process."""
SEED, OWN_SEED = frozenset({"random.seed"}), frozenset({"random.Random"})
OF_ONE_SEED = frozenset(
    f"random.{name}"
    for name in ("choice", "choices", "getrandbits", "randint", "random", "randrange", "sample", "shuffle", "uniform")
)
"""Lots of the module's own generator, which ``random.seed`` with a constant makes the same in each process."""
OF_THE_PROCESS = frozenset({"id", "hash"})
"""What gives other numbers in each process."""

MAX_MEANINGS = 20
"""Of a name."""

Finding = tuple[str, int, str]
"""Its kind, its line, and what it is."""


# --- what expressions mean ---


def text_of(node: ast.AST | None, depth: int = 40) -> str | None:
    """Return the text that an expression of constants is; None for any other."""
    parts: list[str | None]
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and depth:
        parts = [text_of(node.left, depth - 1), text_of(node.right, depth - 1)]
    elif isinstance(node, ast.JoinedStr):
        parts = [text_of(value.value if isinstance(value, ast.FormattedValue) else value) for value in node.values]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join":
        lists = [argument for argument in node.args if isinstance(argument, (ast.List, ast.Tuple))]
        parts = [text_of(element) for found in lists for element in found.elts] or [None]
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and ast.unparse(node.slice) == "::-1":
        backwards = text_of(node.value, depth - 1)
        return None if backwards is None else backwards[::-1]
    else:
        return None
    return None if None in parts else "".join(map(str, parts))


def name_of_call(node: ast.AST) -> str:
    """Return the bare name that a call calls; nothing for any other expression."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def value_of(path: str, permitted: frozenset[str]) -> Any:
    """Return what a dotted name means in Python's own library; None for nothing, and in a module that is forbidden."""
    top, *parts = path.split(".")
    try:
        value: Any = importlib.import_module(top) if top in OWN & permitted else None
    except ImportError:
        return None
    for part in parts:
        value = getattr(value, part, None)
    return value


class Names:
    """What the names of a source may mean, as far as that is in Python's own library, as dotted names.

    Parameters
    ----------
    tree
        The source.
    permitted
        The modules that may be imported.
    """

    def __init__(self, tree: ast.AST, permitted: frozenset[str]) -> None:
        self.permitted = permitted
        self.known: dict[str, set[str]] = {}
        self.from_stars: set[str] = set()
        nodes = list(ast.walk(tree))
        self.stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        self.stored |= {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        self.called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
        for node in nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    top = alias.name.partition(".")[0]
                    self._add(alias.asname or top, alias.name if alias.asname else top)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                for alias in node.names:
                    self._add_from(str(node.module), alias)
        bindings = [node for node in nodes if isinstance(node, (ast.Assign, ast.NamedExpr))]
        # an alias of an alias of an alias
        for node in bindings * 3:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    for path in self.paths(node.value):
                        self._add(target.id, path)

    def _add(self, name: str, path: str) -> None:
        paths = self.known.setdefault(name, set())
        if path.partition(".")[0] in OWN and len(paths) < MAX_MEANINGS:
            paths.add(path)

    def _add_from(self, module: str, alias: ast.alias) -> None:
        if alias.name != "*":
            self._add(alias.asname or alias.name, f"{module}.{alias.name}")
            return
        value = value_of(module, self.permitted)
        for name in getattr(value, "__all__", None) or [name for name in dir(value) if not name.startswith("_")]:
            self._add(name, f"{module}.{name}")
            self.from_stars.add(name)

    def paths(self, node: ast.AST) -> set[str]:
        """Return what an expression may mean."""
        if isinstance(node, ast.Name):
            return self.known.get(node.id, set())
        if isinstance(node, ast.Attribute):
            return {f"{path}.{node.attr}" for path in self.paths(node.value)}
        base, name = None, None
        if (
            isinstance(node, ast.Call)
            and name_of_call(node) in ("getattr", "setattr", "delattr")
            and len(node.args) > 1
        ):
            base, name = node.args[0], text_of(node.args[1])
        elif isinstance(node, ast.Subscript):
            name = text_of(node.slice)
            if isinstance(node.value, ast.Call) and name_of_call(node.value) == "vars" and node.value.args:
                base = node.value.args[0]
            elif isinstance(node.value, ast.Attribute) and node.value.attr == "__dict__":
                base = node.value.value
        return set() if base is None or name is None else {f"{path}.{name}" for path in self.paths(base)}


def imports(tree: ast.AST) -> Iterator[tuple[str, str, int, int]]:
    """Yield each import: the module, what is imported from it (nothing: itself), the line, the level of a relative one.

    What is imported from a package may be a module in it.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "", node.lineno, 0) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name, node.lineno, node.level) for alias in node.names)


def path_additions(tree: ast.AST, names: Names) -> Iterator[str | None]:
    """Yield what a source adds to ``sys.path``; None for what cannot be told."""

    def entries(node: ast.AST) -> Iterator[str | None]:
        if isinstance(node, ast.Starred):
            yield from entries(node.value)
        elif isinstance(node, (ast.List, ast.Tuple)):
            for element in node.elts:
                yield from entries(element)
        elif "sys.path" not in names.paths(node):
            yield text_of(node)

    for node in ast.walk(tree):
        if isinstance(node, (ast.Assign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            places = [target.value if isinstance(target, ast.Subscript) else target for target in targets]
            # `paths = sys.path` is another name for it; only `sys.path = ...` and `paths += ...` change it
            is_alias = isinstance(node, ast.Assign) and any(isinstance(target, ast.Name) for target in targets)
            if not is_alias and any("sys.path" in names.paths(place) for place in places):
                yield from entries(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if "sys.path" in names.paths(node.func.value) and node.func.attr not in ("index", "count", "copy"):
                for argument in node.args[-1:]:
                    yield from entries(argument)
        elif name_of_call(node) == "setattr" and "sys.path" in names.paths(node):
            yield None


# --- what the assignment does not allow ---


def findings(tree: ast.AST, names: Names) -> Iterator[Finding]:
    """Yield what the assignment does not allow, but for imports."""
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Raise):
            yield "raise", line, ""
        elif isinstance(node, ast.Call):
            yield from of_call(node, names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield from of_name(node, names)
        elif isinstance(node, ast.Attribute):
            paths = names.paths(node)
            if node.attr in BACK_DOORS and not paths & BACK_DOORS:
                yield "module", line, node.attr
            yield from of_paths(paths, line, names)
        elif isinstance(node, ast.Subscript):
            yield from of_paths(names.paths(node), line, names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                yield from of_paths({f"{node.module}.{alias.name}"}, line, names)
        if (text := text_of(node)) is not None:
            yield from (("module", line, name) for name in text.split(".") if name in BACK_DOORS)


def of_call(node: ast.Call, names: Names) -> Iterator[Finding]:
    """Yield what is not allowed in a call."""
    name, line = name_of_call(node), node.lineno
    if name == "print":
        yield "print", line, ""
    elif name in RUN_ANYTHING and not is_another(name, names):
        yield "module", line, name + "()"
    elif name == "open" and may_write(node):
        yield "module", line, "open() for writing"
    elif name in REPORTED:
        yield "call", line, name + "()"
    elif name in ("getattr", "vars") and node.args:
        # which part of a module it reaches for, nobody can tell from the source
        is_open = name == "vars" or (len(node.args) > 1 and text_of(node.args[1]) is None)
        modules = [
            path for path in names.paths(node.args[0]) if isinstance(value_of(path, names.permitted), ModuleType)
        ]
        yield from (("module", line, f"{name}() on {path}") for path in modules[:1] if is_open)
    yield from of_paths(names.paths(node), line, names)
    if name in RUN_TEXTS or names.paths(node.func) & RUN_TEXTS:
        for text in filter(None, map(text_of, node.args)):
            yield from of_text(text, line, names.permitted)


def of_text(text: str, line: int, permitted: frozenset[str]) -> Iterator[Finding]:
    """Yield what is not allowed in a text that is run as Python."""
    try:
        tree = ast.parse(text.strip())
    except (SyntaxError, ValueError):
        return
    for kind, _, detail in findings(tree, Names(tree, permitted)):
        yield kind, line, detail
    for module, _, _, level in imports(tree):
        if not level and module.partition(".")[0] not in permitted:
            yield "module", line, module


def of_name(node: ast.Name, names: Names) -> Iterator[Finding]:
    """Yield what is not allowed in the use of a name that is not called."""
    name, line, is_called = node.id, node.lineno, id(node) in names.called
    if name in RUN_ANYTHING and (is_called or is_another(name, names)):
        return
    if name in BACK_DOORS or name in RUN_ANYTHING:
        yield "module", line, name
    elif name in REPORTED and not is_called and name not in names.stored:
        yield "call", line, name + "()"
    elif name == "print" and not is_called and name not in names.stored:
        yield "print", line, ""
    elif name in names.from_stars:
        yield from of_paths(names.known.get(name, ()), line, names)


def is_another(name: str, names: Names) -> bool:
    """Tell whether a name of Python's means something else here: ``from re import compile``."""
    return name == "compile" and "re.compile" in names.known.get(name, ())


def of_paths(paths: Iterable[str], line: int, names: Names) -> Iterator[Finding]:
    """Yield what is not allowed of parts of Python's own modules: other modules, and what imports them."""
    for path in sorted(paths):
        top, _, inside = path.partition(".")
        if path in OUTPUTS:
            yield "output", line, path
        elif path in BACK_DOORS or inside == "__dict__":
            yield "module", line, path
        elif inside:
            value = value_of(path, names.permitted)
            module = value.__name__.partition(".")[0] if isinstance(value, ModuleType) else ""
            if module and module not in names.permitted and module != top:
                yield "module", line, f"{module} (as {path})"
            elif any(value is getattr(builtins, name) for name in RUN_ANYTHING):
                yield "module", line, path.rpartition(".")[2] + "()"


def may_write(call: ast.Call) -> bool:
    """Tell whether the mode of a call of ``open`` says that it writes."""
    modes = call.args[1:2] + [keyword.value for keyword in call.keywords if keyword.arg == "mode"]
    return any(isinstance(mode, ast.Constant) and set(str(mode.value)) & set("wax+") for mode in modes)


# --- whether it answers alike whenever it is asked alike ---


def is_deterministic(tree: ast.Module, names: Names) -> bool:
    """Tell whether a source draws no lots, as far as can be seen, but those of a generator that it seeds itself."""

    def is_one_of(node: ast.AST, meanings: frozenset[str]) -> bool:
        return bool(paths := names.paths(node)) and paths <= meanings

    nodes = [node for node in ast.walk(tree) if isinstance(node, (ast.Name, ast.Attribute))]
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and is_constant(node.args)]
    seeding = [node for node in tree.body if isinstance(node, ast.Expr) and node.value in calls]
    since = next((node.lineno for node in seeding if is_one_of(node.value.func, SEED)), sys.maxsize)  # type: ignore[attr-defined]
    fine: list[ast.AST] = [node.func for node in calls if is_one_of(node.func, SEED | OWN_SEED)]
    fine += [node for node in nodes if node.lineno > since and is_one_of(node, OF_ONE_SEED)]
    seeded = {id(part) for node in fine for part in ast.walk(node)}
    return not any(
        (isinstance(node, ast.Name) and node.id in OF_THE_PROCESS and node.id not in names.stored)
        or (id(node) not in seeded and any(path.partition(".")[0] == "random" for path in names.paths(node)))
        for node in nodes
    )


def is_constant(arguments: list[ast.expr]) -> bool:
    """Tell whether there are arguments, and all are constants."""
    return bool(arguments) and all(isinstance(each, ast.Constant) and each.value is not None for each in arguments)


# --- which assignment it is for ---


def of_another_year(tree: ast.AST) -> Iterator[tuple[str, int, str]]:
    """Yield what shows that a program was written for the board of another year, each kind of sign once."""
    signs: dict[str, tuple[int, str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in PIECES_OF_OTHER_YEARS:
            signs.setdefault("piece", (node.lineno, f"the piece {node.value}"))
        elif isinstance(node, ast.Tuple) and is_beyond(node):
            signs.setdefault("square", (node.lineno, "the square " + ast.unparse(node)))
        elif isinstance(node, ast.FunctionDef) and node.name == "studentAgent":
            arguments = node.args.posonlyargs + node.args.args
            if len(arguments) - len(node.args.defaults) != 1:
                signs.setdefault("call", (node.lineno, f"a studentAgent of {len(arguments)} arguments"))
            elif arguments[0].annotation is not None and "list" in ast.unparse(arguments[0].annotation).lower()[:12]:
                signs.setdefault("list", (node.lineno, "a gameboard that is a list"))
    for sign in ("piece", "call", "list", "square"):
        if sign in signs:
            yield ("edition", *signs[sign])


def is_beyond(node: ast.Tuple) -> bool:
    """Tell whether a tuple is a square, written as the assignment does, of a larger board."""
    cell = [part.value for part in node.elts if isinstance(part, ast.Constant)]
    if len(node.elts) != 2 or [type(part) for part in cell] != [str, int]:
        return False
    column, row = str(cell[0]), int(str(cell[1]))
    return column in LARGER_COLUMNS and 0 <= row < LARGER_ROWS and not (column in COLUMNS and row < ROWS)


def defines(tree: ast.AST, name: str) -> bool:
    """Tell whether the module's top level gives `name` a meaning."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node.name == name:
            return True
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store):
            return True
        if isinstance(node, ast.ImportFrom):
            if any(alias.name in (name, "*") or alias.asname == name for alias in node.names):
                return True
    return False
