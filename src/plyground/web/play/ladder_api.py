"""One's own rating against the levels, and the level that suits."""

from typing import TypedDict

from plyground.core.registry import all_games
from plyground.web.play.ladder import FIRST, Rung, anchors, climb, suitable_level
from plyground.web.service.endpoints import Api
from plyground.web.service.fields import AskNothing, Name
from plyground.web.service.services import Services
from plyground.web.service.views import game_of
from plyground.web.service.visitors import Visitor

api = Api()
MAX_GAMES = 1000


class AskLadder(TypedDict):
    """A game by its name."""

    game: Name


class RungView(TypedDict):
    """A rated game, and the rating after it."""

    id: str
    level: int
    points: float
    ended: float
    rating: int


class LadderView(TypedDict):
    """A rating in a game, its deviation, the level that suits it, the levels' ratings, and the rated games."""

    game: str
    label: str
    rating: int
    deviation: int
    level: int
    anchors: list[int]
    games: list[RungView]


@api.get("/api/levels")
def list_ladders(services: Services, ask: AskNothing, visitor: Visitor) -> list[LadderView]:
    """List the games in which the visitor has a rating."""
    return [_view(name, rungs) for name, rungs in _rungs(services, visitor).items()]


@api.get("/api/levels/{game}")
def show_ladder(services: Services, ask: AskLadder, visitor: Visitor) -> LadderView:
    """Show the visitor's rating in a game; without rated games, where everybody begins."""
    name = game_of(ask["game"]).name
    return _view(name, _rungs(services, visitor).get(name, []))


def _rungs(services: Services, visitor: Visitor) -> dict[str, list[Rung]]:
    return climb(services.database.latest(visitor, finished=True, most=MAX_GAMES)) if visitor else {}


def _view(name: str, rungs: list[Rung]) -> LadderView:
    game, rating = all_games()[name], rungs[-1].rating if rungs else FIRST
    return {
        "game": name,
        "label": game.label,
        "rating": round(rating.rating),
        "deviation": round(rating.deviation),
        "level": suitable_level(game, rating.rating),
        "anchors": list(anchors(game)),
        "games": [
            {
                "id": rung.id,
                "level": rung.level,
                "points": rung.points,
                "ended": rung.ended,
                "rating": round(rung.rating.rating),
            }
            for rung in rungs
        ],
    }
