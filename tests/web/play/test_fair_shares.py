"""Many games against the engine at once: each move is one whole search, in the order in which they were asked for."""

import threading
from random import Random

from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.web.api.pool import Pool
from plyground.web.play import live_games
from plyground.web.play.game_database import GameDatabase
from plyground.web.play.levels import LEVELS
from plyground.web.play.live_game import LiveGame
from plyground.web.play.live_games import LiveGames

GAMES = 12
LEVEL = 5


class Noted(live_games.Thinker):
    """An engine that notes what it is asked and what it has found."""

    searches = []  # noqa: RUF012

    def think(self, record, limits, job, lines, tell):
        info = super().think(record, limits, job, lines, tell)
        self.searches.append((limits, lines, info.depth, info.nodes, job.stop.is_set()))
        return info


def test_each_of_many_replies_is_the_levels_whole_search(tmp_path, monkeypatch):
    monkeypatch.setattr(live_games, "Thinker", Noted)
    monkeypatch.setattr(Noted, "searches", [])
    pool, database = Pool(1, slice_seconds=0.0), GameDatabase(tmp_path / "web.db")
    games, game, gate = LiveGames(database, pool, Random(1)), get_game("gardner"), threading.Event()
    begun = threading.Event()
    pool.submit("gate", lambda job: begun.set() or gate.wait(10))
    assert begun.wait(10)
    order, done = [], threading.Event()

    def look(live):
        if live.record.plies == 1:
            order.append(live.id)
            if len(order) == GAMES:
                done.set()

    games.observers.append(look)
    seats = [{"kind": "engine", "level": LEVEL}, {"kind": "person"}]
    asked = [LiveGame(f"game {i}", Record(game, game.position()), list(seats)) for i in range(GAMES)]
    for live in asked:
        games.open(live)
    gate.set()
    assert done.wait(60)
    assert order == [live.id for live in asked]
    searches = Noted.searches
    games.close()
    pool.close()
    database.close()
    assert len(searches) == GAMES, "none was begun a second time"
    assert len({search[2:4] for search in searches}) == 1, "each looks as deep, at as many positions, as the others"
    limits, lines, depth, _, was_cut = searches[0]
    level = LEVELS[LEVEL - 1]
    assert (limits.depth, limits.nodes, lines, was_cut) == (level.depth, level.nodes, level.lines, False)
    assert depth == level.depth
