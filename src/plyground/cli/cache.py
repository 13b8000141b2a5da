"""``plyground cache``: where compiled kernels and data lie, and how large they are."""

import contextlib
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from cyclopts import App

from plyground.cli.web import usual_database
from plyground.core.errors import InvalidSetting
from plyground.core.registry import all_games, get_game
from plyground.endgame.store import user_folder
from plyground.kernel import prebuilt
from plyground.kernel.cache import directory, unusable, write
from plyground.kernel.trust import read_trusted

app = App(
    name="cache",
    help="Show where compiled kernels and data lie; clear the kernels, move them, or build those of a wheel.",
)

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
    if (came_along := prebuilt.folder()) is not None:
        print(_line("kernels of the package", came_along, _size(came_along)))
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
    _make_folder(target)
    if reason := unusable(target):
        raise InvalidSetting(f"The folder {target} {reason}.")
    if target == directory().parent.absolute():
        raise InvalidSetting(f"The kernels are in {target} already.")
    for found in _kernel_folders():
        # the name of a kernel's file says all that it depends on, so files of the same name are the same
        (target / found.name).mkdir(mode=0o700, exist_ok=True)
        for file in found.iterdir():
            # a copy would be ours, no matter who has put the file there
            with contextlib.suppress(PermissionError):
                write(target / found.name / file.name, read_trusted(file))
        shutil.rmtree(found)
    print(f"Moved the kernels to {target}. From now on set: PLYGROUND_CACHE={target}")


@app.command
def build(folder: Path, /, *games: str) -> None:
    """Compile the kernels of all our games, or of those named, into a folder, for all processors but old ones.

    In src/plyground/kernel/prebuilt, where `make dist` writes them, they become part of the wheel, and everybody who
    installs it waits for nothing.
    """
    environment = prebuilt.baseline_environment()
    if environment is None:
        raise InvalidSetting(f"Kernels for other machines can be built on x86-64 only; this is {platform.machine()}.")
    ours = [game for game in all_games().values() if game.module.startswith("plyground.")]
    chosen = [get_game(name).name for name in games] or [game.name for game in ours]
    _make_folder(folder.absolute())
    target = folder / directory().name
    with TemporaryDirectory() as empty:
        environment |= {"PLYGROUND_CACHE": empty, "PLYGROUND_PREBUILT": "", "PLYGROUND_JIT": "1"}
        command = [sys.executable, "-m", "plyground", "warmup", *chosen]
        if subprocess.run(command, env=os.environ | environment, check=False).returncode:
            raise InvalidSetting("The kernels could not be compiled; the reason stands above.")
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        for file in sorted((Path(empty) / target.name).glob("*.kernel")):
            shutil.copy(file, target)
    print(f"Built {len(list(target.iterdir()))} kernels, {_size(target) / _MIB:.1f} MiB, in {target}.")


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidSetting(f"The folder {folder} cannot be made: {error.strerror}.") from None
    if not os.access(folder, os.W_OK):
        raise InvalidSetting(f"The folder {folder} cannot be written.")
