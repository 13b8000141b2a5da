"""`Player`: the interface between a player and a referee, with `Allowance` and `Choice`, which pass between the two.

A referee calls `new_game` (not on the clock: processes start, kernels compile), then `choose` for each of the player's
moves, and in the end `close`. A player gets the whole record, so it need not keep any state. It answers with a move, as
a text or as an object of this position; the referee, not this module, rejects answers that are not moves.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeVar

from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.outcome import Color, Termination
from plyground.core.printable import printable
from plyground.core.record import Record
from plyground.programs.ending import ProgramFailed


@dataclass(frozen=True)
class Allowance:
    """What a player may spend on its next move; None is no limit.

    Attributes
    ----------
    depth, nodes
        Of a search.
    movetime
        Seconds for this move.
    clocks
        Seconds left for the rest of the game: White's and Black's.
    increment
        Seconds that a move adds to its player's clock.
    patience
        Seconds after which the caller will have given up.
    """

    depth: int | None = None
    nodes: int | None = None
    movetime: float | None = None
    clocks: tuple[float, float] | None = None
    increment: float = 0.0
    patience: float = 3600.0

    def seconds(self, turn: Color, moves_left: int = 30) -> float | None:
        """Return how long a player without a better plan should think: the clock is shared among `moves_left` moves."""
        if self.clocks is None:
            return self.movetime
        share = self.clocks[turn] / moves_left + 0.8 * self.increment
        own = min(share, 0.8 * self.clocks[turn])
        return own if self.movetime is None else min(own, self.movetime)


Number = TypeVar("Number", int, float)


def lesser(own: Number | None, given: Number | None) -> Number | None:
    """Return the lesser of two limits, of which either may be none."""
    known = [value for value in (own, given) if value is not None]
    return min(known, default=None)


RESIGN = "resign"
"""What a player requests that gives up."""


@dataclass(frozen=True)
class Choice:
    """What a player answers.

    Attributes
    ----------
    move
        The move; a text is read and checked by the referee. None where the player has something else to say.
    request
        "resign"; from a human also "undo" and "quit".
    score
        What the player thinks of its move, as it writes it: "cp 31", "win 5".
    depth, nodes
        How far it looked.
    """

    move: Move | str | None
    request: str = ""
    score: str = ""
    depth: int | None = None
    nodes: int | None = None


class PlayerFailed(Exception):
    """A player's program crashed, hung or broke its protocol; the sentence says how, `termination` what that is."""

    def __init__(self, sentence: str, termination: str) -> None:
        super().__init__(printable(sentence))
        self.termination = termination


@contextmanager
def failures_of(name: str) -> Iterator[None]:
    """Turn what the program behind a player does wrong into the player's failure, under its `name`."""
    try:
        yield
    except ProgramFailed as failure:
        termination = Termination.TIME if failure.kind == "time" else Termination.CRASH
        raise PlayerFailed(f"{name} {str(failure).rstrip('.')}.", termination) from None


class Player(ABC):
    """Someone who plays one game after another.

    Attributes
    ----------
    OPTIONS
        Name to reader of the options its text may have (`plyground.agents.options`); the first may be given without its
        name ("minimax:4").
    JUDGES_AS_THE_ENGINE
        Whether it judges as the engine does, by the game's net if there is one, unless an option says otherwise.
    """

    OPTIONS: ClassVar[Mapping[str, Callable[[str], Any]]] = {}
    JUDGES_AS_THE_ENGINE: ClassVar[bool] = False

    def new_game(self, game: Game, color: Color, seed: int) -> None:  # noqa: B027
        """Get ready to play `color`; all randomness of this game comes from `seed`. Not on the clock."""

    @abstractmethod
    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Choose a move of ``record.position``, which is not over.

        Raises
        ------
        PlayerFailed
            If a program behind the player did not answer.
        """

    def close(self) -> None:  # noqa: B027
        """Let go of processes and files."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
