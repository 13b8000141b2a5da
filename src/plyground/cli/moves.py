"""``plyground moves``: the legal moves."""

from typing import Annotated

from cyclopts import Parameter

from plyground.cli.options import Batch, GameName, Rules, Text, answer


def moves(
    game: GameName,
    /,
    *,
    position: Text = None,
    batch: Batch = None,
    rule: Rules = None,
    playable: Annotated[
        bool, Parameter(negative=(), help="minichess: also moves that leave one's own king attacked.")
    ] = False,
) -> None:
    """List the legal moves, sorted as text, on one line; an empty line if the game is over."""
    answer(
        game,
        position,
        rule,
        batch,
        lambda shown: " ".join(sorted(map(str, shown.playable_moves if playable else shown.legal_moves))),
    )
