"""The path of a man: the squares of a step or of a chain of jumps, in order.

A move names only its start and its end, and a chain often has several paths between them. A shortest path is written;
of equally short ones, the one whose jumps come first in the order of `DIRECTIONS` (convention). Any legal path is
accepted as input.
"""

from itertools import pairwise

from plyground.games.halma.rules import STATE, Halma
from plyground.games.halma.squares import COLUMNS, LARGEST, ROWS, square_at
from plyground.kernel.words import Words

DIRECTIONS = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))


def is_occupied(position: Words, square: int) -> bool:
    """Tell whether a man of either color stands on `square`."""
    return any(int(position[first + square // 64]) >> square % 64 & 1 for first in range(0, STATE, 4))


def _beyond(rules: Halma, square: int, distance: int) -> list[int]:
    """Return the squares of the board `distance` away in the eight directions, in their order."""
    column, row = int(COLUMNS[square]), int(ROWS[square])
    places = [(column + across * distance, row + down * distance) for across, down in DIRECTIONS]
    return [square_at(x, y) for x, y in places if 0 <= x < rules.size and LARGEST - rules.size <= y < LARGEST]


def jumps(rules: Halma, position: Words, square: int, start: int) -> list[int]:
    """Return where a man from `start`, which counts as empty, gets from `square` in one jump."""
    return [
        end
        for end in _beyond(rules, square, 2)
        if (end == start or not is_occupied(position, end)) and is_occupied(position, _middle(square, end))
    ]


def _middle(square: int, end: int) -> int:
    return square_at(int(COLUMNS[square] + COLUMNS[end]) // 2, int(ROWS[square] + ROWS[end]) // 2)


def is_step(rules: Halma, start: int, end: int) -> bool:
    """Tell whether `end` is adjacent to `start`."""
    return end in _beyond(rules, start, 1)


def is_chain(rules: Halma, position: Words, squares: list[int]) -> bool:
    """Tell whether every hop of `squares` is a jump for the man on the first of them."""
    hops = pairwise(squares)
    return all(end in jumps(rules, position, square, squares[0]) for square, end in hops)


def shortest_path(rules: Halma, position: Words, start: int, end: int) -> list[int]:
    """Return the squares from `start` to `end` by a step or a shortest chain; `end` must be reachable.

    Raises
    ------
    ValueError
        If neither a step nor a chain leads there.
    """
    if is_step(rules, start, end):
        return [start, end]
    paths = {start: [start]}
    queue = [start]
    for square in queue:
        for reached in jumps(rules, position, square, start):
            if reached not in paths:
                paths[reached] = [*paths[square], reached]
                queue.append(reached)
    if end not in paths:
        raise ValueError(f"no play leads from square {start} to {end}")
    return paths[end]
