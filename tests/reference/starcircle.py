"""Star and Circle, slowly: the reference twin of the kernels, written from the rules text alone.

The board is a dict from square name (``"C5"``) to ``(owner, count)``. Every function takes and gives texts, so that
a test can lay the twin beside the package without sharing a line of code with it. A text is the eight rows H to A of
the homework's cells joined by ``/``, then ``s`` or ``c`` for the player to move, then the row values, then, if it is
not 0, the number of passes just made. Star moves up (A to H), Circle down; only diagonal moves, one jump a turn, and
a piece may join its own pieces on its last row. There is no winner, only the utility E.
"""

from __future__ import annotations

from typing import NamedTuple

ROWS = "HGFEDCBA"
SQUARES = [row + column for row in ROWS for column in "12345678"]  # the order in which moves are expanded
UP = {"s": 1, "c": -1}
LAST_ROW = {"s": "H", "c": "A"}
OTHER = {"s": "c", "c": "s"}
USUAL_VALUES = (10, 20, 30, 40, 50, 60, 70, 80)

VARIANTS = {
    "starcircle": "0,C1,0,C1,0,C1,0,C1/C1,0,C1,0,C1,0,C1,0/0,C1,0,C1,0,C1,0,C1/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/"
    "S1,0,S1,0,S1,0,S1,0/0,S1,0,S1,0,S1,0,S1/S1,0,S1,0,S1,0,S1,0 s 10,20,30,40,50,60,70,80"
}


class State(NamedTuple):
    """One position: who stands where, whose turn it is, what the rows are worth, how many passes were just made."""

    board: dict[str, tuple[str, int]]
    turn: str
    values: tuple[int, ...]
    passes: int


def read(text: str) -> State:
    """Read a position text; the row values may be missing."""
    rows, turn, *rest = text.split()
    board = {}
    for name, row in zip(ROWS, rows.split("/"), strict=True):
        for column, cell in zip("12345678", row.split(","), strict=True):
            if cell != "0":
                board[name + column] = (cell[0].lower(), int(cell[1:]))
    values = tuple(int(value) for value in rest[0].split(",")) if rest else USUAL_VALUES
    return State(board, turn, values, int(rest[1]) if len(rest) > 1 else 0)


def write(state: State) -> str:
    """Write a position text, row values included."""
    rows = []
    for name in ROWS:
        cells = []
        for column in "12345678":
            owner, count = state.board.get(name + column, ("", 0))
            cells.append(f"{owner.upper()}{count}")  # an empty square is written 0
        rows.append(",".join(cells))
    text = f"{'/'.join(rows)} {state.turn} {','.join(str(value) for value in state.values)}"
    return f"{text} {state.passes}" if state.passes else text


def square_beyond(square: str, up: int, right: int) -> str | None:
    """The square so many rows up and columns to the right, or None off the board."""
    row, column = "ABCDEFGH".index(square[0]) + up, int(square[1]) + right
    return f"{'ABCDEFGH'[row]}{column}" if 0 <= row < 8 and 1 <= column <= 8 else None


def may_land(state: State, square: str | None) -> bool:
    """Whether the side to move may end a move on `square`: it is empty, or its own on its last row."""
    if square is None:
        return False
    if square not in state.board:
        return True
    return square[0] == LAST_ROW[state.turn] and state.board[square][0] == state.turn


def ordered_moves(state: State) -> list[str]:
    """All moves in the homework's expansion order, whether or not the game is over."""
    pairs = []
    for start in SQUARES:
        if state.board.get(start, ("", 0))[0] != state.turn or start[0] == LAST_ROW[state.turn]:
            continue
        for right in (-1, 1):
            up = UP[state.turn]
            near = square_beyond(start, up, right)
            far = square_beyond(start, 2 * up, 2 * right)
            if may_land(state, near):
                pairs.append((start, near))
            if near in state.board and state.board[near][0] == OTHER[state.turn] and may_land(state, far):
                pairs.append((start, far))
    pairs.sort(key=lambda pair: (SQUARES.index(pair[0]), SQUARES.index(pair[1])))
    return [f"{start}-{end}" for start, end in pairs] or ["pass"]


