"""Packages outside Plyground for tests: copies of the example with something wrong, installed in a folder."""

import os
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parent.parent / "examples" / "connect_four" / "connect_four"


class Plugins:
    """A folder on the path of Python in which packages are installed.

    Parameters
    ----------
    folder
        Where.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, package, *, game=None, changes=None, without=(), points=None, group="plyground.games"):
        """Install a copy of the example as `package`.

        Parameters
        ----------
        game
            The name of its game.
        changes
            File to (what stands there, what shall).
        without
            Files that it lacks.
        points
            Its entry points, by name; `GAMES` without them.
        """
        place = self.folder / package
        place.mkdir()
        for file in EXAMPLE.glob("*.py"):
            text = file.read_text().replace("connect_four", package).replace("connect-four", game or package)
            for old, new in (changes or {}).get(file.name, ()):
                assert old in text, (file.name, old)
                text = text.replace(old, new)
            if file.name not in without:
                (place / file.name).write_text(text)
        self.install(package, points or {package: f"{package}:GAMES"}, group)

    def install(self, package, points, group):
        """Write what an installer would about the entry points of `package`."""
        metadata = self.folder / f"{package}-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = [f"{name} = {value}" for name, value in points.items()]
        (metadata / "entry_points.txt").write_text("\n".join([f"[{group}]", *lines, ""]))

    def python(self, script, **variables):
        """Run a script of the folder with these packages installed; return its standard output."""
        done = self._run(str(self.folder / script), **variables)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def plyground(self, *arguments, **variables):
        """Run the command line with these packages installed; return (status, standard output, standard error)."""
        done = self._run("-m", "plyground", *arguments, **variables)
        return done.returncode, done.stdout, done.stderr

    def environment(self, **variables):
        """Return the variables of a process in which these packages are installed; it compiles nothing."""
        path = os.pathsep.join(filter(None, [str(self.folder), os.environ.get("PYTHONPATH", "")]))
        return {**os.environ, "PYTHONPATH": path, "PLYGROUND_JIT": "0", **variables}

    def _run(self, *arguments, **variables):
        return subprocess.run(
            [sys.executable, *arguments], env=self.environment(**variables), capture_output=True, text=True, check=False
        )
