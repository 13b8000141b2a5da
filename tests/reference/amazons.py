"""Amazons by the book: a slow and obvious twin of the kernels.

A position is a dictionary from (file, rank) to one of `Q`, `q`, `*` (empty squares are absent), the two
dimensions and the player to move. It is written from the rules text alone, in plain Python, and it shares no line
with the package. Everything goes in and out as text:

>>> len(moves("amazons", VARIANTS["amazons"]))
424
>>> outcome("amazons", "Q*2/**2/4/3q w")
'black wins: no moves'
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

VARIANTS = {
    "amazons": "3q2/6/Q5/5Q/6/2q3 w",
    "amazons-8x8": "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w",
    "amazons-10x10": "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
}

DIRECTIONS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]

WIN = 10_000_000

Square = tuple[int, int]


class Board(NamedTuple):
    """A position taken apart: what stands where, how wide and high the board is, and whose turn it is."""

    occupied: dict[Square, str]
    width: int
    height: int
    turn: str


def read(text: str) -> Board:
    """Take a position text apart."""
    rows_text, turn = text.split(" ")
    rows = rows_text.split("/")
    occupied = {}
    width = 0
    for rank, row in zip(range(len(rows) - 1, -1, -1), rows, strict=True):
        file = 0
        for token in re.findall(r"[0-9]+|[Qq*]", row):
            if token.isdigit():
                file += int(token)
            else:
                occupied[file, rank] = token
                file += 1
        width = file
    return Board(occupied, width, len(rows), turn)


def write(board: Board) -> str:
    """Put a position text together."""
    rows = []
    for rank in range(board.height - 1, -1, -1):
        row = ""
        run = 0
        for file in range(board.width):
            token = board.occupied.get((file, rank))
            if token is None:
                run += 1
            else:
                row += (str(run) if run else "") + token
                run = 0
        rows.append(row + (str(run) if run else ""))
    return "/".join(rows) + " " + board.turn


def name(square: Square) -> str:
    """Name a square: (0, 0) is a1."""
    return "abcdefghij"[square[0]] + str(square[1] + 1)


def square_at(text: str) -> Square:
    """Read a square's name."""
    return "abcdefghij".index(text[0]), int(text[1:]) - 1


def rays(board: Board, start: Square) -> list[Square]:
    """List the squares that a queen on `start` reaches in one move."""
    reached = []
    for step_file, step_rank in DIRECTIONS:
        file, rank = start[0] + step_file, start[1] + step_rank
        while 0 <= file < board.width and 0 <= rank < board.height and (file, rank) not in board.occupied:
            reached.append((file, rank))
            file, rank = file + step_file, rank + step_rank
    return reached


def queens(board: Board, color: str) -> list[Square]:
    """List the squares of the queens of `color` ("w" or "b")."""
    letter = "Q" if color == "w" else "q"
    return [square for square, token in board.occupied.items() if token == letter]


def turns(board: Board) -> list[tuple[Square, Square, Square]]:
    """List the moves as (from, to, blocked)."""
    found = []
    for start in queens(board, board.turn):
        for end in rays(board, start):
            lifted = dict(board.occupied)
            lifted[end] = lifted.pop(start)
            found += [(start, end, blocked) for blocked in rays(board._replace(occupied=lifted), end)]
    return found


def after(board: Board, start: Square, end: Square, blocked: Square) -> Board:
    """Play one move."""
    occupied = dict(board.occupied)
    occupied[end] = occupied.pop(start)
    occupied[blocked] = "*"
    return board._replace(occupied=occupied, turn="b" if board.turn == "w" else "w")


def moves(variant: str, text: str) -> list[str]:
    """List the legal moves as text, sorted."""
    return sorted(f"{name(a)}{name(b)}/{name(c)}" for a, b, c in turns(read(text)))


def play(variant: str, text: str, move: str) -> str:
    """Give the position text after `move`."""
    squares = re.fullmatch(r"([a-j][0-9]+)-?([a-j][0-9]+)/([a-j][0-9]+)", move)
    assert squares is not None, move
    start, end, blocked = (square_at(square) for square in squares.groups())
    return write(after(read(text), start, end, blocked))


def outcome(variant: str, text: str) -> str:
    """Tell how the game stands."""
    board = read(text)
    if turns(board):
        return "ongoing"
    return "black wins: no moves" if board.turn == "w" else "white wins: no moves"


def perft(variant: str, text: str, depth: int) -> int:
    """Count the sequences of `depth` moves."""
    return count(read(text), depth)


def count(board: Board, depth: int) -> int:
    """Count the sequences of `depth` moves from `board`."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(turns(board))
    return sum(count(after(board, *turn), depth - 1) for turn in turns(board))


def distances(board: Board, queen: Square) -> dict[Square, int]:
    """Count the queen moves that `queen` needs to each empty square that it can reach at all."""
    found: dict[Square, int] = {}
    frontier = [queen]
    distance = 0
    while frontier:
        distance += 1
        following = []
        for square in frontier:
            for reached in rays(board, square):
                if reached not in found:
                    found[reached] = distance
                    following.append(reached)
        frontier = following
    return found


def shares(board: Board) -> Fraction:
    """Give the seed's heuristic as an exact fraction, White's view."""
    white = [distances(board, queen) for queen in queens(board, "w")]
    black = [distances(board, queen) for queen in queens(board, "b")]
    value = Fraction(0)
    for file in range(board.width):
        for rank in range(board.height):
            square = file, rank
            ours = sum((Fraction(1, d[square]) for d in white if square in d), Fraction(0))
            theirs = sum((Fraction(1, d[square]) for d in black if square in d), Fraction(0))
            if ours + theirs:
                value += (ours - theirs) / (ours + theirs)
    return value


def seed_evaluation(variant: str, text: str) -> Fraction:
    """Give the seed's heuristic of a position text as an exact fraction, White's view."""
    return shares(read(text))


class Found(NamedTuple):
    """What a search answers: the line of best moves, the root player's value, and the positions it looked at."""

    line: list[str]
    value: Fraction
    nodes: int


def search(variant: str, text: str, depth: int, pruning: bool) -> Found:
    """Search `depth` moves deep with the seed's heuristic, moves in text order, the first of equal ones kept."""
    visited = [0]
    root = read(text)
    sign = 1 if root.turn == "w" else -1

    def value_of(board: Board, left: int, alpha: Fraction, beta: Fraction) -> tuple[Fraction, list[str]]:
        visited[0] += 1
        ours = board.turn == root.turn
        choices = sorted((f"{name(a)}{name(b)}/{name(c)}", (a, b, c)) for a, b, c in turns(board))
        if not choices:
            return Fraction(-WIN if ours else WIN), []
        if left == 0:
            return sign * shares(board), []
        best, line = Fraction(-2 * WIN if ours else 2 * WIN), []
        for text_of_move, turn in choices:
            value, rest = value_of(after(board, *turn), left - 1, alpha, beta)
            if value > best if ours else value < best:
                best, line = value, [text_of_move, *rest]
            if ours:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if pruning and alpha >= beta:
                break
        return best, line

    value, line = value_of(root, depth, Fraction(-2 * WIN), Fraction(2 * WIN))
    return Found(line, value, visited[0])


def seed_depth(text: str) -> int:
    """Tell how deep the seed's player searches: the fewer free squares, the deeper."""
    board = read(text)
    free = board.width * board.height - len(board.occupied)
    if free > 20:
        return 2
    if free > 12:
        return 3
    if free > 8:
        return 4
    return 6


def seed_player(text: str) -> str:
    """Give the move of the seed's player."""
    return search("amazons", text, seed_depth(text), pruning=True).line[0]
