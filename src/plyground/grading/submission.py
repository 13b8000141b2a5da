"""`Submission`: what somebody handed in, copied into a folder of the grader's own.

A program may come as its file, its folder, or a zip of either; a folder or a zip of many such is a class. Where an
assignment takes any language, it may also come as a command line, whose files are copied (`copying.py`). Nothing is
trusted, and nobody's submission ends the grading of the others: what cannot be read becomes a sentence for its author.
"""

import errno
import hashlib
import os
import re
import shlex
import shutil
import sys
import unicodedata
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from plyground.core.errors import InvalidSetting, listed, shortened
from plyground.grading.copying import (
    IGNORED,
    MAX_BYTES,
    Refused,
    copy_file,
    copy_folder,
    is_file,
    is_folder,
    printable,
    unzip,
)

PYTHON = "python3"
_ZIP = ".zip"
_NOT_TAKEN = (".7z", ".bz2", ".gz", ".ipynb", ".rar", ".tar", ".tgz", ".xz")
"""Endings of what students hand in all the same."""
_SEVERAL = 2
"""So many submissions beside a program of any name make a folder a class."""
_MANY = 6
_OUR_FAILURES = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE, errno.ENFILE, errno.ENOMEM}
"""Why no copy can be made, whosever submission it is."""


@dataclass(frozen=True)
class Submission:
    """What somebody handed in.

    Attributes
    ----------
    name
        Its author's, as far as the name of the file or folder tells.
    folder
        Our copy.
    command
        How to run it, if that is known.
    digest
        Of its content: the same submission is not graded twice.
    trouble
        Why it cannot be run, as a sentence.
    notes
        What was left out or understood with good will.
    """

    name: str
    folder: Path
    command: tuple[str, ...] = ()
    digest: str = ""
    trouble: str = ""
    notes: tuple[str, ...] = ()


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


def collect(programs: Sequence[str], wanted: Wanted, copies: Path) -> list[Submission]:
    """Return the submissions that `programs` name, copied under the folder `copies`, each with a name of its own.

    Raises
    ------
    InvalidSetting
        If one of them is neither a file, a folder nor a command, or if there is no room for the copies.
    """
    try:
        return _collected(programs, wanted, copies)
    except OSError as error:
        raise InvalidSetting(
            f"The submissions cannot be copied to {copies.parent}: {error.strerror or error}."
        ) from None


def _collected(programs: Sequence[str], wanted: Wanted, copies: Path) -> list[Submission]:
    found: list[Submission] = []
    names: dict[str, int] = {}
    for program in programs:
        for submission in _submissions(program, wanted, copies, len(found)):
            # some systems write an accent as a character of its own
            composed = unicodedata.normalize("NFC", submission.name)
            name = re.sub(r"[^\w.+ -]", "_", composed)[:80].strip() or "submission"
            names[name] = names.get(name, 0) + 1
            unique = name if names[name] == 1 else f"{name} ({names[name]})"
            try:
                digest = _digest(submission)
            except OSError as error:
                submission, digest = _unreadable(submission.name, submission.folder, error), ""
            found.append(replace(submission, name=unique, digest=digest))
    return found


def _unreadable(name: str, folder: Path, error: OSError, notes: Sequence[str] = ()) -> Submission:
    """Return a submission that cannot be read; raises `error` again where no submission could be copied."""
    if error.errno in _OUR_FAILURES:
        raise error
    return Submission(
        name, folder, trouble=f"The submission cannot be read: {error.strerror or error}.", notes=tuple(notes)
    )


def _submissions(program: str, wanted: Wanted, copies: Path, count: int) -> Iterator[Submission]:
    if not program.strip():
        raise InvalidSetting("The name of a program to grade is empty.")
    path = Path(program)
    try:
        is_class = is_folder(path) and not _looks_like_one(path, wanted)
        inside = sorted(entry for entry in path.iterdir() if _may_be_one(entry, wanted)) if is_class else []
    except OSError as error:
        raise InvalidSetting(f"The folder {program} cannot be read: {error.strerror}.") from None
    if is_class:
        if not inside:
            what = wanted.file or "a program"
            trouble = f"The folder holds no submission: {what} was expected."
            yield Submission(_name_of(path, wanted), _empty(copies, count), trouble=trouble)
        for i, entry in enumerate(inside):
            yield _copied(entry, wanted, copies / f"{count + i}")
    elif is_folder(path) or is_file(path):
        yield _copied(path, wanted, copies / str(count))
    elif not wanted.file:
        yield _command_line(program, copies / str(count))
    else:
        raise InvalidSetting(f"There is no file or folder {program}.")


