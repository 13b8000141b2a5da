"""`Adjudication`: when a referee ends a game about which both players agree; off by default.

``--draw after=40,moves=8,score=10``: from move 40 on, a draw once both players' scores have stayed within 0.10 for 8
moves each. ``--win moves=4,score=600``: a win once one player has seen itself 6.00 ahead, and the other 6.00 behind,
for 4 moves each. The scores are the players' own, so this suits players that score honestly; a game of a player without
scores is never adjudicated.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.core.errors import InvalidSetting, UnknownName, quote
from plyground.core.outcome import Color

DRAW_AGREED, WIN_AGREED = "draw adjudicated", "win adjudicated"
_SURE = 30_000.0
"""The score of a proven win, in hundredths."""


def score_value(score: str) -> float | None:
    """Return a player's score ("cp 31", "win 5", "loss 4") from its view, in hundredths; None if it gave none."""
    kind, _, number = score.partition(" ")
    if kind == "win":
        return _SURE
    if kind == "loss":
        return -_SURE
    try:
        return float(number.split()[0]) if kind == "cp" else None
    except (ValueError, IndexError):
        return None


@dataclass(frozen=True)
class Rule:
    """For how long, and by how much, scores have to agree.

    Attributes
    ----------
    moves
        Moves of each player in a row; 0 switches the rule off.
    score
        Hundredths.
    after
        The move number before which nothing is adjudicated.
    """

    moves: int = 0
    score: float = 0.0
    after: int = 0

    @classmethod
    def parse(cls, text: str, usual: "Rule") -> "Rule":
        """Read ``moves=8,score=10,after=40``; what is left out comes from `usual`."""
        found = {"moves": float(usual.moves), "score": usual.score, "after": float(usual.after)}
        for part in filter(None, text.split(",")):
            name, _, value = part.partition("=")
            if name not in found:
                raise UnknownName(f"An adjudication has no {quote(name)}; it has moves, score and after.")
            if not value.isascii() or not value.isdigit() or len(value) > 6:
                raise InvalidSetting(f"The adjudication's {name} cannot be {quote(value)}; it is a whole number.")
            found[name] = float(value)
        return cls(int(found["moves"]), found["score"], int(found["after"]))


USUAL_DRAW = Rule(moves=8, score=10, after=34)
USUAL_WIN = Rule(moves=4, score=600)


@dataclass(frozen=True)
class Adjudication:
    """Both rules."""

    draw: Rule = Rule()
    win: Rule = Rule()

    def verdict(self, scores: Sequence[str], last_mover: Color) -> tuple[Color | None, str] | None:
        """Return the winner and the termination according to the scores so far; None to play on."""
        if self.draw.moves and len(scores) >= 2 * max(self.draw.moves, self.draw.after):
            recent = [score_value(score) for score in scores[-2 * self.draw.moves :]]
            if all(value is not None and abs(value) <= self.draw.score for value in recent):
                return None, DRAW_AGREED
        if self.win.moves and len(scores) >= 2 * max(self.win.moves, self.win.after):
            recent = [score_value(score) for score in scores[-2 * self.win.moves :]]
            own, other = recent[1::2], recent[0::2]
            for winner, ahead, behind in ((last_mover, own, other), (last_mover.other, other, own)):
                if all(value is not None and value >= self.win.score for value in ahead) and all(
                    value is not None and value <= -self.win.score for value in behind
                ):
                    return winner, WIN_AGREED
        return None
