"""The engine's searches for a certificate: what each thread needs, and one table for all."""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.core.arguments import one_or_more
from plyground.core.position import Position
from plyground.core.threads import HAS_THREADS, Answer, thread_pool
from plyground.endgame.index import MAX_MEN
from plyground.endgame.store import describe
from plyground.endgame.tablebase import MAX_SLOTS
from plyground.endgame.tablefile import BLOCK_BYTES
from plyground.engine.evaluator import evaluator_of
from plyground.engine.parameters import parameters_of
from plyground.engine.state import State, new_state
from plyground.engine.table import TranspositionTable
from plyground.engine.tb_root import RootTables, tablebase_of
from plyground.nets.evaluations import evaluation_by_games
from plyground.solving.closure import Scratch, new_scratch
from plyground.solving.numbers import new_table
from plyground.solving.positions import new_list
from plyground.solving.set_search import SetSearch, new_set_search


class Searchers:
    """What threads search with; the arguments are those of `plyground.solving.holding.Holder`."""

    def __init__(self, position: Position, side: int, memory: int, threads: int) -> None:
        game, self.rules, self.side = position.game, position.rules, side
        threads = one_or_more(threads, "The number of threads") if HAS_THREADS else 1
        memory = one_or_more(memory, "The memory of a solver")
        lists_men = describe(game) is not None
        self.scratches: list[Scratch] = [new_scratch(self.rules, lists_men=lists_men) for _ in range(threads)]
        parameters, evaluation = parameters_of(game), evaluation_by_games(game)
        self.settings = parameters.array()
        self.table = TranspositionTable(memory).rows
        blocks = max(MAX_SLOTS, (memory << 20) // BLOCK_BYTES)
        # (the tables must live as long as the states, which point into them)
        self._tables = RootTables(position, tablebase_of(game, "", MAX_MEN) if parameters.endgames else None, 0)
        self.states: list[State] = [
            new_state(self.rules, np.zeros(1, np.int64), evaluator_of(evaluation), self._tables.new_probe(blocks))
            for _ in range(threads)
        ]
        nothing, proofs = new_list(self.rules.words), new_table(memory)
        self.set_searches: list[SetSearch] = [
            new_set_search(game, self.rules, side, nothing, state.probe, proofs) for state in self.states
        ]

    def for_each_thread(self, work: Callable[[int], Answer], most: int = sys.maxsize) -> list[Answer]:
        """Let the threads do work, which is given a thread's number, or so many of them; return their answers."""
        threads = range(min(len(self.states), most))
        if len(threads) == 1:
            return [work(0)]
        with thread_pool(len(threads)) as pool:
            return list(pool.map(work, threads))

    @property
    def scratch(self) -> Scratch:
        """The memory of the first thread."""
        return self.scratches[0]

    @property
    def probe(self) -> Any:
        """The endgame tables as the first thread asks them."""
        return self.states[0].probe
