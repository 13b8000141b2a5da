"""Minichess, slow and obvious: both variants written from the rules text alone.

A board is a dict from squares to piece letters, a square a (column, rank) pair counted from 0, so that a1 is (0, 0);
upper-case letters are White's, who moves up the ranks. Everything goes from text to text. In `minichess` a move may
leave the own king attacked (it is *playable*, not *legal*), a captured king loses, and pawns do not promote;
`gardner` is ordinary chess on the same board. With several kings of a colour (piece counts are not limited) each of
them has to be safe, and a colour has lost its king when none is left.
"""

from typing import NamedTuple

VARIANTS = {"minichess": "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", "gardner": "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"}

COLUMNS = "abcde"
RANKS = "12345"
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
JUMPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
RAYS = {"r": STRAIGHT, "b": DIAGONAL, "q": STRAIGHT + DIAGONAL}
STEPS = {"n": JUMPS, "k": STRAIGHT + DIAGONAL}
FORWARD = {"w": 1, "b": -1}
LAST_RANK = {"w": 4, "b": 0}
OTHER = {"w": "b", "b": "w"}
NAME = {"w": "white", "b": "black"}

Square = tuple[int, int]
Board = dict[Square, str]


class State(NamedTuple):
    """One position text taken apart."""

    board: Board
    turn: str
    quiet: int
    number: int


def colour_of(letter: str) -> str:
    return "w" if letter.isupper() else "b"


def name(square: Square) -> str:
    return COLUMNS[square[0]] + RANKS[square[1]]


def square_of(text: str) -> Square:
    return COLUMNS.index(text[0]), RANKS.index(text[1])


# Position texts


def parse(variant: str, text: str) -> State:
    """Take a position text apart; ValueError for a text that is none."""
    fields = text.split(" ")
    if len(fields) != 6:
        raise ValueError("a position text has six fields")
    rows, turn, castling, en_passant, quiet, number = fields
    if turn not in ("w", "b") or castling != "-" or en_passant != "-":
        raise ValueError("bad field two, three or four")
    if not (quiet.isascii() and quiet.isdigit() and number.isascii() and number.isdigit() and int(number) >= 1):
        raise ValueError("bad counters")
    board: Board = {}
    if len(rows.split("/")) != 5:
        raise ValueError("a board has five rows")
    for i, row in enumerate(rows.split("/")):
        column = 0
        previous = ""
        for letter in row:
            if letter in "12345":
                if previous in ("1", "2", "3", "4", "5"):
                    raise ValueError("two numbers side by side")
                column += int(letter)
            elif letter in "kqrbnpKQRBNP":
                board[column, 4 - i] = letter
                column += 1
            else:
                raise ValueError(f"no piece: {letter}")
            previous = letter
        if column != 5:
            raise ValueError("a row has five squares")
    waiting = OTHER[turn]
    if not kings(board, waiting) or (variant == "gardner" and not kings(board, turn)):
        raise ValueError("a king is missing")
    if variant == "gardner":
        for square, letter in board.items():
            if letter in "Pp" and square[1] == LAST_RANK[colour_of(letter)]:
                raise ValueError("a pawn on its last rank")
        if attacked(board, waiting):
            raise ValueError("the king of the side not to move is attacked")
    return State(board, turn, int(quiet), int(number))


def write(state: State) -> str:
    rows = []
    for rank in (4, 3, 2, 1, 0):
        row = "".join(state.board.get((column, rank), ".") for column in range(5))
        for width in (5, 4, 3, 2, 1):
            row = row.replace("." * width, str(width))
        rows.append(row)
    return f"{'/'.join(rows)} {state.turn} - - {state.quiet} {state.number}"


# Moves on the board


def reached(board: Board, square: Square) -> list[Square]:
    """Where the piece on `square` may go, its king's safety left aside."""
    letter = board[square]
    colour = colour_of(letter)
    column, rank = square
    targets = []

    def inside(target: Square) -> bool:
        return 0 <= target[0] < 5 and 0 <= target[1] < 5

    if letter in "Pp":
        ahead = (column, rank + FORWARD[colour])
        if inside(ahead) and ahead not in board:
            targets.append(ahead)
        for side in (-1, 1):
            target = (column + side, rank + FORWARD[colour])
            if target in board and colour_of(board[target]) != colour:
                targets.append(target)
    elif letter.lower() in STEPS:
        for step in STEPS[letter.lower()]:
            target = (column + step[0], rank + step[1])
            if inside(target) and (target not in board or colour_of(board[target]) != colour):
                targets.append(target)
    else:
        for step in RAYS[letter.lower()]:
            target = (column + step[0], rank + step[1])
            while inside(target):
                if target not in board or colour_of(board[target]) != colour:
                    targets.append(target)
                if target in board:
                    break
                target = (target[0] + step[0], target[1] + step[1])
    return targets


