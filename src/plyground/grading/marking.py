"""From checks to points, and how certain they are.

A case earns all its points if at least the required share of its checks succeeded, and proportionally less below that.
Ten games say little about a program's true share, so the exact (Clopper-Pearson) 95% interval stands beside it.
"""

from collections.abc import Sequence
from math import comb

from plyground.grading.check import Case, CaseGrade, Check

_TAIL = 0.025


def _at_least(successes: int, trials: int, chance: float) -> float:
    """Return the chance of `successes` or more."""
    return sum(comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(successes, trials + 1))


def _where(successes: int, trials: int, wanted: float) -> float:
    """Return the chance at which `successes` or more have the chance `wanted`."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_least(successes, trials, middle) < wanted else (low, middle)
    return (low + high) / 2


def interval(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95% confidence interval of a share.

    >>> "{:.3f} {:.4f}".format(*interval(9, 10))
    '0.555 0.9975'
    """
    low = 0.0 if successes == 0 else _where(successes, trials, _TAIL)
    high = 1.0 if successes == trials else _where(successes + 1, trials, 1 - _TAIL)
    return low, high


def percent(share: float) -> str:
    """Write a share, without a digit that says nothing.

    >>> percent(0.9), percent(0.99747), percent(0.555)
    ('90%', '99.7%', '55.5%')
    """
    return f"{100 * share:.1f}".removesuffix(".0") + "%"


def less(score: float, form: str, deduction: float) -> float:
    """Return a score, less the deduction where an answer had another form than the hand-out's, as `form` says."""
    return round(score * (1 - deduction), 6) if form else score


def case_grade(case: Case, checks: Sequence[Check], *, is_sample: bool = False, lost_by: str = "") -> CaseGrade:
    """Mark a case.

    Parameters
    ----------
    case
        The case.
    checks
        Its checks.
    is_sample
        Whether other checks would have been as good, so that chance plays a part.
    lost_by
        Why the case fails as a whole, whatever its checks say.
    """
    if not checks:
        return CaseGrade(case, (), 0.0, 0.0, None, "not run.")
    score = sum(check.score for check in checks)
    achieved = score / len(checks)
    earned = 0.0 if lost_by else case.points * min(1.0, achieved / case.required)
    successes = round(score)
    whole = abs(score - successes) < 1e-9
    bounds = interval(successes, len(checks)) if is_sample and whole else None
    done = f"{successes if whole else round(score, 2)} of {len(checks)} {case.success}"
    sentence = f"{done} ({percent(achieved)}, {percent(case.required)} wanted)."
    if left := case.count - len(checks):
        sentence += f" {left} {case.what}{'s were' if left > 1 else ' was'} not played: the mark is sure without."
    if lost_by:
        sentence = f"{done}, but {lost_by}"
    elif first := next((check for check in checks if check.score < 1), None):
        sentence += f" {case.what.capitalize()} {first.number}: {first.sentence}"
    return CaseGrade(case, tuple(checks), round(earned, 4), achieved, bounds, sentence)
