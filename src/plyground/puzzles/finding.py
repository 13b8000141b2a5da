"""Where puzzles may be: positions of self-play in which one move is far better than the next, and positions of tables.

Each attempt has a number, and depends on it and on the seed alone. In self-play both sides choose among the first moves
of a short search, by the odds that it sees and a little chance: so they make the mistakes that puzzles punish, but
seldom silly ones.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp
from random import Random

from plyground.core.errors import InvalidSetting
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.endgame.lookup import usual_tables
from plyground.endgame.material import Material
from plyground.endgame.sampling import random_position
from plyground.endgame.store import Tables, describe
from plyground.engine.engine import Engine
from plyground.engine.info import Info
from plyground.engine.limits import Limits
from plyground.puzzles.proving import NOT_WINNING, WINNING, Prover
from plyground.search.editing import position_of_pieces

PLAYED_NODES = (60, 250, 1000)
"""Positions that a search of self-play visits: one of them a game."""
LOOKED_NODES = 3000
TEMPERATURE = 0.25
LINES = 4
SURE = 8.0
OPENING_PLIES = 6
MIN_MEN, MAX_MEN = 5, 9
"""How many men of a side a game for points begins with."""
LONGEST = 160
MIN_MOVES = 4
"""A position with fewer legal moves is no puzzle."""
TABLE_EVERY = 4
"""One attempt in this many draws from the tables, where there are some, unless it is said otherwise."""
TABLE_TRIES = 40
TABLE_MEN = 4
"""A material of as many men, with the royals, or more."""


@dataclass(frozen=True)
class Candidate:
    """A position that may be a puzzle, the squares of the move before it, and where it comes from."""

    position: Position
    last: tuple[str, ...]
    source: str


class Finder:
    """Finds candidates of one game.

    Parameters
    ----------
    game
        The game.
    seed
        Of all that is random.
    prover
        Whose scale of odds is used.
    table_every
        One attempt in this many draws from the tables; 0: none.
    """

    def __init__(self, game: Game, seed: int, prover: Prover, table_every: int = TABLE_EVERY) -> None:
        if seed < 0:
            raise InvalidSetting(f"The seed cannot be {seed}; it is a whole number from 0 up.")
        if table_every < 0:
            raise InvalidSetting(f"One attempt in {table_every} cannot draw from the tables; it is 0 (none) or more.")
        self.game, self.seed, self._prover, self._table_every = game, seed, prover, table_every
        self._player = Engine(game, hash_mib=1, multipv=LINES)
        self._looker = Engine(game, hash_mib=1, multipv=2)
        has_tables = table_every > 0 and describe(game) is not None
        self._tables: Tables | None = usual_tables(game, None) if has_tables else None
        self._materials = self._materials_of_tables()

    def candidates(self, number: int) -> Iterator[Candidate]:
        """Yield the candidates of an attempt, in the order in which they come up."""
        random = Random(f"{self.seed} {self.game.name} {number}")
        if self._materials and number % self._table_every == self._table_every - 1:
            yield from self._of_tables(random)
        else:
            yield from self._of_play(random)

    def _materials_of_tables(self) -> list[Material]:
        if self._tables is None:
            return []
        description, tables = self._tables.description, self._tables
        sizes = range(max(TABLE_MEN, description.smallest), TABLE_MEN + 1)
        found = (material for men in sizes for material in tables.materials(men))
        return [material for material in found if tables.table(material) is not None]

    def _of_tables(self, random: Random) -> Iterator[Candidate]:
        assert self._tables is not None
        for _ in range(TABLE_TRIES):
            material = random.choice(self._materials)
            sign = random.choice((1, 1, 0))
            position = random_position(self._tables, material, random, sign, random.randrange(2), 2 if sign else 0)
            if position is not None and position.legal_moves.count() >= MIN_MOVES:
                yield Candidate(position, (), f"table {material.text(self._tables.description.letters)}")

    def _of_play(self, random: Random) -> Iterator[Candidate]:
        record = Record(self.game, self._start(random))
        for _ in range(random.randint(1, OPENING_PLIES)):
            if record.outcome is None:
                record.play(random.choice(list(record.position.legal_moves)))
        nodes = random.choice(PLAYED_NODES)
        last: tuple[str, ...] = ()
        while record.outcome is None and record.plies < LONGEST:
            position = record.position
            if position.legal_moves.count() >= MIN_MOVES and self._is_sharp(position):
                yield Candidate(position, last, "self-play")
            self._player.clear()
            info = self._player.search(position, Limits(nodes=nodes))
            move = self._choose(info, random)
            last = position.steps(move)
            record.play(move)

    def _start(self, random: Random) -> Position:
        """Return where a game begins: in a game for points with fewer men, so that its end is in sight for longer."""
        start = self.game.position()
        if not self.game.scored:
            return start
        owners: dict[str, list[str]] = {}
        for square, man in start.pieces.items():
            owners.setdefault(man, []).append(square)
        men = random.randint(MIN_MEN, MAX_MEN)
        kept = [square for squares in owners.values() for square in random.sample(squares, min(men, len(squares)))]
        return position_of_pieces(start, {square: start.pieces[square] for square in kept}, int(start.turn))

    def _is_sharp(self, position: Position) -> bool:
        """Tell whether a short search sees one move that is far better than the next."""
        self._looker.clear()
        lines = self._looker.search(position, Limits(nodes=LOOKED_NODES)).lines
        if len(lines) < 2:
            return False
        best, next_best = (self._prover.odds(line.score, counts_points=True) for line in lines[:2])
        if self.game.scored:
            is_exact = all(line.score.exact for line in lines[:2])
            return is_exact and best * next_best <= 0 and best != next_best
        is_winning = best >= WINNING / 2 and next_best <= 2 * NOT_WINNING
        return is_winning or (next_best <= -2 * WINNING and abs(best) <= WINNING / 2)

    def _choose(self, info: Info, random: Random) -> Move:
        odds = [max(-SURE, min(SURE, self._prover.odds(line.score, counts_points=True))) for line in info.lines]
        weights = [exp((value - max(odds)) / TEMPERATURE) for value in odds]
        return random.choices([line.moves[0] for line in info.lines], weights)[0]
