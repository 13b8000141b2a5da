"""The vocabulary of every game: Game, Position, Move, Outcome, Record and the errors."""

from plyground.core.moved import keep_modules

keep_modules()
