"""Puzzles: positions in which one move wins, or saves the game, and every other move does not.

`making` finds them in self-play and in the endgame tables, `proving` decides whether the move is the only one, twice
and by different settings, `themes` says what they are about, `rating` how hard they are. `collection` reads and writes
them, and has those that come with a game: ``puzzles/GAME.jsonl`` in its folder.
"""

from plyground.puzzles.collection import Collection, collection_of
from plyground.puzzles.puzzle import Goal, Puzzle

__all__ = ["Collection", "Goal", "Puzzle", "collection_of"]
