"""``plyground evaluate``: what a position is worth, and what each term of the evaluation contributes."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from plyground.cli.options import Batch, GameName, Judge, Rules, Text, answer
from plyground.core.errors import InvalidSetting
from plyground.core.evaluation import HANDMADE, Evaluation
from plyground.core.terms import Contribution
from plyground.search.piece_values import piece_values

if TYPE_CHECKING:
    from plyground.core.position import Position


def evaluate(
    game: GameName,
    /,
    *,
    position: Text = None,
    batch: Batch = None,
    rule: Rules = None,
    evaluation: Judge = None,
    explain: Annotated[
        bool,
        Parameter(
            negative=(),
            help="Print what each term of the handmade evaluation contributes for each side, or, of another "
            "evaluation, what each piece is worth.",
        ),
    ] = False,
) -> None:
    """Print what a position is worth to the side to move before any search, in hundredths of a pawn or similar.

    It is the handmade evaluation that says so. Where a game has a net, the engine judges by that: --evaluation net.
    """
    if explain and batch is not None:
        raise InvalidSetting("Give --explain or --batch, not both.")

    def tell(shown: "Position") -> str:
        evaluator = shown.game.evaluation(evaluation)
        if not explain:
            return evaluator.text(shown.evaluate(evaluator))
        return terms_table(shown) if evaluation is None or evaluator is HANDMADE else piece_table(shown, evaluator)

    answer(game, position, rule, batch, tell)


def terms_table(position: "Position") -> str:
    """Return a table of the terms that count in `position`, their sum, and the evaluation for the side to move.

    Where terms are fractions, all are shown with a decimal, for the evaluation is rounded only after they are added up.
    """
    rows = [row for row in position.explain() if row.white or row.black]
    white, black = sum(row.white for row in rows), sum(row.black for row in rows)
    is_whole = all(float(value).is_integer() for row in rows for value in (row.white, row.black))
    rows.append(Contribution("sum" if is_whole else "sum before rounding", white, black))
    decimals = 0 if is_whole else 1
    table = [(row.name, f"{row.white:.{decimals}f}", f"{row.black:.{decimals}f}") for row in rows]
    table.insert(0, ("", *position.game.colors))
    widths = [max(len(row[column]) for row in table) for column in range(3)]
    lines = [f"{name:<{widths[0]}}  {one:>{widths[1]}}  {other:>{widths[2]}}" for name, one, other in table]
    return "\n".join([*lines, conclusion(position, HANDMADE)])


def piece_table(position: "Position", evaluator: Evaluation) -> str:
    """Return a table of what each piece is worth from White's point of view, and the evaluation."""
    rows = [
        (row.square, row.piece.replace("-", " "), row.fault if row.value is None else evaluator.text(row.value))
        for row in piece_values(position, evaluator)
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(2)]
    lines = [f"{square:<{widths[0]}}  {piece:<{widths[1]}}  {value}" for square, piece, value in rows]
    return "\n".join([*lines, conclusion(position, evaluator)])


def conclusion(position: "Position", evaluator: Evaluation) -> str:
    """Return the sentence that ends both tables: the evaluation, and for whom it is."""
    mover, first = position.game.colors[int(position.turn)], position.game.colors[0]
    value = evaluator.text(position.evaluate(evaluator))
    return (
        f"evaluation {value} for {first}"
        if evaluator.whites_view
        else f"evaluation {value} for {mover}, who is to move"
    )
