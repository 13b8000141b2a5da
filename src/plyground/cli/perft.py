"""``plyground perft``: count the move tree."""

from typing import Annotated

from cyclopts import Parameter

from plyground.cli.options import GameName, Rules, Text, check_count, position_of
from plyground.cli.progress import Time, check_seconds, waiting
from plyground.core.errors import InvalidSetting
from plyground.search import perft as counting


def perft(
    game: GameName,
    depth: int,
    /,
    *,
    position: Text = None,
    rule: Rules = None,
    divide: Annotated[bool, Parameter(negative=(), help="Count below each move of the root.")] = False,
    bulk: Annotated[bool, Parameter(negative="--no-bulk", help="Count the last ply instead of playing it.")] = True,
    time: Time = None,
) -> None:
    """Count the leaves of the move tree, a line for each depth."""
    if check_count(depth, "The depth") > counting.MAX_DEPTH:
        raise InvalidSetting(f"The depth cannot be {depth}; it is at most {counting.MAX_DEPTH}.")
    check_seconds(time)
    root = position_of(game, position, rule)
    counting.warmup(root)
    with waiting(f"perft {depth} of {game}", time):
        if divide:
            for move, leaves in sorted(counting.divide(root, depth, bulk=bulk)):
                print(f"{move} {leaves}", flush=True)
            return
        for plies in range(1, depth + 1):
            print(f"{plies} {counting.perft(root, plies, bulk=bulk)}", flush=True)
