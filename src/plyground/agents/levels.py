"""Ten levels of play, from a beginner's opponent to the full engine, and level 0, which a child beats.

A level looks at a limited number of positions and then does not always play the best move it has seen: a move that is w
logits of winning chance worse is played with a probability that falls like exp(-w / temperature). So a weak level
overlooks things, as beginners do, but does not play nonsense with a win at hand. docs/lab/strength.md has the matches
that measured the differences between levels.
"""

from dataclasses import dataclass, replace
from math import exp
from random import Random

from plyground.core.move import Move
from plyground.core.record import Record
from plyground.engine import Info, Limits

MANY_NODES = 100_000
"""From here on a level gets a larger table."""
WON = 40.0
"""The value of a certain win, in logits."""


@dataclass(frozen=True)
class Level:
    """A strength.

    Attributes
    ----------
    depth, nodes
        Limits of its search.
    temperature
        In logits of winning chance; 0 means always the best move it sees.
    lines
        The number of moves it chooses from.
    seconds
        How long it thinks at most, without a clock.
    careless
        The share of its moves that it makes without looking: any legal move.
    """

    depth: int
    nodes: int
    temperature: float = 0.0
    lines: int = 1
    seconds: float = 3.0
    careless: float = 0.0

    @property
    def hash_mib(self) -> int:
        """The size of its table: with room for all that it looks at in a move."""
        return 8 if self.nodes > MANY_NODES else 4


LEVELS = (
    Level(depth=1, nodes=500, temperature=3.5, lines=40, careless=0.5),
    Level(depth=1, nodes=1_000, temperature=1.0, lines=24, careless=0.2),
    Level(depth=2, nodes=4_000, temperature=0.4, lines=16),
    Level(depth=3, nodes=8_000, temperature=0.18, lines=10),
    Level(depth=4, nodes=25_000, temperature=0.1, lines=6),
    Level(depth=6, nodes=70_000, temperature=0.055, lines=4),
    Level(depth=10, nodes=200_000, temperature=0.02, lines=3),
    Level(depth=120, nodes=400_000, temperature=0.008, lines=2),
    Level(depth=120, nodes=900_000),
    Level(depth=120, nodes=1 << 50),
)

HIGHEST = len(LEVELS)
HARMLESS = Level(depth=1, nodes=100, careless=1.0)
"""Level 0: it makes any legal move, and no move that wins at once if there is another."""


def level_of(number: int) -> Level:
    """Return a level by its number, 0 to 10."""
    return LEVELS[number - 1] if number > 0 else HARMLESS


def limits_of(level: Level, clock: float | None, increment: float) -> Limits:
    """Return the limits of a level; with a clock, it manages its time."""
    seconds = level.seconds if clock is None else min(level.seconds, max(0.05, clock / 30 + 0.7 * increment))
    return Limits(depth=level.depth, nodes=level.nodes, movetime=seconds)


def limits_under_load(limits: Limits) -> Limits:
    """Return the limits of a level while many wait: the highest, which has none but time, looks as far as the next.

    So no level is weaker than the one below it, however many wait.
    """
    most = LEVELS[-2].nodes
    return replace(limits, nodes=most if limits.nodes is None else min(limits.nodes, most))


def choose(level: Level, info: Info, record: Record, random: Random) -> Move:
    """Return the move that a level chooses among those it has seen."""
    if level is HARMLESS:
        return _harmless(record, random)
    if level.careless and random.random() < level.careless:
        return random.choice(list(record.position.legal_moves))
    values = []
    for line in info.lines:
        won = {"win": WON - line.score.value / 10, "loss": -WON + line.score.value / 10}
        values.append(won.get(line.score.kind, line.score.value / record.game.winning_scale))
    if level.temperature <= 0 or len(values) == 1:
        return info.lines[0].moves[0]
    weights = [exp((value - max(values)) / level.temperature) for value in values]
    return random.choices([line.moves[0] for line in info.lines], weights)[0]


def _harmless(record: Record, random: Random) -> Move:
    """Return any legal move, but one that wins only if all do."""
    position = record.position
    moves = list(position.legal_moves)
    ends = [position.play(move).outcome for move in moves]
    gentle = [move for move, end in zip(moves, ends, strict=True) if end is None or end.winner != position.turn]
    return random.choice(gentle or moves)
