"""Install a wheel with every Python that is found, and try it: ``python tools/matrix.py dist/*.whl`` (``make matrix``).

Each Python from 3.11 to 3.14 that is on the path, or among pyenv's, gets an environment of its own with the
dependencies that it resolves to. There the kernels are compiled anew, move counts must be those that are known, and the
engine must visit the same number of nodes as under every other Python. For the Pythons that are not found, and for
Windows and macOS, it is only seen whether all dependencies can be had as wheels.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS = ("manylinux_2_28_x86_64", "win_amd64", "macosx_14_0_arm64")
TRIED = {
    ("perft", "gardner", "3"): "1 7\n2 53\n3 506",
    ("perft", "amazons", "2"): "1 424\n2 147748",
    ("tablebase", "probe", "gardner", "--position", "k4/5/1K3/5/4R w - - 0 1"): "win 1",
    ("minimax", "starcircle", "6", "--alphabeta"): None,
    ("bench", "--game", "gardner"): None,
}
"""A command, and what it prints; None where it has to be the same under every Python."""


def found(version: str) -> Path | None:
    """Return the interpreter of a version, None if there is none that runs."""
    pyenv = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser()
    places = [*sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}")), shutil.which(f"python{version}")]
    for place in filter(None, places):
        try:
            subprocess.run([place, "-c", "import venv"], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        return Path(place)
    return None


def without_speed(text: str) -> str:
    """Return what is printed, without times and speeds."""
    return text.split(" nps ")[0].strip()


def try_with(python: Path, wheel: Path, seen: dict[tuple[str, ...], str]) -> list[str]:
    """Install `wheel` with `python`, run every command, and return what is wrong."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        subprocess.run([python, "-m", "venv", home / "venv"], check=True)
        own = home / "venv" / "bin"
        subprocess.run([own / "pip", "install", "--quiet", "--disable-pip-version-check", wheel], check=True)
        environment = {**os.environ, "PLYGROUND_CACHE": str(home / "cache")}
        environment.pop("PYTHONPATH", None)
        for command, known in TRIED.items():
            done = subprocess.run(
                [own / "plyground", *command], cwd=home, env=environment, capture_output=True, text=True, check=False
            )
            printed = without_speed(done.stdout)
            expected = known or seen.setdefault(command, printed)
            if done.returncode or printed != expected:
                last = done.stderr.strip().splitlines()[-1:]
                wrong.append(f"plyground {' '.join(command)}: {printed!r}, not {expected!r}; {' '.join(last)}")
    return wrong


def has_wheels(version: str, platform: str, wheel: Path) -> bool:
    """Tell whether everything that `wheel` needs exists as a wheel for a Python of another system."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
        command += ["--target", folder, "--only-binary=:all:", "--python-version", version, "--platform", platform]
        return subprocess.run([*command, wheel], capture_output=True, check=False).returncode == 0


def main(wheel: Path) -> int:
    """Try everything; return the exit status."""
    faults, seen = 0, dict[tuple[str, ...], str]()
    for version in VERSIONS:
        python = found(version)
        if python is not None:
            wrong = try_with(python, wheel, seen)
            print(f"Python {version}: {'works' if not wrong else 'FAILS'}", *wrong, sep="\n  ", flush=True)
            faults += len(wrong)
        for platform in PLATFORMS[python is not None :]:
            resolves = has_wheels(version, platform, wheel)
            print(f"Python {version} on {platform}: {'wheels exist' if resolves else 'wheels are MISSING'}", flush=True)
            faults += not resolves
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).absolute()))
