"""The slow and obvious twin of Congo, written from the rules text alone; the kernels are held against it.

A board is a dict from (file, rank), both 0 to 6, to the piece's letter: capitals are White's, small letters Black's.
Every function takes and returns texts, so that nothing but the rules is shared with the package:

>>> moves("congo", "3l3/7/7/7/7/7/P2L3 w 3")
['a1a2', 'a1b2', 'd1c1', 'd1c2', 'd1d2', 'd1d7', 'd1e1', 'd1e2']
>>> play("congo", "3l3/7/7/7/7/7/P2L3 w 3", "d1d7")
'3L3/7/7/7/7/7/P6 b 3'
>>> outcome("congo", "3L3/7/7/7/7/7/P6 b 3")
'white wins: lion captured'
"""

from collections.abc import Iterator
from dataclasses import dataclass

Square = tuple[int, int]

VARIANTS = {
    "congo": "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0",
    "congo-2022": "g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0",
    "congo-2021": "2ele1z/ppppppp/7/7/7/PPPPPPP/2ELE1Z w 0",
}

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

COURSE_VALUES = {
    "2022": {"P": 100, "Z": 300, "S": 350, "G": 400},
    "2021": {"P": 100, "E": 200, "Z": 300},
}
INFINITY = 10_000_000


@dataclass
class Position:
    """A board, the side to move ("w" or "b") and the number of full moves played."""

    board: dict[Square, str]
    turn: str
    number: int


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


# --- texts ---------------------------------------------------------------------------------------------------------


def square_text(square: Square) -> str:
    """`(0, 0)` is a1."""
    return "abcdefg"[square[0]] + str(square[1] + 1)


def read(text: str) -> Position:
    """Read a position text; a ValueError for anything the rules call an error."""
    ranks, turn, number = text.split()
    rows = ranks.split("/")
    if len(rows) != 7 or turn.lower() not in ("w", "b") or not number.isdecimal():
        raise ValueError(text)
    board = {}
    for row, rank in zip(rows, range(6, -1, -1), strict=True):
        file = 0
        for character in row:
            if character.isdecimal():
                file += int(character)
            elif character.upper() in KINDS.values():
                board[file, rank] = character
                file += 1
            else:
                raise ValueError(text)
        if file != 7:
            raise ValueError(text)
    check_lions(board, text)
    return Position(board, turn.lower(), int(number))


def check_lions(board: dict[Square, str], text: str) -> None:
    """At most one lion a side, at least one in all, each in its castle unless it has just flown to the other one."""
    white = [square for square, piece in board.items() if piece == "L"]
    black = [square for square, piece in board.items() if piece == "l"]
    if len(white) > 1 or len(black) > 1 or not (white or black):
        raise ValueError(text)
    sides = (white, black, WHITE_CASTLE, BLACK_CASTLE), (black, white, BLACK_CASTLE, WHITE_CASTLE)
    for mine, rival, own, other in sides:
        if any(square not in own and not (square in other and not rival) for square in mine):
            raise ValueError(text)


def write(position: Position) -> str:
    """Write a position as the text that `read` reads."""
    rows = []
    for rank in range(6, -1, -1):
        row = ""
        empty = 0
        for file in range(7):
            piece = position.board.get((file, rank))
            if piece is None:
                empty += 1
            else:
                row += (str(empty) if empty else "") + piece
                empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return f"{'/'.join(rows)} {position.turn} {position.number}"


# --- how the pieces move -------------------------------------------------------------------------------------------


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


# --- moves, play, outcome ------------------------------------------------------------------------------------------


def side_moves(position: Position, side: str, kind: str | None = None) -> list[Path]:
    """The moves `side` would have if it were to move here; of one kind of piece (its capital), or of all."""
    found = []
    for square, piece in position.board.items():
        if is_own(piece, side) and kind in (None, piece.upper()):
            found += piece_moves(position.board, square)
    return sorted(found, key=lambda path: path.text)


def all_paths(position: Position) -> list[Path]:
    """Every path that is accepted on input: as `side_moves`, with all jump paths of a move."""
    found = side_moves(position, position.turn)
    for square, piece in position.board.items():
        if is_own(piece, position.turn) and piece.upper() == "M":
            found += jump_paths(position.board, position.turn, Path((square,)))
    return found


def after(variant: str, position: Position, path: Path) -> Position:
    """Make a move; then what stood in the river and still stands there drowns."""
    side = position.turn
    board = dict(position.board)
    was_in_river = {square for square in board if square[1] == RIVER and is_own(board[square], side)}
    moved = board.pop(path.start)
    for square in path.jumped:
        del board[square]
    last_rank = 6 if side == "w" else 0
    if moved.upper() == "P" and path.end[1] == last_rank and variant != "congo-2021":
        moved = "S" if side == "w" else "s"
    board[path.end] = moved
    for square in [square for square in board if square[1] == RIVER]:
        came_from = path.start if square == path.end else square
        if is_own(board[square], side) and came_from in was_in_river and board[square].upper() != "C":
            del board[square]
    return Position(board, "b" if side == "w" else "w", position.number + (side == "b"))


def lion_is_missing(position: Position) -> bool:
    return "L" not in position.board.values() or "l" not in position.board.values()


def is_bare_lions(position: Position) -> bool:
    return sorted(position.board.values()) == ["L", "l"]


