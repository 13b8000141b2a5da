"""What the tables say about a position and each of its moves.

>>> from plyground import get_game
>>> from plyground.endgame import probe
>>> found = probe(get_game("gardner").position("5/5/2k2/Q4/K4 w - - 0 1"))
>>> str(found.verdict), str(found.moves[0].move)
('win 11', 'a1b1')
"""

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import NoneType

import numpy as np

from plyground.core.arguments import demand_type
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.outcome import Outcome
from plyground.core.position import Position
from plyground.endgame.all_positions import AllPositions, all_positions
from plyground.endgame.store import Tables, describe
from plyground.endgame.tablefile import InvalidTable
from plyground.endgame.values import DRAW, Category, Verdict

_NEGATED = {
    Category.WIN: Category.LOSS,
    Category.CURSED_WIN: Category.BLESSED_LOSS,
    Category.DRAW: Category.DRAW,
    Category.BLESSED_LOSS: Category.CURSED_WIN,
    Category.LOSS: Category.WIN,
}
_COUNTER = np.uint64(0xFFFFFF00)
"""The bits of a position's last word that count quiet plies."""


@dataclass(frozen=True)
class ProbedMove:
    """A move of a probed position.

    Attributes
    ----------
    move
        The move.
    verdict
        What it leads to, from the view of who makes it, the move itself counted; None if no table says.
    is_zeroing
        Whether it sets the counter to 0 or ends the game; in a game without a counter, whether men come off.
    """

    move: Move
    verdict: Verdict | None
    is_zeroing: bool


@dataclass(frozen=True)
class Probe:
    """What the tables say about a position.

    Attributes
    ----------
    position
        The position.
    verdict
        From the side to move's view, with the counter at 0; None where no table reaches. Where the game is over, its
        outcome.
    tables
        What was asked; None for a game that has no tables.
    faults
        Where it is noted that a file cannot be used; None where that is raised.
    """

    position: Position
    verdict: Verdict | None
    tables: Tables | AllPositions | None
    faults: list[InvalidTable] | None = None

    @property
    def verdict_now(self) -> Verdict | None:
        """The verdict with the counter where it stands: a win that comes too late for it is cursed."""
        if self.verdict is None or self.tables is None or self.position.outcome is not None:
            return self.verdict
        return self.verdict.after(self.position.quiet_plies, self.tables.limit)

    @cached_property
    def moves(self) -> tuple[ProbedMove, ...]:
        """Every legal move, best first; of equally good ones in the order of their texts, and unknown ones last."""
        if self.tables is None or self.position.outcome is not None:
            return ()
        probed = [_probe_move(self.tables, self._fresh, move, self.faults) for move in self._fresh.legal_moves]
        return tuple(sorted(probed, key=_worse))

    @property
    def _fresh(self) -> Position:
        """The position with its counter at 0."""
        words = self.position.words.copy()
        words[-1] &= ~_COUNTER
        return Position(self.position.game, self.position.rules, words)


def _worse(move: ProbedMove) -> tuple[int, int]:
    if move.verdict is None:
        return 10, 0
    rank, distance = move.verdict.sort_key
    return -rank, -distance


def probe(
    position: Position, tables: Tables | AllPositions | None = None, faults: list[InvalidTable] | None = None
) -> Probe:
    """Ask the tables about a position.

    Parameters
    ----------
    position
        Of any game.
    tables
        Those to ask; the usual ones of the position's game without.
    faults
        Takes what is wrong with the files that would know; what only they know is then unknown.

    Raises
    ------
    InvalidTable
        Without `faults`, if the file that would know is damaged, or not what it should be.
    """
    demand_type(position, Position, "What tables are asked about", "a Position")
    demand_type(tables, (Tables, AllPositions, NoneType), "The tables to ask", "what `tables_of` returns")
    if tables is None:
        tables = _usable_tables_of(position.game, faults)
    return Probe(position, _verdict(tables, position, faults), tables, faults)


def tables_of(game: Game, folder: Path | None = None) -> Tables | AllPositions | None:
    """Return what knows positions of a game: tables of few men, or that of all positions, or None.

    Parameters
    ----------
    game
        The game.
    folder
        Where to look first; without one, in the usual places.

    Raises
    ------
    InvalidTable
        If the table of all positions is damaged, or of other rules.
    """
    return usual_tables(game, folder) if describe(game) is not None else all_positions(game, folder)


def _usable_tables_of(game: Game, faults: list[InvalidTable] | None) -> Tables | AllPositions | None:
    try:
        return tables_of(game)
    except InvalidTable as error:
        if faults is None:
            raise
        faults.append(error)
        return None


@cache
def usual_tables(game: Game, folder: Path | None) -> Tables:
    """Return the tables of a game in a folder, the usual one without; opened once and for all."""
    return Tables(game, folder)


def _verdict(
    tables: Tables | AllPositions | None, position: Position, faults: list[InvalidTable] | None
) -> Verdict | None:
    outcome = position.outcome
    if outcome is not None:
        return _verdict_of_outcome(position, outcome)
    if tables is None:
        return None
    try:
        return tables.verdict(position.words)
    except InvalidTable as error:
        if faults is None:
            raise
        faults.append(error)
        return None


def _verdict_of_outcome(position: Position, outcome: Outcome) -> Verdict:
    if outcome.winner is None:
        return DRAW
    return Verdict(Category.WIN if outcome.winner == position.turn else Category.LOSS)


def _probe_move(
    tables: Tables | AllPositions, position: Position, move: Move, faults: list[InvalidTable] | None
) -> ProbedMove:
    child = position.play(move)
    verdict = _verdict(tables, child, faults)
    limit = tables.limit
    is_over = child.outcome is not None
    is_zeroing = is_over or (
        child.quiet_plies == 0 if limit is not None else tables.men(child.words) < tables.men(position.words)
    )
    if verdict is not None and verdict.sign != 0:
        plies = 1 if is_zeroing and limit is not None else verdict.distance + 1
        verdict = Verdict(_NEGATED[verdict.category], plies).after(0, limit)
    return ProbedMove(move, verdict, is_zeroing)


def best_line(position: Position, tables: Tables | AllPositions | None = None) -> list[ProbedMove]:
    """Return best play of both sides to the end of the game, the counter as it stands; none where it is drawn."""
    line: list[ProbedMove] = []
    found = probe(position, tables)
    while found.verdict is not None and found.verdict.sign != 0 and found.moves:
        best = found.moves[0]
        line.append(best)
        position = position.play(best.move)
        found = probe(position, tables)
    return line
