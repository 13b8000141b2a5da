"""A puzzle, its solution, and how a visitor stands, as the page of puzzles gets them."""

from typing import TypedDict

from plyground.arena.glicko import GlickoRating
from plyground.core.registry import get_game
from plyground.puzzles.collection import Collection
from plyground.puzzles.puzzle import Puzzle
from plyground.puzzles.themes import themes_of
from plyground.web.puzzles.try_database import Try
from plyground.web.service.services import Services
from plyground.web.service.views import PositionView, position_view, view_after
from plyground.web.service.visitors import Visitor

BEGINNER = GlickoRating(1100.0)
"""Where everybody begins: most puzzles are a little easier or a little harder."""


class ThemeView(TypedDict):
    """A theme, and how many puzzles have it."""

    name: str
    title: str
    count: int


class PuzzleStanding(TypedDict):
    """How it went: a rating and its deviation, puzzles tried and solved, and how many were solved in a row."""

    rating: int
    deviation: int
    tried: int
    solved: int
    streak: int
    best_streak: int


class PuzzleGame(TypedDict):
    """A game with puzzles."""

    name: str
    label: str
    count: int
    themes: list[ThemeView]
    standing: PuzzleStanding


class PuzzleView(TypedDict):
    """A puzzle to solve.

    ``solver`` is the side that moves, ``steps`` how many moves of theirs there are, ``tried`` what came of it if it has
    been tried here: null, true or false.
    """

    id: str
    game: str
    goal: str
    rating: int
    steps: int
    solver: int
    tried: bool | None
    view: PositionView


class PuzzleSolution(TypedDict):
    """The solution: all its moves, the position after each, its themes, and how it was proved."""

    moves: list[str]
    views: list[PositionView]
    themes: list[str]
    proof: str
    standing: PuzzleStanding


def puzzle_view(services: Services, puzzle: Puzzle, visitor: Visitor) -> PuzzleView:
    """Return a puzzle to solve."""
    position = get_game(puzzle.game).position(puzzle.position)
    tried = {each.puzzle: each.solved for each in services.tries.tries(visitor, puzzle.game)}
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "goal": puzzle.goal,
        "rating": puzzle.rating,
        "steps": len(puzzle.own_moves),
        "solver": int(position.turn),
        "tried": tried.get(puzzle.id),
        "view": {**position_view(position), "last": list(puzzle.last)},
    }


def solution_of(services: Services, puzzle: Puzzle, visitor: Visitor) -> PuzzleSolution:
    """Return a puzzle's solution."""
    game = get_game(puzzle.game)
    positions, moves = puzzle.line(game)
    titles = themes_of(game)
    return {
        "moves": [move.text for move in moves],
        "views": [view_after(position, move.text) for position, move in zip(positions, moves, strict=False)],
        "themes": [titles[name] for name in puzzle.themes if name in titles],
        "proof": puzzle.proof,
        "standing": standing_after(services.tries.tries(visitor, puzzle.game)),
    }


def standing_after(tries: list[Try]) -> PuzzleStanding:
    """Return how a visitor stands after their tries in one game."""
    streak = best = 0
    for each in tries:
        streak = streak + 1 if each.solved else 0
        best = max(best, streak)
    rating = tries[-1].rating if tries else BEGINNER
    return {
        "rating": round(rating.rating),
        "deviation": round(rating.deviation),
        "tried": len(tries),
        "solved": sum(each.solved for each in tries),
        "streak": streak,
        "best_streak": best,
    }


def puzzle_game(services: Services, collection: Collection, visitor: Visitor) -> PuzzleGame:
    """Return a game that has puzzles, and how a visitor stands in it."""
    game = collection.game
    counts = {name: sum(name in puzzle.themes for puzzle in collection.puzzles.values()) for name in themes_of(game)}
    titles = themes_of(game)
    return {
        "name": game.name,
        "label": game.label,
        "count": len(collection.puzzles),
        "themes": [{"name": name, "title": titles[name], "count": count} for name, count in counts.items() if count],
        "standing": standing_after(services.tries.tries(visitor, game.name)),
    }
