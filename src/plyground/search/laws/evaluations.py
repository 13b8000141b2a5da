"""What must hold of evaluations and their terms."""

from collections.abc import Iterator, Sequence

from plyground.core.evaluation import handmade
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.rules import WIN_VALUE
from plyground.search.laws.law import law


@law("Every evaluation stays below the value of a win.")
def evaluations_are_bounded(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check all evaluations, of positions that are not over."""
    for position in positions:
        for name in game.evaluations:
            if position.outcome is None and not abs(position.evaluate(name)) < WIN_VALUE:
                yield f"{name} of {position.text!r} is {position.evaluate(name)}; a win is worth {WIN_VALUE}."


@law("What the terms contribute adds up to the evaluation, and is the same for either side.")
def terms_add_up(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check games whose evaluation has `explain`."""
    evaluate, notation, sign = game.submodule("evaluate"), game.submodule("notation"), (1, -1)
    explain = getattr(evaluate, "explain", None)
    seen: set[str] = set()
    if explain is None:
        return
    for number, position in enumerate(positions):
        if position.outcome is not None:
            continue
        rows = explain(position.rules, position.words)
        seen |= {row.name for row in rows if row.white or row.black}
        total = sign[position.turn] * sum(row.white - row.black for row in rows)
        value = handmade(position.rules, position.words)
        if not abs(total - value) <= 1:
            yield f"The terms of {position.text!r} add up to {total}; its evaluation is {value}."
        if number % 4 == 0 and hasattr(notation, "mirrored"):
            mirrored = explain(position.rules, notation.mirrored(position.rules, position.words))
            if rows != [(row.name, row.black, row.white) for row in mirrored]:
                yield f"The terms of {position.text!r} are others on the mirrored board."
    if len(seen) <= 1:
        yield "No more than one term of the evaluation ever counts."


LAWS = (evaluations_are_bounded, terms_add_up)
"""The laws of this module."""
