"""Learning by playing: batches of games as arrays, self-play, adapters to other libraries (docs/environments.md)."""

from plyground.rl.batch import BatchEnv

__all__ = ["BatchEnv"]
