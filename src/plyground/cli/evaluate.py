"""``plyground evaluate``."""

from typing import Annotated

from cyclopts import Parameter

from plyground.cli.options import Batch, GameName, Rules, Text, answer


def evaluate(
    game: GameName,
    /,
    *,
    position: Text = None,
    batch: Batch = None,
    rule: Rules = None,
    evaluation: Annotated[
        str | None, Parameter(help="engine (the usual one; utility in starcircle) or another; see the game's page.")
    ] = None,
) -> None:
    """Print an evaluation: the engine's is from the side to move's view, in hundredths of a pawn-like unit."""
    answer(
        game,
        position,
        rule,
        batch,
        lambda shown: shown.game.evaluation(evaluation).text(shown.evaluate(evaluation)),
    )
