"""``plyground games-of``: the games in a tournament's database."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from plyground.arena.store import TournamentStore
from plyground.core.files import write_text
from plyground.core.printable import printable


def games_of(
    *,
    db: Annotated[Path, Parameter(help="A file that `match` or `tournament` wrote with --db.")],
    export: Annotated[
        str | None, Parameter(allow_leading_hyphen=True, help="Write the records to this file; - is standard output.")
    ] = None,
) -> None:
    """List the games in a database, one per line, or export them as records with scores, depths and times."""
    store = TournamentStore(db, must_exist=True)
    if export is not None:
        write_text(export, "\n".join(record.text() for record in store.records()))
    else:
        for tournament in store.tournaments():
            for game in store.games(tournament, counted_only=False):
                detail = f" ({game.detail})" if game.detail else ""
                line = (
                    f"{tournament}.{game.number}  {game.white} - {game.black}  {game.result}  {game.plies} plies  "
                    f"{game.termination}{detail}"
                )
                print(printable(line))
    store.close()
