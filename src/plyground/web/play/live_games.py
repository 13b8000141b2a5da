"""`LiveGames`: all games in progress. It stores them, lets the engine move on its turn, and notifies watchers.

Every change goes through `change`: under the game's lock it is made, written to the database, and sent to all tabs that
have the game open. What cannot be written is not made: the game stays as the file has it. The engine thinks about a
copy in the pool; if the game has changed meanwhile (by a move taken back, say), its answer is dropped. Or the player's
browser thinks (`plyground.web.play.browser_engines`); when it has gone, or does not answer in time, the pool does.
"""

import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable, Generator
from math import inf
from random import Random
from typing import TypeVar

from plyground.agents.levels import level_of
from plyground.core.errors import IllegalMove, PlygroundError
from plyground.core.outcome import Color
from plyground.core.recent import Recent
from plyground.core.record import Record
from plyground.endgame import probe
from plyground.engine import Limits
from plyground.web.play.browser_engines import BrowserEngines
from plyground.web.play.engine_moves import AskedLevel, AskEngineMove, find_move, limits_of_move, question_of
from plyground.web.play.game_database import GameDatabase
from plyground.web.play.live_game import LiveGame
from plyground.web.play.live_view import LiveGameSummary, LiveGameView
from plyground.web.play.stored_games import copy_record, restore, with_player_names
from plyground.web.service.endpoints import Busy, Forbidden, NotFound, NotKept, Outdated
from plyground.web.service.readiness import is_engine_ready
from plyground.web.service.runtime import Runtime, Thinking, Turn
from plyground.web.service.thinking import LineView, Thinker, line_view

Listener = Callable[[LiveGameView], None]
Shown = TypeVar("Shown")
MAX_IN_MEMORY = 200
MAX_THINKERS = 64
"""Games whose engine remembers what it has found, at about 10 MiB each; a class of 60 has room."""
OVERLOAD = 4
"""When so many others wait for a move, the highest level, which is measured in seconds, is content with less."""
HINT_SECONDS = 1.0
LATE = 5.0
"""Seconds that a browser may be late with the engine's move, for the way and for a slower processor."""
SHARE_OF_CLOCK = 4
"""It may be late by this part of what the engine's clock shows, too."""
EARLIEST_DRAW = 20
"""Plies before which the engine does not accept a draw."""
_LOOK = 0.1
_RETRY = 1.0