def _empty(copies: Path, count: int) -> Path:
    folder = copies / str(count)
    folder.mkdir()
    return folder


def _looks_like_one(folder: Path, wanted: Wanted) -> bool:
    """Tell whether a folder is a single submission rather than a class."""
    if wanted.file:
        return is_file(folder / wanted.file)
    if wanted.command:
        return not any(is_folder(entry) or _ending(entry) == _ZIP for entry in folder.iterdir())
    if _program_of(folder, wanted.usual) is None and not _has_part(folder, wanted.parts):
        return False
    is_usual = any(program_named(folder, name) for name in (*wanted.usual, *wanted.parts))
    return is_usual or sum(_holds_one(entry, wanted) for entry in folder.iterdir()) < _SEVERAL


def _holds_one(entry: Path, wanted: Wanted) -> bool:
    """Tell whether an entry of a folder is a submission by itself: a zip, or a folder that is more than a module."""
    if not is_folder(entry):
        return _ending(entry) == _ZIP
    if entry.name in IGNORED or entry.name.startswith("."):
        return False
    try:
        if (entry / "__init__.py").exists():
            return False
        return _program_of(entry, wanted.usual, wanted.parts) is not None or _has_part(entry, wanted.parts)
    except OSError:
        return False


def _may_be_one(entry: Path, wanted: Wanted) -> bool:
    if entry.name in IGNORED or entry.name.startswith("."):
        return False
    return is_folder(entry) or _ending(entry) in {_ZIP, ".py", *_NOT_TAKEN} or not wanted.file


def _ending(path: Path) -> str:
    return path.suffix.lower()


def _name_of(path: Path, wanted: Wanted) -> str:
    # unlike Path.resolve, this bears links in a circle
    path = Path(os.path.realpath(path))
    if is_folder(path):
        return path.name
    is_wanted = path.name == wanted.file or path.stem in wanted.usual
    return path.parent.name if is_wanted and path.parent.name else path.stem


def _copied(path: Path, wanted: Wanted, folder: Path) -> Submission:
    """Copy a file, folder or zip to `folder`, and find the program in it."""
    folder.mkdir()
    name = _name_of(path, wanted)
    notes: list[str] = []
    try:
        if is_folder(path):
            notes += copy_folder(path, folder)
        elif not is_file(path):
            # a pipe would never come to its end
            raise Refused("It is no ordinary file.")
        elif _ending(path) == _ZIP or (_ending(path) != ".jar" and zipfile.is_zipfile(path)):
            unzip(path, folder)
        elif _ending(path) in _NOT_TAKEN:
            what = wanted.file or "a program"
            raise Refused(f"It is a file {_ending(path)}; expected {what}, or a folder or a zip that holds it.")
        else:
            if path.stat().st_size > MAX_BYTES:
                raise Refused(f"The file is larger than {MAX_BYTES >> 20} MB.")
            target = wanted.file or path.name
            if target != path.name:
                notes.append(f"The file is called {printable(path.name)}; it was taken for {target}.")
            copy_file(path, folder / target)
        folder = _innermost(folder, wanted)
        if wanted.file:
            found = _found(folder, wanted.file, notes)
            return Submission(name, found, notes=tuple(notes))
        command = tuple(shlex.split(wanted.command)) or _program_of(folder, wanted.usual, wanted.parts)
        if command is None and _has_part(folder, wanted.parts):
            command = ()
        if command is None:
            raise Refused(_without_program(folder, wanted))
        return Submission(name, folder, command, notes=tuple(notes))
    except Refused as error:
        return Submission(name, folder, trouble=str(error), notes=tuple(notes))
    except OSError as error:
        return _unreadable(name, folder, error, notes)


def _innermost(folder: Path, wanted: Wanted) -> Path:
    """Go down into the only folder there is, as the zip of a folder has it."""
    while not (wanted.file and (folder / wanted.file).is_file()):
        entries = [entry for entry in folder.iterdir() if entry.name not in IGNORED]
        if len(entries) != 1 or not entries[0].is_dir():
            break
        folder = entries[0]
    return folder


def _found(folder: Path, file: str, notes: list[str]) -> Path:
    """Return the folder in our copy that holds `file`, wherever that is; adds a note if it is not simply there."""
    if (folder / file).is_file():
        return folder
    found = sorted(path for path in folder.rglob("*") if path.name.lower() == file.lower() and path.is_file())
    if len(found) != 1:
        many = f", but {len(found)} of that name deeper in it" if found else ""
        raise Refused(f"There is no {file} in the submission{many}.")
    name = printable(found[0].relative_to(folder))
    found[0].rename(found[0].with_name(file))
    notes.append(f"The file is called {name}; it was taken for {file}.")
    return found[0].parent


