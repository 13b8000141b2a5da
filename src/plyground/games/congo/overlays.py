"""What can be drawn over a Congo position: what can be taken, what drowns, and the line between the lions."""

from plyground.core.position import Position
from plyground.games.congo.squares import ALL_SET, FLIGHT, NAMES, RIVER_RANK, SIDE, square_at
from plyground.web.board.overlays import Mark, Overlay, mark, overlay, threats

TITLES = {"threats": "Threats", "river": "The river", "lions": "Between the lions"}
AT_FIRST = ("threats", "river")
_RIVER = [NAMES[square_at(file, RIVER_RANK)] for file in range(SIDE)]


def overlays(position: Position) -> list[Overlay]:
    """Return threats, the river and the lions' line."""
    taken = threats(position, "lion")
    taken["terms"] = ["hanging piece", "hanging pawn", "piece under pawn", "lion attacked"]
    return [taken, _river(position), _lions(position)]


def _river(position: Position) -> Overlay:
    """Show who is in the river: what the side to move has there drowns, unless it leaves with this move."""
    pieces, side = position.pieces, position.turn.name.lower()
    wet = [square for square in _RIVER if square in pieces and not pieces[square].endswith("crocodile")]
    drowning = [square for square in wet if pieces[square].startswith(side)]
    marks = [mark(square, "water", strength=1.0 if square in drowning else 0.55) for square in wet]
    name = position.game.colors[position.turn]
    men = [f"the {pieces[square].partition('-')[2]} on {square}" for square in drowning]
    if len(men) > 1:
        sentence = f"{name} can save one of {', '.join(men[:-1])} and {men[-1]}: what stays in the river drowns."
    elif men:
        sentence = f"{men[0][0].upper()}{men[0][1:]} drowns if it does not leave the river with this move."
    elif wet:
        sentence = "What stands in the river has just come, and has one move to leave it."
    else:
        sentence = "Nobody is in the river; only the crocodile may stay there."
    return overlay("river", sentence, marks, terms=("piece in river", "pawn in river"))


def _lions(position: Position) -> Overlay:
    """Show the line on which one lion could fly at the other, and what stands between them."""
    pieces = position.pieces
    where = {man: square for square, man in pieces.items() if man.endswith("lion")}
    marks: list[Mark] = []
    sentence = "The lions are not on one line."
    if len(where) == 2:
        white, black = (NAMES.index(where[f"{color}-lion"]) for color in ("white", "black"))
        between = int(FLIGHT[white, black])
        if between != ALL_SET:
            squares = [name for square, name in enumerate(NAMES) if between >> square & 1]
            men = [square for square in squares if square in pieces]
            marks = [mark(square, "line", strength=0.6) for square in [*squares, *where.values()]]
            marks += [mark(square, "danger") for square in men if len(men) == 1]
            if not men:
                sentence = "Nothing stands between the lions: who is to move takes the other one."
            elif len(men) == 1:
                man = pieces[men[0]].partition("-")[2]
                sentence = f"Only the {man} on {men[0]} keeps the lions apart: where it may go depends on that."
            else:
                sentence = f"The lions face each other with {len(men)} men between them."
    return overlay("lions", sentence, marks, terms=("pinned",))
