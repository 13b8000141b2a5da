"""``plyground new-game``: a package with a small game that works, to be changed."""

import keyword
import re
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from plyground.core.errors import InvalidSetting, quote
from plyground.core.registry import all_games

TEMPLATES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "@PACKAGE@/__init__.py": "__init__.py",
    "@PACKAGE@/rules.py": "rules.py",
    "tests/test_rules.py": "test_rules.py",
}
"""File of the new package to the template it is made from."""
_LONGEST = 40


def new_game(
    name: Annotated[str, Parameter(help="What the game is called: small letters, digits and hyphens, as my-game.")],
    folder: Annotated[Path | None, Parameter(help="The folder to make; without it, one called NAME here.")] = None,
    /,
) -> None:
    """Write a package with a small game that works, to be changed to yours.

    It installs with pip; then every command, the engine, matches and the web app know the game.
    """
    package = _package_of(name)
    place = folder or Path(name)
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise InvalidSetting(f"The folder {place} exists and is not empty; a new game needs a folder of its own.")
    words = {
        "@NAME@": name,
        "@PACKAGE@": package,
        "@TITLE@": name.replace("-", " ").capitalize(),
        "@CLASS@": "".join(part.capitalize() for part in name.split("-")),
    }
    try:
        for path, template in TEMPLATES.items():
            text = files("plyground.cli").joinpath("new_game", f"{template}.template").read_text(encoding="utf-8")
            file = place / _fill(path, words)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(_fill(text, words), encoding="utf-8", newline="\n")
    except OSError as error:
        raise InvalidSetting(f"The game cannot be written to {place}: {error.strerror}.") from None
    print(f"{place} holds the game {name}; next:")
    print(f"  pip install -e {place}")
    print(f"  plyground warmup --all {name}   # compiles it now, instead of in the middle of your work")
    print(f"  plyground check {name}")


def _fill(text: str, words: dict[str, str]) -> str:
    for mark, word in words.items():
        text = text.replace(mark, word)
    return text


def _package_of(name: str) -> str:
    """Return the name of the Python package of a game called `name`; raises `InvalidSetting` if it cannot have one."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or len(name) > _LONGEST:
        raise InvalidSetting(
            f"The name {quote(name)} should be at most {_LONGEST} small letters, digits and single hyphens, "
            "and begin with a letter, as my-game."
        )
    if name in all_games():
        raise InvalidSetting(f"There is a game {name!r} already; choose another name.")
    package = name.replace("-", "_")
    if keyword.iskeyword(package) or find_spec(package) is not None:
        raise InvalidSetting(f"Python has something called {package!r} already; choose another name for the game.")
    return package
