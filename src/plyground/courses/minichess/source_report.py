"""Runs inside a process of its own: reads AB.py and what it imports, for what the assignment does not allow.

It is a script because even reading a hostile source may bring an interpreter down. It is run by ``python -I``, from
another folder than the sources': nothing beside AB.py is imported then, not even under the name of a module
that this script needs. Its arguments are ``--folder`` and that of the sources, unless it is there already,
``--deterministic`` to be told if the program always answers alike, the modules that are allowed, and after
``--harmless`` those that may be imported all the same. It prints one line of JSON: a list of ``[kind, line, detail]``;
kinds are module, call, print, raise, output, edition, missing, syntax, file, beside and deterministic. The detail ends
with ``in FILE`` for another file than AB.py.

None of the sources is run. AB.py comes first, then every file that it imports, where Python would find it, and what
these import in turn. A module of Python's own is forbidden whatever lies beside AB.py under its name. A file that is
not imported is at most mentioned (beside).
"""

from __future__ import annotations

import importlib.util  # noqa: F401
import json
import os
import sys
import traceback  # noqa: F401
from typing import TYPE_CHECKING

LOADED = frozenset(sys.modules) | frozenset(sys.builtin_module_names)
"""What `student_process.py`, which imports the same, has loaded before AB.py: no file beside AB.py takes its place."""

import ast  # noqa: E402
from collections import Counter  # noqa: E402
from importlib.machinery import BYTECODE_SUFFIXES, EXTENSION_SUFFIXES, SOURCE_SUFFIXES  # noqa: E402
from pathlib import Path  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plyground.courses.minichess import source_rules
else:
    sys.path.append(str(Path(__file__).parent))
    import source_rules

MAIN = Path("AB.py")
MAX_BYTES = 1000000
MAX_FILES = 300
MAX_FOUND = 60
"""Of each kind."""
MAX_BESIDE, MAX_BYTES_BESIDE = 50, 100000
ENDINGS = (*EXTENSION_SUFFIXES, *SOURCE_SUFFIXES, *BYTECODE_SUFFIXES)
"""In the order in which Python looks for them."""
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError, UnicodeError)


def decode(path: Path) -> tuple[bytes, str]:
    """Return the source as bytes that Python can read, and a sentence for what it is instead."""
    size = path.stat().st_size
    if size > MAX_BYTES:
        return b"", f"it has {size / 1e6:.1f} MB; no more than {MAX_BYTES // 1000000} MB are read"
    source = path.read_bytes()
    if source.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in source[:1000]:
        return b"", "it is not UTF-8 text, it looks like UTF-16; save it as UTF-8"
    return source, "it is empty" if path == MAIN and not source.strip() else ""


def locate_module(folder: Path, name: str) -> Path | None:
    """Return the file, or the folder without one, in which Python finds a module there."""
    for stem in (folder / name / "__init__", folder / name):
        for ending in ENDINGS:
            path = stem.with_name(stem.name + ending)
            if path.is_file():
                return path
    return folder / name if (folder / name).is_dir() else None


