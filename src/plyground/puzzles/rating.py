"""How hard a puzzle is: an estimate, in points on the scale of Elo's rating, before anybody has tried it.

What can be measured is how long the engine takes to see the solution. A search that settles after n positions counts as
``200 + 300 * log10(n)`` points: 800 for a hundred positions, 1700 for a hundred thousand. The hardest step counts, and
every further one adds `EACH_STEP`.
"""

from collections.abc import Sequence
from math import log10

BASE, EACH_TENFOLD, EACH_STEP = 200, 300, 60
MIN_RATING, MAX_RATING = 500, 2600


def estimate(nodes: Sequence[int]) -> int:
    """Return the rating of a puzzle whose steps the engine settles after that many nodes.

    >>> estimate([100])
    800
    >>> estimate([100, 10_000])
    1460
    """
    rating = BASE + EACH_TENFOLD * log10(max(1, *nodes)) + EACH_STEP * (len(nodes) - 1)
    return round(max(MIN_RATING, min(MAX_RATING, rating)))
