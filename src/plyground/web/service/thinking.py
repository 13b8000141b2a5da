"""The engine's thinking as the browser shows it: depth, speed, and lines with scores from White's point of view.

A `Thinker` keeps an engine with its table for one client, so that it continues where it stopped, both between two turns
at thinking (`plyground.web.service.runtime`) and from one move to the next.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from math import log
from typing import Any, TypedDict

from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.outcome import Color
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.engine import Engine, Info, Limits
from plyground.engine.info import Line, winning_chance
from plyground.engine.scores import Score
from plyground.web.service.runtime import Turn
from plyground.web.service.steady import Steady
from plyground.web.service.views import steps_of

HASH_MIB = 8
FEW_NODES = 20_000
"""Of a search that is not cut into slices, so that it finds the same with threads and without."""
_ONE = log(3)
"""The logarithm of the odds of winning that a score of 1.00 stands for, in every game: three to one."""


class LineView(TypedDict):
    """A line: its score from White's view, White's winning chance, the moves, the squares of the first move.

    ``lead`` says by how many moves a side is ahead, in a game that is a race; else it is "".
    """

    score: str
    chance: float
    lead: str
    exact: bool
    moves: list[str]
    squares: list[str]


class Thought(TypedDict):
    """What is known after some thinking."""

    depth: int
    seldepth: int
    nodes: int
    seconds: float
    nps: int
    hashfull: int
    lines: list[LineView]


def chance(game: Game, score: Score, turn: Color) -> float:
    """Return White's winning chance, 0 to 1, if the side `turn` to move has `score`."""
    own = winning_chance(game, score)
    return round(own if turn is Color.WHITE else 1 - own, 4)


def score_text(game: Game, score: Score, turn: Color) -> str:
    """Write a score from White's view: ``+0.53``, ``#4`` (White wins in 4 moves), ``#-2``; points as whole numbers.

    ``+1.00`` is the same in every game: White wins three times as often as not.
    """
    sign = 1 if turn is Color.WHITE else -1
    if score.kind == "cp":
        value = sign * score.value
        return f"{value:+d}" if game.scored else f"{value / (game.winning_scale * _ONE):+.2f}"
    own = 1 if score.kind == "win" else -1
    return f"#{'-' if sign * own < 0 else ''}{(score.value + 1) // 2}"


def lead_text(game: Game, score: Score, turn: Color) -> str:
    """Return how many moves a side is ahead: "White is 1.5 moves ahead"; "" in a game without a `TEMPO`."""
    tempo = game.declaration("TEMPO", None)
    if tempo is None or score.kind != "cp":
        return ""
    moves = score.value / tempo
    ahead = turn if moves > 0 else turn.other
    return f"{game.colors[ahead]} is {abs(moves):.1f} moves ahead" if abs(moves) >= 0.05 else "Neither side is ahead"


def line_view(position: Position, line: Line) -> LineView:
    """Return a line of an analysis of `position` for the browser."""
    return {
        "score": score_text(position.game, line.score, position.turn),
        "chance": chance(position.game, line.score, position.turn),
        "lead": lead_text(position.game, line.score, position.turn),
        "exact": line.score.exact,
        "moves": [move.text for move in line.moves[:30]],
        "squares": steps_of(position, line.moves[0].code) if line.moves else [],
    }


def view_of_search(position: Position, info: Info) -> Thought:
    """Return what the engine knows for the browser."""
    return {
        "depth": info.depth,
        "seldepth": info.seldepth,
        "nodes": info.nodes,
        "seconds": round(info.seconds, 3),
        "nps": info.nps,
        "hashfull": info.hashfull,
        "lines": [line_view(position, line) for line in info.lines],
    }


class Thinker:
    """An engine for one client.

    Parameters
    ----------
    game
        The first game it thinks about; on a change of game its table is cleared.
    hash_mib
        Size of its table.
    lock
        Held while it thinks, where it is asked again and again: what nobody waits for any more may still be ending.
    """

    def __init__(self, game: Game, hash_mib: int = HASH_MIB, lock: AbstractContextManager[Any] | None = None) -> None:
        self.hash_mib = hash_mib
        self._one_at_a_time = lock or nullcontext()
        self._game = game
        self._steady, self._position = Steady(), ""

    @cached_property
    def engine(self) -> Engine:
        """The engine of the latest game."""
        return Engine(self._game, hash_mib=self.hash_mib)

    def in_turns(
        self,
        record: Record,
        limits: Limits,
        turn: Turn,
        lines: int,
        tell: Callable[[Info], None],
        moves: Sequence[Move] | None = None,
    ) -> Generator[None, Turn, Info]:
        """Think about the position of `record` until a limit is reached or the turn ends; `tell` gets the reports.

        They are those of whole iterations, and their scores do not swing with the depth (`Steady`). Without threads the
        same search goes on in the turn that is sent after each yield.

        Returns
        -------
        Info
            The last report; ``turn.stop`` tells the caller whether it was cut short.
        """
        with self._one_at_a_time:
            if record.game != self._game:
                self._game = record.game
                vars(self).pop("engine", None)
            engine = self.engine
            if turn.stop.is_set() and not turn.has_threads and not turn.cancelled:
                # its net has just been loaded
                turn = yield
            if (name := f"{record.game.name} {record.game.chosen} {record.position.text}") != self._position:
                self._steady, self._position = Steady(), name
            self._steady.begin()
            engine.multipv = lines
            turn.when_stopped(engine.stop if turn.has_threads else None)
            last: Info | None = None
            for info in (
                engine.analyse(record, limits, moves=moves) if turn.has_threads else self._slices(record, limits, moves)
            ):
                if info is not None:
                    last = self._steady.update(info)
                    tell(last)
                if turn.stop.is_set():
                    if turn.has_threads or turn.cancelled:
                        engine.stop()
                    else:
                        turn = yield
            # a late call must not stop the next search
            turn.when_stopped(None)
        assert last is not None, "the engine always answers"
        return last

    def _slices(self, record: Record, limits: Limits, moves: Sequence[Move] | None) -> Iterator[Info | None]:
        is_short = limits.nodes is not None and limits.nodes <= FEW_NODES
        return self.engine.slices(record, limits, moves=moves, nodes=FEW_NODES if is_short else None)
