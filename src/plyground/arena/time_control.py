"""`TimeControl`: what a player may use for a game, and `Clock`, which keeps track of it.

``--time 0.1`` is 0.1 s for every move, ``--tc 10+0.1`` 10 s for the game and 0.1 s more after each move, ``--depth``
and ``--nodes`` bound a search instead. A little grace is added for communication; a player
that takes longer loses on time.
"""

import re
from dataclasses import dataclass

from plyground.agents.player import Allowance
from plyground.core.errors import InvalidSetting, shortened
from plyground.core.outcome import Color

GRACE_SECONDS = 0.1
"""How much longer a move may take: on a busy machine a process can wait this long for its turn."""


@dataclass(frozen=True)
class TimeControl:
    """The limits of a game.

    Attributes
    ----------
    movetime
        Seconds a move.
    base, increment
        Seconds a game, and after each move; None for no clock.
    depth, nodes
        Bounds of each search.
    """

    movetime: float | None = None
    base: float | None = None
    increment: float = 0.0
    depth: int | None = None
    nodes: int | None = None

    @classmethod
    def parse(
        cls,
        time: float | None = None,
        clock: str | None = None,
        depth: int | None = None,
        nodes: int | None = None,
    ) -> "TimeControl":
        """Return the control that the options ``--time``, ``--tc``, ``--depth`` and ``--nodes`` ask for."""
        if time is not None and not 0 < time < 1e6:
            raise InvalidSetting(f"The time a move cannot be {time:g}; it is a positive number of seconds.")
        for name, value in (("depth", depth), ("number of nodes", nodes)):
            if value is not None and not 1 <= value < 2**62:
                raise InvalidSetting(f"The {name} cannot be {value}; it is a whole number from 1 up.")
        base, increment = _clock(clock) if clock is not None else (None, 0.0)
        if base is not None and time is not None:
            raise InvalidSetting("Give --time (seconds a move) or --tc (a clock), not both.")
        return cls(time, base, increment, depth, nodes)

    @property
    def is_timed(self) -> bool:
        """Whether a player can lose on time."""
        return self.movetime is not None or self.base is not None

    def __str__(self) -> str:
        parts = [f"{self.movetime:g}/move"] if self.movetime is not None else []
        if self.base is not None:
            parts.append(f"{self.base:g}" + (f"+{self.increment:g}" if self.increment else ""))
        parts += [f"{self.depth} plies"] if self.depth is not None else []
        parts += [f"{self.nodes} nodes"] if self.nodes is not None else []
        return ", ".join(parts) or "no limit"


def _clock(text: str) -> tuple[float, float]:
    """Read ``10+0.1``, ``10``, or ``1:30+1`` (minutes and seconds)."""
    match = re.fullmatch(r"(?:(\d{1,4}):)?(\d{1,6}(?:\.\d*)?|\.\d+)(?:\+(\d{1,6}(?:\.\d*)?|\.\d+))?", text)
    base = 60 * int(match[1] or 0) + float(match[2]) if match else 0.0
    if not match or base <= 0:
        raise InvalidSetting(f"The clock {shortened(text)} should be seconds and increment, as in 10+0.1.")
    return base, float(match[3] or 0)


class Clock:
    """The time that both players have used and have left in one game."""

    def __init__(self, control: TimeControl, hang_seconds: float) -> None:
        self.control = control
        self._hang_seconds = hang_seconds
        base = control.base or 0.0
        self.left = [base, base]

    def limits(self, turn: Color) -> Allowance:
        """Return what `turn` may use for its move."""
        control = self.control
        clocks = (max(self.left[0], 0.001), max(self.left[1], 0.001)) if control.base is not None else None
        return Allowance(control.depth, control.nodes, control.movetime, clocks, control.increment, self.allowed(turn))

    def allowed(self, turn: Color) -> float:
        """Return after how many seconds `turn` loses on time."""
        if self.control.base is not None:
            return self.left[turn] + GRACE_SECONDS
        if self.control.movetime is not None:
            return self.control.movetime + GRACE_SECONDS
        return self._hang_seconds

    def spend(self, turn: Color, seconds: float) -> None:
        """Record a move."""
        if self.control.base is not None:
            self.left[turn] = max(self.left[turn] - seconds, 0.0) + self.control.increment