def after(state: State, move: str) -> State:
    """The position after a move of `ordered_moves`."""
    if move == "pass":
        return State(state.board, OTHER[state.turn], state.values, state.passes + 1)
    start, end = move.split("-")
    board = dict(state.board)
    del board[start]
    if abs(ord(end[0]) - ord(start[0])) == 2:
        row = chr((ord(start[0]) + ord(end[0])) // 2)
        column = (int(start[1]) + int(end[1])) // 2
        del board[f"{row}{column}"]
    board[end] = (state.turn, board.get(end, ("", 0))[1] + 1)
    return State(board, OTHER[state.turn], state.values, 0)


def utility(state: State, player: str) -> int:
    """E for `player`: the row values of its pieces minus those of the opponent's."""
    total = 0
    for square, (owner, count) in state.board.items():
        rows_from_home = "ABCDEFGH".index(square[0]) if owner == "s" else "HGFEDCBA".index(square[0])
        total += (1 if owner == player else -1) * count * state.values[rows_from_home]
    return total


def is_over(state: State) -> bool:
    """Two passes in a row, or a side without a piece."""
    return state.passes >= 2 or {owner for owner, _ in state.board.values()} != {"s", "c"}


def moves(variant: str, text: str) -> list[str]:
    """The legal moves as sorted texts; none when the game is over."""
    state = read(text)
    return [] if is_over(state) else sorted(ordered_moves(state))


def play(variant: str, text: str, move: str) -> str:
    """The position text after `move`."""
    return write(after(read(text), move))


def outcome(variant: str, text: str) -> str:
    """``ongoing``, or ``over: E for Star``."""
    state = read(text)
    return f"over: {utility(state, 's')} for Star" if is_over(state) else "ongoing"


def perft(variant: str, text: str, depth: int) -> int:
    """The number of lines of exactly `depth` plies; a game that is over has none."""

    def count(state: State, left: int) -> int:
        if left == 0:
            return 1
        return 0 if is_over(state) else sum(count(after(state, move), left - 1) for move in ordered_moves(state))

    return count(read(text), depth)


def minimax(text: str, depth: int) -> tuple[str, int, int]:
    """Plain minimax for the side to move: its first best move, the value, and the number of states visited."""
    root = read(text)
    nodes = 0

    def value(state: State, left: int) -> tuple[int, str]:
        nonlocal nodes
        nodes += 1
        if left == 0 or is_over(state):
            return utility(state, root.turn), "pass"
        choices = [(value(after(state, move), left - 1)[0], move) for move in ordered_moves(state)]
        best = max(choice[0] for choice in choices) if state.turn == root.turn else min(choice[0] for choice in choices)
        return next(choice for choice in choices if choice[0] == best)

    best, move = value(root, depth)
    return move, best, nodes


def alphabeta(text: str, depth: int) -> tuple[str, int, int]:
    """Textbook alpha-beta for the side to move: its first best move, the value, and the number of states visited."""
    root = read(text)
    nodes = 0

    def max_value(state: State, alpha: float, beta: float, left: int) -> tuple[float, str]:
        nonlocal nodes
        nodes += 1
        if left == 0 or is_over(state):
            return utility(state, root.turn), "pass"
        v, best = float("-inf"), "pass"
        for move in ordered_moves(state):
            child = min_value(after(state, move), alpha, beta, left - 1)[0]
            if child > v:
                v, best = child, move
            if v >= beta:
                return v, best
            alpha = max(alpha, v)
        return v, best

    def min_value(state: State, alpha: float, beta: float, left: int) -> tuple[float, str]:
        nonlocal nodes
        nodes += 1
        if left == 0 or is_over(state):
            return utility(state, root.turn), "pass"
        v, best = float("inf"), "pass"
        for move in ordered_moves(state):
            child = max_value(after(state, move), alpha, beta, left - 1)[0]
            if child < v:
                v, best = child, move
            if v <= alpha:
                return v, best
            beta = min(beta, v)
        return v, best

    best, move = max_value(root, float("-inf"), float("inf"), depth)
    return move, int(best), nodes


def answer(file: str) -> str:
    """The homework's output for a well-formed input file (eight full rows of cells, nothing to repair)."""
    player, algorithm, depth, *rows, values = file.split()
    text = f"{'/'.join(rows)} {player[0].lower()} {values}"
    search = minimax if algorithm == "MINIMAX" else alphabeta
    move, farsighted, nodes = search(text, int(depth))
    state = read(text)
    myopic = utility(state if is_over(state) else after(state, move), state.turn)
    return f"{move}\n{myopic}\n{farsighted}\n{nodes}"
