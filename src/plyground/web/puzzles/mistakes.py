"""Puzzles from one's own mistakes: the position before a move that threw something away, where one move is the best.

A mistake becomes a puzzle if the engine's first move there is clearly better than its second. It can be tried again and
again: what was not solved comes first, then what was solved longest ago. It does not count for the rating.
"""

from functools import partial
from typing import Annotated, TypedDict

from plyground.core.position import Position
from plyground.core.steps import Steps
from plyground.engine import Engine, Limits
from plyground.puzzles.puzzle import Goal, ProofKind, Puzzle
from plyground.puzzles.rating import estimate
from plyground.web.puzzles.try_database import Mistake
from plyground.web.puzzles.views import PuzzleView, puzzle_view
from plyground.web.service.endpoints import Api, NotFound
from plyground.web.service.fields import AskNothing, Name, Text
from plyground.web.service.runtime import in_turns
from plyground.web.service.schema import Most
from plyground.web.service.services import Services
from plyground.web.service.thinking import chance
from plyground.web.service.views import game_of
from plyground.web.service.visitors import Visitor

api = Api()
CHECKED_NODES = 60_000
CLEARLY = 0.15
"""By how much of a winning chance the best move must be better than the next."""
MOST = 12
"""Mistakes that one request may bring."""
MAX_SECONDS = 60.0
"""Seconds after which an unfinished look at them is refused."""
SOURCE = "own game"


class Blunder(TypedDict):
    """A position, the squares of the move that led to it, and what was played."""

    position: Text
    last: Annotated[list[Annotated[str, Most(20)]], Most(60)]
    played: Annotated[str, Most(200)]


class AskKeep(TypedDict):
    """Mistakes of a game."""

    game: Name
    mistakes: Annotated[list[Blunder], Most(MOST)]


class KeptMistakes(TypedDict):
    """How many became puzzles, how many of those are new, and how many there are in all."""

    kept: int
    new: int
    all: int


class MistakeLine(TypedDict):
    """A puzzle from one's own game: its id, its game, what was played, and whether it was tried, and solved, last."""

    id: str
    game: str
    label: str
    played: str
    tried: bool
    solved: bool


class AskMistake(TypedDict):
    """One of the puzzles by its id."""

    id: Annotated[str, Most(20)]


class MistakeList(TypedDict):
    """The puzzles from one's own games, first what to try next."""

    mistakes: list[MistakeLine]


@api.post("/api/mistakes", waits=True, lock="engine")
def keep_mistakes(services: Services, ask: AskKeep, visitor: Visitor) -> KeptMistakes:
    """Look at each mistake's position, and keep as puzzles those where one move is clearly the best."""

    def look() -> Steps[KeptMistakes]:
        game, kept, new = game_of(ask["game"]), 0, 0
        for blunder in ask["mistakes"]:
            found = only_best(game.position(blunder["position"]), tuple(blunder["last"]), blunder["played"])
            if found is not None:
                kept += 1
                new += bool(visitor) and services.tries.keep_mistake(visitor, Mistake(found, blunder["played"]))
            yield
        return {"kept": kept, "new": new, "all": len(services.tries.mistakes(visitor))}

    return services.searches.wait("mistakes", partial(in_turns, look()), MAX_SECONDS)


@api.get("/api/mistakes")
def list_mistakes(services: Services, ask: AskNothing, visitor: Visitor) -> MistakeList:
    """List the puzzles from one's own games."""
    return {
        "mistakes": [
            {
                "id": each.puzzle.id,
                "game": each.puzzle.game,
                "label": game_of(each.puzzle.game).label,
                "played": each.played,
                "tried": each.tried > 0,
                "solved": each.solved,
            }
            for each in services.tries.mistakes(visitor)
        ]
    }


@api.get("/api/mistakes/next")
def show_next_mistake(services: Services, ask: AskNothing, visitor: Visitor) -> PuzzleView:
    """Show the puzzle from one's own games that is next."""
    mistakes = services.tries.mistakes(visitor)
    if not mistakes:
        raise NotFound("There are no puzzles from your own games yet: analyse a game, and keep its mistakes.")
    return puzzle_view(services, mistakes[0].puzzle, visitor)


@api.post("/api/mistakes/{id}/delete")
def forget_mistake(services: Services, ask: AskMistake, visitor: Visitor) -> MistakeList:
    """Remove a puzzle from one's own games."""
    services.tries.forget_mistake(visitor, ask["id"])
    return list_mistakes(services, {}, visitor)


def only_best(position: Position, last: tuple[str, ...], played: str) -> Puzzle | None:
    """Return the puzzle to find the best move; None if it was played, or another is nearly as good."""
    if position.outcome is not None or position.legal_moves.count() < 2:
        return None
    game, engine = position.game, Engine(position.game, hash_mib=2, multipv=2)
    found = filter(None, engine.slices(position, Limits(nodes=CHECKED_NODES), nodes=CHECKED_NODES))
    infos = [info for info in found if len(info.lines) > 1]
    if not infos:
        return None
    first, second = infos[-1].lines[:2]
    ahead = abs(chance(game, first.score, position.turn) - chance(game, second.score, position.turn))
    if first.moves[0].text == played or ahead < CLEARLY:
        return None
    nodes = infos[-1].nodes
    for info in reversed(infos):
        if info.lines[0].moves[0] != first.moves[0]:
            break
        nodes = info.nodes
    moves, rating = (first.moves[0].text,), estimate([nodes])
    return Puzzle(game.name, position.text, moves, Goal.BEST, ProofKind.SEARCH, rating, (), last, SOURCE, 0)
