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

from dataclasses import dataclass

from reference.congo_pieces import (
    BLACK_CASTLE,
    KINDS,
    RIVER,
    WHITE_CASTLE,
    Path,
    Square,
    flight_is_open,
    is_own,
    jump_paths,
    piece_moves,
)

VARIANTS = {
    "congo": "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0",
    "congo-2022": "g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0",
    "congo-2021": "2ele1z/ppppppp/7/7/7/PPPPPPP/2ELE1Z w 0",
}


@dataclass
class Position:
    """A board, the side to move ("w" or "b") and the number of full moves played."""

    board: dict[Square, str]
    turn: str
    number: int


# --- texts ---------------------------------------------------------------------------------------------------------


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
