"""Many games against the engine at once: each move is one whole search, in the order in which they were asked for."""

import contextlib
import threading
import time
from dataclasses import replace
from random import Random

from plyground.agents import levels
from plyground.agents.levels import LEVELS
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.engine import Engine
from plyground.web.host.database import open_store
from plyground.web.host.pool import Pool
from plyground.web.host.threads import Threads
from plyground.web.play import live_games
from plyground.web.play.game_database import GameDatabase
from plyground.web.play.live_game import LiveGame
from plyground.web.play.live_games import LiveGames

GAMES = 12
LEVEL = 5


class Noted(live_games.Thinker):
    """An engine that notes what it is asked and what it has found."""

    searches = []  # noqa: RUF012

    def in_turns(self, record, limits, job, lines, tell):
        info = yield from super().in_turns(record, limits, job, lines, tell)
        self.searches.append((limits, lines, info.depth, info.nodes, job.stop.is_set()))
        return info


@contextlib.contextmanager
def held_back(tmp_path, monkeypatch):
    """Games whose engine begins to think when the event is set; and the games in the order of its replies."""
    # a search that has to wait for a compiler ends by its time
    Engine("gardner", hash_mib=1).get_ready()
    monkeypatch.setattr(live_games, "Thinker", Noted)
    monkeypatch.setattr(Noted, "searches", [])
    pool, database = Pool(1, slice_seconds=0.0), open_store(GameDatabase, tmp_path / "web.db")
    games, gate, begun, order = (
        LiveGames(database, pool, Random(1), Threads()),
        threading.Event(),
        threading.Event(),
        [],
    )
    games.observers.append(lambda live: order.append(live.id) if live.record.plies == 1 else None)
    pool.submit("gate", lambda job: begun.set() or gate.wait(60))
    assert begun.wait(60)
    yield games, gate, order
    games.close()
    pool.close()
    database.close()


def opened(games, names, level=LEVEL, owner=""):
    game = get_game("gardner")
    for name in names:
        seats = [{"kind": "engine", "level": level}, {"kind": "person"}]
        games.open(LiveGame(name, Record(game, game.position()), seats, owner=owner))


def wait_for(order, count):
    deadline = time.monotonic() + 300
    while len(order) < count and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(order) == count


def test_each_of_many_replies_is_the_levels_whole_search(tmp_path, monkeypatch):
    names = [f"game {i}" for i in range(GAMES)]
    with held_back(tmp_path, monkeypatch) as (games, gate, order):
        opened(games, names)
        gate.set()
        wait_for(order, GAMES)
    assert order == names
    searches = Noted.searches
    assert len(searches) == GAMES, "none was begun a second time"
    assert len({search[2:4] for search in searches}) == 1, "each looks as deep, at as many positions, as the others"
    limits, lines, depth, _, was_cut = searches[0]
    level = LEVELS[LEVEL - 1]
    assert (limits.depth, limits.nodes, lines, was_cut) == (level.depth, level.nodes, level.lines, False)
    assert depth == level.depth


def test_who_plays_many_games_waits_for_his_own(tmp_path, monkeypatch):
    with held_back(tmp_path, monkeypatch) as (games, gate, order):
        opened(games, ["a1", "a2", "a3"], 1, "Ann")
        opened(games, ["b1"], 1, "Bob")
        opened(games, ["c1"], 1, "Cyd")
        gate.set()
        wait_for(order, 5)
    assert order == ["a1", "b1", "c1", "a2", "a3"]


def test_the_highest_level_looks_at_less_only_while_many_wait(tmp_path, monkeypatch):
    monkeypatch.setattr(live_games, "OVERLOAD", 2)
    monkeypatch.setattr(levels, "LEVELS", (LEVELS[0], replace(LEVELS[1], depth=120), replace(LEVELS[9], depth=2)))
    monkeypatch.setattr(live_games, "level_of", lambda number: levels.LEVELS[number - 1])
    with held_back(tmp_path, monkeypatch) as (games, gate, order):
        opened(games, ["a", "b", "c"], 3)
        gate.set()
        wait_for(order, 3)
    assert [limits.nodes for limits, *_ in Noted.searches] == [LEVELS[1].nodes, *2 * [LEVELS[9].nodes]]
