"""``plyground evaluate``: what a position is worth, and what each term of the evaluation contributes."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from plyground.cli.options import Batch, GameName, Rules, Text, answer
from plyground.core.errors import InvalidSetting
from plyground.core.evaluation import ENGINE, Evaluation
from plyground.core.worth import worths
from plyground.nets.evaluations import evaluation_of

if TYPE_CHECKING:
    from plyground.core.position import Position


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
    explain: Annotated[
        bool,
        Parameter(
            negative=(),
            help="Print what each term of the engine's evaluation contributes for each side, or, of another "
            "evaluation, what each piece is worth.",
        ),
    ] = False,
) -> None:
    """Print an evaluation: the engine's is for the side to move, in hundredths of a pawn or similar."""
    if explain and batch is not None:
        raise InvalidSetting("Give --explain or --batch, not both.")

    def tell(shown: "Position") -> str:
        judge = evaluation_of(shown.game, evaluation)
        if not explain:
            return judge.text(shown.evaluate(judge))
        return terms_table(shown) if evaluation is None or judge is ENGINE else worth_table(shown, judge)

    answer(game, position, rule, batch, tell)


def terms_table(position: "Position") -> str:
    """Return a table of the terms that count in `position`, their sum, and the evaluation for the side to move."""
    rows = [row for row in position.explain() if row.white or row.black]
    white, black = sum(row.white for row in rows), sum(row.black for row in rows)
    table = [(row.name, f"{row.white:.0f}", f"{row.black:.0f}") for row in rows]
    table = [("", *position.game.colors), *table, ("sum", f"{white:.0f}", f"{black:.0f}")]
    widths = [max(len(row[column]) for row in table) for column in range(3)]
    lines = [f"{name:<{widths[0]}}  {one:>{widths[1]}}  {other:>{widths[2]}}" for name, one, other in table]
    return "\n".join([*lines, conclusion(position, ENGINE)])


def worth_table(position: "Position", judge: Evaluation) -> str:
    """Return a table of what each piece is worth from White's point of view, and the evaluation."""
    rows = [
        (row.square, row.piece.replace("-", " "), row.fault if row.value is None else judge.text(row.value))
        for row in worths(position, judge)
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(2)]
    lines = [f"{square:<{widths[0]}}  {piece:<{widths[1]}}  {worth}" for square, piece, worth in rows]
    return "\n".join([*lines, conclusion(position, judge)])


def conclusion(position: "Position", judge: Evaluation) -> str:
    """Return the sentence that ends both tables: the evaluation, and for whom it is."""
    mover, first = position.game.colors[int(position.turn)], position.game.colors[0]
    value = judge.text(position.evaluate(judge))
    return f"evaluation {value} for {first}" if judge.whites_view else f"evaluation {value} for {mover}, who is to move"
