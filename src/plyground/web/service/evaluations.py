"""The evaluations that a page may choose, by name and title: a game's net, the handmade one, and others of the game.

Everywhere else ``net:FILE`` judges by a net of one's own; a page may name no file of the server's.
"""

from typing import Literal

from plyground.core.errors import InvalidSetting, UnknownName, alternatives, quote
from plyground.core.evaluation_names import OLD_HANDMADE
from plyground.core.game import Game
from plyground.nets.evaluations import HANDMADE, NET, names_of


def engines_name(game: Game) -> Literal["net", "handmade"]:
    """Return the name of the evaluation by which the engine judges `game`."""
    return "net" if names_of(game) else "handmade"


def usual_name(game: Game) -> str:
    """Return the name of the evaluation of which a search of `game` is made unless another is chosen."""
    return game.usual_evaluation


def titles(game: Game) -> dict[str, str]:
    """Return what a page calls the evaluations of `game`: name to title; the engine's comes first."""
    engines = engines_name(game)
    names = list(dict.fromkeys([engines, HANDMADE, *game.evaluation_names]))
    known = {name: "learned net" if name == NET else name for name in names}
    return {**known, engines: f"{known[engines]} (the engine's)"}


def evaluation_name(game: Game, asked: str | None) -> str:
    """Return the name of the evaluation that a page asks for, the usual one if it asks for none.

    Raises
    ------
    InvalidSetting
        If it names a file.
    UnknownName
        If there is none of that name.
    """
    if asked is None:
        return usual_name(game)
    name = HANDMADE if asked == OLD_HANDMADE else asked  # (older links have the old name)
    known = titles(game)
    if ":" in name and name not in known:
        raise InvalidSetting(
            f"No page may name a file, as the evaluation {quote(asked)} does; {game.name} has {alternatives(known)}."
        )
    if name not in known:
        raise UnknownName(f"{game.name} has no evaluation {quote(asked)}; it has {alternatives(known)}.")
    return name
