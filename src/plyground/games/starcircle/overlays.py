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
    last = position.rules[-1]
    sentence = (
        f"No enemy can meet {len(squares[0])} of Star's men and {len(squares[1])} of Circle's any more: "
        f"each of them will be worth {last}, the last row's value."
    )
    return [overlay("free", sentence, marks, terms=("free", "facing", "spare steps"))]
