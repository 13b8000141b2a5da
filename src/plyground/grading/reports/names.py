"""The files that are written about each submission: names that are safe, short, and each another one."""

import os
import re
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from plyground.core.errors import InvalidSetting
from plyground.core.files import check_output, write_text
from plyground.grading.check import Grade

_LONGEST_NAME = 200
"""Bytes; file systems take 255, of which an ending needs some."""


def file_names(grades: Sequence[Grade], ending: str) -> list[str]:
    """Return the names of the files about `grades`, each another one, also where case does not count."""
    found: list[str] = []
    taken: set[str] = set()
    for grade in grades:
        name, number = f"{file_stem(grade)}{ending}", 2
        while _as_file_systems_see_it(name) in taken:
            name, number = f"{file_stem(grade)}-{number}{ending}", number + 1
        taken.add(_as_file_systems_see_it(name))
        found.append(name)
    return found


def file_stem(grade: Grade) -> str:
    """Return a submission's name as part of a file's, short enough for every file system."""
    name = re.sub(r"[^\w.+()-]", "-", grade.name).encode()[:_LONGEST_NAME].decode(errors="ignore")
    return f"{'student-' if name == 'index' or name.startswith('.') else ''}{name}"


def _as_file_systems_see_it(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def prepare(target: str | None) -> None:
    """Make the folder that `target` means by its last slash, or say now what would keep the file from being written.

    Raises
    ------
    InvalidSetting
        If `write_each` could not write there.
    """
    if target is None or not target.endswith(("/", os.sep)):
        if target is None or not Path(target).is_dir():
            check_output(target)
        return
    try:
        Path(target).mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidSetting(f"The folder {target} cannot be made: {error.strerror}.") from None


def write_each(
    target: str | None, grades: Sequence[Grade], text: Callable[[Grade], str], *, private: bool = True
) -> None:
    """Write a text about each of `grades`; nothing without a `target`. New files that are `private` are their owner's.

    One grade is written to the file `target`, or to standard output for ``-``. Of several, each has a file of its own
    beside it, STEM-NAME, or in it where it is a folder; one that ends in a slash is made.

    Raises
    ------
    InvalidSetting
        If a file cannot be written.
    """
    if target is None:
        return
    prepare(target)
    path = Path(target)
    if target == "-" or (len(grades) == 1 and not path.is_dir()):
        for grade in grades:
            write_text(target, text(grade), private=private)
        return
    ending = path.suffix or ".json"
    for name, grade in zip(file_names(grades, ending), grades, strict=True):
        file = path / name if path.is_dir() else path.with_name(f"{path.stem}-{name}")
        write_text(str(file), text(grade), private=private)
    if not path.is_dir():
        # it is about nobody, and at most says that the grading has not ended
        with suppress(OSError):
            path.unlink(missing_ok=True)
