"""Strength: one compiled principal-variation search over the generic kernels, for every game.

`Engine` is the entrance. Behind it, each file holds one concept: `scores` and `parameters`, `table` (what is
remembered), `ordering` (which move first), `draws`, `quiescence` and `pvs` (the recursion), `iteration` (deeper and
deeper), `timer` and `limits` (how long); docs/engine.md lists them.
"""

from plyground.engine.analysis import Analysis, EngineBusy
from plyground.engine.engine import Engine
from plyground.engine.info import Info
from plyground.engine.limits import Limits

__all__ = ["Analysis", "Engine", "EngineBusy", "Info", "Limits"]
