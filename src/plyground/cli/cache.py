"""``plyground cache``: where compiled kernels and data lie, and how large they are."""

import os
import shutil
from pathlib import Path

from cyclopts import App

from plyground.cli.web import usual_database
from plyground.core.errors import InvalidSetting
from plyground.endgame.store import user_folder
from plyground.kernel.cache import directory

app = App(name="cache", help="Show where compiled kernels and data lie; clear the kernels, or move them.")

_MIB = 2**20


def _kernel_folders() -> list[Path]:
    """Return the folders of compiled kernels, one for each combination of tools that has written some."""
    return sorted(directory().parent.glob("kernels-*"))


def _size(place: Path) -> int:
    """Return how many bytes a file or a folder takes."""
    files = [place] if place.is_file() else [file for file in place.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files)


def _line(what: str, place: Path, size: int) -> str:
    return f"{what}  {place}  {f'{size / _MIB:.1f} MiB' if place.exists() else 'not there yet'}"


@app.default
def show() -> None:
    """Show where compiled kernels, the app's games and endgame tables lie, and how large they are."""
    folder = directory().parent
    print(_line("kernels", folder, sum(map(_size, _kernel_folders()))))
    print(_line("games", usual_database(), _size(usual_database())))
    print(_line("tables", user_folder(), _size(user_folder())))


@app.command
def clear() -> None:
    """Remove all compiled kernels; they are compiled again when they are needed. Games and tables stay."""
    folders = _kernel_folders()
    freed = sum(map(_size, folders))
    for folder in folders:
        shutil.rmtree(folder)
    print(f"Removed {freed / _MIB:.1f} MiB of kernels from {directory().parent}.")


@app.command
def move(folder: Path, /) -> None:
    """Move all compiled kernels to another folder, and say which variable names it."""
    target = folder.absolute()
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidSetting(f"The folder {target} cannot be made: {error.strerror}.") from None
    if not os.access(target, os.W_OK):
        raise InvalidSetting(f"The folder {target} cannot be written.")
    if target == directory().parent.absolute():
        raise InvalidSetting(f"The kernels are in {target} already.")
    for found in _kernel_folders():
        # the name of a kernel's file says all that it depends on, so files of the same name are the same
        shutil.copytree(found, target / found.name, dirs_exist_ok=True)
        shutil.rmtree(found)
    print(f"Moved the kernels to {target}. From now on set: PLYGROUND_CACHE={target}")
