"""The games: those that installed packages name in the entry point group ``plyground.games``.

Plyground's own games are found the same way. Another package adds games with these lines in its pyproject.toml::

    [project.entry-points."plyground.games"]
    connect-four = "connect_four:GAMES"

where ``GAMES`` is a tuple of `Game`.
"""

import sys
from collections.abc import Sequence
from functools import cache
from importlib.metadata import entry_points

from plyground.core.errors import InvalidSetting, UnknownName, shortened
from plyground.core.game import Game


@cache
def all_games() -> dict[str, Game]:
    """Return every game by its name, Plyground's own first."""
    found: dict[str, Game] = {}
    for point in sorted(
        entry_points(group="plyground.games"), key=lambda point: not point.module.startswith("plyground.")
    ):
        try:
            declared: tuple[Game, ...] = point.load()
        except (ImportError, AttributeError) as error:
            # a broken package must not hide the other games
            print(f"The games of {point.value} could not be loaded: {error}.", file=sys.stderr)  # noqa: T201
            continue
        for game in declared:
            found.setdefault(game.name, game)
    return found


def get_game(name: str) -> Game:
    """Return the game called `name`.

    Raises
    ------
    UnknownName
        If there is none.
    """
    if name not in all_games():
        raise UnknownName(f"There is no game {name!r}; the games are {', '.join(all_games())}.")
    return all_games()[name]


def configured_game(name: str, rules: Sequence[str] = ()) -> Game:
    """Return the game called `name` with the settings in `rules`, each written "NAME=VALUE".

    Raises
    ------
    UnknownName, InvalidSetting
    """
    game = get_game(name)
    settings = {}
    for rule in rules:
        setting, equals, value = rule.partition("=")
        if not equals:
            raise InvalidSetting(f"The rule {shortened(rule)} should be written NAME=VALUE.")
        settings[setting] = value
    return game.with_settings(settings)
