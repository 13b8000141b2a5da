"""Files that the user has named, read and written; what goes wrong is the user's error, in a sentence."""

import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from plyground.core.errors import InvalidNotation, InvalidSetting
from plyground.core.printable import printable

UNFINISHED = ".part"
"""What the name of a file ends in while `replace_file` writes it."""


def open_text(name: str) -> TextIO:
    """Open a text file for reading; a missing or unreadable one is an error of the user's.

    A byte-order mark, with which editors on Windows may begin a file, is left out.
    """
    try:
        return Path(name).open(encoding="utf-8-sig")
    except OSError as error:
        raise InvalidNotation(f"The file {name} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise InvalidNotation(f"The file {name!r} cannot be read: that is no name of a file.") from None


def decode(raw: bytes) -> str:
    """Return the text of a file: in UTF-8 with or without a byte-order mark, else in Latin-1, as PGN's standard says.

    Raises
    ------
    UnicodeDecodeError
        If it is neither: UTF-16, say, or no text at all.
    """
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        if b"\0" in raw or raw.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise
        return raw.decode("latin-1")


def read_bytes(name: str, most: int) -> bytes:
    """Return the first `most` bytes of the file `name`, or of standard input for ``-``."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(most)
        with Path(name).open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise InvalidNotation(f"The file {name} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise InvalidNotation(f"The file {name!r} cannot be read: that is no name of a file.") from None


def write_text(name: str, text: str, *, private: bool = False) -> None:
    """Write `text` to the file `name`, or to standard output for ``-``.

    A new file that is `private` can be read by its owner alone.
    """
    if name == "-":
        # a terminal obeys what a file or another program only reads
        sys.stdout.write(printable(text, lines=True) if sys.stdout.isatty() else text)
        return
    try:
        if private:
            write_private(Path(name), text)
        else:
            Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InvalidSetting(f"The file {name} cannot be written: {error.strerror}.") from None


def write_bytes(name: str, content: bytes) -> None:
    """Write `content` to the file `name`."""
    try:
        Path(name).write_bytes(content)
    except OSError as error:
        raise InvalidSetting(f"The file {name} cannot be written: {error.strerror}.") from None


def write_private(path: Path, text: str) -> None:
    """Write a file that its owner alone can read, unless it is there with another mode; raises `OSError`."""
    with open(path, "w", encoding="utf-8", errors="replace", opener=_for_us) as file:
        file.write(text)


def _for_us(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def make_private(path: Path, *, even_if_there: bool = False) -> None:
    """Make an empty file that only this user can read, unless it is there; then, if asked to, take it from others.

    Raises
    ------
    OSError
        If it cannot be made.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if even_if_there and hasattr(os, "getuid"):
        found = path.stat()
        if found.st_uid == os.getuid() and found.st_mode & 0o077:
            path.chmod(found.st_mode & 0o700)


def check_output(name: str | Path | None) -> None:
    """Say now what would keep the file `name` from being written later, after long work; None and ``-`` are fine.

    Raises
    ------
    InvalidSetting
        If its folder does not exist, it is a folder itself, or one of them must not be written.
    """
    if name is None or str(name) == "-":
        return
    path = Path(name)
    try:
        folder = _target(path).parent
        kind, folder_kind = _kind_of(path), _kind_of(folder)
        if kind == stat.S_IFDIR:
            reason = "it is a folder"
        elif folder_kind != stat.S_IFDIR:
            reason = f"there is no folder {folder}"
        elif not os.access(folder if kind is None else path, os.W_OK):
            reason = "permission denied"
        else:
            return
    except OSError as error:  # a name that is too long, say
        reason = str(error.strerror)
    except ValueError:
        reason = "that is no name of a file"
    raise InvalidSetting(f"The file {name} cannot be written: {reason}.")


def _kind_of(path: Path) -> int | None:
    """Return what kind of thing a path leads to, a number of the module `stat`; None if there is nothing."""
    try:
        return stat.S_IFMT(os.stat(path).st_mode)  # noqa: PTH116 (Path's questions answer no where they could not look)
    except (FileNotFoundError, NotADirectoryError):
        return None


def check_data_file(path: Path) -> None:
    """Say what keeps the file `path`, which is to be read again later, from being written.

    Raises
    ------
    InvalidSetting
        As `check_output` does, and for a device or a pipe, which keeps nothing.
    """
    check_output(path)
    if path.exists() and not path.is_file():
        raise InvalidSetting(f"The file {path} cannot be written: it is no regular file, and would keep nothing.")


def check_replaceable(path: Path) -> None:
    """Say what keeps `replace_file` from writing the file `path`, which is to be read again later.

    Raises
    ------
    InvalidSetting
        As `check_data_file` does, and where the folder takes no new file, or none of so long a name.
    """
    check_data_file(path)
    unfinished = _partial_path(path)
    try:
        unfinished.touch()
        unfinished.unlink()
    except OSError as error:
        reason = f"its folder takes no new file {unfinished.name} ({error.strerror})"
        raise InvalidSetting(f"The file {path} cannot be written: {reason}.") from None


def _target(path: Path) -> Path:
    """Return where a file is written: where a link leads."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def _partial_path(path: Path) -> Path:
    target = _target(path)
    return target.with_name(f"{target.name}.{os.getpid()}{UNFINISHED}")


def replace_file(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file as a whole, or leave what was there; a process that is killed leaves an `UNFINISHED` one beside it.

    Where `path` is a link, the file is written to which it leads. What is no file, such as `/dev/stdout` or a pipe, is
    written to, not replaced.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as target:
            target.writelines(parts)
        return
    unfinished = _partial_path(path)
    try:
        with unfinished.open("wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(_target(path))
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
