"""``plyground evaluate``: what a position is worth."""

from typing import Annotated

from cyclopts import Parameter

from plyground.cli.options import Batch, GameName, Rules, Text, answer
from plyground.core.position import Position
from plyground.nets.evaluations import evaluation_of


def evaluate(
    game: GameName,
    /,
    *,
    position: Text = None,
    batch: Batch = None,
    rule: Rules = None,
    evaluation: Annotated[
        str | None,
        Parameter(
            help="engine (the usual one; utility in starcircle), another (see the game's page), net or net:FILE."
        ),
    ] = None,
) -> None:
    """Print an evaluation: the engine's is for the side to move, in hundredths of a pawn or similar."""

    def tell(shown: Position) -> str:
        judge = evaluation_of(shown.game, evaluation)
        return judge.text(shown.evaluate(judge))

    answer(game, position, rule, batch, tell)
