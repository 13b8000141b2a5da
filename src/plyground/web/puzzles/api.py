"""Puzzles: one to solve, whether a move is right, what refutes it, and how it went so far.

The solution stays on the server until it is asked for. A first try counts: a wrong move or a look at the solution is a
defeat by the puzzle's rating, a solution without either is a win.
"""

import contextlib
import time
from datetime import UTC, datetime
from typing import Annotated, NotRequired, TypedDict

from plyground.arena.glicko import Met, new_rating
from plyground.core.errors import IllegalMove, InvalidSetting
from plyground.core.game import Game
from plyground.core.outcome import result_words
from plyground.core.position import Position
from plyground.core.registry import get_game
from plyground.engine import Engine, Limits
from plyground.puzzles.collection import collection_of, collections, puzzle_by_id
from plyground.puzzles.puzzle import Puzzle
from plyground.web.puzzles.choosing import daily_puzzle, nearest, next_puzzle
from plyground.web.puzzles.mistakes import SOURCE
from plyground.web.puzzles.try_database import Try
from plyground.web.puzzles.views import (
    BEGINNER,
    PuzzleGame,
    PuzzleSolution,
    PuzzleStanding,
    PuzzleView,
    puzzle_game,
    puzzle_view,
    solution_of,
)
from plyground.web.service.endpoints import Api, NotFound, NotKept
from plyground.web.service.fields import AskNothing, Name
from plyground.web.service.schema import Between, Most
from plyground.web.service.services import Services
from plyground.web.service.thinking import score_text
from plyground.web.service.views import PositionView, game_of, view_after
from plyground.web.service.visitors import Visitor

api = Api()
PUZZLE_DEVIATION = 90.0
"""How uncertain the estimated rating of a puzzle is."""
REFUTING_NODES = 60_000
MAX_HISTORY = 200
Id = Annotated[str, Most(20)]


class AskNext(TypedDict):
    """A puzzle of a game, with a theme if one is given."""

    game: Name
    theme: NotRequired[Annotated[str, Most(40)]]


class AskPuzzle(TypedDict):
    """A puzzle by its id."""

    id: Id


class AskTry(AskPuzzle):
    """The solver's move number ``step``, counted from 0.

    ``first``: nothing has been tried or shown here before. ``brief``: nobody waits for what refutes a wrong move.
    """

    step: Annotated[int, Between(0, 100)]
    move: Annotated[str, Most(200)]
    first: bool
    brief: NotRequired[bool]


class AskSolution(AskPuzzle):
    """The solution. ``first``: nothing has been tried or shown here before."""

    first: bool


class Answer(TypedDict):
    """What a move leads to.

    ``after`` is the position after it, ``reply`` the one after the opponent's answer: as the solution has it, or what
    refutes a wrong move, ``verdict`` then being a sentence about it. With the last move: the solution, its themes, how
    it was proved, and how one stands now.
    """

    right: bool
    done: bool
    after: PositionView
    reply: PositionView | None
    verdict: str
    solution: NotRequired["PuzzleSolution"]
    standing: NotRequired[PuzzleStanding]


class KeptPuzzle(TypedDict):
    """A puzzle and its solution, for when the server is away."""

    puzzle: PuzzleView
    solution: PuzzleSolution


class PastTry(TypedDict):
    """A puzzle that was tried, and the rating after it."""

    puzzle: str
    game: str
    solved: bool
    tried: float
    rating: int


class History(TypedDict):
    """The puzzles that were tried, the latest last."""

    tries: list[PastTry]


@api.get("/api/puzzles")
def list_puzzle_games(services: Services, ask: AskNothing, visitor: Visitor) -> list[PuzzleGame]:
    """List the games that have puzzles, with their themes and the visitor's standing in each."""
    return [puzzle_game(services, collection, visitor) for collection in collections()]


@api.get("/api/puzzles/first")
def show_first_puzzle(services: Services, ask: AskNothing, visitor: Visitor) -> PuzzleView:
    """Show a puzzle to begin with, of the game of the visitor's latest puzzle."""
    game = _game_to_begin(services, visitor)
    if game is None:
        raise NotFound("No game has puzzles.")
    return show_next_puzzle(services, {"game": game}, visitor)


