"""Self-play: the engine plays itself, and what it thought of the positions on the way is kept to learn from.

Game n of a seed is always the same game: its opening is random plies drawn from stream n, between half of `plies` and
all of them, taken if a search finds neither side further ahead than the `band`; then every move is the engine's, at a
fixed number of nodes. (So the same opening would give the same game again: short openings are no good.) A game that is
as good as won is not played to its end.

Kept is the score of the *search*, which is what a net shall foresee; the static evaluation, which the net replaces,
would teach it nothing new. Not kept are positions whose value changes with the next move, so that no static judgement
can be right about them (the side to move is in check, or its best move captures or threatens by the game's own measure,
`move_priority`), positions that are decided, and a position that has stood in the same game before.
"""

import hashlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.errors import InvalidSetting
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.rules import sample, scratch
from plyground.engine.engine import Engine
from plyground.engine.hooks import is_check, move_priority
from plyground.engine.info import Info
from plyground.engine.limits import Limits
from plyground.engine.scores import Score
from plyground.kernel.random import below, seed_stream
from plyground.learn.dataset import DRAW, LOSS, WIN, Records, record_type
from plyground.nets.evaluations import HANDMADE

DECIDED = 8
"""The logarithm of the odds of winning, by the game's `winning_scale`, beyond which a position counts as won."""
DECIDED_PLIES = 4
"""How many plies in a row a game must look decided, from one side's view, to end there."""
LONGEST = 400
"""Plies after which a game is a draw."""
OPENING_TRIES = 200
HASH_MIB = 1
DIGITS = 16
"""Of a net's digest, that a file of positions keeps."""


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
    seed
        Of all that is random.
    evaluation
        What the engine judges by, as `plyground.nets.evaluations` names it: "handmade", or "net:FILE".
    """

    nodes: int = 1000
    plies: int = 12
    band: int = 300
    seed: int = 0
    evaluation: str = HANDMADE

    def __post_init__(self) -> None:
        for name, least in (("nodes", 1), ("plies", 1), ("band", 1), ("seed", 0)):
            value = getattr(self, name)
            if not least <= value < 2**62:
                raise InvalidSetting(f"The {name} of self-play cannot be {value}; a whole number from {least} up.")

    def facts(self) -> dict[str, Any]:
        """Return them by name, as a file of positions keeps them; a net is told by its name and what is in it."""
        found = asdict(self)
        kind, colon, path = found.pop("evaluation").partition(":")
        if kind == HANDMADE:
            return found
        try:
            digest = hashlib.sha256(Path(path).read_bytes()).hexdigest()[:DIGITS] if colon else ""
        except OSError as error:
            raise InvalidSetting(f"The net {path} cannot be read: {error.strerror}.") from None
        return found | {"evaluation": f"{kind} {Path(path).name} {digest}".rstrip()}


class SelfPlay:
    """Plays the games of one process."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game, self.settings = game, settings
        self._engine = Engine(game, hash_mib=HASH_MIB, evaluation=settings.evaluation)
        self._engine.get_ready()
        self._limits = Limits(nodes=settings.nodes)
        self._rules = game.position().rules
        self._decisive = DECIDED * game.winning_scale
        self._moves = scratch(self._rules)
        self._random = np.zeros(1, np.uint64)

    def positions(self, number: int) -> Records:
        """Play game `number` and return the positions to keep, in their order."""
        record = self._opening(number)
        first = record.plies
        infos: list[Info] = []
        advantage = 0
        while record.outcome is None and len(infos) < LONGEST:
            info = self._engine.search(record, self._limits)
            infos.append(info)
            sign = self._decided(info.score)
            sign = -sign if record.position.turn is Color.BLACK else sign
            advantage = advantage + sign if sign * advantage > 0 else sign
            if abs(advantage) >= DECIDED_PLIES or info.bestmove is None:
                break
            record.play(info.bestmove)
        return self._kept(record, first, infos, _white_result(record, advantage))

    def _opening(self, number: int) -> Record:
        seed_stream(self._random, self.settings.seed, number)
        for _ in range(OPENING_TRIES):
            record = Record(self.game)
            for _ in range(self.settings.plies - below(self._random, self.settings.plies // 2 + 1)):
                position = record.position
                if record.outcome is not None:
                    break
                move = int(sample(self._rules, position.words, self._moves, self._random))
                record.play(position.move_of_code(move))
            if record.outcome is None and self._is_even(record):
                return record
        raise InvalidSetting(
            f"No opening of {self.settings.plies} random plies within {self.settings.band} hundredths was found for "
            f"{self.game.name} in {OPENING_TRIES} tries."
        )

    def _is_even(self, record: Record) -> bool:
        self._engine.clear()
        score = self._engine.search(record, self._limits).score
        return score is not None and score.kind == "cp" and abs(score.value) <= self.settings.band

    def _kept(self, record: Record, first: int, infos: list[Info], result: int) -> Records:
        """Return the records of the searched positions that are worth learning from; `result` is White's."""
        kept = np.zeros(len(infos), record_type(self._rules.words))
        size = 0
        seen: set[int] = set()
        for ply, info in enumerate(infos, first):
            position = record.positions[ply]
            score, move = info.score, info.bestmove
            if position.key in seen or score is None or move is None or self._decided(score) != 0:
                continue
            seen.add(position.key)
            words = position.words
            if is_check(self._rules, words) or move_priority(self._rules, words, move.code) != 0:
                continue
            own = result if position.turn is Color.WHITE else WIN - result
            kept[size] = (words, score.value, own, min(info.depth, 255), ply)
            size += 1
        return kept[:size]

    def _decided(self, score: Score | None) -> int:
        """Return 1 where a score says that its side has won, -1 where it has lost, 0 while it is open."""
        if score is None:
            return 0
        if score.kind != "cp":
            return 1 if score.kind == "win" else -1
        return (score.value > self._decisive) - (score.value < -self._decisive)


def _white_result(record: Record, advantage: int) -> int:
    """Return White's result of a game that is over, or decided by `advantage`, or was too long."""
    outcome = record.outcome
    if outcome is None:
        return DRAW if abs(advantage) < DECIDED_PLIES else WIN if advantage > 0 else LOSS
    if outcome.winner is None:
        return DRAW
    return WIN if outcome.winner is Color.WHITE else LOSS