def verdict(position: Position, bare_lions: str = "draw") -> str:
    """How the game stands; with bare_lions="may-capture" an open flight leaves the choice to the side to move."""
    if "L" not in position.board.values():
        return "black wins: lion captured"
    if "l" not in position.board.values():
        return "white wins: lion captured"
    if is_bare_lions(position):
        one, other = position.board
        if bare_lions == "may-capture" and flight_is_open(position.board, one, other):
            return "ongoing"
        return "draw: bare lions"
    if not side_moves(position, position.turn):
        return "black wins: no moves" if position.turn == "w" else "white wins: no moves"
    return "ongoing"


def legal(position: Position, bare_lions: str = "draw") -> list[Path]:
    return side_moves(position, position.turn) if verdict(position, bare_lions) == "ongoing" else []


def moves(variant: str, text: str, *, bare_lions: str = "draw") -> list[str]:
    """The legal moves as texts, sorted; none when the game is over."""
    return [path.text for path in legal(read(text), bare_lions)]


def play(variant: str, text: str, move: str) -> str:
    """The position text after a move; every legal path is accepted, from bare lions too."""
    position = read(text)
    for path in all_paths(position):
        if path.text == move and not lion_is_missing(position):
            return write(after(variant, position, path))
    raise ValueError(f"{move} is not legal in {text}")


def outcome(variant: str, text: str, *, bare_lions: str = "draw") -> str:
    """`ongoing`, or who won and why."""
    return verdict(read(text), bare_lions)


def outcome_after(variant: str, text: str, move: str, *, bare_lions: str = "draw") -> str:
    """The outcome once `move` is played: whoever lets an open flight between bare lions pass has drawn."""
    position = read(play(variant, text, move))
    return verdict(position, "draw" if is_bare_lions(read(text)) else bare_lions)


def perft(variant: str, text: str, depth: int, *, bare_lions: str = "draw") -> int:
    """Count the sequences of `depth` legal moves; one that ends the game early is not continued."""
    return perft_of(variant, read(text), depth, bare_lions)


def perft_of(variant: str, position: Position, depth: int, bare_lions: str) -> int:
    if depth == 0:
        return 1
    paths = legal(position, bare_lions)
    if depth == 1:
        return len(paths)
    rule = "draw" if is_bare_lions(position) else bare_lions
    return sum(perft_of(variant, after(variant, position, path), depth - 1, rule) for path in paths)


# --- the course's programs -----------------------------------------------------------------------------------------


def kind_moves(variant: str, text: str, kind: str) -> list[str]:
    """Part II: the moves of one kind of piece, from bare lions too."""
    position = read(text)
    if lion_is_missing(position):
        return []
    return [path.text for path in side_moves(position, position.turn, KINDS[kind])]


def part3(variant: str, text: str, move: str) -> tuple[str, str]:
    """Part III: the new position, and `Continue` or who has won."""
    result = play(variant, text, move)
    state = verdict(read(result))
    if state.startswith("white"):
        return result, "White wins"
    if state.startswith("black"):
        return result, "Black wins"
    return result, "Continue"


def white_score(position: Position, edition: str, is_advanced: bool) -> int:
    """Both course evaluations, from White's view."""
    if is_bare_lions(position):
        return 0
    if "l" not in position.board.values():
        return 10_000
    if "L" not in position.board.values():
        return -10_000
    score = 0
    for piece in position.board.values():
        value = COURSE_VALUES[edition].get(piece.upper(), 0)
        score += value if piece.isupper() else -value
    if is_advanced:
        for side, sign in (("w", 1), ("b", -1)):
            for path in side_moves(position, side):
                target = position.board.get(path.end) if path.end != path.start else None
                score += sign * (1 + (target is not None) + 10 * (target in ("l", "L")))
    return score


def course_score(position: Position, edition: str, is_advanced: bool) -> int:
    score = white_score(position, edition, is_advanced)
    return score if position.turn == "w" else -score


def course_material(text: str, edition: str = "2022") -> int:
    """Part IV: the evaluation for the side to move."""
    return course_score(read(text), edition, is_advanced=False)


def course_advanced(text: str, edition: str = "2022") -> int:
    """Part V: the evaluation for the side to move."""
    return course_score(read(text), edition, is_advanced=True)


def course_minimax(text: str, depth: int = 2, edition: str = "2022") -> int:
    """Part IV: negamax over the material; bare lions do not stop it."""
    return minimax_of(read(text), depth, edition)


def minimax_of(position: Position, depth: int, edition: str) -> int:
    if depth == 0 or lion_is_missing(position):
        return course_score(position, edition, is_advanced=False)
    best = -INFINITY
    for path in side_moves(position, position.turn):
        best = max(best, -minimax_of(after(f"congo-{edition}", position, path), depth - 1, edition))
    return best


def course_alphabeta(text: str, depth: int = 4, edition: str = "2022") -> int:
    """Part V: fail-hard alpha-beta over the advanced evaluation; bare lions do not stop it."""
    return alphabeta_of(read(text), depth, -INFINITY, INFINITY, edition)


def alphabeta_of(position: Position, depth: int, alpha: int, beta: int, edition: str) -> int:
    if depth == 0 or lion_is_missing(position):
        return course_score(position, edition, is_advanced=True)
    for path in side_moves(position, position.turn):
        value = -alphabeta_of(after(f"congo-{edition}", position, path), depth - 1, -beta, -alpha, edition)
        if value >= beta:
            return beta
        alpha = max(alpha, value)
    return alpha