@api.get("/api/puzzles/daily")
def show_daily_puzzle(services: Services, ask: AskNothing, visitor: Visitor) -> PuzzleView:
    """Show the puzzle of the day (UTC), the same for everybody."""
    puzzle = daily_puzzle(datetime.now(UTC).date())
    if puzzle is None:
        raise NotFound("No game has puzzles.")
    return puzzle_view(services, puzzle, visitor)


@api.get("/api/puzzles/next/{game}")
def show_next_puzzle(services: Services, ask: AskNext, visitor: Visitor) -> PuzzleView:
    """Show a puzzle that the visitor has not tried, of about their rating."""
    game = game_of(ask["game"])
    collection, theme = collection_of(game), ask.get("theme", "")
    tries = services.tries.tries(visitor, game.name)
    puzzle = next_puzzle(
        collection.puzzles.values() if collection else (),
        {each.puzzle for each in tries},
        tries[-1].rating.rating if tries else BEGINNER.rating,
        services.random,
        theme,
    )
    if puzzle is None:
        what = f"with the theme {theme!r} " if theme else ""
        raise NotFound(f"There is no puzzle {what}of {game.label}.")
    return puzzle_view(services, puzzle, visitor)


@api.get("/api/puzzles/offline")
def list_puzzles_to_keep(services: Services, ask: AskNothing, visitor: Visitor) -> list[KeptPuzzle]:
    """List a few puzzles of each game, with their solutions, to be solved without the server."""
    found = []
    for collection in collections():
        tries = services.tries.tries(visitor, collection.game.name)
        tried = {each.puzzle for each in tries}
        new = [puzzle for puzzle in collection.puzzles.values() if puzzle.id not in tried]
        found += nearest(new, tries[-1].rating.rating if tries else BEGINNER.rating)
    return [
        {"puzzle": puzzle_view(services, puzzle, visitor), "solution": solution_of(services, puzzle, visitor)}
        for puzzle in found
    ]


@api.get("/api/puzzles/history")
def show_history(services: Services, ask: AskNothing, visitor: Visitor) -> History:
    """List the puzzles that the visitor has tried."""
    return {
        "tries": [
            {
                "puzzle": each.puzzle,
                "game": each.game,
                "solved": each.solved,
                "tried": each.tried,
                "rating": round(each.rating.rating),
            }
            for each in services.tries.tries(visitor)[-MAX_HISTORY:]
        ]
    }


@api.get("/api/puzzle/{id}")
def show_puzzle(services: Services, ask: AskPuzzle, visitor: Visitor) -> PuzzleView:
    """Show a puzzle."""
    return puzzle_view(services, _puzzle(services, ask["id"], visitor), visitor)


@api.post("/api/puzzle/{id}/move", waits=True)
def try_move(services: Services, ask: AskTry, visitor: Visitor) -> Answer:
    """Try a move: what the opponent answers, or what refutes it."""
    puzzle = _puzzle(services, ask["id"], visitor)
    game, step = get_game(puzzle.game), 2 * ask["step"]
    positions, moves = puzzle.line(game)
    if step >= len(moves):
        raise InvalidSetting(f"The puzzle {puzzle.id} has {len(puzzle.own_moves)} moves to find.")
    position = positions[step]
    move = position.move(ask["move"])
    if move.code not in position.legal_moves.codes():
        raise IllegalMove(f"The move {move.text!r} is not legal.")
    after = view_after(position, move.text)
    if move != moves[step]:
        if ask["first"]:
            _count(services, puzzle, visitor, is_solved=False)
        reply, verdict = (None, "") if ask.get("brief") else _refutation(position.play(move))
        return {"right": False, "done": False, "after": after, "reply": reply, "verdict": verdict}
    if step + 1 < len(moves):
        reply = view_after(positions[step + 1], moves[step + 1].text)
        return {"right": True, "done": False, "after": after, "reply": reply, "verdict": ""}
    if ask["first"]:
        _count(services, puzzle, visitor, is_solved=True)
    return {
        "right": True,
        "done": True,
        "after": after,
        "reply": None,
        "verdict": "",
        "solution": solution_of(services, puzzle, visitor),
    }


