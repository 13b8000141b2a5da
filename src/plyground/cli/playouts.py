"""``plyground playouts``: random games and their results."""

from plyground.cli.options import GameName, Rules, Text, checked_count, checked_threads, position_of
from plyground.core.errors import InvalidSetting
from plyground.search import playouts as random_games


def playouts(
    game: GameName,
    /,
    *,
    position: Text = None,
    rule: Rules = None,
    games: int = 1000,
    seed: int = 0,
    threads: int = 1,
) -> None:
    """Play random games and count: the same seed gives the same counts for any number of threads."""
    checked_count(games, "The number of games")
    checked_threads(threads)
    if not 0 <= seed < 2**63:
        raise InvalidSetting(f"The seed cannot be {seed}; it is a whole number from 0 to 2**63 - 1.")
    print(random_games.playouts(position_of(game, position, rule), games, seed=seed, threads=threads))
