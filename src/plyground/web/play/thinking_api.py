"""The engine of a game in the browser of the player: what it is asked, and how its moves come into the game.

The page says ``here``; from then on the game that it is sent holds what the engine is asked (``asks``), the page asks
that at `MOVE` of the service beside it, and sends the move. The server judges it like anybody's: whose it is, and
whether it is legal and in time.
"""

from collections.abc import Generator
from typing import Annotated, TypedDict

from plyground.agents.levels import level_of
from plyground.core.errors import IllegalMove
from plyground.core.record import Record
from plyground.web.play.engine_moves import AskEngine, AskEngineMove, find_move, record_of
from plyground.web.play.live_view import ShownGame
from plyground.web.play.shown import AskLiveGame, view_for
from plyground.web.service.endpoints import Api
from plyground.web.service.fields import AskNothing
from plyground.web.service.runtime import Turn
from plyground.web.service.schema import Between, Most
from plyground.web.service.services import Services
from plyground.web.service.thinking import LineView
from plyground.web.service.visitors import Visitor

api = Api()
HINT = "/api/thinking/hint"
MOVE = "/api/thinking/move"
_PATIENCE = 30.0


class EngineMove(TypedDict):
    """The engine's move."""

    move: str


class AskHere(AskLiveGame):
    """Whether the browser that asks finds the engine's moves in a game from now on."""

    here: bool


class AskFoundMove(AskLiveGame):
    """The engine's move, and the ``seed`` of the question that it answers."""

    move: Annotated[str, Most(200)]
    seed: Annotated[int, Between(0, 2**31)]


@api.post(MOVE, waits=True, lock="engine")
def think_about_move(services: Services, ask: AskEngineMove) -> EngineMove:
    """Find a level's move."""
    record = _open_record(ask)
    thinker = services.games.thinker(f"asked {ask['id']}", record, level_of(ask["level"]).hash_mib)

    def work(turn: Turn) -> Generator[None, Turn, EngineMove]:
        move = yield from find_move(ask, record, thinker, turn)
        return {"move": move}

    return services.pool.wait(f"asked {ask['id']}", work, _PATIENCE)


@api.post(HINT, waits=True, lock="hints")
def think_about_hint(services: Services, ask: AskEngine) -> LineView:
    """Find what the engine would play."""
    return services.games.advice("hint", _open_record(ask))


def _open_record(ask: AskEngine) -> Record:
    record = record_of(ask)
    if record.outcome is not None:
        raise IllegalMove("The game is over.")
    return record


@api.post("/api/play/{id}/engine")
def let_browser_think(services: Services, ask: AskHere, visitor: Visitor) -> AskNothing:
    """Let the browser that plays find the engine's moves, or no longer."""
    services.games.claim(ask["id"], visitor)
    can_think = services.games.live(ask["id"]).record.game.name in services.given_to_browsers
    services.games.let_browser_think(ask["id"], visitor, here=ask["here"] and can_think)
    return {}


@api.post("/api/play/{id}/engine-move")
def take_engine_move(services: Services, ask: AskFoundMove, visitor: Visitor) -> ShownGame:
    """Take the engine's move from the browser that was asked for it."""
    return view_for(services, services.games.take_move(ask["id"], visitor, ask["seed"], ask["move"]), visitor)