class LiveGames:
    """The games; see the module's first lines."""

    def __init__(
        self,
        database: GameDatabase,
        pool: Thinking,
        random: Random,
        runtime: Runtime,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._database, self._pool, self._random, self._runtime, self._clock = database, pool, random, runtime, clock
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._thinkers: Recent[str, Thinker] = Recent(MAX_THINKERS)
        self._thinking: dict[str, Turn] = {}
        self._browsers = BrowserEngines()
        self._listeners: dict[str, set[Listener]] = {}
        self._visitors: dict[Listener, str] = {}
        self.observers: list[Callable[[LiveGame], None]] = []
        """Called with every game that has changed; they may only look at it, and not for long."""
        self._lock = runtime.lock()
        self._is_closed = False
        self._stop_looking = runtime.every(_LOOK, self.check_flags)

    def open(self, live: LiveGame) -> LiveGameView:
        """Add a new game."""
        with self._lock:
            live.pass_where_forced(self._clock())
            self._games[live.id] = live
            self._forget_some()
            try:
                return self._save(live)
            except NotKept:
                self._forget(live)
                raise

    def _get(self, name: str) -> LiveGame:
        live = self._games.get(name)
        if live is None:
            state = self._database.load(name)
            if state is None:
                raise self._database.missing(f"game {name[:40]!r}", "be too old")
            live = restore(name, state, self._clock())
            self._games[name] = live
            self._forget_some()
            self._let_think(live)
        self._games.move_to_end(name)
        return live

    def _forget_some(self) -> None:
        """Drop the games that have been unused for longest from memory, but not from the file."""
        for name in list(self._games)[: max(0, len(self._games) - MAX_IN_MEMORY)]:
            if not self._listeners.get(name) and name not in self._thinking:
                del self._games[name]

    def view(self, name: str) -> LiveGameView:
        """Return the view of a game for its page."""
        with self._lock:
            return self._get(name).view(self._clock())

    def belongs_to(self, name: str, visitor: str) -> bool:
        """Tell whether `visitor` may play in a game."""
        with self._lock:
            return self._get(name).belongs_to(visitor)

    def claim(self, name: str, visitor: str) -> None:
        """Let `visitor` play in a game; raises `Forbidden`."""
        with self._lock:
            self._get(name).claim(visitor)

    def warning(self, name: str, move: str) -> str:
        """Return what to know before a move in a game; "" if there is nothing."""
        with self._lock:
            return self._get(name).warning(move)

    def record(self, name: str) -> Record:
        """Return a copy of a game's record, with the names of the players."""
        with self._lock:
            return with_player_names(self._get(name))

    def latest(self, owner: str, *, finished: bool, most: int, before: float = inf) -> list[LiveGameSummary]:
        """Return the games of `owner` that changed last, before a time."""
        found = []
        for name, changed, state in self._database.latest(owner, finished=finished, most=most, before=before):
            with contextlib.suppress(NotKept):
                found.append(restore(name, state, changed).summary(changed, owner))
        return found

    def remove(self, name: str, visitor: str) -> None:
        """Delete a game of `visitor`; raises `Forbidden` if it is, or may be, somebody else's as well."""
        with self._lock:
            live = self._get(name)
            if not live.is_all_of(visitor):
                raise Forbidden("Only a game that is all your own can be deleted, in the browser that began it.")
            self._database.remove(name)
            self._forget(live)
            self._thinkers.pop(name)

    def change(self, name: str, action: Callable[[LiveGame, float], None]) -> LiveGameView:
        """Change a game: `action` is called with it and the time."""
        with self._lock:
            live = self._get(name)
            now = self._clock()
            try:
                if not live.check_flag(now):
                    action(live, now)
                return self._save(live)
            except NotKept:
                self._forget(live)
                raise

    def _forget(self, live: LiveGame) -> None:
        """Drop a change that could not be stored: the game is as the file has it."""
        running = self._thinking.pop(live.id, None)
        if running is not None:
            running.cancel()
        self._browsers.end(live.id)
        self._games.pop(live.id, None)

    def _save(self, live: LiveGame) -> LiveGameView:
        now = self._clock()
        live.revision += 1
        self._database.save(live.id, live.state(now), finished=live.is_over, now=now)
        self._let_think(live)
        if live.is_over:
            self._thinkers.pop(live.id)
            self._browsers.end(live.id)
        for observer in self.observers:
            observer(live)
        view = live.view(now)
        for listener in list(self._listeners.get(live.id, ())):
            listener(view)
        return view

    # ---------------------------------------------------------------------------------------------------- the engine

    def _let_think(self, live: LiveGame) -> None:
        """Start the engine if it is to move, stop it if it is not."""
        running = self._thinking.pop(live.id, None)
        if running is not None:
            running.cancel()
        self._browsers.drop(live.id)
        number = live.engine_level
        live.thinking = number is not None
        if number is None:
            return
        ask = self._engine_ask(live, number)
        is_perfect = live.seats[live.turn].get("perfect", False)
        if self._browsers.visitor(live.id) and not is_perfect:
            late = LATE if ask["left"] is None else min(LATE, ask["left"] / SHARE_OF_CLOCK)
            self._browsers.ask(ask, self._clock() + (limits_of_move(ask).movetime or 0.0) + late)
            return
        if not is_engine_ready(live.record.game):
            live.notice = "The engine is being compiled for this machine, once: that can take minutes."
        record = copy_record(live)

        def work(turn: Turn) -> Generator[None, Turn, None]:
            if turn.cancelled:
                return
            certain = _perfect_move(record) if is_perfect else None
            if certain is not None:
                self._answer(live.id, record.plies, certain, turn)
                return
            thinker = self.thinker(live.id, record, level_of(number).hash_mib)
            # one whole search, however many wait: what is cut and begun again costs more, and is not the level
            is_overloaded = self._pool.waiting_urgently >= OVERLOAD
            move = yield from find_move(ask, record, thinker, turn, is_overloaded=is_overloaded)
            self._answer(live.id, record.plies, move, turn)

        self._submit(live.id, work)

    def _submit(self, name: str, work: Callable[[Turn], Generator[None, Turn, None]]) -> None:
        """Put the engine's thinking about a game into the pool; if that is full, try again later."""
        with self._lock:
            before = self._thinking.get(name)
            if before is not None and before.cancelled:
                return
            try:
                self._thinking[name] = self._pool.submit(self._client(name), work, urgent=True)
            except Busy:
                self._later(name)

    def _client(self, name: str) -> str:
        """Return whose share of the pool a game's moves are: with many games one waits for one's own."""
        owner = self._games[name].owner if name in self._games else ""
        return f"games of {owner}" if owner else f"game {name}"

    def _later(self, name: str) -> None:
        """Let the engine think about a game again in a while."""
        self._runtime.later(_RETRY, lambda: self._think_again(name))

    def _think_again(self, name: str) -> None:
        with self._lock, contextlib.suppress(NotKept, NotFound):
            if self._is_closed:
                return
            if name in self._games:
                self._let_think(self._games[name])
            elif self._listeners.get(name):
                # dropped, because its last change could not be stored
                self._get(name)

    def _answer(self, name: str, ply: int, move: str, turn: Turn) -> None:
        with self._lock:
            live = self._games.get(name)
            if live is None or turn.cancelled or live.record.plies != ply or live.is_over:
                return
            del self._thinking[name]
            now = self._clock()
            try:
                if not live.check_flag(now):
                    live.play(move, ply, now)
                self._save(live)
            except NotKept:
                self._forget(live)
                self._later(name)

    def thinker(self, name: str, record: Record, hash_mib: int) -> Thinker:
        """Return the engine of a game, which keeps what it has found before."""
        with self._lock:
            thinker = self._thinkers.get(name) or Thinker(record.game, hash_mib, self._runtime.lock())
            self._thinkers.put(name, thinker)
            return thinker

    def _engine_ask(self, live: LiveGame, level: int) -> AskEngineMove:
        """Return what the engine is asked."""
        seed, clock = self._random.getrandbits(31), live.clock
        left = clock.remaining(live.turn, live.turn, self._clock()) if clock else None
        increment = clock.increment if clock else 0.0
        more = AskedLevel(id=live.id, level=level, left=left, increment=increment, seed=seed)
        return {**question_of(live.record), **more}

    # ------------------------------------------------------------------------------------- the engine in the browser

    def let_browser_think(self, name: str, visitor: str, *, here: bool) -> None:
        """Leave the engine's moves in a game to the browser of `visitor` from now on, or to the server."""
        with self._lock:
            if not here:
                self._think_here(name, visitor)
            elif any(listener_of == visitor for listener_of in self._listeners_of(name)):
                self._browsers.begin(name, visitor)

    def question(self, name: str, visitor: str) -> AskEngineMove | None:
        """Return what the browser of `visitor` is asked in a game; None if nothing."""
        with self._lock:
            return self._browsers.question(name, visitor)

    def take_move(self, name: str, visitor: str, seed: int, move: str) -> LiveGameView:
        """Make the engine's move that a browser has found; raises if it is not what was asked for."""

        def play(live: LiveGame, now: float) -> None:
            ask = self._browsers.question(name, visitor)
            if ask is None or ask["seed"] != seed:
                raise Outdated("This browser is not asked for that move, or no longer.")
            try:
                live.play(move, live.record.plies, now)
            except PlygroundError:
                self._think_here(name, visitor)
                raise

        return self.change(name, play)

    def _listeners_of(self, name: str) -> list[str]:
        """Return whose pages have a game open."""
        return [self._visitors.get(listener, "") for listener in self._listeners.get(name, ())]

    def _think_here(self, name: str, visitor: str) -> None:
        """Let the server think in a game, if the browser of `visitor` has so far; at once if a move is waited for."""
        if self._browsers.visitor(name) == visitor and self._browsers.end(name) and name in self._games:
            self._let_think(self._games[name])

    def to_advise(self, name: str) -> Record:
        """Return the record of a game in which the engine is to advise, and note that it has."""
        record = self.record(name)
        if record.outcome is not None:
            raise IllegalMove("The game is over.")
        self.assist(name)
        return record

    def advice(self, client: str, record: Record) -> LineView:
        """Return what the engine would play in a game that goes on."""
        limits = Limits(movetime=HINT_SECONDS)

        def work(turn: Turn) -> Generator[None, Turn, LineView]:
            info = yield from Thinker(record.game).in_turns(record, limits, turn, 1, lambda info: None)
            return line_view(record.position, info.lines[0])

        return self._pool.wait(client, work, 30)

    def assist(self, name: str) -> None:
        """Note that somebody has had help in a game: it is not rated then. Nothing changes once it is over."""
        with self._lock:
            live = self._get(name)
            live.assisted = live.assisted or not live.is_over

    def offer_draw(self, name: str, show: Callable[[LiveGameView], Shown]) -> Shown:
        """Offer a draw, and show the game: two people at one screen agree, and the engine does if it is not better."""
        record = self.record(name)
        with self._lock:
            live = self._get(name)
            if not live.may_be_drawn:
                raise PlygroundError(f"{live.record.game.title} cannot end in a draw.")
            engines = [side for side in (0, 1) if live.seats[side]["kind"] == "engine"]
        if not engines:
            return show(self.change(name, LiveGame.agree_on_draw))
        if record.plies < EARLIEST_DRAW or record.outcome is not None:
            return show(self.change(name, _decline))
        limits = Limits(movetime=HINT_SECONDS)

        def work(turn: Turn) -> Generator[None, Turn, Shown]:
            info = yield from Thinker(record.game).in_turns(record, limits, turn, 1, lambda info: None)
            whites = line_view(record.position, info.lines[0])["chance"]
            is_content = (whites if engines[0] == Color.WHITE else 1 - whites) <= 0.5
            return show(self.change(name, LiveGame.agree_on_draw if is_content else _decline))

        return self._pool.wait(f"draw {name}", work, 30)

    # ------------------------------------------------------------------------------------------------- flags, listeners

    def check_flags(self) -> None:
        """End the games in which a clock has run out; think for browsers that are late."""
        with self._lock:
            now = self._clock()
            for name in self._browsers.overdue(now):
                self._think_here(name, self._browsers.visitor(name))
            for live in list(self._games.values()):
                if live.clock is not None and live.check_flag(now):
                    try:
                        self._save(live)
                    except NotKept:
                        self._forget(live)

    def subscribe(self, name: str, listener: Listener, visitor: str = "") -> Callable[[], None]:
        """Call `listener` at every change of a game, and once now; return a function that ends that."""
        with self._lock:
            live = self._get(name)
            self._listeners.setdefault(name, set()).add(listener)
            self._visitors[listener] = visitor
            self._tell_presence(live, listener)
            listener(live.view(self._clock()))

        def leave() -> None:
            with self._lock:
                listeners = self._listeners.get(name, set())
                listeners.discard(listener)
                self._visitors.pop(listener, None)
                if visitor not in self._listeners_of(name):
                    self._think_here(name, visitor)
                if not listeners:
                    self._listeners.pop(name, None)
                elif name in self._games:
                    self._tell_presence(self._games[name], None)

        return leave

    def _tell_presence(self, live: LiveGame, newcomer: Listener | None) -> None:
        """Tell the pages that have a game of two people open that somebody has come or gone."""
        if live.seating is None:
            return
        live.revision += 1
        view = live.view(self._clock())
        for listener in list(self._listeners.get(live.id, ())):
            if listener is not newcomer:
                listener(view)

    def presence(self, name: str) -> tuple[list[bool], int]:
        """Return whether each side's page is open, and how many others look on."""
        with self._lock:
            seating = self._get(name).seating
            here = {self._visitors.get(listener, "") for listener in self._listeners.get(name, ())}
            owners = seating.owners if seating is not None else ["", ""]
            return [bool(owner) and owner in here for owner in owners], len(here - set(owners))

    def live(self, name: str) -> LiveGame:
        """Return a game as it is now; to be changed by `change` alone."""
        with self._lock:
            return self._get(name)

    def close(self) -> None:
        """Stop thinking, and store every game as it is."""
        self._is_closed = True
        self._stop_looking()
        with self._lock:
            for turn in self._thinking.values():
                turn.cancel()
            now = self._clock()
            for live in self._games.values():
                if live.clock is not None:
                    with contextlib.suppress(NotKept):
                        self._database.save(live.id, live.state(now), finished=live.is_over, now=now)


def _perfect_move(record: Record) -> str | None:
    """Return the best move by the tables: the quickest win, the longest loss; None where they say nothing."""
    with contextlib.suppress(PlygroundError):
        found = probe(record.position)
        if found.verdict is not None and found.moves:
            return found.moves[0].move.text
    return None


def _decline(live: LiveGame, now: float) -> None:
    if live.is_over:
        raise PlygroundError("The game is over.")
    live.notice = "The engine declines the draw."
