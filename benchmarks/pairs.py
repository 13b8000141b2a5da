"""How a ratio is measured: ours and theirs in turn, several times, and the median of the ratios.

The machines are noisy and shared, so a time on its own says little; two programs that take turns see the same noise.
Rates are per second of processor time where a program can tell it, else of the wall clock.
"""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

PAIRS = 5


@dataclass(frozen=True)
class Row:
    """One line of the report: rates in millions a second (or as `unit` says), and the median ratio ours / theirs."""

    what: str
    ours: float
    theirs: float
    peer: str
    ratio: float
    unit: str = "M/s"

    def __str__(self) -> str:
        rates = f"{self.ours:10.2f} {self.theirs:10.2f} {self.unit:<8}"
        return f"{self.what:<44} {rates} {self.ratio:8.2f} x  {self.peer}"


def compare(
    what: str,
    peer: str,
    ours: Callable[[], float],
    theirs: Callable[[], float],
    *,
    pairs: int = PAIRS,
    unit: str = "M/s",
) -> Row:
    """Measure `ours` and `theirs` (each returns a rate) in turn, after one round that does not count."""
    ours(), theirs()
    rates = [(ours(), theirs()) for _ in range(pairs)]
    mine, other = median(rate for rate, _ in rates), median(rate for _, rate in rates)
    return Row(what, mine, other, peer, median(a / b for a, b in rates), unit)
