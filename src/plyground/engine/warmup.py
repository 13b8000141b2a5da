"""Compile the engine for a game, or load it from the cache; and name it to ``plyground warmup``.

Two kernels are compiled, quiescence search and the search that calls it, each for its explicit signature because they
are recursive (`plyground.kernel.prepare`). They serve every variant of a family.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from plyground.core.evaluation import Evaluation, Handmade
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.registry import all_games
from plyground.endgame import warmup as warmup_solver
from plyground.endgame.tablebase import has_tables, idle_probe
from plyground.engine.evaluator import evaluator_of, forget
from plyground.engine.parameters import Parameters, parameters_of
from plyground.engine.pvs import search
from plyground.engine.quiescence import quiescence
from plyground.engine.recognizer import play_out
from plyground.engine.scores import WIN
from plyground.engine.state import new_state
from plyground.engine.table import TranspositionTable
from plyground.engine.tb_root import warmup_endgames
from plyground.kernel import declare, prepare
from plyground.kernel.ready import ensure_ready
from plyground.nets.evaluations import engine_evaluation, names_of
from plyground.nets.network import Network

_prepared: set[tuple[type, type]] = set()


def _part(kind: type) -> str:
    """Return what the kernels of an engine with that kind of evaluation are called, after the family."""
    return "engine" if kind is Handmade else f"engine {kind.__name__.lower()}"


def usual_part(game: Game) -> str:
    """Return what those of the engine as it usually judges `game` are called; its net is not loaded."""
    return _part(Network if names_of(game) else Handmade)


def warmup(position: Position, parameters: Parameters | None = None, evaluation: Evaluation | None = None) -> None:
    """Make the engine's kernels ready for the rules of `position`, judged by `evaluation` or as it usually is."""
    evaluation = evaluation or engine_evaluation(position.game)
    kind = type(position.rules), type(evaluation.kernel)
    if kind in _prepared:
        return
    settings = (parameters or parameters_of(position.game)).array()
    probe = idle_probe(position.game)
    state = new_state(position.rules, np.ones(1, np.int64), evaluator_of(evaluation), probe)
    table = TranspositionTable(1).rows
    arguments: tuple[Any, ...] = (position.rules, state, table, settings, 0, 1, -1, 1)

    def build() -> None:
        declare(quiescence, int, *arguments)
        prepare(search, int, *arguments, False)
        if parameters_of(position.game).recognizer:
            play_out(position.rules, position.words, (), WIN)
        forget(state.evaluator, 0)

    part = _part(kind[1])
    ensure_ready(f"{position.game.family} {part}", f"{position.game.title} {part}", build)
    build()
    warmup_solver(position)
    _prepared.add(kind)


def steps(game: Game) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield a name and a function for each part of the family of `game` that takes time to compile.

    Some variants may be judged by a net and others not.
    """
    variants = [variant for variant in all_games().values() if variant.family == game.family] or [game]
    for part, variant in {usual_part(variant): variant for variant in reversed(variants)}.items():
        yield part, partial(warmup, variant.position())
    if has_tables(game):
        yield "engine endgames", partial(warmup_endgames, game, game.rules)
