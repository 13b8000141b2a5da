"""Plyground: play, analyse, teach and grade two-player games of perfect information.

The names of this package are those to build on (docs/api.md says how long they stay as they are); everything else can
be imported, and may change with any release.

>>> import plyground
>>> position = plyground.get_game("gardner").position()
>>> position.legal_moves.count()
7
"""

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plyground.agents.player import Allowance, Choice, Player
    from plyground.arena.match import MatchResult, match
    from plyground.arena.tournament import Tournament
    from plyground.core.drawing import Board, draw
    from plyground.core.errors import (
        BrokenPackage,
        IllegalMove,
        InvalidNotation,
        InvalidSetting,
        PlygroundError,
        UnknownName,
        WrongType,
    )
    from plyground.core.evaluation import Evaluation
    from plyground.core.game import Game, Setting
    from plyground.core.move import Move
    from plyground.core.outcome import Color, Outcome, Termination
    from plyground.core.position import Position
    from plyground.core.record import Record
    from plyground.core.registry import all_games, get_game
    from plyground.endgame.lookup import probe
    from plyground.engine.analysis import Analysis
    from plyground.engine.engine import Engine
    from plyground.engine.info import Info
    from plyground.engine.limits import Limits
    from plyground.engine.scores import Score
    from plyground.rl.batch import BatchEnv
    from plyground.rl.selfplay import self_play
    from plyground.search.own_evaluation import register_evaluation
    from plyground.search.perft import divide, perft
    from plyground.search.playouts import playouts
    from plyground.search.textbook import search as textbook_search
    from plyground.search.tree import Tree
    from plyground.solving.solver import Solver, solve
    from plyground.web.service.game_tree import GameTree

__version__ = "0.3.0"

if sys.platform == "emscripten":
    # numba cannot be there; the kernels that a wheel may bring are (docs/site.md)
    os.environ.setdefault("PLYGROUND_KERNELS", str(Path(__file__).parent / "kernel" / "prebuilt" / "browser"))

__all__ = [
    "Allowance",
    "Analysis",
    "BatchEnv",
    "Board",
    "BrokenPackage",
    "Choice",
    "Color",
    "Engine",
    "Evaluation",
    "Game",
    "GameTree",
    "IllegalMove",
    "Info",
    "InvalidNotation",
    "InvalidSetting",
    "Limits",
    "MatchResult",
    "Move",
    "Outcome",
    "Player",
    "PlygroundError",
    "Position",
    "Record",
    "Score",
    "Setting",
    "Solver",
    "Termination",
    "Tournament",
    "Tree",
    "UnknownName",
    "WrongType",
    "all_games",
    "divide",
    "draw",
    "get_game",
    "match",
    "perft",
    "playouts",
    "probe",
    "register_evaluation",
    "self_play",
    "solve",
    "textbook_search",
]

_PLACES = {
    "Allowance": "agents.player",
    "Analysis": "engine.analysis",
    "BatchEnv": "rl.batch",
    "Board": "core.drawing",
    "BrokenPackage": "core.errors",
    "Choice": "agents.player",
    "Color": "core.outcome",
    "Engine": "engine.engine",
    "Evaluation": "core.evaluation",
    "Game": "core.game",
    "GameTree": "web.service.game_tree",
    "IllegalMove": "core.errors",
    "Info": "engine.info",
    "InvalidNotation": "core.errors",
    "InvalidSetting": "core.errors",
    "Limits": "engine.limits",
    "MatchResult": "arena.match",
    "Move": "core.move",
    "Outcome": "core.outcome",
    "Player": "agents.player",
    "PlygroundError": "core.errors",
    "Position": "core.position",
    "Record": "core.record",
    "Score": "engine.scores",
    "Setting": "core.game",
    "Solver": "solving.solver",
    "Termination": "core.outcome",
    "Tournament": "arena.tournament",
    "Tree": "search.tree",
    "UnknownName": "core.errors",
    "WrongType": "core.errors",
    "all_games": "core.registry",
    "divide": "search.perft",
    "draw": "core.drawing",
    "get_game": "core.registry",
    "match": "arena.match",
    "perft": "search.perft",
    "playouts": "search.playouts",
    "probe": "endgame.lookup",
    "register_evaluation": "search.own_evaluation",
    "self_play": "rl.selfplay",
    "solve": "solving.solver",
    "textbook_search": "search.textbook:search",
}
"""Public name to the module that has it, and to the name there where that is another one. Each is loaded when it is
first used: some need numba, and the command line has to take care of Ctrl-C before anything takes time."""


def __dir__() -> list[str]:
    """Return the public names, also those that are not loaded yet."""
    return [*__all__, "__version__"]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used."""
    if name not in _PLACES:
        raise AttributeError(f"module 'plyground' has no attribute {name!r}")
    module, _, named = _PLACES[name].partition(":")
    found = globals()[name] = getattr(import_module(f"plyground.{module}"), named or name)
    return found
