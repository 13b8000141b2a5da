"""`Clock`: a chess clock, with the time both sides have left.

It starts when the first move has been made, and adds `increment` seconds for every move. The current time is passed in,
so that a game can be tested without waiting.
"""

from dataclasses import dataclass, field

from plyground.web.service.fields import AskClock

DAY = 86_400


@dataclass
class ChessClock:
    """A clock.

    Attributes
    ----------
    initial, increment
        Seconds each side begins with; seconds gained by each move.
    left
        Seconds White and Black had when the clock was last pressed.
    since
        When the running side's time began to run; None while the clock stands still.
    days
        In a game by correspondence, how many days there are for each move; else 0. Then `initial` is as many seconds,
        and the time runs while the server does not.
    """

    initial: float
    increment: float
    left: list[float] = field(default_factory=list)
    since: float | None = None
    days: int = 0

    @classmethod
    def of(cls, ask: AskClock | None) -> "ChessClock | None":
        """Return a new clock as it is asked for."""
        if ask is None:
            return None
        days = ask.get("days", 0)
        return cls(days * DAY if days else ask["initial"], 0 if days else ask["increment"], days=days)

    def __post_init__(self) -> None:
        if not self.left:
            self.left = [self.initial, self.initial]

    def press(self, side: int, now: float) -> None:
        """Press the clock for `side`; the other side's time runs from now on."""
        if self.since is not None:
            left = max(0.0, self.left[side] - (now - self.since)) + self.increment
            self.left[side] = self.initial if self.days else left
        self.since = now

    def remaining(self, side: int, turn: int, now: float) -> float:
        """Return the seconds `side` has left, `turn` being the side to move."""
        running = self.since is not None and side == turn
        return max(0.0, self.left[side] - (now - self.since if running and self.since is not None else 0.0))

    def halt(self, turn: int, now: float) -> None:
        """Stop, keeping what the side `turn` to move has left now."""
        self.left[turn] = self.remaining(turn, turn, now)
        self.since = None
