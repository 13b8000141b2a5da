"""The table of all positions of a small game, asked about one position at a time.

`plyground.endgame.whole` builds it. It is there only if somebody has built it, and is looked for at every question.
"""

from functools import lru_cache
from pathlib import Path

from plyground.core.game import Game
from plyground.endgame.hooks import whole_index
from plyground.endgame.tablefile import BlockCache
from plyground.endgame.values import DRAW, Category, Verdict
from plyground.endgame.whole import DRAWN, open_table, path_of, size_of
from plyground.kernel.words import Words

MAX_TABLES = 8
"""How many are kept open."""


class AllPositions:
    """The table of all positions of one game.

    Parameters
    ----------
    game
        The game.
    path
        The table's file.

    Raises
    ------
    InvalidTable
        If the file is damaged, or of other rules.
    """

    metric = "dtw"
    limit = None

    def __init__(self, game: Game, path: Path) -> None:
        self._rules = game.rules
        self._table = open_table(game, path, BlockCache())

    def verdict(self, words: Words) -> Verdict | None:
        """Return what the table says of a position; None where it has no place, because men are missing."""
        index = int(whole_index(self._rules, words))
        if index < 0:
            return None
        value = self._table.value(index)
        if value == DRAWN:
            return DRAW
        return Verdict(Category.LOSS if value % 2 else Category.WIN, value - 1)

    def men(self, words: Words) -> int:
        """Return 0: no man ever comes off the board."""
        return 0


def all_positions(game: Game, folder: Path | None = None) -> AllPositions | None:
    """Return the table of all positions of a game, None where there is none.

    Parameters
    ----------
    game
        The game.
    folder
        Where to look; in the user's folder without.

    Raises
    ------
    InvalidTable
        If there is one that is damaged, or of other rules.
    """
    if size_of(game) is None:
        return None
    path = path_of(game, folder)
    return _open_table(game, path, path.stat().st_mtime_ns) if path.exists() else None


@lru_cache(MAX_TABLES)
def _open_table(game: Game, path: Path, written: int) -> AllPositions:
    """Return an open table; one that was built anew since is another."""
    return AllPositions(game, path)
