"""``plyground ratings``: the players of a tournament's database, rated."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from plyground.arena import output
from plyground.arena.ratings import rate
from plyground.arena.store import TournamentStore
from plyground.core.printable import printable


def ratings(
    *,
    db: Annotated[Path, Parameter(help="A file that `match` or `tournament` wrote with --db.")],
    json: Annotated[bool, Parameter(negative=(), help="Print one JSON document instead of a table.")] = False,
) -> None:
    """Rate all players in a database from all their games (Bradley-Terry), strongest first; the mean is 0."""
    store = TournamentStore(db, must_exist=True)
    found = rate(store.games())
    store.close()
    print(output.ratings_json(found) if json else printable(output.ratings_text(found), lines=True))
