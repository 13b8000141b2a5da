"""The API of the laboratory: random games and their statistics."""

import time
from typing import Annotated, NotRequired, TypedDict

from plyground.core.errors import InvalidSetting
from plyground.web.api.endpoints import Api
from plyground.web.api.fields import Name, Text
from plyground.web.api.schema import Between
from plyground.web.api.views import game_of, position_view
from plyground.web.laboratory.random_games import Findings, Laboratory
from plyground.web.services import Services

api = Api()
MAX_SECONDS = 20.0
"""Seconds after which the games played so far are reported."""


class AskGames(TypedDict):
    """Random games from a position."""

    game: Name
    position: NotRequired[Text]
    games: Annotated[int, Between(1, 5000)]
    seed: NotRequired[Annotated[int, Between(0, 2**31)]]


@api.post("/api/laboratory", waits=True)
def play_randomly(services: Services, ask: AskGames) -> Findings:
    """Play random games and return their statistics."""
    start = game_of(ask["game"]).position(ask.get("position"))
    if start.outcome is not None:
        raise InvalidSetting(f"There is nothing to play: the game is over ({start.outcome_text}).")
    laboratory = Laboratory(start, ask["games"], ask.get("seed", 0), position_view(start)["shoots"])
    client, deadline = f"laboratory {id(laboratory)}", time.monotonic() + MAX_SECONDS
    while not services.pool.wait(client, laboratory.work_until(deadline)) and time.monotonic() < deadline:
        pass
    return services.pool.wait(client, lambda job: laboratory.findings())
