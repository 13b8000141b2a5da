"""What each term of Star and Circle's evaluation is worth, in percent of the last row's value.

The numbers were fitted by ``tools/tune_starcircle.py`` to the ends of games the engine played itself; only a free piece
is not fitted: 100 is what makes the evaluation exact once nobody can meet anybody.
"""

from plyground.games.starcircle.terms import TERMS

VALUES: dict[str, tuple[int, ...]] = {
    "facing": (215, 205, 200, 195, 180, 175, 120, 100),
    "free": (100,),
    "spare steps": (14,),
    "tempo": (12,),
}

WEIGHTS = TERMS.array_of(VALUES)
