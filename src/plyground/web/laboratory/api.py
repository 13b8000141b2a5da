"""The API of the laboratory: games at random, or by an evaluation, and their statistics.

A page sends ``{"do": "play", "token": 7, "game": ..., "games": 5000}`` through the WebSocket and is sent ``{"token": 7,
"played": 1200, "of": 5000}`` and, about once a second, ``{"token": 7, "found": {...}}``: what has been found so far,
and in the end all of it. ``{"do": "stop"}`` ends it (`plyground.web.service.session`).
"""

import time
from typing import Annotated, Literal, NotRequired, TypedDict

from plyground.core.errors import InvalidSetting
from plyground.core.outcome import result_words
from plyground.web.laboratory.random_games import Laboratory
from plyground.web.lesson.lesson import lock_of_search
from plyground.web.lesson.school_class import Lock
from plyground.web.service.evaluations import evaluation_name
from plyground.web.service.fields import Name, Text
from plyground.web.service.schema import BadRequest, Between, Most
from plyground.web.service.session import Answering, Send, Session
from plyground.web.service.views import game_of, position_view

SLICE = 0.25
"""Seconds of play between two messages."""
FINDINGS_EVERY = 1.0
Games = Annotated[int, Between(1, 5000)]
Seed = Annotated[int, Between(0, 2**31)]


class AskLaboratory(TypedDict):
    """Games from a position, at random unless there is an evaluation to choose moves by."""

    do: Literal["play", "stop"]
    token: NotRequired[int]
    game: NotRequired[Name]
    position: NotRequired[Text]
    evaluation: NotRequired[Annotated[str, Most(60)]]
    games: NotRequired[Games]
    seed: NotRequired[Seed]


def _laboratory(ask: AskLaboratory) -> Laboratory:
    if "game" not in ask or "games" not in ask:
        raise BadRequest("Random games need a game and their number.")
    start = game_of(ask["game"]).position(ask.get("position"))
    if start.outcome is not None:
        raise InvalidSetting(f"There is nothing to play: the game is over ({result_words(start.outcome_text)}).")
    evaluation = evaluation_name(start.game, ask["evaluation"]) if ask.get("evaluation") else ""
    return Laboratory(start, ask["games"], ask.get("seed", 0), evaluation, position_view(start)["shoots"])


class LaboratorySession(Session):
    """One page's games."""

    PATH = "/api/laboratory/live"
    Ask = AskLaboratory

    def lock(self, ask: AskLaboratory) -> Lock | None:
        """Other positions than those of the lesson may be locked."""
        is_asked = "game" in ask
        return lock_of_search(self.services.classes, ask["game"], ask.get("position")) if is_asked else None

    def answer(self, ask: AskLaboratory, send: Send) -> Answering:
        """Play, and report on the way."""
        laboratory = _laboratory(ask)
        reported, is_done = time.monotonic(), False
        while not is_done:
            turn = yield
            is_done = laboratory.work_until(time.monotonic() + SLICE)(turn)
            send({"played": laboratory.played, "of": laboratory.games})
            if is_done or (laboratory.played > 0 and time.monotonic() - reported >= FINDINGS_EVERY):
                reported = time.monotonic()
                send({"found": laboratory.findings()})
