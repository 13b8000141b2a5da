"""The tree of a search, as `plyground.search.drawn_tree` reads it: players' moves and the throws of the die in turn."""

from einstein.rules import NUMBERS, SIZE, Position, StoneMove
from plyground.search import drawn_tree
from plyground.search.tree import Tree

WON = 1.0
"""What a won game is worth; estimates are between a lost and a won one."""


def estimate(position: Position, side: int) -> float:
    """Return what a position is worth to a side without search: whose first stone is nearer to its corner."""
    if position.winner is not None:
        return WON if position.winner == side else -WON
    white, black = (
        min(max(abs(corner - row), abs(corner - column)) for row, column in stones.values())
        for stones, corner in zip(position.stones, (SIZE - 1, 0), strict=True)
    )
    ahead = (black - white) / (SIZE + 1)
    return round(ahead if side == 0 else -ahead, 2)


def tree_text(position: Position, thrown: int, moves: int) -> str:
    """Write the tree after a throw, for the player who moves.

    Parameters
    ----------
    position, thrown
        Where somebody is to move.
    moves
        How many moves it looks ahead, from 1 up; between two of them the die is thrown. It ends where the game does.
    """
    side = position.turn

    def after(position: Position, left: int) -> str:
        """Return a position in which the die is to be thrown."""
        if position.winner is not None or left == 0:
            return f"{estimate(position, side):g}"
        return f"{{{' '.join(moved(position, number, left) for number in NUMBERS)}}}"

    def moved(position: Position, number: int, left: int) -> str:
        """Return a position in which it has been thrown."""
        return f"({' '.join(after(position.play(move), left - 1) for move in position.moves(number))})"

    return moved(position, thrown, moves)


def search(position: Position, thrown: int, moves: int, algorithm: drawn_tree.Algorithm = "star1") -> Tree:
    """Search, and return every node that was visited."""
    return drawn_tree.search(drawn_tree.parse(tree_text(position, thrown, moves)), algorithm)


def best_move(position: Position, thrown: int, moves: int = 2) -> StoneMove:
    """Return the move that the search plays."""
    best = search(position, thrown, moves).best
    assert best is not None, "as long as nobody has won, there is a stone that can move"
    return position.moves(thrown)[ord(best) - ord("a")]
