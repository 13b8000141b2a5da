"""What tables ask a game: a `Description` of its endgames, and questions as generic kernels.

A game that wants tables has a file ``endgame.py`` that defines ``describe(name, rules)``, which returns a `Description`
(or None where that variant has no tables), and registers the kernels below for the NamedTuple of its rules. The index
of a position, its symmetries, the building, the files and the commands are then the same for every game.

Two armies, each with one *royal* piece (king, lion) and a few more *men*. A man is a code, ``8 * side + kind``, and a
square. A *quiet* move is one that can be taken back within one table: it changes no man but where it stands, and in a
game with a counter it is not one that sets the counter back to 0.

A game so small that all its positions fit into one table (`plyground.endgame.whole`) needs none of that. Its
``endgame.py`` defines ``whole_size(rules)``, how many indices there are (None for a variant that is too large), and
registers the kernels at the end of this file.
"""

from dataclasses import dataclass, field
from typing import Any

from plyground.kernel import generic
from plyground.kernel.words import Moves, Words

KINDS = 8
"""Most kinds of men a side; code ``kind + KINDS`` is Black's."""


@dataclass(frozen=True)
class Description:
    """What tables of one game are about.

    Attributes
    ----------
    name
        The folder of its table files. Variants that share their tables share the name.
    version
        Raised when the rules change for a position that some table holds, or the meaning of a file's index.
    letters
        The kinds' letters, in the order in which a material is written: kind i is ``letters[i]``, kind 0 the royal.
    squares
        How many; at most 64.
    royal_squares
        Where White's royal may stand; Black's are these upside down.
    upside_down
        For each square the one that takes its place when the colours are exchanged.
    symmetries
        Permutations of the squares that leave the rules as they are, the identity first, if no man has a direction.
    directed_symmetries
        Those that do so always.
    directed
        The kinds that know a direction (pawns).
    men_squares
        Where White's men of a kind may stand, for kinds that may not stand everywhere; Black's upside down.
    promotions
        For each kind that may become another one by a move, the kinds it may become.
    smallest
        The fewest men for which there is a table, royals included; with fewer the game is over.
    limit
        Plies of the rules' counter that draw the game, or None for a game without one. With a counter the metric is
        the distance to the next move that sets it to 0 (*dtz*), otherwise the distance to the win (*dtw*).
    stages
        How many values `stage` can take.
    elsewhere
        Another variant's name, whose tables hold for every material without the kinds `elsewhere_without`.
    """

    name: str
    version: int
    letters: str
    squares: int
    royal_squares: tuple[int, ...]
    upside_down: tuple[int, ...]
    symmetries: tuple[tuple[int, ...], ...]
    directed_symmetries: tuple[tuple[int, ...], ...]
    directed: frozenset[int]
    men_squares: dict[int, tuple[int, ...]] = field(default_factory=dict)
    promotions: dict[int, tuple[int, ...]] = field(default_factory=dict)
    smallest: int = 3
    limit: int | None = None
    stages: int = 1
    elsewhere: str | None = None
    elsewhere_without: frozenset[int] = frozenset()

    @property
    def metric(self) -> str:
        """What a distance counts: "dtw" or "dtz"."""
        return "dtw" if self.limit is None else "dtz"


@generic
def list_men(game: Any, position: Words, codes: Moves, squares: Moves) -> int:
    """Write the code and the square of every man on the board, as many as there is room for; return how many stand."""
    raise NotImplementedError


@generic
def count_men(game: Any, position: Words, codes: Moves, squares: Moves) -> int:
    """Return how many men stand on the board; the arrays are scratch.

    A search asks at every node, so a game that can count without listing registers that.
    """
    return list_men(game, position, codes, squares)


@generic
def set_up(game: Any, codes: Moves, squares: Moves, men: int, side: int, position: Words) -> None:
    """Write into `position` the first `men` men, with `side` to move and all counters at their start."""
    raise NotImplementedError


@generic
def can_stand(game: Any, position: Words) -> bool:
    """Tell whether a position in which no two men share a square is one that the game accepts. By default it is."""
    return True


@generic
def list_unmoves(game: Any, position: Words, moves: Moves) -> int:
    """Write every quiet move that can have led here, as ``origin << 8 | target``; return how many.

    It is a legal move of the side that is not to move, made in the position with that man back on its origin (which
    may be one that the game does not accept: such a one is left out by the caller).
    """
    raise NotImplementedError


@generic
def stage(game: Any, position: Words) -> int:
    """Return the stage of a position: quiet moves keep it, and other moves within the table go to a lower one.

    A chess pawn's move sets the counter to 0 but stays within the table: there the stage is how far the pawns have
    still to go, and what is nearer its end is settled first.
    """
    return 0


@generic
def whole_index(game: Any, position: Words) -> int:
    """Return the index of a position in the table of all positions, -1 if it has none.

    Positions that are the same but for the colours may share an index.
    """
    return -1


@generic
def set_up_whole(game: Any, index: int, position: Words) -> bool:
    """Write the position of an index; return whether there is one."""
    return False


@generic
def list_unplays(game: Any, position: Words, moves: Moves) -> int:
    """Write every move that can have led to `position`; return how many."""
    return 0


@generic
def unplay(game: Any, position: Words, move: int, earlier: Words) -> None:
    """Write into `earlier`, another row, the position before `move`, which `list_unplays` gave."""
    raise NotImplementedError