def kings(board: Board, colour: str) -> list[Square]:
    return [square for square, letter in board.items() if letter in "Kk" and colour_of(letter) == colour]


def attacked(board: Board, colour: str) -> bool:
    """Whether the other side could take a king of `colour` now."""
    own = kings(board, colour)
    return any(
        target in own
        for square, letter in board.items()
        if colour_of(letter) != colour
        for target in reached(board, square)
    )


def moved(board: Board, move: str) -> Board:
    after = dict(board)
    letter = after.pop(square_of(move[:2]))
    if len(move) == 5:
        letter = move[4].upper() if letter == "P" else move[4]
    after[square_of(move[2:4])] = letter
    return after


def board_moves(variant: str, state: State) -> list[str]:
    """All moves of the side to move, its king's safety left aside."""
    texts = []
    for square, letter in state.board.items():
        if colour_of(letter) == state.turn:
            for target in reached(state.board, square):
                text = name(square) + name(target)
                if variant == "gardner" and letter in "Pp" and target[1] == LAST_RANK[state.turn]:
                    texts.extend(text + promoted for promoted in "qrbn")
                else:
                    texts.append(text)
    return sorted(texts)


def takes_king(state: State, move: str) -> bool:
    return square_of(move[2:4]) in kings(state.board, OTHER[state.turn])


def is_safe(variant: str, state: State, move: str) -> bool:
    """Whether the move leaves the own king safe; in `minichess` taking the enemy king always does."""
    if variant == "minichess" and takes_king(state, move):
        return True
    return not attacked(moved(state.board, move), state.turn)


def ending(variant: str, state: State, quiet_plies: int, counters: bool) -> str:
    """The outcome as it is printed; without `counters` only what the board itself says."""
    loss = f"{NAME[OTHER[state.turn]]} wins: "
    playable_moves = board_moves(variant, state)
    safe = any(is_safe(variant, state, move) for move in playable_moves)
    checked = attacked(state.board, state.turn)
    if variant == "minichess":
        if not kings(state.board, state.turn):
            return loss + "king captured"
        if not playable_moves:
            return "draw: no moves"
        if not safe:
            return loss + ("checkmate" if checked else "out of valid moves")
        if counters and state.quiet >= quiet_plies:
            return "draw: 50 plies"
        return "ongoing"
    if not safe:
        return loss + "checkmate" if checked else "draw: stalemate"
    if counters and state.quiet >= 100:
        return "draw: 50 moves"
    if counters and len(state.board) == 2:
        return "draw: bare kings"
    return "ongoing"


# The interface that every reference twin has


def playable(variant: str, text: str, *, quiet_plies: int = 50) -> list[str]:
    """The playable moves, sorted; none when the game is over."""
    state = parse(variant, text)
    if ending(variant, state, quiet_plies, True) != "ongoing":
        return []
    if variant == "gardner":
        return moves(variant, text)
    return board_moves(variant, state)


def moves(variant: str, text: str, *, quiet_plies: int = 50) -> list[str]:
    """The legal moves, sorted; none when the game is over."""
    state = parse(variant, text)
    if ending(variant, state, quiet_plies, True) != "ongoing":
        return []
    return [move for move in board_moves(variant, state) if is_safe(variant, state, move)]


def play(variant: str, text: str, move: str) -> str:
    """The position text after any playable move."""
    state = parse(variant, text)
    after = moved(state.board, move)
    captured = len(after) < len(state.board)
    pawn_moved = state.board[square_of(move[:2])] in "Pp"
    quiet = 0 if captured or (variant == "gardner" and pawn_moved) else state.quiet + 1
    number = state.number + (state.turn == "b")
    return write(State(after, OTHER[state.turn], quiet, number))


def outcome(variant: str, text: str, *, quiet_plies: int = 50) -> str:
    """`ongoing`, or who has won (or that it is a draw) and why."""
    return ending(variant, parse(variant, text), quiet_plies, True)


def perft(variant: str, text: str, depth: int, *, quiet_plies: int = 50) -> int:
    """Count the lines of `depth` plies: playable ones in `minichess`, legal ones in `gardner` whatever its counters."""
    if depth == 0:
        return 1
    state = parse(variant, text)
    if ending(variant, state, quiet_plies, variant == "minichess") != "ongoing":
        return 0
    candidates = board_moves(variant, state)
    if variant == "gardner":
        candidates = [move for move in candidates if is_safe(variant, state, move)]
    return sum(perft(variant, play(variant, text, move), depth - 1, quiet_plies=quiet_plies) for move in candidates)
