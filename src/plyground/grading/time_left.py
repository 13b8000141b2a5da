"""`TimeLeft`: how long a grading still takes, by what it has taken so far."""

import time

_LEAST_SECONDS = 5.0
"""Before that, nothing can be said."""


class TimeLeft:
    """Estimates from the mean time of what was done since it was first asked; earlier runs do not count."""

    def __init__(self) -> None:
        self._total = -1
        self._begun = (0, 0.0)

    def text(self, done: int, total: int) -> str:
        """Return ", about 3 min left" after `done` of `total`; nothing where that is not known, or nothing is left."""
        now = time.monotonic()
        if total != self._total:
            # looking over and checking are counted apart
            self._total, self._begun = total, (done - 1, now)
        before, begun = self._begun
        if now - begun < _LEAST_SECONDS or done <= before + 1 or done >= total:
            return ""
        # the first was done when the clock began
        return f", about {duration_text((now - begun) / (done - before - 1) * (total - done))} left"


def duration_text(seconds: float) -> str:
    """Write a duration in the unit that fits.

    >>> duration_text(40), duration_text(170), duration_text(8000)
    ('40 s', '3 min', '2 h 13 min')
    """
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"
