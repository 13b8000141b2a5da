"""``plyground games``: the list of games."""

from plyground.core import registry


def games() -> None:
    """List the games: name, two spaces, a short description."""
    for game in registry.all_games().values():
        print(f"{game.name}  {game.description}")
