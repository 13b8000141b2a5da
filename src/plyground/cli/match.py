"""``plyground match``: two players, pairs of games, and how much stronger one of them is."""

import sys
from typing import Annotated

from cyclopts import Parameter

from plyground.arena import output
from plyground.cli.competition import Competition, Options
from plyground.core.printable import printable


def match(
    player_a: str,
    player_b: str,
    /,
    *,
    options: Annotated[Options, Parameter(name="*")],
) -> int:
    """Play A against B in pairs: the same opening twice, colours swapped; the last line is the result for A.

    A program that cannot be started, or does not know the game, stops the match before its first game (exit status 1).
    Players: dummy, random, greedy, smart, minimax[:depth=D,evaluation=NAME], seed (Amazons), engine[:option=value,...],
    mcts[:...], uci:COMMAND, program:FILE[,COMMAND]; each may end in @NAME.
    """
    with Competition([player_a, player_b], options, form="round-robin") as competition:
        failure = competition.rehearse()
        if failure is not None:
            print(f"plyground: {failure}", file=sys.stderr)
            return 1
        tournament = competition.run()
        if options.json:
            print(output.json_text(tournament))
            return competition.status
        print(printable(output.match_text(tournament), lines=True))
        first, second = (entry.name for entry in tournament.plan.entries)
        print(printable(output.result_line(tournament.tally(first, second))))
        return competition.status
