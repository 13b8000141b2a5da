"""`Sprt`: a sequential probability ratio test, to stop a match as soon as it has decided.

Two hypotheses about the first player: it is `elo0` better, or it is `elo1` better. After every pair the generalised
log-likelihood ratio (LLR) of the second to the first is compared with two bounds: at the upper one the second is
accepted, wrongly with probability alpha; at the lower one the first, wrongly with probability beta. The model
``normalized`` (the default) uses normalized Elo, ``logistic`` the usual one. Source: Van den Bergh, "Comments on
normalized Elo", 4.1, and "Comparing the approximations for the generalized log likelihood ratio of a multinomial
distribution".
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from plyground.arena.elo import NORMALIZED, score_of_elo
from plyground.arena.tally import Tally
from plyground.core.errors import InvalidSetting, UnknownName, quote

MODELS = {"normalized": 200, "logistic": 2000}
"""The models, and the most that a hypothesis may say; beyond 240 no result of a pair fits the normalized one."""
_MIN_COUNT = 1e-3
"""The count of a result that has not occurred, since the logarithm of 0 would decide the test."""


@dataclass(frozen=True)
class Sprt:
    """The test's hypotheses and the errors it allows."""

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalized"

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise InvalidSetting(f"An SPRT needs elo0 below elo1, not {self.elo0:g} and {self.elo1:g}.")
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < chance < 1:
                raise InvalidSetting(f"The SPRT's {name} cannot be {chance:g}; it is between 0 and 1.")
        if self.alpha + self.beta >= 1:
            raise InvalidSetting("The SPRT's alpha and beta should together be less than 1.")
        if self.model not in MODELS:
            raise InvalidSetting(f"The SPRT's model cannot be {self.model!r}; it is normalized or logistic.")
        most = MODELS[self.model]
        for name, elo in (("elo0", self.elo0), ("elo1", self.elo1)):
            if not -most <= elo <= most:
                raise InvalidSetting(
                    f"The SPRT's {name} cannot be {elo:g}; with model={self.model} it is {-most} to {most}."
                )

    @classmethod
    def parse(cls, text: str) -> "Sprt":
        """Read ``elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized``, any of which may be left out."""
        found: dict[str, float | str] = {}
        for part in filter(None, text.split(",")):
            name, _, value = part.partition("=")
            if name not in cls.__dataclass_fields__:
                raise UnknownName(f"An SPRT has no {quote(name)}; it has elo0, elo1, alpha, beta and model.")
            if name in found:
                raise InvalidSetting(f"The SPRT {quote(text)} gives {name} twice.")
            try:
                found[name] = value if name == "model" else float(value)
            except ValueError:
                raise InvalidSetting(f"The SPRT's {name} cannot be {quote(value)}; it is a number.") from None
        return cls(**found)  # type: ignore[arg-type]

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at which the first hypothesis is accepted, and the one at which the second is."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, tally: Tally) -> float:
        """Return the log-likelihood ratio of the pairs of `tally`, or of its games where there is no pair."""
        if sum(tally.pairs):
            return self._llr((0, 0.25, 0.5, 0.75, 1), tally.pairs, games_each=2)
        return self.llr_of_games(tally)

    def llr_of_games(self, tally: Tally) -> float:
        """Return the log-likelihood ratio that treats games as independent."""
        return self._llr((0, 0.5, 1), (tally.losses, tally.draws, tally.wins), games_each=1)

    def decision(self, tally: Tally) -> str:
        """Return "H0", "H1", or "" if the test is undecided."""
        lower, upper = self.bounds
        llr = self.llr(tally)
        return "H1" if llr >= upper else "H0" if llr <= lower else ""

    def _llr(self, scores: Sequence[float], counts: Sequence[int], games_each: int) -> float:
        filled = [count or _MIN_COUNT for count in counts]
        total = sum(filled)
        chances = [count / total for count in filled]
        if self.model == "normalized":
            unit = math.sqrt(games_each) / NORMALIZED
            first, second = (_likeliest_normalized(scores, chances, elo * unit) for elo in (self.elo0, self.elo1))
        else:
            first, second = (_likeliest(scores, chances, score_of_elo(elo)) for elo in (self.elo0, self.elo1))
        return total * sum(p * math.log(b / a) for p, a, b in zip(chances, first, second, strict=True))


def _likeliest(scores: Sequence[float], chances: Sequence[float], mean: float) -> list[float]:
    """Return the most likely distribution over `scores` with this mean, given what was observed (proposition 1.1)."""
    return _tilt([score - mean for score in scores], chances)


def _likeliest_normalized(scores: Sequence[float], chances: Sequence[float], deviations: float) -> list[float]:
    """Return the likeliest distribution whose mean lies `deviations` standard deviations above one half (section 4.1).

    It is found by iteration from the uniform one; a handful of rounds is enough.
    """
    found = [1 / len(scores)] * len(scores)
    for _ in range(10):
        mean = sum(s * p for s, p in zip(scores, found, strict=True))
        sigma = math.sqrt(sum(p * (s - mean) ** 2 for s, p in zip(scores, found, strict=True)))
        moved = [s - 0.5 - 0.5 * deviations * sigma * (1 + ((s - mean) / sigma) ** 2) for s in scores]
        previous, found = found, _tilt(moved, chances)
        if max(abs(a - b) for a, b in zip(previous, found, strict=True)) < 1e-4:
            break
    return found


def _tilt(values: Sequence[float], chances: Sequence[float]) -> list[float]:
    """Return ``chances / (1 + theta * values)`` with the theta at which the mean of `values` is 0."""

    def mean(theta: float) -> float:
        return sum(p * v / (1 + theta * v) for p, v in zip(chances, values, strict=True))

    theta = _root(mean, -1 / max(values), -1 / min(values))
    return [p / (1 + theta * v) for p, v in zip(chances, values, strict=True)]


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function that falls from infinity at `low` to minus infinity at `high` is 0, by bisection."""
    for _ in range(100):
        middle = (low + high) / 2
        if middle in {low, high}:
            break
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
