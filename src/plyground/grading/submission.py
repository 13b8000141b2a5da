"""`Submission`: what somebody handed in, copied into a folder of the grader's own.

A program may come as its file, its folder, or a zip of either; a folder or a zip of many such is a class. Where an
assignment takes any language, it may also come as a command line, whose files are copied. Nothing is trusted: a zip may
not write outside its folder or be a zip bomb, links that lead outside are omitted, and anything unreadable becomes a
message to its author instead of an error in the grader.
"""

import hashlib
import os
import re
import shlex
import shutil
import stat
import sys
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from plyground.core.errors import InvalidSetting, shortened

MOST_BYTES = 64 << 20
MOST_FILES = 2000
PYTHON = "python3"
_IGNORED = ("__MACOSX", ".DS_Store", "__pycache__", ".git")
_CHUNK = 1 << 16


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


class _Refused(Exception):
    """The submission cannot be taken; the sentence says why."""


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
        If one of them is neither a file, a folder nor a command.
    """
    found: list[Submission] = []
    names: dict[str, int] = {}
    for program in programs:
        for submission in _submissions(program, wanted, copies, len(found)):
            name = re.sub(r"[^\w.+ -]", "_", submission.name)[:80].strip() or "submission"
            names[name] = names.get(name, 0) + 1
            unique = name if names[name] == 1 else f"{name} ({names[name]})"
            found.append(replace(submission, name=unique, digest=_digest(submission)))
    return found


def _submissions(program: str, wanted: Wanted, copies: Path, count: int) -> Iterator[Submission]:
    path = Path(program)
    if path.is_dir() and not _looks_like_one(path, wanted):
        inside = sorted(entry for entry in path.iterdir() if _may_be_one(entry, wanted))
        if not inside:
            what = f"a {wanted.file}" if wanted.file else "a program"
            trouble = f"The folder holds no submission: {what} was expected."
            yield Submission(path.resolve().name, _empty(copies, count), trouble=trouble)
        for i, entry in enumerate(inside):
            yield _copied(entry, wanted, copies / f"{count + i}")
    elif path.exists():
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
        return (folder / wanted.file).is_file()
    if wanted.command:
        return not any(entry.is_dir() or entry.suffix == ".zip" for entry in folder.iterdir())
    return _program_of(folder, wanted.usual) is not None or _has_part(folder, wanted.parts)


def _may_be_one(entry: Path, wanted: Wanted) -> bool:
    if entry.name in _IGNORED or entry.name.startswith("."):
        return False
    return entry.is_dir() or entry.suffix in {".zip", ".py"} or not wanted.file


def _name_of(path: Path, wanted: Wanted) -> str:
    path = path.resolve()
    if path.is_dir():
        return path.name
    is_wanted = path.name == wanted.file or path.stem in wanted.usual
    return path.parent.name if is_wanted and path.parent.name else path.stem


def _copied(path: Path, wanted: Wanted, folder: Path) -> Submission:
    """Copy a file, folder or zip to `folder`, and find the program in it."""
    folder.mkdir()
    name = _name_of(path, wanted)
    notes: list[str] = []
    try:
        if path.is_dir():
            notes += _copy_folder(path, folder)
        elif path.suffix == ".zip" or (path.suffix != ".jar" and zipfile.is_zipfile(path)):
            _unzip(path, folder)
        else:
            if path.stat().st_size > MOST_BYTES:
                raise _Refused(f"The file is larger than {MOST_BYTES >> 20} MB.")
            target = wanted.file or path.name
            if target != path.name:
                notes.append(f"The file is called {path.name}; it was taken for {target}.")
            shutil.copyfile(path, folder / target)
            shutil.copymode(path, folder / target)
        folder = _innermost(folder, wanted)
        if wanted.file:
            if not (folder / wanted.file).is_file():
                raise _Refused(f"There is no {wanted.file} in the submission.")
            return Submission(name, folder, notes=tuple(notes))
        command = tuple(shlex.split(wanted.command)) or _program_of(folder, wanted.usual)
        if command is None and _has_part(folder, wanted.parts):
            command = ()
        if command is None:
            raise _Refused("There is no program in the submission, or more than one that could be meant.")
        return Submission(name, folder, command, notes=tuple(notes))
    except _Refused as error:
        return Submission(name, folder, trouble=str(error), notes=tuple(notes))
    except OSError as error:
        return Submission(name, folder, trouble=f"The submission cannot be read: {error.strerror}.", notes=tuple(notes))


def _copy_folder(source: Path, target: Path) -> list[str]:
    """Copy a folder; return a note for each link that leads out of it, and is left out."""
    notes, size, count = [], 0, 0
    root = source.resolve()
    for place, folders, names in os.walk(source):
        folders[:] = [name for name in folders if name not in _IGNORED]
        here = Path(place)
        there = target / here.relative_to(source)
        there.mkdir(exist_ok=True)
        for name in sorted([*names, *(name for name in folders if (here / name).is_symlink())]):
            path = here / name
            if name in _IGNORED:
                continue
            if path.is_symlink() and not path.resolve().is_relative_to(root):
                notes.append(f"{path.relative_to(source)} is a link that leads out of the folder; it was left out.")
                continue
            if not path.is_file():
                if not path.is_symlink():
                    notes.append(f"{path.relative_to(source)} is no ordinary file; it was left out.")
                continue
            size, count = size + path.stat().st_size, count + 1
            _check_size(size, count)
            shutil.copyfile(path, there / name)
            shutil.copymode(path, there / name)
        folders[:] = [name for name in folders if not (here / name).is_symlink()]
    return notes


def _check_size(size: int, count: int) -> None:
    if size > MOST_BYTES:
        raise _Refused(f"The submission is larger than {MOST_BYTES >> 20} MB.")
    if count > MOST_FILES:
        raise _Refused(f"The submission has more than {MOST_FILES} files.")


def _unzip(path: Path, folder: Path) -> None:
    """Unpack a zip: ordinary files only, inside the folder, and no more than they may be."""
    size = 0
    try:
        with zipfile.ZipFile(path) as archive:
            members = [item for item in archive.infolist() if not item.is_dir()]
            for count, item in enumerate(members, 1):
                name = PurePosixPath(item.filename.replace("\\", "/"))
                if any(part in _IGNORED for part in name.parts):
                    continue
                if name.is_absolute() or ".." in name.parts or re.match("[A-Za-z]:", str(name)):
                    raise _Refused(f"The zip holds {shortened(item.filename)}, a path that leads out of its folder.")
                if stat.S_ISLNK(item.external_attr >> 16):
                    raise _Refused(f"The zip holds a link, {shortened(item.filename)}; only ordinary files are taken.")
                if item.flag_bits & 1:
                    raise _Refused("The zip is encrypted.")
                target = folder.joinpath(*name.parts)
                target.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(item) as source, target.open("wb") as file:
                    while piece := source.read(_CHUNK):
                        # the sizes that the zip declares may be wrong
                        size += len(piece)
                        _check_size(size, count)
                        file.write(piece)
    except (zipfile.BadZipFile, NotImplementedError, EOFError, ValueError) as error:
        raise _Refused(f"The zip cannot be unpacked: {error}.") from None


def _innermost(folder: Path, wanted: Wanted) -> Path:
    """Go down into the only folder there is, as the zip of a folder has it."""
    while not (wanted.file and (folder / wanted.file).is_file()):
        entries = [entry for entry in folder.iterdir() if entry.name not in _IGNORED]
        if len(entries) != 1 or not entries[0].is_dir():
            break
        folder = entries[0]
    return folder


def _program_of(folder: Path, usual: Sequence[str]) -> tuple[str, ...] | None:
    """Return the command that runs the one program in `folder`, None if there is none or there are several."""
    files = sorted(entry for entry in folder.iterdir() if entry.is_file() and not entry.name.startswith("."))
    runnable = {entry: command for entry in files if (command := _command_of(entry)) is not None}
    for name in usual:
        for entry, command in runnable.items():
            if entry.stem.lower() == name.lower():
                return command
    return next(iter(runnable.values())) if len(runnable) == 1 else None


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
    with file.open("rb") as opened:
        start = opened.read(4)
    if start.startswith(b"#!") or start == b"\x7fELF":
        return (f"./{file.name}",)
    return None


def _command_line(text: str, folder: Path) -> Submission:
    """Take a command line: the files and folders it names are copied and renamed."""
    try:
        words = shlex.split(text)
    except ValueError:
        words = []
    if not words or not (shutil.which(words[0]) or Path(words[0]).is_file()):
        raise InvalidSetting(f"{shortened(text)} is neither a file, a folder nor a command.")
    folder.mkdir()
    notes: list[str] = []
    for i, word in enumerate(words):
        path = Path(word)
        if path.is_dir() and i > 0:
            notes += _copy_folder(path, _fresh(folder / path.resolve().name))
            words[i] = path.resolve().name
        elif i == 0 and path.name.startswith("python") and path.resolve() == Path(sys.executable).resolve():
            words[i] = PYTHON
        elif path.is_file() and (i > 0 or not _is_installed(path)):
            shutil.copyfile(path, folder / path.name)
            (folder / path.name).chmod(0o755)
            words[i] = path.name if i > 0 else f"./{path.name}"
    own = next((Path(word) for word in text.split() if Path(word).is_file()), None)
    name = own.stem if own else " ".join(words)
    return Submission(name, folder, tuple(words), notes=tuple(notes))


def _is_installed(path: Path) -> bool:
    """Tell whether a program belongs to the system or to our own environment, and so is available in the sandbox."""
    places = ("/usr", "/bin", "/opt", sys.prefix, sys.base_prefix)
    return any(path.absolute().is_relative_to(place) for place in places)


def _fresh(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _digest(submission: Submission) -> str:
    """Return a digest of the names, contents and command."""
    state = hashlib.sha256("\0".join([*submission.command, submission.trouble]).encode())
    for place, folders, names in os.walk(submission.folder):
        folders.sort()
        for name in sorted(names):
            path = Path(place) / name
            state.update(str(path.relative_to(submission.folder)).encode() + b"\0")
            state.update(path.read_bytes())
    for path in submission.folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                # zips forget which files are programs
                if file.read(4).startswith((b"#!", b"\x7fELF")):
                    path.chmod(0o755)
    return state.hexdigest()[:20]
