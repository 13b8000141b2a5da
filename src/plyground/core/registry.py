"""The games: those that installed packages name in the entry point group ``plyground.games``.

Plyground's own games are found the same way. Another package adds games with these lines in its pyproject.toml::

    [project.entry-points."plyground.games"]
    connect-four = "connect_four:GAMES"

where ``GAMES`` is a tuple of `Game`.
"""

import sys
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from plyground.core.arguments import demand_type
from plyground.core.errors import InvalidSetting, UnknownName, quote, suggestion
from plyground.core.game import Game


def all_games() -> dict[str, Game]:
    """Return every game by its name, Plyground's own first."""
    return dict(_games())


@cache
def _games() -> dict[str, Game]:
    """Return every game by its name.

    Each entry point is loaded on its own: one that fails is named on standard error and hides no other.
    """
    found: dict[str, Game] = {}
    origin: dict[str, EntryPoint] = {}
    for point in sorted(
        entry_points(group="plyground.games"), key=lambda point: not point.module.startswith("plyground.")
    ):
        try:
            declared = _games_of(point)
        except Exception as error:  # noqa: BLE001 (the code of another package may fail in any way)
            _say(f"The games of {_place_of(point)} could not be loaded: {type(error).__name__}: {error}.")
            continue
        for game in declared:
            if game.name in found:
                place, other = _place_of(point), _place_of(origin[game.name])
                _say(f"The game {game.name!r} of {place} is left out: {other} has one of that name.")
                continue
            found[game.name], origin[game.name] = game, point
    return found


def _games_of(point: EntryPoint) -> tuple[Game, ...]:
    """Return the games that an entry point names; raises whatever its package does."""
    declared = point.load()
    games = tuple(declared) if isinstance(declared, Iterable) else ()
    if not games or not all(isinstance(game, Game) for game in games):
        raise TypeError(f"{point.attr or point.value} should be a tuple of Game")
    return games


def _place_of(point: EntryPoint) -> str:
    package = f" (package {point.dist.name})" if point.dist is not None else ""
    return f"{point.value}{package}"


def _say(sentence: str) -> None:
    print(f"plyground: {sentence}", file=sys.stderr)  # noqa: T201


def get_game(name: str) -> Game:
    """Return the game called `name`.

    Raises
    ------
    UnknownName
        If there is none.
    """
    demand_type(name, str, "The name of a game", "a text")
    if name not in _games():
        raise UnknownName(
            f"There is no game {name!r}; the games are {', '.join(_games())}{suggestion(name, _games())}."
        )
    return _games()[name]


def game_with_settings(name: str, rules: Sequence[str] = ()) -> Game:
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
            raise InvalidSetting(f"The rule {quote(rule)} should be written NAME=VALUE.")
        settings[setting] = value
    return game.with_settings(settings)
