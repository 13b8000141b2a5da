"""Inputs for the homework, drawn by seed: the same for everybody, and each with the subject of its case.

Candidates are drawn (a few pieces, or a position some plies from the start, row values, a depth) until our own search
finds one that fits: small enough for a slow program, large enough to discriminate, with passes or stacks if required.
"""

import random
from collections.abc import Callable
from functools import cache

from plyground.courses.starcircle.habits import CIRCLE, SIZE, STAR, USUAL, Problem, Search, TooLarge, moves, play

MIN_NODES, MAX_NODES = 12, 8_000
"""The homework's own samples have 3 to 26 nodes; a program in slow Python visits 8,000 in about a second."""

_DARK = [square for square in range(SIZE * SIZE) if (square // SIZE + square % SIZE) % 2 == 1]

Wish = Callable[[Search], bool]

WISHES: dict[str, tuple[str, Wish]] = {
    "minimax": ("MINIMAX", lambda search: True),
    "alphabeta": ("ALPHABETA", lambda search: True),
    "passes": ("", lambda search: search.ends_by_passes > 0),
    "last-row": ("", lambda search: search.stackings > 0),
    "endings": ("", lambda search: search.captures_all > 0),
}
"""Case to its algorithm (nothing for either) and what must happen in its search."""


@cache
def draw_input(case: str, seed: int) -> str:
    """Return the text of an input for a case."""
    dice = random.Random(seed)
    algorithm, wish = WISHES[case]
    while True:
        problem = candidate(
            dice, algorithm or dice.choice(("MINIMAX", "ALPHABETA")), sparse=case not in {"minimax", "alphabeta"}
        )
        search = Search(problem, most_nodes=MAX_NODES)
        try:
            search.answer()
        except TooLarge:
            continue
        if search.nodes >= MIN_NODES and wish(search):
            return input_text(problem)


def candidate(dice: random.Random, algorithm: str, *, sparse: bool) -> Problem:
    """Draw an input that may or may not fit a case."""
    board = _sparse_board(dice) if sparse or dice.random() < 0.5 else _draw_board(dice)
    values = tuple(sorted(dice.sample(range(1, 200), SIZE)))
    depth = dice.randint(2, 6 if algorithm == "MINIMAX" else 8)
    return Problem(board, dice.choice((STAR, CIRCLE)), algorithm == "ALPHABETA", depth, values)


def _sparse_board(dice: random.Random) -> tuple[int, ...]:
    """Return a board with one to six pieces of each side, some perhaps stacked on their last row."""
    board = [0] * (SIZE * SIZE)
    for side, last in ((STAR, 0), (CIRCLE, SIZE - 1)):
        for _ in range(dice.randint(1, 6)):
            square = dice.choice(_DARK)
            if board[square] == 0:
                stacked = square // SIZE == last and dice.random() < 0.4
                board[square] = side * (dice.randint(2, 3) if stacked else 1)
    if not (any(pieces > 0 for pieces in board) and any(pieces < 0 for pieces in board)):
        return _sparse_board(dice)
    return tuple(board)


def _draw_board(dice: random.Random) -> tuple[int, ...]:
    """Return a board some random plies from the start."""
    board = tuple(
        0 if square not in _DARK else CIRCLE if square < 24 else STAR if square >= 40 else 0
        for square in range(SIZE * SIZE)
    )
    side = STAR
    for _ in range(dice.randint(6, 26)):
        found = moves(board, side, USUAL)
        board = play(board, side, dice.choice(found) if found else None)
        side = -side
    return board


def input_text(problem: Problem) -> str:
    """Write an input file."""

    def cell(pieces: int) -> str:
        return "0" if pieces == 0 else f"{'S' if pieces > 0 else 'C'}{abs(pieces)}"

    rows = [",".join(map(cell, problem.board[i : i + SIZE])) for i in range(0, SIZE * SIZE, SIZE)]
    return "\n".join(
        [
            "Star" if problem.player == STAR else "Circle",
            "ALPHABETA" if problem.alphabeta else "MINIMAX",
            str(problem.depth),
            *rows,
            ",".join(map(str, problem.values)),
        ]
    )
