"""Evaluation of Star and Circle: E itself, the utility that the homework defines.

A piece is worth the value of the row it stands on, counted from its own side; a stack counts each of its pieces. The
unit is the row value as the position's text gives it, not a hundredth of anything: there is nothing to convert, since
the game is played for exactly these points. Engine and textbook search need no more: the game is a race of at most a
few dozen moves that search follows to its end.
"""

from typing import NamedTuple

from plyground.core.evaluation import ENGINE, Evaluation
from plyground.core.generics import assess, evaluate
from plyground.games.starcircle.rules import StarCircle, stars_utility
from plyground.kernel.words import Words, turn


class Utility(NamedTuple):
    """E as a named evaluation."""

    unused: int = 0


@evaluate.register(StarCircle)
def _(game: StarCircle, position: Words) -> int:
    total = stars_utility(game, position)
    return total if turn(position) == 0 else -total


@assess.register(Utility)
def _(evaluation: Utility, game: StarCircle, position: Words) -> int:
    total = stars_utility(game, position)
    return total if turn(position) == 0 else -total


EVALUATIONS = {"engine": ENGINE, "utility": Evaluation(Utility())}
