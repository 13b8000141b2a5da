"""Self-play: the engine plays itself, and what it thought of the positions on the way is kept to learn from.

Game n of a seed is always the same game: its opening is random plies drawn from stream n, between half of `plies` and
all of them, taken if a search finds neither side further ahead than the `band`; then every move is the engine's, at a
fixed number of nodes. (So the same opening would give the same game again: short openings are no good.) A game that is
as good as won is not played to its end.

Kept is the score of the *search*, which is what a net shall foresee; the static evaluation, which the net replaces,
would teach it nothing new. Not kept are positions whose value changes with the next move, so that no static judgement
can be right about them (the side to move is in check, or its best move captures or threatens by the game's own measure,
`move_priority`), positions that are decided, and a position that has stood in the same game before.

A search visits few positions in which both sides have played well: most lie behind a bad move. A net that has only seen
games does not know those, and its value goes astray there. So from each position of a game lead `branches` side lines:
one or two random plies, then the engine's moves until a position is worth keeping. Its result is `UNKNOWN`.
"""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from plyground.core.arguments import seed_of
from plyground.core.errors import InvalidSetting
from plyground.core.evaluation import Handmade
from plyground.core.game import Game
from plyground.endgame.tablebase import idle_probe
from plyground.engine.evaluator import evaluator_of
from plyground.engine.parameters import parameters_of
from plyground.engine.scores import INFINITE
from plyground.engine.state import forget_statistics, new_state
from plyground.engine.table import TranspositionTable
from plyground.engine.warmup import warmup
from plyground.kernel.random import seed_stream
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import Moves
from plyground.learn.dataset import Records, record_type
from plyground.learn.playing import (
    BAND,
    BRANCHES,
    CHOSEN,
    DECISIVE,
    OPENING_TRIES,
    PLIES,
    PLY_CAP,
    REPETITION,
    SCORED,
    SEARCHED,
    Kept,
    play_game,
)
from plyground.nets.evaluations import HANDMADE, NET, net_file
from plyground.nets.file import net_digest

DECIDED = 8
"""The logarithm of the odds of winning, by the game's `winning_scale`, beyond which a position counts as won."""
HASH_MIB = 1


@dataclass(frozen=True)
class Settings:
    """How self-play goes.

    Attributes
    ----------
    nodes
        Positions that each search visits.
    plies
        The most random plies of an opening; each game draws a number from half as many on.
    band
        Hundredths by which the opening may favour one side.
    branches
        Side lines from each position of a game.
    seed
        Of all that is random.
    evaluation
        What the engine judges by, as `plyground.nets.evaluations` names it: "handmade", or "net:FILE".
    """

    nodes: int = 1000
    plies: int = 12
    band: int = 300
    branches: int = 1
    seed: int = 0
    evaluation: str = HANDMADE

    def __post_init__(self) -> None:
        seed_of(self.seed)
        bounds = {"nodes": (1, 2**62), "plies": (1, 1000), "band": (1, 2**62), "branches": (0, 100)}
        for name, (least, most) in bounds.items():
            value = getattr(self, name)
            if not least <= value <= most:
                wanted = f"from {least} up" if most == 2**62 else f"{least} to {most}"
                raise InvalidSetting(f"The {name} of self-play cannot be {value}; a whole number {wanted}.")

    def facts(self, game: Game) -> dict[str, Any]:
        """Return them by name, as a file of positions of `game` keeps them; a net is told by file and digest."""
        found = asdict(self)
        net = net_file(game, self.evaluation)
        if self.evaluation == HANDMADE:
            del found["evaluation"]
        elif net is not None:
            game.evaluation(self.evaluation)
            found["evaluation"] = f"{NET} {net.name} {net_digest(net)}"
        return found


class SelfPlay:
    """Plays the games of one process."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game, self.settings = game, settings
        evaluation = game.evaluation(settings.evaluation)
        # a net knows no counters; a search fades what it says
        parameters = parameters_of(game).with_changes({"fade": 0})
        position = game.position()
        self._rules, self._start = position.rules, position.words
        warmup(position, parameters, evaluation)
        self._parameters = parameters.array()
        self._state = new_state(self._rules, np.zeros(1, np.int64), evaluator_of(evaluation), idle_probe(game))
        self._table = TranspositionTable(HASH_MIB)
        self._random = np.zeros(1, np.uint64)
        self._kept = Kept.room_for(self._rules.words, settings.plies, settings.branches)
        self._chosen = np.zeros(len(CHOSEN), np.int64)
        self._chosen[[SEARCHED, PLIES, BAND, BRANCHES]] = (
            settings.nodes,
            settings.plies,
            settings.band,
            settings.branches,
        )
        self._chosen[[DECISIVE, REPETITION, PLY_CAP, SCORED]] = (
            DECIDED * game.winning_scale,
            game.repetition or 0,
            game.ply_cap or 0,
            game.scored,
        )
        kind = type(evaluation.kernel)
        part = "self-play" if kind is Handmade else f"self-play {kind.__name__.lower()}"
        ensure_ready(f"{game.family} {part}", f"{game.title} {part}", self._build)

    def _build(self) -> None:
        """Compile the kernel, or load it."""
        chosen = self._chosen.copy()
        chosen[[SEARCHED, PLIES, BAND, BRANCHES, PLY_CAP]] = 1, 1, INFINITE, 0, 1
        self._play(chosen)

    def _play(self, chosen: Moves) -> int:
        """Play a game; return how many positions are kept."""
        forget_statistics(self._state)
        self._table.clear()
        state, rows = self._state, self._table.rows
        return int(play_game(self._rules, state, rows, self._parameters, chosen, self._start, self._random, self._kept))

    def positions(self, number: int) -> Records:
        """Play game `number` and return the positions to keep, in their order.

        Raises
        ------
        InvalidSetting
            If no opening is found that is even enough.
        """
        seed_stream(self._random, self.settings.seed, number)
        size = self._play(self._chosen)
        if size < 0:
            raise InvalidSetting(
                f"No opening of {self.settings.plies} random plies within {self.settings.band} hundredths was found "
                f"for {self.game.name} in {OPENING_TRIES} tries."
            )
        records = np.zeros(size, record_type(self._rules.words))
        records["words"] = self._kept.words[:size]
        for place, name in enumerate(("score", "result", "depth", "ply")):
            records[name] = self._kept.labels[:size, place]
        records["game"] = number
        return records
