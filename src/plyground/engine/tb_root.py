"""The root where it is known exactly: what the endgame tables say of every move, and best play to the end.

Where all moves are known, the best one by distance is played without a search. If the best is a draw, the moves that
keep it are searched, for a player who makes it hard for the opponent; the score is 0 and exact all the same.

The counter and the ply cap count as they stand, and a move that repeats a position once too often is a draw, whatever
a table says; so is one that lets the opponent do so.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.errors import InvalidSetting
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.rules import generate, outcome, play, scratch
from plyground.endgame.lookup import usual_tables
from plyground.endgame.store import describe
from plyground.endgame.tablebase import (
    NOT_IN_TABLE,
    Probe,
    Tablebase,
    ThreadProbe,
    has_counter,
    idle_probe,
    table_value,
    values_of_moves,
)
from plyground.endgame.tablefile import InvalidTable
from plyground.endgame.unusable import report_unusable
from plyground.endgame.values import CURSED, DRAWN
from plyground.engine.hooks import plies_to_draw
from plyground.engine.info import Line
from plyground.engine.iteration import Root
from plyground.engine.lines import exact_line, moves_along
from plyground.engine.longest import TOO_LONG, Work, longest, new_work
from plyground.engine.scores import Score, is_by_table
from plyground.engine.state import FAR_AWAY
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import Words, key

NO_TABLES = "none"
WIN, LATE_WIN, DRAW, LATE_LOSS, LOSS = 2, 1, 0, -1, -2
"""What a move leads to: the late ones are draws, because a counter ends the game before."""


@dataclass(frozen=True)
class TablebaseMove:
    """A move of the root.

    Attributes
    ----------
    code
        The move.
    rank
        `WIN` to `LOSS`, of the player who makes it.
    plies
        To the win, or to the next move that sets the counter to 0, this move counted.
    further
        The same counted on from where such a move leads: the less, the better for the winner.
    """

    code: int
    rank: int
    plies: int
    further: int

    @property
    def sort_key(self) -> tuple[int, int, int]:
        """A key by which the better move is the lesser: the quicker win, the longer loss."""
        sign = 1 if self.rank > 0 else -1
        return -self.rank, sign * self.plies, sign * self.further


NEAR = 8
"""A root with as many men more than any table gets ready for them: a search takes seldom more."""


class Endgames:
    """What one engine asks about positions of one game that the tables may know.

    Parameters
    ----------
    probe
        Who knows.
    rules
        Those of the game.
    occurrence
        Which occurrence of a position is a draw; 0: none.
    """

    def __init__(self, probe: Probe, rules: Any, occurrence: int) -> None:
        size = scratch(rules).size
        self._probe, self._rules, self._occurrence = probe, rules, occurrence
        self._moves, self._is_zeroing = np.zeros((2, size), np.int64)
        self._values = np.zeros(2 * size, np.int64)
        self._child, self._next = np.zeros((2, rules.words), np.uint64)
        self._work: Work | None = None

    def moves(
        self, words: Words, earlier: Collection[int] = (), plies_left: int = FAR_AWAY, among: Collection[int] = ()
    ) -> list[TablebaseMove]:
        """Return the moves of a position that is not over, best first; none where one is not known.

        Parameters
        ----------
        words
            The position.
        earlier
            The keys of the game's positions before this one.
        plies_left
            How many plies the ply cap leaves.
        among
            The codes to choose from; without any, all.
        """
        rules, counted = self._rules, bool(has_counter(self._probe))
        left = min(plies_left, int(plies_to_draw(rules, words)))
        size = values_of_moves(self._probe, rules, words, self._moves, self._child, self._values, self._is_zeroing)
        spent = self._keys_at_the_limit(words, earlier)
        found = []
        for i in range(size):
            code, value = int(self._moves[i]), int(self._values[i])
            if among and code not in among:
                continue
            if value == NOT_IN_TABLE:
                return []
            further = (abs(value) - 1) % CURSED
            starts_again = counted and bool(self._is_zeroing[i])
            plies = 1 if starts_again else further + 1
            is_late = abs(value) > CURSED or plies > left
            if value == DRAWN or self._is_repeated(words, code, spent, is_win=value < 0):
                found.append(TablebaseMove(code, DRAW, 0, 0))
            elif value < 0:
                found.append(TablebaseMove(code, LATE_WIN if is_late else WIN, plies, further))
            else:
                found.append(TablebaseMove(code, LATE_LOSS if is_late else LOSS, plies, further))
        return sorted(found, key=lambda move: move.sort_key)

    def line(self, words: Words, first: int | None = None, plies_left: int = FAR_AWAY) -> list[int]:
        """Return best play of both from a position to the end of the game, begun with the move `first` if there is one.

        The loser's is the one that lasts longest, unless that takes too long to find out. The line ends where nothing
        is won or lost any more, or is not known.
        """
        words, codes = words.copy(), []
        if first is not None:
            play(self._rules, words.copy(), first, words)
            codes.append(first)
        while outcome(self._rules, words, self._moves) == 0:
            moves = self.moves(words, (), plies_left - len(codes))
            if not moves or abs(moves[0].rank) != WIN:
                break
            best = moves[0] if moves[0].rank == WIN else self._longest_defence(words, moves)
            codes.append(best.code)
            play(self._rules, words.copy(), best.code, words)
        return codes

    def length(self, words: Words) -> int:
        """Return the plies in which a won or lost position ends at most, the winner playing by the tables.

        `TOO_LONG` where it is neither, or that takes too long to find out.
        """
        if outcome(self._rules, words, self._moves) != 0:
            return 0
        if not has_counter(self._probe):
            value = int(table_value(self._probe, self._rules, words))
            return abs(value) - 1 if value not in {DRAWN, NOT_IN_TABLE} else TOO_LONG
        if self._work is None:
            self._work = new_work(self._rules)
        self._work.rows[0] = words
        return int(longest(self._probe, self._rules, self._work))

    def _longest_defence(self, words: Words, moves: list[TablebaseMove]) -> TablebaseMove:
        """Return the move of the loser after which the game lasts longest."""
        if not has_counter(self._probe):
            return moves[0]
        lengths = []
        for move in moves:
            child = words.copy()
            play(self._rules, words, move.code, child)
            lengths.append(self.length(child))
        return moves[lengths.index(max(lengths))] if TOO_LONG not in lengths else moves[0]

    def _keys_at_the_limit(self, words: Words, earlier: Collection[int]) -> frozenset[int]:
        """Return the keys of the positions whose next occurrence is a draw."""
        if self._occurrence == 0:
            return frozenset()
        counts = Counter([*earlier, int(key(words))])
        return frozenset(each for each, count in counts.items() if count >= self._occurrence - 1)

    def _is_repeated(self, words: Words, code: int, spent: frozenset[int], *, is_win: bool) -> bool:
        """Tell whether a move repeats a position once too often, or, if it wins, an answer to it can."""
        if not spent:
            return False
        play(self._rules, words, code, self._child)
        if int(key(self._child)) in spent:
            return True
        if not is_win or outcome(self._rules, self._child, self._values[: self._moves.size]) != 0:
            return False
        answers = np.zeros_like(self._moves)
        for answer in answers[: generate(self._rules, self._child, answers)].tolist():
            play(self._rules, self._child, answer, self._next)
            if int(key(self._next)) in spent:
                return True
        return False


class RootTables:
    """The endgame tables of an engine: what they know of its root, and a probe for each of its threads.

    Parameters
    ----------
    position
        One of those that will be asked about; the rules and settings are its own.
    tablebase
        The tables; None for none.
    occurrence
        Which occurrence of a position is a draw; 0: none.
    """

    def __init__(self, position: Position, tablebase: Tablebase | None, occurrence: int) -> None:
        self._game, self._rules = position.game, position.rules
        self._tablebase, self._occurrence = tablebase, occurrence
        self._probes: list[ThreadProbe] = []
        self._unusable: list[str] = []

    def new_probe(self, blocks: int | None = None) -> Any:
        """Return the probe of another thread, which keeps so many blocks of values in memory."""
        if self._tablebase is None:
            return idle_probe(self._game)
        self._probes.append(self._tablebase.open(blocks))
        return self._probes[-1].probe

    @property
    def unusable(self) -> list[str]:
        """What is wrong with the files that could not be used, a sentence each."""
        return [*(self._tablebase.unusable if self._tablebase is not None else ()), *self._unusable]

    def report_unusable(self, error: InvalidTable) -> None:
        """Go on without a file that could not be used."""
        sentence = report_unusable(error)
        if sentence not in self._unusable:
            self._unusable.append(sentence)

    def switch(self, *, on: bool) -> None:
        """Let the searches ask the tables, or not."""
        for probe in self._probes:
            probe.switch(on=on)

    def get_ready(self, words: Words | None = None) -> None:
        """Compile or load what asking about a root takes, if it is near an endgame that the tables may know."""
        tablebase = self._tablebase
        if tablebase is not None and (words is None or self._is_near(words)):
            tablebase.tables.warmup()
            warmup_endgames(self._game, self._rules)

    def _is_near(self, words: Words) -> bool:
        return self._tablebase is not None and self._tablebase.tables.men(words) <= self._tablebase.most_men + NEAR

    def moves(self, root: Root) -> list[TablebaseMove]:
        """Return the root's moves as the tables know them, best first; none where they do not know them all."""
        endgames = self._endgames() if self._is_near(root.words) else None
        if endgames is None:
            return []
        return endgames.moves(root.words, root.earlier, root.plies_left, frozenset(root.moves.tolist()))

    def line(self, position: Position, move: TablebaseMove, plies_left: int) -> Line:
        """Return best play after a move that the tables know; of a draw the move alone."""
        endgames = self._endgames()
        if endgames is None or abs(move.rank) != WIN:
            return Line(Score("cp", 0, exact=True), moves_along(position, (move.code,)))
        codes = endgames.line(position.words, move.code, plies_left)
        return exact_line(position, codes, has_won=move.rank == WIN)

    def complete(self, position: Position, line: Line, value: int) -> Line:
        """Return a won or lost line that the search has found, of that value, played to the end if a table knows it."""
        endgames = self._endgames()
        if endgames is None:
            return line
        score, moves, last = line.score, line.moves, position
        for move in moves:
            last = last.play(move)
        if last.outcome is None:
            moves += moves_along(last, endgames.line(last.words))
        if is_by_table(value):
            longest_way = len(line.moves) + endgames.length(last.words)
            score = replace(score, value=max(score.value, longest_way, len(moves)))
        return Line(score, moves)

    def _endgames(self) -> Endgames | None:
        """Return what is asked about positions that the tables may know; None where there are no tables."""
        if self._tablebase is None:
            return None
        warmup_endgames(self._game, self._rules)
        self._probes[0].switch(on=True)
        return Endgames(self._probes[0].probe, self._rules, self._occurrence)


