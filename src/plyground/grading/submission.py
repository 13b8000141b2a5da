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
import tempfile
import unicodedata
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from plyground.core.errors import InvalidSetting, quote
from plyground.grading.copying import (
    MAX_BYTES,
    MAX_CLASS_BYTES,
    MAX_CLASS_FILES,
    Measure,
    Refused,
    copy_file,
    copy_folder,
    is_file,
    is_folder,
    is_ignored,
    printable,
    unzip,
    zip_paths,
)
from plyground.grading.finding import (
    PYTHON,
    ZIP,
    Wanted,
    command_of,
    find_file,
    find_program,
    has_part,
    innermost,
    means_file,
    program_named,
    program_of,
    unpack_inside,
)

__all__ = ["PYTHON", "Submission", "Wanted", "collect", "program_named"]

_NOT_TAKEN = (".7z", ".bz2", ".gz", ".ipynb", ".rar", ".tar", ".tgz", ".xz")
"""Endings of what students hand in all the same."""
_LISTS = (".txt", ".csv", ".yml", ".yaml", ".json", ".md", ".html", ".htm", ".xml", ".xlsx", ".log")
"""Endings of what teachers and learning platforms lay beside the submissions of a class."""
_SEVERAL = 2
"""So many submissions beside a program of any name make a folder a class."""
_OF_A_PLATFORM = re.compile(r"([^_]+(?:_LATE)?_\d+)_\d+_(.+)|(.+_attempt_\d{4}(?:-\d\d){5})_(.+)")
"""What Canvas and Blackboard call a file of a student: who, and its name."""
_FOLDER_OF_A_PLATFORM = re.compile(r".+_assignsubmission_file_?|submission_\d+")
"""What Moodle and Gradescope call the folder of a student."""
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
    place
        The folder of the program in what was handed in.
    """

    name: str
    folder: Path
    command: tuple[str, ...] = ()
    digest: str = ""
    trouble: str = ""
    notes: tuple[str, ...] = ()
    place: str = ""


def collect(programs: Sequence[str], wanted: Wanted, copies: Path) -> list[Submission]:
    """Return the submissions that `programs` name, copied under the folder `copies`, each with a name of its own.

    Raises
    ------
    InvalidSetting
        If one of them is neither a file, a folder nor a command, or if there is no room for the copies.
    """
    try:
        return _collect(programs, wanted, copies)
    except OSError as error:
        raise InvalidSetting(
            f"The submissions cannot be copied to {copies.parent}: {error.strerror or error}."
        ) from None


def _collect(programs: Sequence[str], wanted: Wanted, copies: Path) -> list[Submission]:
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
    with tempfile.TemporaryDirectory(prefix="class-", dir=copies) as place:
        given = _unpack_class(path, wanted, Path(place) / "zip") or path
        try:
            is_class = is_folder(given) and not _looks_like_one(given, wanted)
            entries = [entry for entry in given.iterdir() if _may_be_one(entry, wanted)] if is_class else []
            inside = _join_files(sorted(entries), Path(place))
        except OSError as error:
            raise InvalidSetting(f"The folder {program} cannot be read: {error.strerror}.") from None
        if is_class and not inside:
            what = wanted.file or "a program"
            trouble = f"The folder holds no submission: {what} was expected."
            yield Submission(_name_of(path, wanted), _empty(copies, count), trouble=trouble)
        for i, entry in enumerate(inside):
            if entry.is_symlink():
                # to another's program, or to what is the teacher's own
                trouble = (
                    f"{printable(entry.name)} is no ordinary file, it is a link; only what lies in the folder of "
                    "submissions is taken."
                )
                yield Submission(entry.stem, _empty(copies, count + i), trouble=trouble)
            else:
                yield _copy_to(entry, wanted, copies / f"{count + i}")
    if is_class:
        return
    if is_folder(path) or is_file(path):
        yield _copy_to(path, wanted, copies / str(count))
    elif not wanted.file:
        yield _command_line(program, copies / str(count))
    else:
        raise InvalidSetting(f"There is no file or folder {program}.")


def _unpack_class(path: Path, wanted: Wanted, folder: Path) -> Path | None:
    """Unpack the zip of a whole class, as learning platforms give it to teachers; None for any other file."""
    if not is_file(path) or _ending(path) == ".jar" or not zipfile.is_zipfile(path):
        return None
    folder.mkdir()
    try:
        unzip(path, folder, Measure(MAX_CLASS_BYTES, MAX_CLASS_FILES))
    except Refused:
        # as a submission it gets a sentence
        return None
    except OSError as error:
        if error.errno in _OUR_FAILURES:
            raise
        return None
    inside = innermost(folder, wanted.file)
    if _looks_like_one(inside, wanted):
        return None
    entries = [entry for entry in inside.iterdir() if _holds_one(entry, wanted)]
    if not wanted.file and any(_has_usual_name(entry, wanted) for entry in entries):
        # docs/conf.py beside src/homework.py is nobody's
        entries = [entry for entry in entries if not is_folder(entry) or _has_usual_name(entry, wanted)]
    return inside if len(entries) >= _SEVERAL else None


def _has_usual_name(folder: Path, wanted: Wanted) -> bool:
    """Tell whether a folder is called as a learning platform does it, or a program in it as the assignment expects."""
    if not is_folder(folder):
        return False
    names = (*wanted.usual, *wanted.parts)
    is_usual = any(program_named(place, name) for place in (folder, innermost(folder)) for name in names)
    return is_usual or _FOLDER_OF_A_PLATFORM.fullmatch(folder.name) is not None


def _join_files(entries: list[Path], place: Path) -> list[Path]:
    """Put files that a learning platform has named after the same student into one folder."""
    found: dict[str, list[tuple[Path, str]]] = {}
    for entry in entries:
        if (match := _OF_A_PLATFORM.fullmatch(entry.name)) and is_file(entry):
            found.setdefault(match[1] or match[3], []).append((entry, match[2] or match[4]))
    for who, files in found.items():
        if len(files) > 1:
            folder = place / who
            folder.mkdir()
            for entry, name in files:
                copy_file(entry, folder / name)
                entries.remove(entry)
            entries.append(folder)
    return sorted(entries, key=lambda entry: entry.name)


def _empty(copies: Path, count: int) -> Path:
    folder = copies / str(count)
    folder.mkdir()
    return folder


def _looks_like_one(folder: Path, wanted: Wanted) -> bool:
    """Tell whether a folder is a single submission rather than a class."""
    if wanted.file:
        if is_file(folder / wanted.file):
            return True
        renamed = [entry for entry in folder.iterdir() if means_file(entry.name, wanted.file, prefix=False)]
        is_alone = len(renamed) == 1 and not any(_holds_one(entry, wanted) for entry in folder.iterdir())
        return is_alone and is_file(renamed[0])
    if wanted.command:
        return not any(is_folder(entry) or _ending(entry) == ZIP for entry in folder.iterdir())
    if program_of(folder, wanted.usual, strict=True) is None and not has_part(folder, wanted.parts):
        return False
    is_usual = any(program_named(folder, name) for name in (*wanted.usual, *wanted.parts))
    return is_usual or sum(_holds_one(entry, wanted) for entry in folder.iterdir()) < _SEVERAL


def _holds_one(entry: Path, wanted: Wanted) -> bool:
    """Tell whether an entry of a folder is a submission by itself: a zip, or a folder that is more than a module."""
    if is_ignored(entry.name) or entry.name.startswith("."):
        return False
    if _FOLDER_OF_A_PLATFORM.fullmatch(entry.name) and is_folder(entry):
        return True
    try:
        if wanted.file:
            return any(means_file(name, wanted.file) for name in _names_in(entry))
        if not is_folder(entry):
            return _ending(entry) == ZIP or (
                _OF_A_PLATFORM.fullmatch(entry.name) is not None and bool(command_of(entry))
            )
        if (entry / "__init__.py").exists():
            return False
        if program_of(entry, wanted.usual, wanted.parts, strict=True) is not None or has_part(entry, wanted.parts):
            return True
        return [inside.suffix.lower() for inside in entry.iterdir()] == [ZIP]
    except (OSError, RecursionError):
        return False


def _names_in(entry: Path) -> list[str]:
    """Return the names of the files in a folder or a zip; a loose file only if a learning platform has named it."""
    if is_folder(entry):
        return [
            name for path in entry.rglob("*") for name in (_names_in(path) if _ending(path) == ZIP else [path.name])
        ]
    if _ending(entry) != ZIP:
        match = _OF_A_PLATFORM.fullmatch(entry.name)
        return [match[2] or match[4]] if match and is_file(entry) else []
    try:
        with zipfile.ZipFile(entry) as archive:
            return [parts[-1] for parts in zip_paths(archive) if parts]
    except (Refused, zipfile.BadZipFile, NotImplementedError, ValueError):
        return []


def _may_be_one(entry: Path, wanted: Wanted) -> bool:
    if is_ignored(entry.name) or entry.name.startswith(".") or "_assignsubmission_onlinetext_" in entry.name:
        return False
    if is_folder(entry) or _ending(entry) in {ZIP, ".py", *_NOT_TAKEN}:
        return True
    return not wanted.file and _ending(entry) not in _LISTS


def _ending(path: Path) -> str:
    return path.suffix.lower()


def _name_of(path: Path, wanted: Wanted) -> str:
    # unlike Path.resolve, this bears links in a circle
    path = Path(os.path.realpath(path))
    if is_folder(path):
        return path.name
    is_wanted = path.name == wanted.file or path.stem in wanted.usual
    return path.parent.name if is_wanted and path.parent.name else path.stem


def _copy_to(path: Path, wanted: Wanted, folder: Path) -> Submission:
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
        elif _ending(path) == ZIP or (_ending(path) != ".jar" and zipfile.is_zipfile(path)):
            notes += unzip(path, folder)
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
        notes += unpack_inside(folder, wanted)
        if wanted.file:
            found, command = find_file(folder, wanted.file, notes), tuple[str, ...]()
        else:
            found, command = find_program(folder, wanted, notes)
        place = printable(found.relative_to(folder))
        return Submission(name, found, command, notes=tuple(notes), place="" if place == "." else place)
    except Refused as error:
        return Submission(name, folder, trouble=str(error), notes=tuple(notes))
    except OSError as error:
        return _unreadable(name, folder, error, notes)


def _command_line(text: str, folder: Path) -> Submission:
    """Take a command line: the files and folders it names are copied and renamed."""
    try:
        words = shlex.split(text)
    except ValueError:
        words = []
    if not words or not (shutil.which(words[0]) or is_file(Path(words[0]))):
        raise InvalidSetting(f"{quote(text)} is neither a file, a folder nor a command.")
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