def _program_of(folder: Path, usual: Sequence[str], parts: Sequence[str] = ()) -> tuple[str, ...] | None:
    """Return the command that runs the one program in `folder`, None if there is none, several, or that of a part."""
    files = sorted(entry for entry in folder.iterdir() if entry.is_file() and not entry.name.startswith("."))
    runnable = {entry: command for entry in files if (command := _command_of(entry)) is not None}
    for name in usual:
        for entry, command in runnable.items():
            if entry.stem.lower() == name.lower():
                return command
    if len(runnable) == 1 and not _has_part(folder, parts):
        return next(iter(runnable.values()))
    return None


def _without_program(folder: Path, wanted: Wanted) -> str:
    """Return why no program is found in a folder, and what would have been taken for one."""
    found = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    programs = [entry for entry in found if entry.is_file() and _command_of(entry) is not None]
    names = [printable(entry.name) for entry in programs or found]
    said = listed(names).replace(" or ", " and ") if len(names) < _MANY else f"{len(names)} files and folders"
    if programs:
        call = f" Call the one to be run {wanted.usual[0]}." if wanted.usual else ""
        return f"The submission has more than one program: {said}.{call}"
    return (
        f"There is no program in the submission ({said if names else 'it is empty'}): expected a file of Python, "
        "a .jar, a script that begins with #!, or an executable."
    )


def _has_part(folder: Path, parts: Sequence[str]) -> bool:
    return any(program_named(folder, part) for part in parts)


def program_named(folder: Path, name: str) -> tuple[str, ...] | None:
    """Return the command that runs the program called `name`, with any ending, in `folder`; None without it."""
    for entry in sorted(folder.iterdir()):
        if entry.is_file() and entry.stem.lower().replace("_", "-") == name:
            command = _command_of(entry)
            if command is not None:
                return command
    return None


def _command_of(file: Path) -> tuple[str, ...] | None:
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


def _command_line(text: str, folder: Path) -> Submission:
    """Take a command line: the files and folders it names are copied and renamed."""
    try:
        words = shlex.split(text)
    except ValueError:
        words = []
    if not words or not (shutil.which(words[0]) or is_file(Path(words[0]))):
        raise InvalidSetting(f"{shortened(text)} is neither a file, a folder nor a command.")
    folder.mkdir()
    own = next((Path(word) for word in text.split() if is_file(Path(word))), None)
    name = own.stem if own else " ".join(words)
    try:
        notes = _copy_named(words, folder)
    except Refused as error:
        return Submission(name, folder, trouble=str(error))
    except OSError as error:
        return _unreadable(name, folder, error)
    return Submission(name, folder, tuple(words), notes=tuple(notes))


def _copy_named(words: list[str], folder: Path) -> list[str]:
    """Copy what the words of a command line name, and put the copies' names in their place; return notes."""
    notes: list[str] = []
    for i, word in enumerate(words):
        path = Path(word)
        if is_folder(path) and i > 0:
            notes += copy_folder(path, _fresh(folder / path.resolve().name))
            words[i] = path.resolve().name
        elif i == 0 and path.name.startswith("python") and path.resolve() == Path(sys.executable).resolve():
            words[i] = PYTHON
        elif is_file(path) and (i > 0 or not _is_installed(path)):
            shutil.copyfile(path, folder / path.name)
            (folder / path.name).chmod(0o755)
            words[i] = path.name if i > 0 else f"./{path.name}"
    return notes


def _is_installed(path: Path) -> bool:
    """Tell whether a program belongs to the system or to our own environment, and so is available in the sandbox."""
    places = ("/usr", "/bin", "/opt", sys.prefix, sys.base_prefix)
    return any(path.absolute().is_relative_to(place) for place in places)


def _fresh(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _digest(submission: Submission) -> str:
    """Return a digest of the names, contents and command."""
    # file names need not be text
    state = hashlib.sha256(os.fsencode("\0".join([*submission.command, submission.trouble])))
    for place, folders, names in os.walk(submission.folder):
        folders.sort()
        for name in sorted(names):
            path = Path(place) / name
            state.update(os.fsencode(path.relative_to(submission.folder)) + b"\0")
            state.update(path.read_bytes())
    for path in submission.folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                # zips forget which files are programs
                if file.read(4).startswith((b"#!", b"\x7fELF")):
                    path.chmod(0o755)
    return state.hexdigest()[:20]
