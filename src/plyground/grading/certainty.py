"""`Certainty`: a game that could not change the mark, or is as good as sure not to, is not played.

A case is certain when the games played have earned all its points, whatever the others bring. It is sure when the
program has not failed once: not in the first games of any case, in none of this case, and in none of those that come
after it, whose opponents are taken to be at least as strong. Then the others would have to go wrong with a chance of
less than the settings allow, by the success of all these games and Jeffreys' prior (a beta-binomial distribution).

Both only ever give a case all its points. What is decided depends on results alone, never on which of them came first.
"""

from collections.abc import Callable, Mapping, Sequence
from math import comb, exp, floor, lgamma

from plyground.grading.check import NOT_NEEDED, Case, Check

FIRST = 3
"""So many games of every case are played."""


class Certainty:
    """Which games of one submission are needed for its mark.

    Parameters
    ----------
    cases
        All cases, the strongest opponent last.
    sure
        How sure a mark must be: 1 for certain, 0 to play all games.
    first
        How many games of every case are played anyway.
    tells
        Whether a success tells that others will be some, too; one that took too long does not.
    """

    def __init__(
        self,
        cases: Sequence[Case],
        sure: float,
        first: int = FIRST,
        tells: Callable[[Check], bool] = lambda check: True,
    ) -> None:
        self._cases, self._sure, self._first, self._tells = cases, sure, max(first, FIRST), tells

    def decide(self, case: Case, number: int, done: Mapping[tuple[str, int], Check]) -> Check | bool:
        """Tell whether a game is to be played: True, False while that cannot be told yet, or what stands for it."""
        if not self._sure or case.what != "game" or number <= self._first:
            return True
        own = [done[key] for i in range(1, number) if (key := (case.name, i)) in done]
        if not all(map(self._tells, own)):
            return True
        wanted = case.required * case.count - 1e-9
        is_stopped = any(check.verdict == NOT_NEEDED for check in own)
        if is_stopped or (len(own) == number - 1 and sum(check.score for check in own) >= wanted):
            return _not_needed(case, number)
        pool = self._straight(case, done)
        if pool is not None and any(check.score < 1 for check in own):
            pool = None
        if pool is None:
            # all up to here are needed, whatever comes of them, until their success is enough
            return len(own) == number - 1 or number <= wanted + 1
        if pool < 0 or len(own) < number - 1:
            return False
        doubt = chance_of_more(case.count - len(own), floor(case.count - wanted), pool + len(own))
        return _not_needed(case, number) if doubt < 1 - self._sure else True

    def _straight(self, case: Case, done: Mapping[tuple[str, int], Check]) -> int | None:
        """Return how many games of the cases after this one were played; None if one failed, -1 while some are open."""
        games = [each for each in self._cases if each.what == "game"]
        firsts = [(each.name, i) for each in games for i in range(1, min(each.count, self._first) + 1)]
        after = games[games.index(case) + 1 :]
        others = [(each.name, i) for each in after for i in range(1, each.count + 1)]
        found = [done[key] for key in {*firsts, *others} if key in done]
        if any(check.verdict != NOT_NEEDED and not (check.score >= 1 and self._tells(check)) for check in found):
            return None
        if len(found) < len({*firsts, *others}):
            return -1
        return sum(done[key].verdict != NOT_NEEDED for key in others)


def chance_of_more(left: int, failures: int, successes: int) -> float:
    """Return the chance of more than `failures` in `left` further games, after nothing but `successes`.

    >>> f"{chance_of_more(6, 2, 4):.3f} {chance_of_more(4, 0, 16):.3f}"
    '0.062 0.104'
    """
    a, b = successes + 0.5, 0.5
    few = (
        comb(left, k) * exp(_log_beta(a + left - k, b + k) - _log_beta(a, b)) for k in range(min(failures, left) + 1)
    )
    return max(0.0, 1.0 - sum(few))


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def _not_needed(case: Case, number: int) -> Check:
    return Check(case.name, number, 0.0, NOT_NEEDED, f"Not played: the mark for {case.title} is sure without it.")
