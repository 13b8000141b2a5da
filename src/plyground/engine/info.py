"""Info: what the engine knows after an iteration."""

from dataclasses import dataclass
from html import escape
from math import exp

from plyground.core.game import Game
from plyground.core.move import Move
from plyground.engine.scores import Score


@dataclass(frozen=True)
class Line:
    """A principal variation and its score, from the root player's view."""

    score: Score
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Info:
    """What a search has found.

    Attributes
    ----------
    depth, seldepth
        Plies searched by the last complete iteration; the deepest ply any line reached.
    nodes
        Positions visited, over all threads.
    seconds
        Time since the search began.
    hashfull
        How full the table is, in permille.
    tbhits
        Positions found in endgame tables.
    lines
        The best line, then, with MultiPV, the next best ones; empty where the game is over.
    is_partial
        Whether some of the lines are already of the iteration under way, which was searched deeper than `depth`.
    """

    depth: int
    seldepth: int
    nodes: int
    seconds: float
    hashfull: int
    lines: tuple[Line, ...]
    tbhits: int = 0
    is_partial: bool = False

    @property
    def nps(self) -> int:
        """Positions a second."""
        return int(self.nodes / max(self.seconds, 1e-6))

    @property
    def bestmove(self) -> Move | None:
        """The first move of the best line; None where the game is over."""
        return self.lines[0].moves[0] if self.lines else None

    @property
    def pv(self) -> tuple[Move, ...]:
        """The moves of the best line, the principal variation; none where the game is over."""
        return self.lines[0].moves if self.lines else ()

    @property
    def ponder(self) -> Move | None:
        """The answer that the best line expects."""
        return self.lines[0].moves[1] if self.lines and len(self.lines[0].moves) > 1 else None

    def _repr_html_(self) -> str:
        """Return the lines as a table, for notebooks."""
        rows = "".join(
            f"<tr><td>{escape(str(line.score))}</td><td style='text-align: left'>"
            f"{escape(' '.join(map(str, line.moves)))}</td></tr>"
            for line in self.lines
        )
        return (
            f"<table><caption>depth {self.depth}, {self.nodes} nodes, {self.seconds:.2f} s</caption>"
            f"<tr><th>score</th><th style='text-align: left'>line</th></tr>{rows}</table>"
        )

    @property
    def score(self) -> Score | None:
        """The score of the best line."""
        return self.lines[0].score if self.lines else None


def winning_chance(game: Game, score: Score) -> float:
    """Return what a side may expect to score, 0 to 1, by a score from its view."""
    if score.kind != "cp":
        return float(score.kind == "win")
    return 1 / (1 + exp(-max(-30.0, min(30.0, score.value / game.winning_scale))))
