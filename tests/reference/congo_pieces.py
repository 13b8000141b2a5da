"""How each piece of Congo moves, for the twin in `congo`.

A board is a dict from (file, rank), both 0 to 6, to the piece's letter: capitals are White's, small letters Black's.
"""

from collections.abc import Iterator
from dataclasses import dataclass

Square = tuple[int, int]

KINDS = {
    "lion": "L",
    "zebra": "Z",
    "giraffe": "G",
    "pawn": "P",
    "superpawn": "S",
    "elephant": "E",
    "crocodile": "C",
    "monkey": "M",
}

RIVER = 3
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
ALL_EIGHT = STRAIGHT + DIAGONAL
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
WHITE_CASTLE = {(file, rank) for file in (2, 3, 4) for rank in (0, 1, 2)}
BLACK_CASTLE = {(file, rank) for file in (2, 3, 4) for rank in (4, 5, 6)}


@dataclass(frozen=True)
class Path:
    """A move: every square the piece stands on, start first, and what a monkey jumps on the way."""

    squares: tuple[Square, ...]
    jumped: frozenset[Square] = frozenset()

    @property
    def start(self) -> Square:
        return self.squares[0]

    @property
    def end(self) -> Square:
        return self.squares[-1]

    @property
    def text(self) -> str:
        return "".join(square_text(square) for square in self.squares)


def square_text(square: Square) -> str:
    """`(0, 0)` is a1."""
    return "abcdefg"[square[0]] + str(square[1] + 1)


def on_board(square: Square) -> bool:
    return 0 <= square[0] <= 6 and 0 <= square[1] <= 6


def is_own(piece: str | None, side: str) -> bool:
    return piece is not None and piece.isupper() == (side == "w")


def is_enemy(piece: str | None, side: str) -> bool:
    return piece is not None and piece.isupper() != (side == "w")


def step(square: Square, direction: Square, length: int = 1) -> Square:
    return square[0] + direction[0] * length, square[1] + direction[1] * length


def piece_moves(board: dict[Square, str], start: Square) -> list[Path]:
    """Every move of the piece on `start`: two jump paths of one move are one entry, the alphabetically first."""
    side = "w" if board[start].isupper() else "b"
    kind = board[start].upper()
    if kind == "M":
        return monkey(board, start, side)
    ends = {"L": lion, "Z": zebra, "E": elephant, "G": giraffe, "C": crocodile, "P": pawn, "S": superpawn}[kind]
    return [Path((start, end)) for end in sorted(set(ends(board, start, side)))]


def lion(board: dict[Square, str], start: Square, side: str) -> Iterator[Square]:
    castle = WHITE_CASTLE if side == "w" else BLACK_CASTLE
    for direction in ALL_EIGHT:
        end = step(start, direction)
        if end in castle and not is_own(board.get(end), side):
            yield end
    for square, piece in board.items():
        if piece == ("l" if side == "w" else "L") and flight_is_open(board, start, square):
            yield square


def flight_is_open(board: dict[Square, str], one: Square, other: Square) -> bool:
    """Whether two lions see each other across the river."""
    if one[0] == other[0]:
        low, high = sorted((one[1], other[1]))
        return all((one[0], rank) not in board for rank in range(low + 1, high))
    ends = {one, other}
    return ends in ({(2, 2), (4, 4)}, {(4, 2), (2, 4)}) and (3, 3) not in board


def zebra(board: dict[Square, str], start: Square, side: str) -> Iterator[Square]:
    for direction in KNIGHT:
        end = step(start, direction)
        if on_board(end) and not is_own(board.get(end), side):
            yield end


def elephant(board: dict[Square, str], start: Square, side: str) -> Iterator[Square]:
    for direction in STRAIGHT:
        for length in (1, 2):
            end = step(start, direction, length)
            if on_board(end) and not is_own(board.get(end), side):
                yield end


def giraffe(board: dict[Square, str], start: Square, side: str) -> Iterator[Square]:
    for direction in ALL_EIGHT:
        near = step(start, direction)
        if on_board(near) and near not in board:
            yield near
        far = step(start, direction, 2)
        if on_board(far) and not is_own(board.get(far), side):
            yield far


def crocodile(board: dict[Square, str], start: Square, side: str) -> Iterator[Square]:
    for direction in ALL_EIGHT:
        end = step(start, direction)
        if on_board(end) and not is_own(board.get(end), side):
            yield end
    if start[1] == RIVER:
        slides = [(1, 0), (-1, 0)]
    elif start[1] < RIVER:
        slides = [(0, 1)]
    else:
        slides = [(0, -1)]
    for direction in slides:
        end = step(start, direction)
        while on_board(end) and not is_own(board.get(end), side):
            yield end
            if end in board or (start[1] != RIVER and end[1] == RIVER):
                break
            end = step(end, direction)


def pawn(board: dict[Square, str], start: Square, side: str) -> Iterator[Square]:
    forward = 1 if side == "w" else -1
    for sideways in (-1, 0, 1):
        end = step(start, (sideways, forward))
        if on_board(end) and not is_own(board.get(end), side):
            yield end
    is_past_river = start[1] > RIVER if side == "w" else start[1] < RIVER
    if is_past_river:
        yield from retreat(board, start, (0, -forward))


def superpawn(board: dict[Square, str], start: Square, side: str) -> Iterator[Square]:
    forward = 1 if side == "w" else -1
    for direction in ((-1, forward), (0, forward), (1, forward), (-1, 0), (1, 0)):
        end = step(start, direction)
        if on_board(end) and not is_own(board.get(end), side):
            yield end
    for sideways in (-1, 0, 1):
        yield from retreat(board, start, (sideways, -forward))


def retreat(board: dict[Square, str], start: Square, direction: Square) -> Iterator[Square]:
    """One or two squares back: no capture, no leap."""
    for length in (1, 2):
        end = step(start, direction, length)
        if not on_board(end) or end in board:
            return
        yield end


def monkey(board: dict[Square, str], start: Square, side: str) -> list[Path]:
    steps = [
        Path((start, step(start, direction)))
        for direction in ALL_EIGHT
        if on_board(step(start, direction)) and step(start, direction) not in board
    ]
    smallest: dict[tuple[Square, frozenset[Square]], Path] = {}
    for path in jump_paths(board, side, Path((start,))):
        key = (path.end, path.jumped)
        if key not in smallest or path.text < smallest[key].text:
            smallest[key] = path
    return steps + list(smallest.values())


def jump_paths(board: dict[Square, str], side: str, path: Path) -> Iterator[Path]:
    """Every jump path that continues `path`; the monkey's own start square is empty once it has left it."""
    for direction in ALL_EIGHT:
        over, landing = step(path.end, direction), step(path.end, direction, 2)
        if over in path.jumped or not is_enemy(board.get(over), side):
            continue
        if not on_board(landing) or (landing in board and landing != path.start):
            continue
        longer = Path((*path.squares, landing), path.jumped | {over})
        yield longer
        if board[over].upper() != "L":
            yield from jump_paths(board, side, longer)
