"""What each term of the Halma evaluation is worth; 100 is about one diagonal step of one man.

The numbers are fitted to games that the engine played against itself (`tools/tune_halma.py`), and kept where matches
confirmed them. `terms` says what each stands for.
"""

from plyground.games.halma.terms import TERMS, square_values

VALUES: dict[str, tuple[int, ...]] = {
    "to go": (30,),
    "straggler": (2,),
    "off the diagonal": (7,),
    "arrived": (100,),
    "at home": (60,),
    "last man": (120,),
    "to a hole": (30,),  # much more, and a man beside two holes would rather fill neither
    "to move": (140,),  # about half of what a play gains: so plays and pauses compare at leaves of either side
}

WEIGHTS = TERMS.array_of(VALUES)
SQUARE_VALUES = square_values(WEIGHTS)
"""By board size, color and square, what a man is worth there."""
