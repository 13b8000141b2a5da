"""Runs of puzzles: as many as one can in three minutes (a storm), or until the first mistake (a streak).

A run is a list of puzzles that become harder. The page counts; what a run has come to is kept.
"""

import time
from datetime import UTC, datetime
from random import Random
from typing import Annotated, Literal, TypedDict

from plyground.puzzles.collection import Collection, collection_of
from plyground.web.puzzles.try_database import Run
from plyground.web.service.endpoints import Api, NotFound
from plyground.web.service.fields import Name
from plyground.web.service.schema import Between
from plyground.web.service.services import Services
from plyground.web.service.views import game_of
from plyground.web.service.visitors import Visitor

api = Api()
LENGTHS = {"storm": 120, "streak": 200}
"""More than anybody solves."""
MAX_STORM_STEPS = 3
Kind = Literal["storm", "streak"]


class AskRun(TypedDict):
    """A game, and whether the run is against the clock or until the first mistake."""

    game: Name
    kind: Kind


class AskEndOfRun(AskRun):
    """A run that is over: how many puzzles were solved."""

    score: Annotated[int, Between(0, 1000)]


class Best(TypedDict):
    """How many runs there were, and the best of today (UTC) and of all."""

    runs: int
    today: int
    best: int


class RunView(TypedDict):
    """The puzzles of a run in their order, and what was reached before."""

    puzzles: list[str]
    best: Best


@api.get("/api/runs/{game}")
def begin_run(services: Services, ask: AskRun, visitor: Visitor) -> RunView:
    """Choose the puzzles of a run, easy ones first."""
    game, kind = game_of(ask["game"]), ask["kind"]
    collection = collection_of(game)
    if collection is None:
        raise NotFound(f"There are no puzzles of {game.label}.")
    return {"puzzles": choose(collection, kind, services.random), "best": _best(services, visitor, game.name, kind)}


@api.post("/api/runs/{game}")
def end_run(services: Services, ask: AskEndOfRun, visitor: Visitor) -> Best:
    """Keep what a run has come to."""
    game = game_of(ask["game"])
    if visitor:
        services.tries.add_run(visitor, game.name, ask["kind"], Run(ask["score"], time.time()))
    return _best(services, visitor, game.name, ask["kind"])


def choose(collection: Collection, kind: Kind, random: Random) -> list[str]:
    """Return the ids of puzzles to solve one after the other, by rating; a storm has none that are long."""
    longest = MAX_STORM_STEPS if kind == "storm" else 100
    fitting = [puzzle for puzzle in collection.puzzles.values() if len(puzzle.own_moves) <= longest]
    drawn = random.sample(fitting, min(LENGTHS[kind], len(fitting)))
    return [puzzle.id for puzzle in sorted(drawn, key=lambda puzzle: puzzle.rating)]


def _best(services: Services, visitor: Visitor, game: str, kind: Kind) -> Best:
    runs, today = services.tries.runs(visitor, game, kind), datetime.now(UTC).date()
    scores_today = [run.score for run in runs if datetime.fromtimestamp(run.ended, UTC).date() == today]
    return {
        "runs": len(runs),
        "today": max(scores_today, default=0),
        "best": max((run.score for run in runs), default=0),
    }
