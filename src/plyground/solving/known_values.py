"""Positions whose value is known exactly, and that of each of their moves: what an engine can be measured by.

They come from endgame tables, from the table of all positions of a small game, or, in a game without tables, from the
solver: positions late in games of the engine, of which it proves every move. Of tables they are drawn evenly: first how
many men, then the material, then the distance to the end, then any position with that distance.

>>> from random import Random
>>> from plyground import get_game
>>> from plyground.solving.known_values import draw_known
>>> known = next(draw_known(get_game("gardner"), Random(1), 1))
>>> known.value, known.plies == min(move.plies for move in known.moves.values() if move.value == 1)
(1, True)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

from plyground.core.errors import InvalidSetting
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.endgame import whole
from plyground.endgame.lookup import Probe, best_line, probe, tables_of, usual_tables
from plyground.endgame.material import Material
from plyground.endgame.sampling import FIVE_MEN, random_by_distance, random_of_all
from plyground.endgame.store import Tables, describe
from plyground.endgame.values import CURSED, Category
from plyground.engine.engine import Engine
from plyground.engine.limits import Limits
from plyground.solving.checker import load_bounds
from plyground.solving.hooks import can_be_drawn
from plyground.solving.solver import Solver

SIGNS = {Category.WIN: 1, Category.LOSS: -1}
"""What a verdict is worth with the counter at 0; all others are draws."""
FROM_A_TABLE = FROM_A_GAME = 4
"""How many positions are drawn of a table that has been read, and of a game."""
RANDOM_PLIES, GAME_NODES, LATE_PLIES = 6, 200, 12
"""How a game is played whose late positions the solver is asked about: so many random plies, then the engine with so
many nodes a move; any of the last plies."""
SOLVER_NODES, SOLVER_MIB = 20_000, 8
MAX_FAILURES = 500
"""After as many positions in a row that do not fit there are said to be none."""


@dataclass(frozen=True)
class KnownMove:
    """What a move leads to: its value for the mover, and the plies to the win or loss, itself counted; 0 if unknown."""

    value: int
    plies: int = 0


@dataclass(frozen=True)
class KnownPosition:
    """A position, its counter at 0, with what is known of it.

    Attributes
    ----------
    position
        The position.
    value
        1 if the side to move wins, 0 for a draw, -1 if it loses.
    moves
        Each legal move's text, and what it leads to.
    has_distances
        Whether `KnownMove.plies` is known.
    """

    position: Position
    value: int
    moves: dict[str, KnownMove]
    has_distances: bool

    @property
    def plies(self) -> int:
        """The plies of the shortest win, or of the longest loss; with a counter, to the next move that sets it to 0."""
        plies = [move.plies for move in self.moves.values() if move.value == self.value]
        return 0 if self.value == 0 else min(plies) if self.value > 0 else max(plies)

    @property
    def has_choice(self) -> bool:
        """Whether some moves keep the value, and others do not."""
        return any(move.value < self.value for move in self.moves.values())

    @cached_property
    def length(self) -> int:
        """The plies in which best play of both by the tables ends the game; only where distances are known."""
        return len(best_line(self.position))

    def best(self) -> str:
        """Return the best move."""
        sign = -1 if self.value > 0 else 1
        return max(self.moves, key=lambda move: (self.moves[move].value, sign * self.moves[move].plies))


def draw_known(game: Game, random: Random, value: int, most_men: int = FIVE_MEN) -> Iterator[KnownPosition]:
    """Draw positions of a value; those that are not lost leave a choice in which the value may be missed.

    Parameters
    ----------
    game
        The game.
    random
        The generator.
    value
        1, 0 or -1, for the side to move.
    most_men
        Tables of more men are left alone.

    Yields
    ------
    KnownPosition
        Without an end, unless there are none, or so few that none is found.

    Raises
    ------
    InvalidSetting
        If nothing is known exactly of this game.
    InvalidTable
        If a table's file is damaged.
    """
    load_bounds(game)
    if value == 0 and not can_be_drawn(game.rules):
        return
    failures = 0
    for known in _all_known(game, random, value, most_men):
        is_fit = known is not None and known.value == value and (value < 0 or known.has_choice)
        failures = 0 if is_fit else failures + 1
        if known is not None and is_fit:
            yield known
        if failures == MAX_FAILURES:
            return


def source_of(game: Game, most_men: int = FIVE_MEN) -> str:
    """Return where positions of known value come from, in words; `InvalidSetting` where there are none."""
    if describe(game) is not None:
        sizes = [men for men in _sizes(usual_tables(game, None)) if men <= most_men]
        if not sizes:
            raise InvalidSetting(f"There are no tables of {game.name} of at most {most_men} men.")
        return f"tables of {sizes[0]} to {sizes[-1]} men"
    if whole.size_of(game) is not None:
        if not whole.path_of(game).exists():
            raise InvalidSetting(f"`plyground solve {game.name} --all` solves all positions of {game.name} first.")
        return "the table of all positions"
    if game.scored:
        raise InvalidSetting(f"{game.title} is played for points, and no value of a position is a win or a draw there.")
    return f"the solver, late in games of {GAME_NODES} nodes a move"


def _all_known(game: Game, random: Random, value: int, most_men: int) -> Iterator[KnownPosition | None]:
    source_of(game, most_men)
    if describe(game) is not None:
        return (_by_tables(each) for each in _of_few_men(usual_tables(game, None), random, value, most_men))
    if whole.size_of(game) is not None:
        return (_by_tables(each) for each in random_of_all(game, random, value))
    return _by_solver(game, random)


def _sizes(tables: Tables) -> list[int]:
    """Return for how many men there are tables; of more than three, for positions of fewer leave little choice."""
    return [
        men for men in range(3, FIVE_MEN + 1) if any(tables.is_there(material) for material in tables.materials_of(men))
    ]


def _of_few_men(tables: Tables, random: Random, value: int, most_men: int) -> Iterator[Position | None]:
    """Yield positions evenly by men, and then by material and distance: a material counts for each of its distances."""
    weighed = {}
    for men in _sizes(tables):
        weights = {material: _distances(tables, material, value) for material in tables.materials_of(men)}
        if men <= most_men and any(weights.values()):
            weighed[men] = list(weights), list(weights.values())
    while weighed:
        materials, weights_of = weighed[random.choice(list(weighed))]
        material = random.choices(materials, weights_of)[0]
        yield from random_by_distance(tables, material, random, value, FROM_A_TABLE)
        yield None  # where there are no positions of this value, the caller must not wait for ever


def _distances(tables: Tables, material: Material, value: int) -> int:
    """Return how many distances the wins (1) or losses (-1) of a material have, 1 for draws, 0 where there are none."""
    table = tables.table(material)
    values = table.header.values if table is not None else []
    signs = [0 if abs(each) > CURSED else (each > 0) - (each < 0) for each in values]
    return min(signs.count(value), 1 if value == 0 else len(values))


def _by_tables(position: Position | None) -> KnownPosition | None:
    """Return what tables say of a position whose counter is at 0, None unless they know all its moves."""
    if position is None:
        return None
    found = probe(position)
    moves = _moves_of(found)
    if found.verdict is None or moves is None:
        return None
    return KnownPosition(position, SIGNS.get(found.verdict.category, 0), moves, has_distances=True)


def _moves_of(found: Probe) -> dict[str, KnownMove] | None:
    moves = {}
    for each in found.moves:
        if each.verdict is None:
            return None
        moves[str(each.move)] = KnownMove(SIGNS.get(each.verdict.category, 0), each.verdict.distance)
    return moves


def _by_solver(game: Game, random: Random) -> Iterator[KnownPosition | None]:
    """Yield positions late in games of the engine, None where the solver does not prove every move."""
    limits = Limits(nodes=GAME_NODES)
    with Engine(game, hash_mib=1, tables="none") as engine:
        while True:
            positions = [game.position()]
            while positions[-1].outcome is None:
                moves = list(positions[-1].legal_moves)
                is_random = len(positions) <= RANDOM_PLIES
                move = random.choice(moves) if is_random else engine.search(positions[-1], limits).bestmove
                assert move is not None
                positions.append(positions[-1].play(move))
            late = positions[-1 - LATE_PLIES : -1]
            yield from map(_by_proofs, random.sample(late, min(FROM_A_GAME, len(late))))


def _by_proofs(position: Position) -> KnownPosition | None:
    """Return what the solver says of a position, None unless it proves every move."""
    moves = {}
    for move in position.legal_moves:
        value = _prove(position.play(move))
        if value is None:
            return None
        moves[str(move)] = KnownMove(-value)
    return KnownPosition(position, max(move.value for move in moves.values()), moves, has_distances=False)


def _prove(position: Position) -> int | None:
    """Return the value of a position for the side to move, None where the solver does not prove it soon."""
    outcome = position.outcome
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == position.turn else -1
    solver = Solver(position, SOLVER_MIB)
    for state in solver.slices():
        if state.value is not None or state.nodes > SOLVER_NODES:
            break
    value = solver.state.value
    return None if value is None else {"win": 1, "draw": 0, "loss": -1}[value]


def play_best(position: Position) -> str:
    """Return the move by which tables hold out longest, or win soonest."""
    return str(probe(position, tables_of(position.game)).moves[0].move)
