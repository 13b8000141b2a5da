"""``plyground evaluate``: what a position is worth."""

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
    """Print an evaluation: the engine's is for the side to move, in hundredths of a pawn or similar."""
    answer(
        game,
        position,
        rule,
        batch,
        lambda shown: shown.game.evaluation(evaluation).text(shown.evaluate(evaluation)),
    )
