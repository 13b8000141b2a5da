"""Nets to test with: drawn by lot, so that no two numbers in them are alike by chance."""

import numpy as np

from plyground.nets.features import shape_of
from plyground.nets.network import Network


def drawn_network(game, width=32, seed=1, handmade=0):
    """Return a net of any game whose accumulators reach both ends of what is clipped; it may add the handmade score."""
    shape, random = shape_of(game), np.random.default_rng(seed)
    return Network(
        random.integers(-120, 120, (shape.features, width)).astype(np.int16),
        random.integers(-100, 300, width).astype(np.int16),
        random.integers(-127, 128, (shape.outputs, shape.sides * width)).astype(np.int16),
        random.integers(-9000, 9000, shape.outputs).astype(np.int32),
        np.array([400], np.int32),
        np.array([handmade], np.int32),
    )
