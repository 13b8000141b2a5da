"""What has been compiled on this machine: where something is missing, the first answer takes long."""

from plyground.core.game import Game
from plyground.engine import warmup as engine_warmup
from plyground.kernel import compile as compiling
from plyground.kernel.ready import is_ready


def is_engine_ready(game: Game) -> bool:
    """Tell whether the engine of a game, judging as it usually does, has been compiled on this machine."""
    return not compiling.JIT or is_ready(f"{game.family} {engine_warmup.usual_part(game)}")


def is_solver_ready(family: str) -> bool:
    """Tell whether the solver of a game without tables has been compiled on this machine."""
    return not compiling.JIT or is_ready(f"{family} solver NoTables")