class Reading:
    """AB.py and what it imports.

    Parameters
    ----------
    allowed
        Modules that may be imported.
    harmless
        Those that are only reported.

    Attributes
    ----------
    found
        Kind, line, detail and file of everything found.
    """

    def __init__(self, allowed: set[str], harmless: set[str]) -> None:
        self.allowed, self.permitted = allowed, frozenset(allowed | harmless)
        self.found: list[tuple[str, int, str, Path]] = []
        self._folders = [Path()]
        self._trees: dict[Path, ast.AST | None] = {}
        self._imports: list[tuple[str, str, int, int, Path]] = []
        self._waiting = [MAIN]
        self._draws_lots = False

    def read_all(self) -> None:
        """Read AB.py and all that it imports."""
        while self._waiting:
            for path in self._waiting:
                if len(self._trees) == MAX_FILES:
                    self._say("file", 0, f"{MAIN}: it imports more than {MAX_FILES} files of its own; not all are read")
                    return
                self._read(path)
            self._waiting = []
            # all of them again: a folder may have been added to sys.path
            for module, name, _, level, file in self._imports:
                self._look_for(module, name, level, file)
            if not self._waiting:
                self._look_for_stand_ins()
        for module, _, line, level, file in self._imports:
            if not level and not self._may_import(module):
                is_beside = locate_module(Path(), module.partition(".")[0]) is not None
                said = " (Python's own, whatever lies beside AB.py)" if is_beside else ""
                self._say("module", line, module + said, file)

    def is_deterministic(self) -> bool:
        """Tell whether, by all that is read, the same questions have the same answers in every process."""
        tops = {module.partition(".")[0] for module, _, _, level, _ in self._imports if not level}
        own = {top for top in tops - source_rules.OWN if any(locate_module(folder, top) for folder in self._folders)}
        if self._draws_lots or not tops <= source_rules.DETERMINISTIC | {"random"} | own:
            return False
        # what runs texts, reads files or reaches for other modules may do anything; an import that may not be, need not
        return not any(
            kind in ("call", "file", "syntax")
            or (kind == "module" and detail.partition(" ")[0].partition(".")[0] not in source_rules.DETERMINISTIC)
            for kind, _, detail, _ in self.found
        )

    def _say(self, kind: str, line: int, detail: str, file: Path = MAIN) -> None:
        self.found.append((kind, line, detail, file))

    def _may_import(self, module: str) -> bool:
        top = module.partition(".")[0]
        is_local = top not in source_rules.OWN and any(locate_module(folder, top) for folder in self._folders)
        return top in self.allowed or is_local

    def _read(self, path: Path) -> None:
        """Read a file: note what it imports, and what else it has that is not allowed."""
        self._trees[path] = None
        if path.suffix not in SOURCE_SUFFIXES:
            self._say("module", 0, str(path))
            return
        source, trouble = decode(path)
        if trouble:
            self._say("file", 0, f"{path}: {trouble}")
            return
        try:
            tree = ast.parse(source, str(path))
            names = source_rules.Names(tree, self.permitted)
            for kind, line, detail in source_rules.findings(tree, names):
                self._say(kind, line, detail, path)
            self._draws_lots = self._draws_lots or not source_rules.is_deterministic(tree, names)
            self._add_folders(list(source_rules.path_additions(tree, names)), path)
        except SyntaxError as error:
            said = f"{error.msg}\n{(error.text or '').strip()}"
            self._say("syntax", error.lineno or 0, f"{path}: {said}")
        except UNREADABLE as error:
            self._say("syntax", 0, f"{path}: it cannot be read ({type(error).__name__})")
        else:
            self._trees[path] = tree
            self._imports += [(*found, path) for found in source_rules.imports(tree)]
            if path == MAIN:
                self.found += [(*found, MAIN) for found in source_rules.of_another_year(tree)]
                if not source_rules.defines(tree, "studentAgent"):
                    self._say("missing", 0, "studentAgent")

    def _add_folders(self, added: list[str | None], path: Path) -> None:
        """Look for modules in what was added to sys.path, too: in every folder where that cannot be told."""
        for text in added:
            if text is not None and os.path.normpath(text).startswith(".."):
                continue
            if text is None or Path(text).is_absolute():
                self._folders += [Path(place) for place, _, _ in os.walk(".") if Path(place) not in self._folders]
                archive = next(archives(), None)
            else:
                archive = Path(text) if Path(text).is_file() else None
                if Path(text).is_dir() and Path(text) not in self._folders:
                    self._folders.append(Path(text))
            if archive is not None:
                self._say("module", 0, f"sys.path for {archive}", path)

    def _look_for(self, module: str, name: str, level: int, file: Path) -> None:
        """Let the files be read that an import loads: ``a``, ``b`` in it, ``c`` in that."""
        parts = [part for part in (*module.split("."), name) if part]
        folders = self._folders
        if level:
            folders = [file.parents[level - 1]] if level <= len(file.parents) else []
        elif parts[0] in LOADED:
            return
        for folder in folders:
            place, here = None, folder
            for part in parts:
                place, here = locate_module(here, part), here / part
                self._add(place)
                if part == "*":
                    self._add_submodules(here.parent)

    def _add_submodules(self, package: Path) -> None:
        """Let the modules be read that a package's ``__all__`` may name."""
        tree = self._trees.get(package / "__init__.py")
        for node in ast.walk(tree) if tree is not None else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
                self._add(locate_module(package, node.value))

    def _look_for_stand_ins(self) -> None:
        """Let files be read that take the place of what Python's own modules import, as hashlib.py does for random."""
        here = {entry.name.partition(".")[0] for entry in Path().iterdir()} & source_rules.OWN - LOADED
        if not here:
            return
        for module, _, _, level, _ in self._imports:
            if not level:
                source_rules.value_of(module.partition(".")[0], self.permitted)
        for name in sorted(here & {name.partition(".")[0] for name in sys.modules}):
            self._add(locate_module(Path(), name))

    def _add(self, path: Path | None) -> None:
        if path is not None and path.is_file() and path not in self._trees and path not in self._waiting:
            self._waiting.append(path)

    def look_beside(self) -> None:
        """Mention the files that are not imported and would import what is not allowed."""
        others = sorted(path for path in Path().rglob("*.py") if path.is_file() and path not in self._trees)
        for path in others[:MAX_BESIDE]:
            try:
                tree = ast.parse(decode(path)[0] if path.stat().st_size <= MAX_BYTES_BESIDE else b"", str(path))
            except UNREADABLE:
                continue
            modules = {module for module, _, _, level in source_rules.imports(tree) if not level}
            if bad := sorted(module for module in modules if not self._may_import(module)):
                self._say("beside", 0, f"{path}, which AB.py does not import, imports {', '.join(bad)}")


def archives() -> Iterator[Path]:
    """Yield the archives of which Python could import modules."""
    import zipfile

    yield from (path for path in Path().rglob("*") if path.is_file() and zipfile.is_zipfile(path))


def report(allowed: set[str], harmless: set[str], *, is_asked: bool = False) -> list[list[object]]:
    """Return everything found: AB.py first, and of each kind no more than `MAX_FOUND`.

    Whether the program is deterministic is among it only if that `is_asked`.
    """
    reading = Reading(allowed, harmless)
    reading.read_all()
    reading.look_beside()
    if is_asked and reading.is_deterministic():
        reading.found.append(("deterministic", 0, "", MAIN))
    count: Counter[str] = Counter()
    kept: list[list[object]] = []
    # a source may hold a thing twice in a line
    for is_other, file, line, kind, detail in sorted(
        {(each[3] != MAIN, each[3], *each[1::-1], each[2]) for each in reading.found}
    ):
        count[kind] += 1
        if count[kind] <= MAX_FOUND:
            kept.append([kind, line, f"{detail} in {file}".strip() if is_other else detail])
    return kept


if __name__ == "__main__":
    sys.setrecursionlimit(3000)
    arguments = sys.argv[1:]
    if arguments[:1] == ["--folder"]:
        os.chdir(arguments[1])
        del arguments[:2]
    deterministic = arguments[:1] == ["--deterministic"]
    if deterministic:
        del arguments[0]
    end = arguments.index("--harmless") if "--harmless" in arguments else len(arguments)
    found = report({*arguments[:end], "__future__"}, {*arguments[end + 1 :]}, is_asked=deterministic)
    sys.stdout.write(json.dumps(found) + "\n")
