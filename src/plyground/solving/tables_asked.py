"""The endgame tables that a proof rests on: what they say, and whether they are right."""

from typing import Any

import numpy as np

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.endgame.lookup import usual_tables
from plyground.endgame.many import values_of
from plyground.endgame.material import Material, successors
from plyground.endgame.store import describe
from plyground.endgame.tablefile import InvalidTable
from plyground.endgame.values import CURSED, HOLE, verdict_of
from plyground.endgame.verification import verify
from plyground.kernel.words import Words, turns
from plyground.solving.proof import Claim, InvalidProof
from plyground.solving.tables import digests_of


class TablesAsked:
    """The tables that a proof rests on."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._materials: set[Material] = set()
        self.digests: dict[str, str] = {}

    def distances(self, rules: Any, rows: Words, claim: Claim) -> Any:
        """Return how many plies the verdict of each position leaves without a move that sets the counter to 0.

        Raises
        ------
        InvalidProof
            If there is no table that can be used, or one does not say that the claim's side has its target.
        """
        if not len(rows):
            return np.zeros(0, np.int64)
        tables = usual_tables(self._game, None) if describe(self._game) is not None else None
        if tables is None:
            raise self._not_there(Position(self._game, rules, rows[0].copy()))
        try:
            found, materials = values_of(tables, rows)
        except InvalidTable as error:
            raise InvalidProof(f"The proof rests on a table that cannot be used: {error}") from None
        values = found.astype(np.int64)
        is_cursed = np.abs(values) > CURSED
        own = np.where(is_cursed, 0, np.sign(values))
        own[turns(rows) != claim.side] *= -1
        wrong = np.flatnonzero((values == HOLE) | (own < claim.target))
        if wrong.size:
            position, value = Position(self._game, rules, rows[wrong[0]].copy()), int(values[wrong[0]])
            if value == HOLE:
                raise self._not_there(position)
            raise InvalidProof(f"The proof does not hold at {position.text!r}: by the table it is {verdict_of(value)}.")
        self._materials |= materials
        return np.maximum(0, np.abs(values) - 1 - CURSED * is_cursed)

    @staticmethod
    def _not_there(position: Position) -> InvalidProof:
        return InvalidProof(f"The proof rests on a table that is not here, at {position.text!r}.")

    def verify(self) -> None:
        """Check the tables, and those that they lead to, position by position; raise `InvalidProof` for a fault."""
        if not self._materials:
            return
        tables = usual_tables(self._game, None)
        waiting = set(self._materials)
        closed: set[Material] = set()
        while waiting:
            material = waiting.pop()
            closed.add(material)
            waiting |= {other.normal for other in successors(tables.description, material)} - closed
        for checked in verify(tables, sorted(closed, key=lambda material: material.key)):
            if checked.fault:
                raise InvalidProof(f"The proof rests on the table {checked.material}, which is wrong: {checked.fault}")
        self.digests = digests_of(tables, self._materials)
