"""Names are the field's own words (docs/glossary.md): verbs for functions, and none of those that were ours alone."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src/plyground"
FILES = sorted(PACKAGE.rglob("*.py"))
PAGES = sorted(path for kind in ("*.html", "*.js") for path in PACKAGE.rglob(kind))
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(path for path in sorted((ROOT / "docs").rglob("*.md")) if "lab" not in path.parts),
]

INSTEAD = {
    "shelf": "tablebase",
    "shelves": "tablebases",
    "prober": "probe",
    "twin": "trainable",
    "KNOWN": "DECISIVE",
}
"""Words that no name has a part of, and what the field says."""
IN_THE_ENGINE = INSTEAD | {
    "judge": "evaluate",
    "worth": "value",
    "remember": "store",
    "remembered": "staged",
}
"""The same where the engine, its nets and its tables of endings are."""
IN_THE_SEARCH = {"facts": "frames", "stack": "positions", "estimate": "static_eval", "known": "tt_bounds, tb_moves"}
"""Names in the engine's search, as a whole."""

IRREGULAR = (
    "begun|bought|brought|built|caught|chosen|done|drawn|driven|eaten|felt|found|forgotten|given|gone|grown|held|hidden|"
    "kept|known|laid|lost|made|meant|met|paid|said|seen|sent|shown|sold|spent|taken|taught|thought|told|understood|won|"
    "worn|written"
)
PARTICIPLE = re.compile(rf"(?!(?:need|feed|seed|speed|embed|exceed|proceed)$)(?:\w+ed|{IRREGULAR})")
COPIES = ("mirrored", "reversed", "turned_over")
"""A participle names a copy, as `sorted` and `reversed` do: what these begin with."""
EXCEPTIONS = {
    "core/boards.py": {"occupied"},  # packages of games call it
    "kernel/aligned.py": {"aligned_zeros"},
    "kernel/words.py": {"turned"},  # packages of games call it
    "kernel/compile.py": {"inlined", "uncompiled"},  # what a kernel is said to be
}
"""What the field says, and what a kernel or a copy is."""

IN_DOCUMENTS = {
    r"\bprober\b|\bshelf\b": "tablebase, to probe",
    r"evaluation[= ]`?engine\b": "handmade",
    r"\b[Ww]hoever\b": "everybody who, or who is meant",
    r"\bis told\b(?! apart)": "is reported",
    r"\bso many (?:plies|nodes|moves|seconds)\b": "at most, or a number of",
    r"\b(?:[Hh]e|[Hh]is|[Hh]im) (?!was seven)": "they",
}
"""What documents and pages say of nothing, and what to say instead."""
TOLD_OF_PEOPLE = "when he was seven"


def names_in(path):
    """Return the names that a file defines: functions, classes, arguments, variables, attributes; with their lines."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr


def words_of(name):
    """Return the words of a name: of ``idle_prober``, of ``RootTables``, of ``KNOWN``."""
    return [name] if name.isupper() else re.findall(r"[A-Z]?[a-z]+", name)


def banned_names(path, banned, whole=None):
    for line, name in names_in(path):
        words = [*words_of(name), *(word.lower() for word in words_of(name))]
        for word in words:
            if word in banned:
                yield f"{path}:{line} {name}: {banned[word]}"
        if whole and name in whole:
            yield f"{path}:{line} {name}: {whole[name]}"


def functions_named_by_a_participle(text, file):
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if any("property" in ast.unparse(decorator) for decorator in node.decorator_list):
            continue  # a predicate: an attribute may say what something is
        name = node.name.strip("_")
        is_copy = name.startswith(COPIES) or node.name in EXCEPTIONS.get(file, ())
        if PARTICIPLE.fullmatch(name.split("_")[0]) and not is_copy:
            yield f"{file}:{node.lineno} {node.name}"


def test_no_name_has_a_word_that_the_field_does_not_know():
    engine = [PACKAGE / name for name in ("engine", "endgame", "nets")]
    found = []
    for path in FILES:
        is_engine = any(folder in path.parents for folder in engine)
        is_search = PACKAGE / "engine" in path.parents
        found += banned_names(path, IN_THE_ENGINE if is_engine else INSTEAD, IN_THE_SEARCH if is_search else None)
        found += [f"{path}: {word}" for word in words_of(path.stem) if word in INSTEAD]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", ["Shelf", "idle_prober", "KNOWN", "random_twin"])
def test_such_a_name_is_found(name, tmp_path):
    path = tmp_path / "some.py"
    path.write_text(f"{name} = None\n")
    assert list(banned_names(path, INSTEAD))


def test_no_function_is_named_by_a_participle():
    found = []
    for path in FILES:
        found += functions_named_by_a_participle(path.read_text(), path.relative_to(PACKAGE).as_posix())
    assert not found, "\n".join(found)


def test_every_exception_is_one():
    for file, names in EXCEPTIONS.items():
        defined = {node.name for node in ast.walk(ast.parse((PACKAGE / file).read_text())) if hasattr(node, "name")}
        assert names <= defined, file


@pytest.mark.parametrize(
    ("source", "is_named_so"),
    [
        ("def _written(): ...", True),
        ("async def limited(): ...", True),
        ("class A:\n    def checked(self): ...", True),
        ("class A:\n    @property\n    def closed(self): ...", False),
        ("def mirrored_move(): ...", False),
        ("def needs(): ...", False),
        ("def seed_of(): ...", False),
        ("def read_file(): ...", False),
    ],
)
def test_a_function_named_by_a_participle_is_found(source, is_named_so):
    assert bool(list(functions_named_by_a_participle(source, "some.py"))) is is_named_so


@pytest.mark.parametrize("path", [*DOCUMENTS, *PAGES], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_documents_and_pages_speak_plainly(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    if path.suffix == ".js":  # what a page shows stands in quotes
        lines = [" ".join(re.findall(r"\"[^\"]*\"|`[^`]*`", line)) for line in lines]
    found = [
        f"{number}: {line.strip()[:100]} ({instead})"
        for number, line in enumerate(lines, 1)
        for pattern, instead in IN_DOCUMENTS.items()
        if re.search(pattern, line.replace(TOLD_OF_PEOPLE, ""))
    ]
    assert not found, "\n".join(found)
