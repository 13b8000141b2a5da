"""The API of the laboratory: games at random, or by an evaluation, and their statistics.

A page sends ``{"do": "play", "token": 7, "game": ..., "games": 5000}`` through the WebSocket and is sent ``{"token": 7,
"played": 1200, "of": 5000}`` and, about once a second, ``{"token": 7, "found": {...}}``: what has been found so far,
and in the end all of it. ``{"do": "stop"}`` ends it (`plyground.web.host.socket_session`).
"""

import asyncio
import time
from typing import Annotated, Literal, NotRequired, TypedDict

from plyground.core.errors import InvalidSetting
from plyground.web.host.pool import Job
from plyground.web.host.socket_session import SocketSession, socket_route
from plyground.web.laboratory.random_games import Findings, Laboratory
from plyground.web.lesson.lesson import lock_of_search
from plyground.web.lesson.school_class import Lock
from plyground.web.service.endpoints import Api
from plyground.web.service.evaluations import chosen_name
from plyground.web.service.fields import Name, Text
from plyground.web.service.schema import BadRequest, Between, Most
from plyground.web.service.services import Services
from plyground.web.service.views import game_of, position_view

api = Api()
MAX_SECONDS = 20.0
"""Seconds after which an answer without a WebSocket has the games played so far."""
SLICE = 0.25
"""Seconds of play between two messages."""
FINDINGS_EVERY = 1.0
Games = Annotated[int, Between(1, 5000)]
Seed = Annotated[int, Between(0, 2**31)]


class AskGames(TypedDict):
    """Games from a position, at random unless there is an evaluation to choose moves by."""

    game: Name
    position: NotRequired[Text]
    evaluation: NotRequired[Annotated[str, Most(60)]]
    games: Games
    seed: NotRequired[Seed]


class AskLaboratory(TypedDict):
    """What a tab sends through the WebSocket."""

    do: Literal["play", "stop"]
    token: NotRequired[int]
    game: NotRequired[Name]
    position: NotRequired[Text]
    evaluation: NotRequired[Annotated[str, Most(60)]]
    games: NotRequired[Games]
    seed: NotRequired[Seed]


def _laboratory(ask: AskGames) -> Laboratory:
    start = game_of(ask["game"]).position(ask.get("position"))
    if start.outcome is not None:
        raise InvalidSetting(f"There is nothing to play: the game is over ({start.outcome_text}).")
    evaluation = chosen_name(start.game, ask["evaluation"]) if ask.get("evaluation") else ""
    return Laboratory(start, ask["games"], ask.get("seed", 0), evaluation, position_view(start)["shoots"])


def _lock(services: Services, ask: AskGames | AskLaboratory) -> Lock | None:
    """Return the lock that these games are under: those from a position tell which of its moves win most."""
    return lock_of_search(services.classes, ask["game"], ask.get("position")) if "game" in ask else None


@api.post("/api/laboratory", waits=True, lock=_lock)
def play_randomly(services: Services, ask: AskGames) -> Findings:
    """Play games and return their statistics; after 20 s, of those that were played."""
    laboratory = _laboratory(ask)
    client, deadline = f"laboratory {id(laboratory)}", time.monotonic() + MAX_SECONDS
    while not services.pool.wait(client, laboratory.work_until(deadline)) and time.monotonic() < deadline:
        pass
    return services.pool.wait(client, lambda job: laboratory.findings())


class LaboratorySession(SocketSession):
    """One tab's games."""

    Ask = AskLaboratory

    def lock(self, ask: AskLaboratory) -> Lock | None:
        """Other positions than those of the lesson may be locked."""
        return _lock(self.services, ask)

    async def answer(self, ask: AskLaboratory, token: int | None) -> None:
        """Play, and report on the way."""
        if "game" not in ask or "games" not in ask:
            raise BadRequest("Random games need a game and their number.")
        wanted = AskGames(game=ask["game"], games=ask["games"], seed=ask.get("seed", 0))
        if "position" in ask:
            wanted["position"] = ask["position"]
        if "evaluation" in ask:
            wanted["evaluation"] = ask["evaluation"]
        laboratory = await asyncio.to_thread(_laboratory, wanted)
        told, is_done = time.monotonic(), False

        def work(job: Job) -> tuple[bool, Findings | None]:
            done = laboratory.work_until(time.monotonic() + SLICE)(job)
            is_due = done or (laboratory.played > 0 and time.monotonic() - told >= FINDINGS_EVERY)
            return done, laboratory.findings() if is_due else None

        while not is_done:
            is_done, found = await self.services.pool.run(self.client, work)
            await self.send({"token": token, "played": laboratory.played, "of": laboratory.games})
            if found is not None:
                told = time.monotonic()
                await self.send({"token": token, "found": found})


sockets = [socket_route("/api/laboratory/live", LaboratorySession)]
