"""Which puzzle comes next: one of about the solver's rating that they have not tried; and the puzzle of the day."""

from collections.abc import Collection
from datetime import date
from functools import cache
from hashlib import sha256
from random import Random

from plyground.core.registry import get_game
from plyground.puzzles.collection import collection_of, collections
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


def daily_puzzle(day: date, game: str | None = None) -> Puzzle | None:
    """Return the puzzle of a day, of a game or of the one whose turn it is; None if there are no puzzles.

    It is the same for everybody with the same version.
    """
    found = [each for each in collections() if each.puzzles and game in {None, each.game.name}]
    if not found:
        return None
    collection = found[day.toordinal() % len(found)]
    ids = _ids_of(collection.game.name)
    return collection.puzzles[ids[int(sha256(day.isoformat().encode()).hexdigest(), 16) % len(ids)]]


@cache
def _ids_of(game: str) -> list[str]:
    collection = collection_of(get_game(game))
    return sorted(collection.puzzles) if collection else []


def daily_puzzles(day: date) -> list[Puzzle]:
    """Return the puzzles of a day, one of each game that has some."""
    found = (daily_puzzle(day, each.game.name) for each in collections())
    return [puzzle for puzzle in found if puzzle is not None]
