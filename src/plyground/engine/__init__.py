"""Strength: one compiled principal-variation search over the generic kernels, for every game.

`Engine` is the door. Behind it, one concept a file: `scores` and `parameters` (the units and the knobs), `table` (what
is remembered), `ordering` (which move first), `draws`, `quiescence` and `pvs` (the recursion), `iteration` (deeper and
deeper), `clock` and `limits` (how long).
"""

from plyground.engine.engine import Engine
from plyground.engine.info import Info
from plyground.engine.limits import Limits

__all__ = ["Engine", "Info", "Limits"]