@api.post("/api/puzzle/{id}/solution", lock="hints")
def show_solution(services: Services, ask: AskSolution, visitor: Visitor) -> PuzzleSolution:
    """Show the solution, which counts as not solved."""
    puzzle = _puzzle(services, ask["id"], visitor)
    if ask["first"]:
        _count(services, puzzle, visitor, is_solved=False)
    return solution_of(services, puzzle, visitor)


def first_requests(services: Services, visitor: Visitor, name: str) -> list[str]:
    """Return what the page of puzzles asks for at once: the games, a puzzle, and how its game looks."""
    wanted = name.lower()
    if wanted in _games():
        return _requests_for(f"/api/puzzles/next/{wanted}", wanted)
    if wanted == "daily":
        today = daily_puzzle(datetime.now(UTC).date())
        return _requests_for("/api/puzzles/daily", today.game if today else None)
    if wanted:
        found = puzzle_by_id(wanted)
        return _requests_for(f"/api/puzzle/{wanted}", found.game if found else None)
    with contextlib.suppress(NotKept):
        return _requests_for("/api/puzzles/first", _game_to_begin(services, visitor))
    return _requests_for("", None)


def _requests_for(puzzle: str, game: str | None) -> list[str]:
    return ["/api/puzzles", puzzle, f"/api/games/{game}"] if game else ["/api/puzzles"]


def _games() -> list[str]:
    return [found.game.name for found in collections() if found.puzzles]


def _game_to_begin(services: Services, visitor: Visitor) -> str | None:
    """Return the game of the visitor's latest puzzle, otherwise the first game with puzzles; None if there is none."""
    names = _games()
    latest = (each.game for each in reversed(services.tries.tries(visitor)) if each.game in names)
    return next(latest, names[0] if names else None)


def _puzzle(services: Services, name: str, visitor: Visitor) -> Puzzle:
    """Return a puzzle of a game, or one from the visitor's own games."""
    wanted = name.lower()
    own = (each.puzzle for each in services.tries.mistakes(visitor) if each.puzzle.id == wanted)
    puzzle = next(own, None) or puzzle_by_id(wanted)
    if puzzle is None:
        raise NotFound(f"There is no puzzle {name!r}.")
    return puzzle


def _count(services: Services, puzzle: Puzzle, visitor: Visitor, *, is_solved: bool) -> None:
    """Keep a first try, and rate the visitor by it; a puzzle from their own games is kept as tried."""
    if not visitor:
        return
    if puzzle.source == SOURCE:
        services.tries.note_mistake(visitor, puzzle.id, time.time(), solved=is_solved)
        return
    tries = services.tries.tries(visitor, puzzle.game)
    before = tries[-1].rating if tries else BEGINNER
    after = new_rating(before, [Met(puzzle.rating, PUZZLE_DEVIATION, float(is_solved))])
    services.tries.add(visitor, Try(puzzle.game, puzzle.id, is_solved, time.time(), after))


def _refutation(position: Position) -> tuple[PositionView | None, str]:
    """Return the position after the best answer to a wrong move, and a sentence about where that leaves the game."""
    outcome = position.outcome
    if outcome is not None:
        return None, f"The game is over: {result_words(position.outcome_text)}."
    engine = Engine(position.game, hash_mib=2)
    *_, found = filter(None, engine.slices(position, Limits(nodes=REFUTING_NODES), nodes=REFUTING_NODES))
    best = found.lines[0]
    side = _color(position.game, position)
    if best.score.kind == "cp":
        score = score_text(position.game, best.score, position.turn)
        verdict = f"{side} answers {best.moves[0]}; the score is {score}, from {position.game.colors[0]}'s side."
    else:
        moves = (best.score.value + 1) // 2
        does = "wins" if best.score.kind == "win" else "loses"
        verdict = f"{side} answers {best.moves[0]} and {does} in {moves} {'move' if moves == 1 else 'moves'}."
    return view_after(position, best.moves[0].text), verdict


def _color(game: Game, position: Position) -> str:
    return game.colors[int(position.turn)]
