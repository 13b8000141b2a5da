"""The program in a copy of what somebody handed in: `find_file` for a file of a given name, `find_program` for any.

What can mean one thing only is taken, with a note: a file deeper down, a zip in a zip, ``AB (1).py`` or
``ann_123_456_AB-1.py``, as browsers and learning platforms rename ``AB.py``. Where several may be meant, none is taken,
and the sentence says what there is.
"""

import re
import shlex
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from plyground.core.errors import alternatives
from plyground.grading.copying import Measure, Refused, printable, unzip

PYTHON = "python3"
ZIP = ".zip"
_MANY = 6
_ZIPS_IN_ZIPS = 3
_WORDS = "copy|copie|kopie|copia|final"
_COPY = rf"(?:[ _-]*\(\d{{1,3}}\)|[ _-]+(?:{_WORDS}|v)?\d{{1,3}}|[ _-]+(?:{_WORDS}))*"
"""What systems and people write behind a name: `` (1)``, ``-1``, `` - Copy (2)``, ``_final``."""
_NO_PROGRAM = re.compile(r"__init__|__main__|conftest|setup|tests?|test_.*|.*_test", re.IGNORECASE)
_IMPORT = re.compile(r"^\s*(?:from|import)\s+([\w., ]+)", re.MULTILINE)


@dataclass(frozen=True)
class Wanted:
    """What an assignment wants to be handed in.

    Attributes
    ----------
    file
        The file there must be; nothing where any program will do.
    usual
        Names of programs looked for in a folder, without their endings.
    command
        How every submission is run, where the teacher says so.
    parts
        Names of programs of which a folder may hold several, one for each part of the assignment.
    """

    file: str = ""
    usual: tuple[str, ...] = ()
    command: str = ""
    parts: tuple[str, ...] = ()


def innermost(folder: Path, file: str = "") -> Path:
    """Go down into the only folder there is, as the zip of a folder has it, but not beyond the file that is wanted."""
    while not (file and (folder / file).is_file()):
        entries = list(folder.iterdir())
        if len(entries) != 1 or not entries[0].is_dir():
            break
        folder = entries[0]
    return folder


def means_file(name: str, file: str, *, prefix: bool = True) -> bool:
    """Tell whether a file's name is `file` as browsers, systems and learning platforms rename it.

    >>> [means_file(name, "AB.py") for name in ("AB (1).py", "ann_12_34_AB-1.py", "AB - Copy.py", "AB.py.txt")]
    [True, True, True, True]
    >>> [means_file(name, "AB.py") for name in ("test_AB.py", "CAB.py", "AB_friend.py")]
    [False, False, False]
    """
    stem, ending = map(re.escape, (Path(file).stem, Path(file).suffix))
    before = r"(?:(?!test).*[ _-])?" if prefix else ""
    return re.fullmatch(f"{before}{stem}{_COPY}{ending}(?:\\.txt|{ending})?", name, re.IGNORECASE) is not None


def unpack_inside(folder: Path, wanted: "Wanted") -> list[str]:
    """Unpack the zips in a folder that holds no program without that, and the zips in these; return notes."""
    notes: list[str] = []
    measure = Measure()
    for _ in range(_ZIPS_IN_ZIPS):
        files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
        zips = [path for path in files if path.suffix.lower() == ZIP and zipfile.is_zipfile(path)]
        others = [path for path in files if path not in zips]
        if wanted.file:
            is_there = any(means_file(path.name, wanted.file) for path in others)
        else:
            is_there = any(command_of(path) for path in others) or bool(wanted.command and others)
        if is_there or not zips:
            break
        for path in zips:
            target = path.with_name(f"{path.name}.files" if path.with_suffix("").exists() else path.stem)
            target.mkdir()
            name = printable(path.relative_to(folder))
            notes += [f"{name} is a zip; it was unpacked.", *unzip(path, target, measure)]
            path.unlink()
    return notes


def find_file(folder: Path, file: str, notes: list[str]) -> Path:
    """Return the folder in our copy that holds `file`, wherever that is; adds a note if it is not simply there.

    Raises
    ------
    Refused
        If there is none, or if several may be meant.
    """
    folder = innermost(folder, file)
    if (folder / file).is_file():
        return folder
    files = sorted((path for path in folder.rglob("*") if path.is_file()), key=lambda path: (len(path.parts), path))
    exact = [path for path in files if path.name.lower() == file.lower()]
    found = exact or [path for path in files if means_file(path.name, file)]
    if len({path.read_bytes() for path in found}) != 1:
        names = [printable(path.relative_to(folder)) for path in found or files]
        notes.append(f"The submission holds {_several(names, 'files')}.")
        many = f", but {len(exact)} of that name deeper in it" if exact else ""
        many = many or (f", but {len(found)} that may be meant" if found else "")
        left_out = next((f" ({note.removesuffix('.')})" for note in notes if " is a link; " in note), "")
        raise Refused(f"There is no {file} in the submission{many}{left_out}.")
    name = printable(found[0].relative_to(folder))
    found[0].rename(found[0].with_name(file))
    notes.append(f"The file is called {name}; it was taken for {file}.")
    return found[0].parent


