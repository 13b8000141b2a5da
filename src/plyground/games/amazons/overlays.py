"""What can be drawn over an Amazons position: who reaches each empty square first, by queen's and by king's moves."""

from collections import Counter
from collections.abc import Callable, Iterable

from plyground.core.position import Position
from plyground.web.board.overlays import Kind, Mark, Overlay, mark, overlay

Place = tuple[int, int]
_DIRECTIONS = tuple((across, up) for across in (-1, 0, 1) for up in (-1, 0, 1) if across or up)
_COLORS = ("white", "black")
_KINDS: tuple[Kind, ...] = ("white", "black", "both")
TITLES = {"queen-territory": "Territory by queen's moves", "king-territory": "Territory by king's moves"}


def overlays(position: Position) -> list[Overlay]:
    """Return the territory by queen's moves, and by king's."""
    return [
        _territory(position, "queen", _slides, ("sooner by queen", "level by queen")),
        _territory(position, "king", _steps, ("sooner by king", "level by king")),
    ]


def _slides(place: Place, empty: set[Place]) -> Iterable[Place]:
    """Yield where a queen gets from a square in one move."""
    for across, up in _DIRECTIONS:
        x, y = place[0] + across, place[1] + up
        while (x, y) in empty:
            yield x, y
            x, y = x + across, y + up


def _steps(place: Place, empty: set[Place]) -> Iterable[Place]:
    """Yield where a king gets from a square in one move."""
    return ((place[0] + x, place[1] + y) for x, y in _DIRECTIONS if (place[0] + x, place[1] + y) in empty)


Reach = Callable[[Place, set[Place]], Iterable[Place]]


def distances(queens: Iterable[Place], empty: set[Place], reach: Reach) -> dict[Place, int]:
    """Return in how many moves each empty square can be reached by one of the queens; others are left out."""
    found: dict[Place, int] = {}
    edge, moves = set(queens), 0
    while edge:
        moves += 1
        edge = {place for start in edge for place in reach(start, empty) if place not in found}
        found |= dict.fromkeys(edge, moves)
    return found


def territory(position: Position) -> Counter[str]:
    """Return how many empty squares "white" and "black" reach first, by queen's moves."""
    return Counter(str(mark["kind"]) for mark in overlays(position)[0]["marks"])


def _territory(position: Position, piece: str, reach: Reach, terms: tuple[str, str]) -> Overlay:
    board = position.game.submodule("draw").board(position.rules)
    places = {name: (x, y) for y, names in enumerate(board.rows) for x, name in enumerate(names)}
    pieces = position.pieces
    empty = {place for name, place in places.items() if name not in pieces}
    near = [
        distances([places[square] for square, man in pieces.items() if man == f"{color}-queen"], empty, reach)
        for color in _COLORS
    ]
    marks, counts = list[Mark](), dict.fromkeys(_KINDS, 0)
    for name, place in places.items():
        moves = [each.get(place) for each in near]
        if place not in empty or moves == [None, None]:
            continue
        white, black = (len(places) if each is None else each for each in moves)
        owner: Kind = "white" if white < black else "black" if black < white else "both"
        counts[owner] += 1
        # what only one side reaches is its own for certain
        marks.append(mark(name, owner, strength=1.0 if None in moves else 0.6, text=str(min(white, black))))
    sentence = (
        f"By {piece}'s moves White is first at {counts['white']} empty squares, Black at {counts['black']}; "
        f"{counts['both']} are as near to both. The numbers are moves; full colour is what one side alone can reach."
    )
    return overlay(f"{piece}-territory", sentence, marks, terms=terms)
