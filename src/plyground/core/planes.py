"""Planes and actions: a position as numbers for a learner, and its moves as indices of fixed meaning.

A game says both in its optional file ``planes.py``: a function ``encoding(rules)``, which returns an `Encoding`, and
implementations of the generic kernels below for the NamedTuple of its rules.

Everything is seen by the side to move: its own men come first, and the board lies as that side sees it, so that two
positions that are each other's image with the colours exchanged have the same planes and the same indices of moves.
Row 0 of a plane is the top of that view, column 0 its left. Planes tell a position from every other one, up to that
exchange of colours and to the move number; what concerns a game and not a position (how often it has occurred, the cap
on plies) is not in them.
"""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from plyground.core.errors import BrokenPackage, UnknownName
from plyground.core.rules import NO_MOVE, generate
from plyground.kernel import generic
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import Moves, Words

if TYPE_CHECKING:
    from plyground.core.game import Game
    from plyground.core.position import Position

Planes = NDArray[np.uint8]


@dataclass(frozen=True)
class Encoding:
    """The shape of a game's planes, and how many actions there are.

    Attributes
    ----------
    planes
        What each plane shows, in their order: ("own pawns", ...).
    height, width
        Of a plane.
    actions
        How many actions there are: 0 to `actions` - 1.
    steps
        How many actions make a move: 1, or 3 in Amazons (which queen, where to, which square is blocked). The index of
        a move is then a number of that many digits to the base `actions`, the first action first.
    """

    planes: tuple[str, ...]
    height: int
    width: int
    actions: int
    steps: int = 1

    @property
    def shape(self) -> tuple[int, int, int]:
        """The planes of a position: (planes, height, width)."""
        return len(self.planes), self.height, self.width

    @property
    def indices(self) -> int:
        """How many indices of moves there are: 0 to `indices` - 1."""
        return int(self.actions**self.steps)


@generic
def write_planes(game: Any, position: Words, planes: Planes) -> None:
    """Write what the side to move sees of `position` into `planes`, shape (planes, height, width), which is all 0."""
    raise NotImplementedError


@generic
def move_index(game: Any, position: Words, move: int) -> int:
    """Return the index of `move`, one that `generate` gives for `position`."""
    raise NotImplementedError


@generic
def move_at(game: Any, position: Words, index: int, moves: Moves) -> int:
    """Return the move of `position` with this index, which one has; `moves` is scratch.

    Where several moves have one index, a game says which of them it stands for. The default looks through all moves.
    """
    size = generate(game, position, moves)
    for i in range(size):
        if move_index(game, position, moves[i]) == index:
            return moves[i]
    return NO_MOVE


def encoding_of(game: "Game", rules: Any) -> Encoding:
    """Return how positions of `game` under `rules` are encoded.

    Raises
    ------
    UnknownName
        If the game has no ``planes.py``.
    """
    planes = game.optional_submodule("planes")
    if planes is None:
        raise UnknownName(f"{game.name} has no planes and actions: {game.module} has no file planes.py.")
    if not hasattr(planes, "encoding"):
        raise BrokenPackage(f"{game.module}/planes.py does not define encoding.")
    found: Encoding = planes.encoding(rules)
    return found


def planes_of(position: "Position") -> Planes:
    """Return the planes of `position`; shape `Encoding.shape`, uint8."""
    planes = np.zeros(encoding_of(position.game, position.rules).shape, np.uint8)
    _get_ready(position.game)
    write_planes(position.rules, position.words, planes)
    return planes


def index_of(position: "Position", code: int) -> int:
    """Return the index of the move with the kernels' number `code`."""
    encoding_of(position.game, position.rules)
    _get_ready(position.game)
    return int(move_index(position.rules, position.words, code))


@cache
def _get_ready(game: "Game") -> None:
    """Compile the kernels above for `game`, once in each process; asking costs more than they do."""

    def build() -> None:
        position = game.position()
        moves = position.legal_moves.array()
        write_planes(position.rules, position.words, np.zeros(encoding_of(game, position.rules).shape, np.uint8))
        index = int(move_index(position.rules, position.words, moves[0]))
        move_at(position.rules, position.words, index, np.empty(position.rules.max_moves, np.int64))

    ensure_ready(f"{game.family} planes", f"{game.title} planes", build)