def find_program(folder: Path, wanted: "Wanted", notes: list[str]) -> tuple[Path, tuple[str, ...]]:
    """Return the folder in our copy that holds the program, and the command; none where each part has its own.

    Raises
    ------
    Refused
        If there is no program, or if several may be meant.
    """
    folder = innermost(folder)
    if wanted.command:
        return folder, tuple(shlex.split(wanted.command))
    deeper = (path for path in sorted(folder.rglob("*")) if path.is_dir() and not _NO_PROGRAM.fullmatch(path.name))
    found = [place for place in (folder, *deeper) if _holds_program(place, wanted)]
    if len(found) > 1 and found[0] != folder:
        names = (*wanted.usual, *wanted.parts)
        found = [place for place in found if any(program_named(place, name) for name in names)]
    if not found or (found[0] != folder and len(found) > 1):
        raise Refused(without_program(folder, wanted))
    place = found[0]
    if place != folder:
        notes.append(f"The program is in the folder {printable(place.relative_to(folder))}.")
    for part in wanted.parts:
        _call_by_its_name(place, part, notes)
    command = program_of(place, wanted.usual, wanted.parts)
    return place, command or ()


def _holds_program(folder: Path, wanted: "Wanted") -> bool:
    if program_of(folder, wanted.usual, wanted.parts) is not None or has_part(folder, wanted.parts):
        return True
    return any(_files_of_part(folder, part) for part in wanted.parts)


def _call_by_its_name(folder: Path, part: str, notes: list[str]) -> None:
    """Give the program of a part the name that it should have, if only one can be meant."""
    found = _files_of_part(folder, part)
    if len(found) == 1 and program_named(folder, part) is None:
        target = found[0].with_name(part + found[0].suffix)
        notes.append(f"The file is called {printable(found[0].name)}; it was taken for {target.name}.")
        found[0].rename(target)


def _files_of_part(folder: Path, part: str) -> list[Path]:
    """Return the files whose names are that of a part as others rename it."""
    runnable = [path for path in sorted(folder.iterdir()) if path.is_file() and command_of(path) is not None]
    return [path for path in runnable if means_file(path.name.replace("_", "-"), part + path.suffix)]


def program_of(
    folder: Path, usual: Sequence[str], parts: Sequence[str] = (), *, strict: bool = False
) -> tuple[str, ...] | None:
    """Return the command that runs the one program in `folder`, None if there is none, several, or that of a part.

    Files of Python that are empty, tests, or imported by another are no programs, unless that is to be `strict`.
    """
    files = sorted(entry for entry in folder.iterdir() if entry.is_file() and not entry.name.startswith("."))
    runnable = {entry: command for entry in files if (command := command_of(entry)) is not None}
    for name in usual:
        for entry, command in runnable.items():
            if entry.stem.lower() == name.lower():
                return command
    if has_part(folder, parts):
        return None
    if len(runnable) > 1 and not strict:
        for name in usual:
            found = [entry for entry in runnable if means_file(entry.name, name + entry.suffix, prefix=False)]
            if len(found) == 1:
                return runnable[found[0]]
        sources = {entry: entry.read_bytes().decode("utf-8", "replace") for entry in runnable if entry.suffix == ".py"}
        programs = {
            entry: source
            for entry, source in sources.items()
            if source.strip() and not _NO_PROGRAM.fullmatch(entry.stem)
        }
        for entry in sources:
            others = "\n".join(text for other, text in programs.items() if other != entry)
            imported = {word for words in _IMPORT.findall(others) for word in re.split(r"[\s,.]+", words)}
            if entry not in programs or entry.stem in imported:
                del runnable[entry]
    return next(iter(runnable.values())) if len(runnable) == 1 else None


def without_program(folder: Path, wanted: Wanted) -> str:
    """Return why no program is found in a folder, and what would have been taken for one."""
    found = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    programs = [entry for entry in found if entry.is_file() and command_of(entry) is not None]
    names = [printable(entry.name) for entry in programs or found]
    said = _several(names, "files and folders")
    if programs:
        call = f" Call the one to be run {wanted.usual[0]}." if wanted.usual else ""
        return f"The submission has more than one program: {said}.{call}"
    return (
        f"There is no program in the submission ({said if names else 'it is empty'}): expected a file of Python, "
        "a .jar, a script that begins with #!, or an executable."
    )


def _several(names: Sequence[str], what: str) -> str:
    """Return some names, or how many they are."""
    if not names:
        return "nothing"
    return alternatives(names).replace(" or ", " and ") if len(names) < _MANY else f"{len(names)} {what}"


def has_part(folder: Path, parts: Sequence[str]) -> bool:
    """Tell whether a folder holds the program of a part."""
    return any(program_named(folder, part) for part in parts)


def program_named(folder: Path, name: str) -> tuple[str, ...] | None:
    """Return the command that runs the program called `name`, with any ending, in `folder`; None without it."""
    for entry in sorted(folder.iterdir()):
        if entry.is_file() and entry.stem.lower().replace("_", "-") == name:
            command = command_of(entry)
            if command is not None:
                return command
    return None


def command_of(file: Path) -> tuple[str, ...] | None:
    """Return the command for a file of Python, a Java archive, a script or an executable; None for anything else."""
    if file.suffix == ".py":
        return (PYTHON, file.name)
    if file.suffix == ".jar":
        return ("java", "-jar", file.name)
    try:
        with file.open("rb") as opened:
            start = opened.read(4)
    except OSError:
        return None
    if start.startswith(b"#!") or start == b"\x7fELF":
        return (f"./{file.name}",)
    return None
