"""What can be drawn over a Star and Circle position: which men nothing can stop any more."""

from plyground.core.position import Position
from plyground.games.starcircle.cells import SQUARES
from plyground.games.starcircle.race import free_circles, free_stars
from plyground.web.board.overlays import Overlay, mark, overlay

TITLES = {"free": "Men that nothing can stop"}
AT_FIRST = ("free",)


def overlays(position: Position) -> list[Overlay]:
    """Return the free men of both sides."""
    free = [int(find(position.words)) for find in (free_stars, free_circles)]
    squares = [[name for i, name in enumerate(SQUARES) if each >> i & 1] for each in free]
    marks = [mark(square, "white", text="free") for square in squares[0]]
    marks += [mark(square, "black", text="free") for square in squares[1]]
    counts = [f"{len(each)} of {name}'s men" for each, name in zip(squares, position.game.colors, strict=True) if each]
    sentence = (
        f"No enemy can meet {' and '.join(counts)} any more: "
        f"each of them will be worth {position.rules[-1]}, the last row's value."
        if counts
        else "Every man can still be met by an enemy."
    )
    return [overlay("free", sentence, marks, terms=("free", "facing", "spare steps"))]
