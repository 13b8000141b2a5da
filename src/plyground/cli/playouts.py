"""``plyground playouts``: random games and their results."""

from plyground.cli.options import GameName, Rules, Text, check_count, check_threads, position_of
from plyground.cli.progress import Time, check_seconds, waiting
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
    time: Time = None,
) -> None:
    """Play random games and count: the same seed gives the same counts for any number of threads."""
    check_count(games, "The number of games")
    check_threads(threads)
    check_seconds(time)
    root = position_of(game, position, rule)
    with waiting(f"{games} random games of {game}", time):
        print(random_games.playouts(root, games, seed=seed, threads=threads))
