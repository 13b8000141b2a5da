"""Which puzzle comes next: one of about the solver's rating that they have not tried; and the puzzle of the day."""

from collections.abc import Collection
from datetime import date
from hashlib import sha256
from random import Random

from plyground.puzzles.collection import collections
from plyground.puzzles.puzzle import Puzzle

NEAREST = 8
"""Chosen among that many of the nearest rating."""


def next_puzzle(
    puzzles: Collection[Puzzle], tried: Collection[str], rating: float, random: Random, theme: str = ""
) -> Puzzle | None:
    """Return a puzzle to solve; one that was tried only if there is no other, None where no puzzle has the theme."""
    fitting = [puzzle for puzzle in puzzles if not theme or theme in puzzle.themes]
    near = nearest([puzzle for puzzle in fitting if puzzle.id not in tried] or fitting, rating)
    return random.choice(near) if near else None


def nearest(puzzles: Collection[Puzzle], rating: float) -> list[Puzzle]:
    """Return the puzzles whose ratings are nearest to `rating`."""
    return sorted(puzzles, key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.id))[:NEAREST]


def daily_puzzle(day: date) -> Puzzle | None:
    """Return the puzzle of a day, the same for everybody with the same version; None if there are no puzzles.

    The games take turns.
    """
    found = [collection for collection in collections() if collection.puzzles]
    if not found:
        return None
    puzzles = sorted(found[day.toordinal() % len(found)].puzzles.values(), key=lambda puzzle: puzzle.id)
    return puzzles[int(sha256(day.isoformat().encode()).hexdigest(), 16) % len(puzzles)]
