"""How far the engine is from perfect play, on positions whose value is known (`plyground.solving.known_values`).

Three questions, for one limit of its thinking after the other, always without tables. Does its move keep the value,
where not all moves do? When it plays a won position to the end against the defence that holds out longest by the
tables, how many plies does it take beyond those of the tables' own best play? Do its chances foresee how positions end?
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt
from random import Random

from plyground.core.errors import InvalidSetting
from plyground.core.game import Game
from plyground.core.record import Record
from plyground.engine.engine import Engine
from plyground.engine.info import winning_chance
from plyground.engine.limits import Limits
from plyground.solving.known_values import KnownPosition, draw_known, play_best

BINS = 10
"""Bins of the calibration."""
DEVIATIONS = 1.96
"""Of a 95% interval."""
MORE_PLIES = 40
"""A win played to the end may take as many plies more than thrice the shortest."""
_SUFFIXES = {"k": 1000, "M": 1_000_000}


@dataclass(frozen=True)
class Answer:
    """What the engine says of a position.

    Attributes
    ----------
    known
        The position.
    move
        Its move.
    chance
        What it thinks to score, 0 to 1.
    """

    known: KnownPosition
    move: str
    chance: float

    @property
    def is_kept(self) -> bool:
        """Whether the move keeps the value."""
        return self.known.moves[self.move].value >= self.known.value

    @property
    def mistake(self) -> float:
        """How bad it is: what the move gives away, and, of equals, how wrong the chance is; 0 for a move that keeps."""
        lost = self.known.value - self.known.moves[self.move].value
        return 0.0 if lost <= 0 else lost + abs(self.chance - self.worth)

    @property
    def worth(self) -> float:
        """The value as a score, 0 to 1."""
        return (self.known.value + 1) / 2


@dataclass
class Level:
    """What was measured with one limit.

    Attributes
    ----------
    name
        The limit as text.
    answers
        One for each position.
    beyond
        For each win that was played to the end, the plies beyond the shortest; None where the win was lost, or took
        more than thrice the plies and 40.
    """

    name: str
    answers: list[Answer] = field(default_factory=list)
    beyond: list[int | None] = field(default_factory=list)

    def count_kept(self, value: int | None = None) -> tuple[int, int]:
        """Return how many moves keep the value, of how many; only won (1) or drawn (0) positions, if that is given."""
        asked = [answer for answer in self.answers if answer.known.has_choice and value in {None, answer.known.value}]
        return sum(answer.is_kept for answer in asked), len(asked)

    @property
    def brier(self) -> float:
        """The mean square of what the chances are wrong by."""
        return sum((answer.chance - answer.worth) ** 2 for answer in self.answers) / max(1, len(self.answers))

    @property
    def bins(self) -> list[tuple[float, float, int]]:
        """For each bin of chances that has any: their mean, the mean of how the positions end, how many there are."""
        found: list[list[Answer]] = [[] for _ in range(BINS)]
        for answer in self.answers:
            found[min(BINS - 1, int(BINS * answer.chance))].append(answer)
        return [
            (
                sum(answer.chance for answer in each) / len(each),
                sum(answer.worth for answer in each) / len(each),
                len(each),
            )
            for each in found
            if each
        ]

    def worst(self, most: int) -> list[Answer]:
        """Return the worst mistakes, the worst first."""
        mistakes = [answer for answer in self.answers if answer.mistake > 0]
        return sorted(mistakes, key=lambda answer: -answer.mistake)[:most]


def parse_limit(text: str) -> Limits:
    """Read a limit: nodes such as ``1000``, ``10k`` or ``1M``, or seconds such as ``0.1s``."""
    number, factor = text, 1
    for suffix, times in _SUFFIXES.items():
        if text.endswith(suffix):
            number, factor = text.removesuffix(suffix), times
    try:
        if text.endswith("s"):
            seconds = float(text.removesuffix("s"))
            if 0 < seconds < 1e9:
                return Limits(movetime=seconds)
        elif int(number) > 0:
            return Limits(nodes=factor * int(number))
    except ValueError:
        pass
    raise InvalidSetting(f"The limit {text!r} is neither nodes such as 1000, 10k or 1M nor seconds such as 0.1s.")


def sample(game: Game, positions: int, seed: int, most_men: int, tell: Callable[[str], None]) -> list[KnownPosition]:
    """Draw positions: half of them won, a quarter drawn and a quarter lost, fewer where there are none such.

    Won and drawn ones are those in which some moves keep the value and others do not. The arguments are those of
    `measure`.
    """
    random, found = Random(seed), list[KnownPosition]()
    for value, share in ((1, 2), (0, 4), (-1, 4)):
        wanted = max(1, positions // share)
        for known in islice(draw_known(game, random, value, most_men), wanted):
            found.append(known)
            tell(f"drawing positions: {len(found)} of {positions}")
    return found


def measure(
    game: Game,
    known: list[KnownPosition],
    limits: list[str],
    wins: int = 0,
    tell: Callable[[str], None] = lambda line: None,
    evaluation: str | None = None,
) -> Iterator[Level]:
    """Measure the engine with one limit after the other.

    Parameters
    ----------
    game
        The game.
    known
        The positions, as `sample` draws them.
    limits
        As `parse_limit` reads them.
    wins
        How many of the won positions, whose distance is known, are played to the end.
    tell
        Is called with a line on how far it is.
    evaluation
        Who judges, by name; without one, what the engine judges by.

    Yields
    ------
    Level
        The same one again and again while it grows; the caller may leave at any time.
    """
    for name in limits:
        limit, level = parse_limit(name), Level(name)
        with Engine(game, hash_mib=16, tables="none", evaluation=evaluation) as engine:
            for each in known:
                engine.clear()
                info = engine.search(each.position, limit)
                level.answers.append(Answer(each, str(info.bestmove), winning_chance(game, info.lines[0].score)))
                tell(f"{name}: position {len(level.answers)} of {len(known)}")
                yield level
            won = [each for each in known if each.value == 1 and each.has_distances][:wins]
            for each in won:
                engine.clear()
                level.beyond.append(play_out(engine, limit, each))
                tell(f"{name}: win {len(level.beyond)} of {len(won)} played to the end")
                yield level


def play_out(engine: Engine, limit: Limits, known: KnownPosition) -> int | None:
    """Play a won position to the end; return the plies beyond the shortest, None where the win is not reached."""
    record = Record(known.position.game, known.position)
    most = 3 * known.length + MORE_PLIES
    while record.outcome is None and record.plies < most:
        is_own = record.plies % 2 == 0
        record.play(str(engine.search(record, limit).bestmove) if is_own else play_best(record.position))
    outcome = record.outcome
    has_won = outcome is not None and outcome.winner == known.position.turn
    return record.plies - known.length if has_won else None


def interval(kept: int, asked: int) -> tuple[float, float]:
    """Return the 95% interval of a share by Wilson (1927)."""
    if asked == 0:
        return 0.0, 1.0
    share, extra = kept / asked, DEVIATIONS**2 / asked
    middle = share + extra / 2
    half = DEVIATIONS * sqrt(share * (1 - share) / asked + extra / (4 * asked))
    return max(0.0, (middle - half) / (1 + extra)), min(1.0, (middle + half) / (1 + extra))
