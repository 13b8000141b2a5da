"""The terms of Star and Circle's evaluation, counted in percent of the last row's value.

The numbers are in `weights`.
"""

from plyground.core.terms import Terms

TERMS = Terms(
    # name, how many weights, what each is for
    ("facing", 8, "by row: a piece that may still meet an enemy"),
    ("free", 1, "a piece that no enemy can meet any more: it comes to its last row"),
    ("spare steps", 1, "each step that free pieces have left more than the opponent's, while others face each other"),
    ("tempo", 1, "having the move, while others face each other"),
)

FACING, FREE, SPARE, TEMPO = (TERMS.start(term.name) for term in TERMS)

MAX_SPARE = 8
"""The largest advantage in spare steps that counts."""
