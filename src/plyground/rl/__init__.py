"""Learning by playing: batches of games as arrays, self-play, adapters to other libraries (docs/environments.md)."""

from plyground.rl.arrays import evaluate, features, planes, playouts, words_of
from plyground.rl.batch import BatchEnv
from plyground.rl.selfplay import Games, self_play

__all__ = ["BatchEnv", "Games", "evaluate", "features", "planes", "playouts", "self_play", "words_of"]
