"""A rating of one's own against the ten levels, by Glicko-2, in each game.

The levels are fixed anchors: how far each stands above the one before has been measured, and level
1 is put at `LOWEST`. So the ratings of different games cannot be compared. What counts is a game from the usual start
against the engine, without hints and without moves taken back; it is rated when it is over, the games in their order.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from plyground.arena.glicko import GlickoRating, Met, new_rating
from plyground.core.game import Game
from plyground.core.registry import all_games

USUAL_STEPS = (512, 512, 301, 215, 255, 255, 172, 70, 35)
"""By how many points of Elo levels 2 to 10 are stronger than the level before, where the game's package declares no
``LEVEL_STEPS``, which ``benchmarks/web_levels.py`` measures: about what other games have."""
LOWEST = 500
"""Level 1."""
FIRST = GlickoRating(1000.0)
ANCHOR_DEVIATION = 60.0
"""How uncertain the measured levels are."""
MIN_PLIES = 4
"""A game that ends sooner has not been played."""


@dataclass(frozen=True)
class Rung:
    """A rated game: its id, the engine's level, one's points, when it ended, and one's rating after it."""

    id: str
    level: int
    points: float
    ended: float
    rating: GlickoRating


def anchors(game: Game) -> tuple[int, ...]:
    """Return the ratings of levels 1 to 10 in `game`."""
    return tuple(accumulate(game.declaration("LEVEL_STEPS", USUAL_STEPS), initial=LOWEST))


def suitable_level(game: Game, rating: float) -> int:
    """Return the level that is nearest to a rating: of two as near the weaker, of equally strong ones the highest."""
    levels = anchors(game)
    return 1 + min(range(len(levels)), key=lambda i: (abs(levels[i] - rating), levels[i], -i))


def is_rated(state: dict[str, Any]) -> bool:
    """Tell whether a stored game, which is over, counts."""
    kinds = [seat["kind"] for seat in state["seats"]]
    levels = [seat.get("level", 5) for seat in state["seats"] if seat["kind"] == "engine"]
    known = all_games().get(state["game"])
    return (
        known is not None
        and sorted(kinds) == ["engine", "person"]
        # level 0 is nobody to be measured against
        and levels[0] > 0
        and not state["seats"][kinds.index("engine")].get("perfect", False)
        and not state.get("assisted", True)
        and state.get("points") is not None
        and state["start"] == known.start
        and len(state["moves"]) >= MIN_PLIES
    )


def climb(finished: Iterable[tuple[str, float, dict[str, Any]]]) -> dict[str, list[Rung]]:
    """Return the rated games by the name of their game, in their order.

    Parameters
    ----------
    finished
        Ids, times and states of games, the latest first, as `GameDatabase.latest` returns them.
    """
    rungs: dict[str, list[Rung]] = {}
    for name, ended, state in reversed(list(finished)):
        if not is_rated(state):
            continue
        own = rungs.setdefault(state["game"], [])
        person = [seat["kind"] for seat in state["seats"]].index("person")
        level = state["seats"][1 - person].get("level", 5)
        points = state["points"] if person == 0 else 1 - state["points"]
        anchor = anchors(all_games()[state["game"]])[level - 1]
        before = own[-1].rating if own else FIRST
        own.append(Rung(name, level, points, ended, new_rating(before, [Met(anchor, ANCHOR_DEVIATION, points)])))
    return rungs