@cache
def warmup_endgames(game: Game, rules: Any) -> None:
    """Compile or load what asking the tables about a root takes; the first search from a usual start does without."""
    probe, words = idle_probe(game), game.position().words

    def build() -> None:
        Endgames(probe, rules, 0).moves(words)
        longest(probe, rules, new_work(rules))

    ensure_ready(f"{game.family} engine endgames", f"{game.title} engine endgames", build)
    build()


def tablebase_for(game: Game, tables: str, most_men: int, ply_cap: int | None) -> Tablebase | None:
    """Return the tables of a game, as `tablebase_of`, if a search under this cap can use them.

    With a counter they know the way to the next capture: nobody can tell whether a ply cap leaves enough plies for the
    rest.
    """
    tablebase = tablebase_of(game, tables, most_men)
    return None if tablebase is not None and tablebase.has_counter and ply_cap is not None else tablebase


@cache
def tablebase_of(game: Game, tables: str, most_men: int) -> Tablebase | None:
    """Return the endgame tables of a game as the engine asks them, opened once; None where it can use none.

    Parameters
    ----------
    tables
        A folder, "" for the usual places, or "none".

    Raises
    ------
    InvalidSetting
        If there is no such folder.
    """
    folder = Path(tables) if tables and tables != NO_TABLES else None
    if folder is not None and not folder.is_dir():
        raise InvalidSetting(f"The tables cannot be in {tables}: there is no such folder.")
    if tables == NO_TABLES or describe(game) is None:
        return None
    tablebase = Tablebase(usual_tables(game, folder), most_men)
    return tablebase if tablebase.most_men or tablebase.unusable else None
