"""An executor without processes: games are played in this one, when their result is asked for."""

from collections import deque
from random import Random

from plyground.agents.roster import Entry
from plyground.arena.referee import play_game
from plyground.arena.schedule import Schedule
from plyground.arena.task import Played
from plyground.arena.tournament import Plan
from plyground.core.registry import get_game


class InlineExecutor:
    """Plays in order, or, if `shuffled`, in another; after `lives` games it is gone."""

    def __init__(self, slots=1, *, shuffled=False, lives=10**9, result=None):
        self.slots = slots
        self.played = []
        self._shuffled, self._lives, self._result = shuffled, lives, result
        self._waiting = deque()
        self._random = Random(1)

    def submit(self, task):
        self._waiting.append(task)

    def next_finished(self):
        if len(self.played) >= self._lives:
            raise ConnectionAbortedError("killed")
        if self._shuffled:
            self._waiting.rotate(self._random.randrange(len(self._waiting)))
        task = self._waiting.popleft()
        self.played.append(task.number)
        if self._result is not None:
            return Played(task.number, self._result(task), "agreement", "", ())
        with task.white.create(task.game) as white, task.black.create(task.game) as black:
            return play_game(task, (white, black))

    def close(self):
        self._waiting.clear()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def plan(*texts, form="round-robin", rounds=2, game="minichess", **others):
    """Return a plan of players given by their texts."""
    from plyground.agents.roster import entries

    found = tuple(entries(list(texts)))
    assert all(isinstance(entry, Entry) for entry in found)
    return Plan(get_game(game), found, Schedule(form, len(found), rounds), **others)
