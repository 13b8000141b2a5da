"""`TimeControl`: what a player may use for a game, and `Timekeeper`, which keeps track of it.

``--time 0.1`` is 0.1 s for every move, ``--tc 10+0.1`` 10 s for the game and 0.1 s more after each move, ``--depth``
and ``--nodes`` bound a search instead; ``--limits NAME:time=1,depth=6`` replaces all of them for one player. A little
grace is added for communication (``--grace S``, fastchess's timemargin); a player that takes longer loses on time.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from plyground.agents.player import Allowance
from plyground.core.errors import InvalidSetting, quote
from plyground.core.outcome import Color

GRACE_SECONDS = 0.1
"""How much longer a move may take by default: on a busy machine a process can wait this long for its turn."""


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

    @classmethod
    def parse_own(cls, text: str, names: Iterable[str]) -> "tuple[str, TimeControl]":
        """Read the limits of one of the players called `names`: ``greedy:time=0.1,nodes=5000`` or ``deep:tc=10+0.1``.

        Raises
        ------
        InvalidSetting
            If no player has that name, or the limits cannot be read.
        """
        # the name of a player may have a colon in it, and another one's may begin like it
        name = max((name for name in names if text.startswith(f"{name}:")), key=len, default=None)
        if name is None:
            raise InvalidSetting(
                f"The limits {quote(text)} should begin with a player's name, as in {next(iter(names))}:time=0.1."
            )
        parts = [part.partition("=") for part in text.removeprefix(f"{name}:").split(",")]
        given = {key.strip(): value.strip() for key, _, value in parts}
        if len(given) < len(parts) or not all(given.values()) or not given.keys() <= {"time", "tc", "depth", "nodes"}:
            raise InvalidSetting(f"The limits {quote(text)} should be some of time=S, tc=S+INC, depth=N, nodes=N.")
        try:
            return name, cls.parse(
                float(given["time"]) if "time" in given else None,
                given.get("tc"),
                *(int(given[key]) if key in given else None for key in ("depth", "nodes")),
            )
        except InvalidSetting:
            raise
        except ValueError:
            raise InvalidSetting(f"The limits {quote(text)} hold something that is not a number.") from None

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
        raise InvalidSetting(f"The clock {quote(text)} should be seconds and increment, as in 10+0.1.")
    return base, float(match[3] or 0)


class Timekeeper:
    """The time that both players have used and have left in one game.

    Parameters
    ----------
    controls
        White's limits and Black's.
    hang_seconds
        How long a move may take without a limit.
    grace_seconds
        How much longer a move may take than its limit.
    """

    def __init__(
        self,
        controls: tuple[TimeControl, TimeControl],
        hang_seconds: float,
        grace_seconds: float = GRACE_SECONDS,
    ) -> None:
        self._controls = controls
        self._hang_seconds = hang_seconds
        self._grace_seconds = grace_seconds
        self.left = [control.base or 0.0 for control in controls]

    def limits(self, turn: Color) -> Allowance:
        """Return what `turn` may use for its move; an opponent without a clock is taken to have as much time left."""
        control = self._controls[turn]
        clocks = None
        if control.base is not None:
            left = [
                max(self.left[turn if other.base is None else color], 0.001)
                for color, other in zip(Color, self._controls, strict=True)
            ]
            clocks = (left[0], left[1])
        return Allowance(
            control.depth, control.nodes, control.movetime, clocks, control.increment, self.seconds_for(turn)
        )

    def seconds_for(self, turn: Color) -> float:
        """Return after how many seconds `turn` loses on time."""
        control = self._controls[turn]
        if control.base is not None:
            return self.left[turn] + self._grace_seconds
        if control.movetime is not None:
            return control.movetime + self._grace_seconds
        return self._hang_seconds

    def spend(self, turn: Color, seconds: float) -> None:
        """Record a move."""
        control = self._controls[turn]
        if control.base is not None:
            self.left[turn] = max(self.left[turn] - seconds, 0.0) + control.increment
