"""The rules of EinStein würfelt nicht! (Ingo Althöfer, 2004), on a board of 3 x 3 squares with three stones a side.

White's stones 1, 2 and 3 begin around the upper left corner and go right, down, or both at once; Black's begin around
the lower right corner and go left, up, or both. Who is to move throws a die of three numbers and moves the stone with
that number; if it has gone, one with the next higher or the next lower number that is left. A stone on the square that
is moved to is taken, one's own as well. Who reaches the opposite corner, or takes the last stone of the other, wins.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

SIZE = 3
NUMBERS = (1, 2, 3)
Square = tuple[int, int]
"""Row and column, from the upper left corner."""
Stones = dict[int, Square]


class StoneMove(NamedTuple):
    """A stone, by its number, and where it goes."""

    stone: int
    to: Square

    @property
    def text(self) -> str:
        """The move as it is written: the stone, and the square by its column and its row from below, ``2b3``."""
        return f"{self.stone}{'abc'[self.to[1]]}{SIZE - self.to[0]}"


@dataclass(frozen=True)
class Position:
    """A position before the die is thrown: White's and Black's stones, and who is to throw (0: White)."""

    stones: tuple[Stones, Stones]
    turn: int = 0

    def movable(self, thrown: int) -> list[int]:
        """Return the stones that a throw lets move."""
        own = self.stones[self.turn]
        if thrown in own:
            return [thrown]
        lower, higher = [n for n in own if n < thrown], [n for n in own if n > thrown]
        return [*([max(lower)] if lower else []), *([min(higher)] if higher else [])]

    def moves(self, thrown: int) -> list[StoneMove]:
        """Return the moves after a throw; of each stone first the one that brings it furthest."""
        step = 1 - 2 * self.turn
        found = []
        for stone in self.movable(thrown):
            row, column = self.stones[self.turn][stone]
            for to in ((row + step, column + step), (row, column + step), (row + step, column)):
                if 0 <= to[0] < SIZE and 0 <= to[1] < SIZE:
                    found.append(StoneMove(stone, to))
        return found

    def play(self, move: StoneMove) -> "Position":
        """Return the position after a move."""
        white, black = ({n: place for n, place in stones.items() if place != move.to} for stones in self.stones)
        (white, black)[self.turn][move.stone] = move.to
        return replace(self, stones=(white, black), turn=1 - self.turn)

    @property
    def winner(self) -> int | None:
        """Who has won: 0 for White, 1 for Black, None while the game goes on."""
        for side, corner in enumerate(((SIZE - 1, SIZE - 1), (0, 0))):
            if corner in self.stones[side].values() or not self.stones[1 - side]:
                return side
        return None

    @property
    def text(self) -> str:
        """The board, row by row: 1, 2, 3 are White's stones, a, b, c Black's."""
        letters = {place: str(n) for n, place in self.stones[0].items()}
        letters |= {place: "abc"[n - 1] for n, place in self.stones[1].items()}
        return "\n".join(" ".join(letters.get((row, column), ".") for column in range(SIZE)) for row in range(SIZE))


START = Position(({1: (0, 0), 2: (0, 1), 3: (1, 0)}, {1: (2, 2), 2: (2, 1), 3: (1, 2)}))
