"""``plyground tournament``: many players."""

from typing import Annotated, Literal

from cyclopts import Parameter

from plyground.arena import output
from plyground.cli.competition import Competition, Options
from plyground.core.printable import printable


def tournament(
    *players: str,
    options: Annotated[Options, Parameter(name="*")],
    form: Annotated[
        Literal["round-robin", "gauntlet", "swiss"],
        Parameter(
            name="--format",
            help="Gauntlet: the first player against each other. Swiss: players with similar scores meet.",
        ),
    ] = "round-robin",
) -> int:
    """Play a tournament of pairs and print its table. Players are written as for `plyground match`."""
    with Competition(list(players), options, form=form) as competition:
        played = competition.run()
        print(output.json_text(played) if options.json else printable(output.table_text(played), lines=True))
        return competition.status
