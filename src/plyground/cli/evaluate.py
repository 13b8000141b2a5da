"""``plyground evaluate``: what a position is worth, and what each term of the evaluation contributes."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from plyground.cli.options import Batch, GameName, Rules, Text, answer
from plyground.core.errors import InvalidSetting

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
        str | None, Parameter(help="engine (the usual one; utility in starcircle) or another; see the game's page.")
    ] = None,
    explain: Annotated[
        bool, Parameter(negative=(), help="Print what each term of the engine's evaluation contributes for each side.")
    ] = False,
) -> None:
    """Print an evaluation: the engine's is for the side to move, in hundredths of a pawn or similar."""
    if explain and evaluation not in {None, "engine"}:
        raise InvalidSetting(f"Only the evaluation engine has terms to explain, not {evaluation!r}.")
    if explain and batch is not None:
        raise InvalidSetting("Give --explain or --batch, not both.")
    answer(
        game,
        position,
        rule,
        batch,
        explained if explain else lambda shown: shown.game.evaluation(evaluation).text(shown.evaluate(evaluation)),
    )


def explained(position: "Position") -> str:
    """Return a table of the terms that count in `position`, their sum, and the evaluation for the side to move."""
    rows = [row for row in position.explain() if row.white or row.black]
    white, black = sum(row.white for row in rows), sum(row.black for row in rows)
    table = [(row.name, f"{row.white:.0f}", f"{row.black:.0f}") for row in rows]
    table = [("", *position.game.colors), *table, ("sum", f"{white:.0f}", f"{black:.0f}")]
    widths = [max(len(row[column]) for row in table) for column in range(3)]
    lines = [f"{name:<{widths[0]}}  {one:>{widths[1]}}  {other:>{widths[2]}}" for name, one, other in table]
    mover = position.game.colors[int(position.turn)]
    value = position.game.evaluation("engine").text(position.evaluate("engine"))
    return "\n".join([*lines, f"evaluation {value} for {mover}, who is to move"])
