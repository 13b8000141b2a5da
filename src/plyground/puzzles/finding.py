"""Where puzzles may be: positions of self-play in which one move is far better than the next, and positions of tables.

Each attempt has a number, and depends on it and on the seed alone. In self-play both sides choose by the odds that a
short search sees and a little chance (`plyground.arena.quick`): so they make the mistakes that puzzles punish, but
seldom silly ones.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from plyground.arena.quick import LONGEST, QuickGames
from plyground.core.errors import InvalidSetting
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.endgame.lookup import usual_tables
from plyground.endgame.material import Material
from plyground.endgame.sampling import random_position
from plyground.endgame.store import Tables, describe
from plyground.engine.engine import Engine
from plyground.engine.limits import Limits
from plyground.puzzles.proving import NOT_WINNING, WINNING, Prover
from plyground.search.editing import position_of_pieces

PLAYED_NODES = (100, 400)
"""Positions that a search of self-play visits: one of them a game."""
GAP, BEHIND, AHEAD = 0.2, -1.0, 1.2
"""Only where that search prefers its first move by so much, which is not worse than `BEHIND`, and its second not better
than `AHEAD`, is looked longer: a sixth of the positions, with five of six puzzles."""
LOOKED_NODES, LOOKED_AGAIN_NODES = 3000, 10_000
OPENING_PLIES = 4
"""The most random moves that a game begins with."""
MIN_MEN, MAX_MEN = 5, 9
"""How many men of a side a game for points begins with."""
MIN_MOVES = 4
"""A position with fewer legal moves is no puzzle."""
TABLE_EVERY = 4
"""One attempt in this many draws from the tables, where there are some, unless it is said otherwise."""
TABLE_TRIES = 40
SELF_PLAY = "self-play"
"""The source of candidates that are not from a table."""
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
        self._players = [QuickGames(game, nodes, seed, LONGEST) for nodes in PLAYED_NODES]
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
            yield from self._of_play(random, number)

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

    def _of_play(self, random: Random, number: int) -> Iterator[Candidate]:
        position = self._start(random)
        for _ in range(random.randint(0, OPENING_PLIES)):
            if position.outcome is None:
                position = position.play(random.choice(list(position.legal_moves)))
        played = self._players[number % len(self._players)].game(number, position)
        last: tuple[str, ...] = ()
        for code, (best, second) in zip(played.moves, played.odds, strict=True):
            if _prefers_one(best, second) and position.legal_moves.count() >= MIN_MOVES and self._is_sharp(position):
                yield Candidate(position, last, SELF_PLAY)
            move = position.move_of_code(int(code))
            last, position = position.steps(move), position.play(move)

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
        """Tell whether a short search, and a longer one, see one move that is far better than the next."""
        return self._stands_out(position, LOOKED_NODES, 2) and (
            self.game.scored or self._stands_out(position, LOOKED_AGAIN_NODES, 1.25)
        )

    def _stands_out(self, position: Position, nodes: int, slack: float) -> bool:
        self._looker.clear()
        lines = self._looker.search(position, Limits(nodes=nodes)).lines
        if len(lines) < 2:
            return False
        best, next_best = (self._prover.odds(line.score, counts_points=True) for line in lines[:2])
        if self.game.scored:
            is_exact = all(line.score.exact for line in lines[:2])
            return is_exact and best * next_best <= 0 and best != next_best
        is_winning = best >= WINNING / slack and next_best <= slack * NOT_WINNING
        return is_winning or (next_best <= -2 * WINNING and abs(best) <= WINNING / 2)


def _prefers_one(best: float, second: float) -> bool:
    """Tell whether the search that chose a move preferred it; where it saw no difference, the next seldom sees one."""
    return best - second >= GAP and best >= BEHIND and second <= AHEAD
