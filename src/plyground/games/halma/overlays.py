"""What can be drawn over a Halma position: how far each man has to go, and the longest chain that it has."""

from plyground.core.outcome import Color
from plyground.core.position import Position
from plyground.games.halma.squares import SQUARES
from plyground.games.halma.terms import TO_GO
from plyground.kernel.words import turned
from plyground.web.board.overlays import Overlay, mark, overlay

TITLES = {"distance": "Distance to go", "chains": "Longest chains"}
AT_FIRST = ("chains",)


def overlays(position: Position) -> list[Overlay]:
    """Return the distances and the chains."""
    return [_distances(position), _chains(position)]


def _distances(position: Position) -> Overlay:
    """Show the rows and columns that each man still has to the opposite corner."""
    size, to_go = position.rules.size, {Color.WHITE: dict[str, int](), Color.BLACK: dict[str, int]()}
    for square, man in position.pieces.items():
        color = Color.WHITE if man.startswith("white") else Color.BLACK
        to_go[color][square] = int(TO_GO[size, color, SQUARES[square]])
    furthest = max((steps for each in to_go.values() for steps in each.values()), default=1) or 1
    marks = [
        mark(
            square,
            "white" if color is Color.WHITE else "black",
            strength=0.25 + 0.75 * steps / furthest,
            text=str(steps),
        )
        for color, each in to_go.items()
        for square, steps in each.items()
    ]
    sums = [sum(each.values()) for each in to_go.values()]
    last = [max(each.values(), default=0) for each in to_go.values()]
    sentence = (
        f"White's men have {sums[0]} rows and columns to go to the corner, the last one {last[0]}; "
        f"Black's {sums[1]}, the last one {last[1]}."
    )
    terms = ("to go", "straggler", "last man", "at home", "arrived")
    return overlay("distance", sentence, marks, terms=terms)


def _chains(position: Position) -> Overlay:
    """Show for each man of either side the chain with the most hops, while it is pointed at."""
    paths: dict[str, list[str]] = {}
    for seen in (position, Position(position.game, position.rules, turned(position.words))):
        for move in seen.legal_moves:
            steps = list(seen.notation.move_steps(seen.rules, seen.words, move.code))
            if len(steps) > max(2, len(paths.get(steps[0], []))):
                paths[steps[0]] = steps
    marks = [mark(square, "line", strength=0.6, text=str(len(path) - 1)) for square, path in paths.items()]
    longest = max(paths.values(), key=len, default=[])
    sentence = (
        f"The longest chain has {len(longest) - 1} hops, from {longest[0]} to {longest[-1]}. "
        "Point at a man with a number to see its longest one."
        if longest
        else "No man has a chain of several hops."
    )
    return overlay("chains", sentence, marks, paths=paths)
