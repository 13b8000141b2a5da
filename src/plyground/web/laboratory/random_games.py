"""Random games and their statistics: lengths, numbers of moves, results, and where the moves go.

Everything is counted over whole games, with the game's repetition rule and ply cap. Their moves are uniformly random;
or, where an evaluation is chosen, three of four are those after which it is best for the side to move, so that it shows
what games the evaluation likes, and the others are random, so that no two games are the same. The games are played in
turns of the pool: each turn plays until somebody else is waiting, and the next goes on with the game that it has left.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TypedDict

from plyground.core.move import Move
from plyground.core.outcome import Color
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.core.steps import Steps, list_of
from plyground.search.plain import static_value
from plyground.search.playouts import Playouts, playouts
from plyground.web.service.runtime import Turn
from plyground.web.service.views import steps_of

MAX_PLIES_SHOWN = 300
MEASURED_GAMES = 256
RANDOM_SHARE = 0.25
"""The share of random moves in games by an evaluation."""


class FirstMove(TypedDict):
    """A first move: how often it was drawn, and the share of points its player got."""

    move: str
    squares: list[str]
    games: int
    points: float


class Findings(TypedDict):
    """The statistics of a number of games.

    ``evaluation`` is the one that chose moves, "" in random games. ``lengths`` counts games by plies; ``widths`` is the
    mean number of legal moves at each ply; ``arrivals`` and ``departures`` count by side and square;
    ``games_per_second`` and ``moves_per_second`` are of the compiled random playouts, one thread.
    """

    evaluation: str
    games: int
    plies: int
    white: int
    black: int
    draws: int
    lengths: dict[str, int]
    widths: list[float]
    terminations: dict[str, int]
    arrivals: list[dict[str, int]]
    departures: list[dict[str, int]]
    first_moves: list[FirstMove]
    games_per_second: float
    moves_per_second: float


@dataclass
class Laboratory:
    """Games from one position.

    Attributes
    ----------
    start
        The position in which they begin.
    games
        The number of games to play.
    seed
        The same seed gives the same games.
    evaluation
        The name of the evaluation that chooses moves; "" for random games.
    shoots
        Whether the piece does not move to the last square of a move (`plyground.web.service.views.PositionView`).
    """

    start: Position
    games: int
    seed: int
    evaluation: str = ""
    shoots: bool = False
    played: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    terminations: Counter[str] = field(default_factory=Counter)
    width_sums: Counter[int] = field(default_factory=Counter)
    width_counts: Counter[int] = field(default_factory=Counter)
    arrivals: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    departures: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    first_games: Counter[Move] = field(default_factory=Counter)
    first_points: Counter[Move] = field(default_factory=Counter)
    speed: Playouts | None = None
    _game: Iterator[None] | None = None
    """The game that a turn has left unfinished; it counts when it is over."""
    _evaluators: dict[Color, Callable[[Position], float]] = field(default_factory=dict)
    """What a position is worth to White and to Black."""

    def work_until(self, deadline: float) -> Callable[[Turn], bool]:
        """Return work for the pool: play until all games are played, the turn ends or it is `deadline`.

        It looks at the time after each move, and while one is chosen. The work returns whether all games are played.
        """

        def work(turn: Turn) -> bool:
            while self.played < self.games:
                self._game = self._game or self._play(Random(f"{self.seed} {self.played}"))
                for _ in self._game:
                    if turn.stop.is_set() or time.monotonic() > deadline:
                        return False
                self._game = None
                self.played += 1
            return True

        return work

    def _play(self, random: Random) -> Steps[None]:
        """Play a game, pausing after each move, and count it when it is over."""
        record = Record(self.start.game, self.start)
        plies: list[tuple[int, list[str], int]] = []
        while record.outcome is None:
            position = record.position
            codes = position.playable_moves.codes()
            code = yield from self._choose(position, codes, random)
            plies.append((len(codes), steps_of(position, code), int(position.turn)))
            record.play(position.move_of_code(code))
            yield
        for ply, (width, squares, side) in enumerate(plies):
            self.width_sums[ply] += width
            self.width_counts[ply] += 1
            if squares:
                self.departures[side][squares[0]] += 1
                self.arrivals[side][squares[-2 if self.shoots and len(squares) > 2 else -1]] += 1
        outcome = record.outcome
        winner = outcome.winner
        self.lengths[record.plies] += 1
        self.results["draw" if winner is None else winner.name.lower()] += 1
        self.terminations[str(outcome.termination)] += 1
        if record.moves:
            first = record.moves[0]
            self.first_games[first] += 1
            self.first_points[first] += 1 if winner is None else 2 * (winner == self.start.turn)  # half points

    def _choose(self, position: Position, codes: list[int], random: Random) -> Steps[int]:
        """Return the move to be played; of those that are equally good, any."""
        if not self.evaluation or len(codes) == 1 or random.random() < RANDOM_SHARE:
            return random.choice(codes)
        evaluate = self._evaluators.get(position.turn)
        if evaluate is None:
            evaluate = self._evaluators[position.turn] = static_value(position, self.evaluation)
        values = yield from list_of(evaluate(position.play(position.move_of_code(code))) for code in codes)
        best = max(values)
        return random.choice([code for code, value in zip(codes, values, strict=True) if value == best])

    def findings(self) -> Findings:
        """Return what was found."""
        self.speed = speed = self.speed or playouts(self.start, MEASURED_GAMES, seed=self.seed)
        seconds = max(speed.seconds, 1e-6)
        shown = sorted(self.width_counts)[:MAX_PLIES_SHOWN]
        # as if each move had two more games with one win, so that a single lucky game does not lead the list
        best = sorted(
            self.first_games, key=lambda move: -(self.first_points[move] + 2) / (2 * self.first_games[move] + 4)
        )
        return {
            "evaluation": self.evaluation,
            "games": self.played,
            "plies": sum(length * count for length, count in self.lengths.items()),
            "white": self.results["white"],
            "black": self.results["black"],
            "draws": self.results["draw"],
            "lengths": {str(length): self.lengths[length] for length in sorted(self.lengths)},
            "widths": [round(self.width_sums[ply] / self.width_counts[ply], 2) for ply in shown],
            "terminations": dict(self.terminations.most_common()),
            "arrivals": [dict(side) for side in self.arrivals],
            "departures": [dict(side) for side in self.departures],
            "first_moves": [
                {
                    "move": move.text,
                    "squares": steps_of(self.start, move.code),
                    "games": self.first_games[move],
                    "points": round(self.first_points[move] / (2 * self.first_games[move]), 3),
                }
                for move in best[:400]
            ],
            "games_per_second": round(speed.games / seconds),
            "moves_per_second": round(speed.plies / seconds),
        }
