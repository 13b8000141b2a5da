"""Runs inside a process of its own: reads AB.py, without running it, for what the assignment does not allow.

It is a script because even reading a hostile source may bring an interpreter down. It is run by ``python -I``, from
another folder than the sources': nothing beside AB.py is imported then, not even under the name of a module
that this script needs. Its arguments are ``--folder`` and that of the sources, unless it is there already, and the
modules that are allowed. It prints one line of JSON: a list of ``[kind, line, detail]``; kinds are module, call, print,
raise, output, edition, missing, syntax and file. Files beside AB.py may be imported, and are looked at too.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PIECES_OF_OTHER_YEARS = ("Ferz", "Princess", "Empress")
COLUMNS, ROWS = tuple("abcde"), 5
LARGER_COLUMNS, LARGER_ROWS = tuple("abcdefgh"), 8
MAX_BYTES = 1000000
MAX_FOUND = 200


def decoded(path: str) -> tuple[bytes | None, str]:
    """Return the source as bytes that Python can read, or a sentence for what it is instead."""
    size = Path(path).stat().st_size
    if size > MAX_BYTES:
        return None, f"it has {size / 1e6:.1f} MB; no more than {MAX_BYTES // 1000000} MB are read"
    source = Path(path).read_bytes()
    if source.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in source[:1000]:
        return None, "it is not UTF-8 text, it looks like UTF-16; save it as UTF-8"
    if not source.strip():
        return None, "it is empty"
    return source, ""


def found_in(tree: ast.AST, allowed: set[str]) -> Iterator[tuple[str, int, str]]:
    """Yield what the assignment does not allow, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] not in allowed:
                    yield "module", node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            name = "." * node.level + (node.module or "")
            if node.level == 0 and name.split(".")[0] not in allowed:
                yield "module", node.lineno, name
        elif isinstance(node, ast.Raise):
            yield "raise", node.lineno, ""
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "print":
                yield "print", node.lineno, ""
            elif node.func.id in ("__import__", "exec", "compile"):
                yield "module", node.lineno, node.func.id + "()"
            elif node.func.id == "open" and may_write(node):
                yield "module", node.lineno, "open() for writing"
            elif node.func.id in ("eval", "open", "input"):
                yield "call", node.lineno, node.func.id + "()"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "sys" and node.attr in ("stdout", "stderr", "__stdout__", "__stderr__"):
                yield "output", node.lineno, "sys." + node.attr


def may_write(call: ast.Call) -> bool:
    """Tell whether the mode of a call of ``open`` says that it writes."""
    modes = call.args[1:2] + [keyword.value for keyword in call.keywords if keyword.arg == "mode"]
    return any(isinstance(mode, ast.Constant) and set(str(mode.value)) & set("wax+") for mode in modes)


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


def report(allowed: set[str]) -> list[list[object]]:
    """Return everything found."""
    entries = list(Path().iterdir())
    here = sorted(entry.name for entry in entries if entry.suffix == ".py" and entry.is_file())
    local = {name[:-3] for name in here} | {entry.name for entry in entries if entry.is_dir()}
    found: list[list[object]] = []
    for name in here[:20]:
        source, trouble = decoded(name)
        if source is None:
            found.append(["file", 0, name + ": " + trouble])
            continue
        try:
            tree = ast.parse(source, name)
        except SyntaxError as error:
            found.append(["syntax", error.lineno or 0, f"{name}: {error.msg}\n{(error.text or '').strip()}"])
            continue
        except (ValueError, RecursionError, MemoryError, UnicodeError) as error:
            found.append(["syntax", 0, f"{name}: it cannot be read ({type(error).__name__})"])
            continue
        for kind, line, detail in found_in(tree, allowed | local):
            found.append([kind, line, detail if name == "AB.py" else (detail + " in " + name).strip()])
        if name == "AB.py":
            found += map(list, of_another_year(tree))
        if name == "AB.py" and not defines(tree, "studentAgent"):
            found.append(["missing", 0, "studentAgent"])
    return sorted(found, key=lambda item: (int(str(item[1])), str(item[0])))[:MAX_FOUND]


if __name__ == "__main__":
    sys.setrecursionlimit(3000)
    arguments = sys.argv[1:]
    if arguments[:1] == ["--folder"]:
        os.chdir(arguments[1])
        del arguments[:2]
    sys.stdout.write(json.dumps(report({*arguments, "__future__"})) + "\n")
