"""What the engine is asked in a game, with all that it needs to know, so that it can be answered in any place.

The server asks itself, or the browser of the player (`plyground.web.service.elsewhere`): there the same functions
answer. A move depends on nothing but what is asked, and on what the engine remembers of the game.
"""

from collections.abc import Generator
from random import Random
from typing import Annotated, TypedDict

from plyground.agents.levels import choose, level_of, limits_of, limits_under_load
from plyground.core.record import Record
from plyground.engine import Limits
from plyground.web.service.fields import Name, Text
from plyground.web.service.runtime import Turn
from plyground.web.service.schema import Between, Most
from plyground.web.service.thinking import Thinker
from plyground.web.service.views import game_of


class AskEngine(TypedDict):
    """A game as far as it has come; ``rules`` are those that it was begun with."""

    game: Name
    rules: dict[str, Annotated[str, Most(60)]]
    start: Text
    moves: Annotated[list[Annotated[str, Most(200)]], Most(10_000)]


class AskedLevel(TypedDict):
    """A level, and the clock of its side as it was; ``id`` names the game that the engine remembers.

    ``seed`` decides what a weaker level chooses; it also tells this question from all others.
    """

    id: Annotated[str, Most(40)]
    level: Annotated[int, Between(0, 10)]
    left: float | None
    increment: float
    seed: Annotated[int, Between(0, 2**31)]


class AskEngineMove(AskEngine, AskedLevel):
    """A move of a level in a game."""


def rules_of(record: Record) -> dict[str, str]:
    """Return the rules of a game, by which `game_of` finds it again."""
    game = record.game
    return {
        **dict(game.chosen),
        "repetition": str(game.repetition or "off"),
        "ply-cap": str(game.ply_cap or "off"),
    }


def question_of(record: Record) -> AskEngine:
    """Return a game as it is asked about."""
    moves = [move.text for move in record.moves]
    return {"game": record.game.name, "rules": rules_of(record), "start": record.start.text, "moves": moves}


def record_of(ask: AskEngine) -> Record:
    """Return the game that is asked about."""
    game = game_of(ask["game"], ask["rules"])
    return Record.from_moves(game, ask["moves"], game.position(ask["start"]))


def limits_of_move(ask: AskEngineMove) -> Limits:
    """Return how long and how far the engine looks for a move."""
    return limits_of(level_of(ask["level"]), ask["left"], ask["increment"])


def find_move(
    ask: AskEngineMove, record: Record, thinker: Thinker, turn: Turn, *, is_overloaded: bool = False
) -> Generator[None, Turn, str]:
    """Find a level's move in turns: one whole search; under load the highest level is content with less."""
    level, limits = level_of(ask["level"]), limits_of_move(ask)
    own = limits_under_load(limits) if is_overloaded else limits
    info = yield from thinker.in_turns(record, own, turn, level.lines, lambda info: None)
    return choose(level, info, record, Random(ask["seed"])).text
