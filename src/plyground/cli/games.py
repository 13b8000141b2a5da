"""``plyground games``."""

from plyground.core import registry


def games() -> None:
    """List the games: the name, two blanks, a short description."""
    for game in registry.all_games().values():
        print(f"{game.name}  {game.description}")
