"""`Classes`: the class that is taught on this server: every change of it is stored, and told to all open pages.

A change is made to a copy, which takes the place of the class once the file has it. Games report themselves
(`LiveGames.observers`); what that means for the class is worked out in a thread of its own, so that nothing here is
done under the lock of the games.
"""

import contextlib
import queue
import time
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from plyground.core.errors import PlygroundError
from plyground.web.lesson import password
from plyground.web.lesson.class_database import ClassDatabase
from plyground.web.lesson.rounds import ClassGame
from plyground.web.lesson.school_class import Lock, Pupil, SchoolClass
from plyground.web.lesson.tiles import Tile, result_of, tile_of
from plyground.web.play.live_game import LiveGame
from plyground.web.play.live_games import LiveGames
from plyground.web.service.budget import TokenBucket
from plyground.web.service.endpoints import Forbidden, NotFound
from plyground.web.service.runtime import Runtime

Answer = TypeVar("Answer")
JOINS_PER_SECOND, JOINS_AT_ONCE = 0.2, 30.0
"""How many new pupils may join from one address: 30 at once, and then twelve a minute.

All pupils of a school may have one address: 60 are in after two and a half minutes. Who makes up 200 needs 14 minutes,
in which the teacher sees them come.
"""
PRESENT_SECONDS = 20.0
"""How long a pupil counts as present after the last page was closed: a reload is not an absence."""
LOCKED = {
    "engine": "Your teacher has locked the engine.",
    "hints": "Your teacher has locked hints.",
}
NO_CLASS = "There is no class on this server at the moment."


class Classes:
    """The class that is taught; see the module's first lines."""

    def __init__(
        self, database: ClassDatabase, games: LiveGames, runtime: Runtime, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._database, self._games, self._clock, self._runtime = database, games, clock, runtime
        self._key = self._database.key()
        self._lock = runtime.lock()
        self._class = self._database.latest()
        self.revision = int(time.time() * 1000)
        """Grows whenever there is news, also over restarts: of two views of the class, the newer can be recognised."""
        self._listeners: set[Callable[[], None]] = set()
        self._open_pages: Counter[str] = Counter()
        self._left: dict[str, float] = {}
        self._tiles: dict[str, Tile] = {}
        self._visitors = self._members()
        self.entrance = TokenBucket(JOINS_PER_SECOND, JOINS_AT_ONCE, clock)
        """Who may join from which address."""
        self.lockers: list[Callable[[str], None]] = []
        """Called with the name of a lock that has just been set."""
        self._changes: queue.SimpleQueue[tuple[Tile, list[str], str] | Callable[[], None] | None] = queue.SimpleQueue()
        games.observers.append(self._observe)
        self._join: Callable[[float], None] | None = None
        self._restore()

    # ------------------------------------------------------------------------------------------------- the class

    @property
    def current(self) -> SchoolClass | None:
        """The class; never changed in place."""
        return self._class

    def demand(self) -> SchoolClass:
        """Return the class; raises `NotFound` if none is taught."""
        if self._class is None:
            raise NotFound(NO_CLASS)
        return self._class

    def begin(self, name: str, kept_password: str) -> None:
        """Teach the class `name` from now on: a new one, or the one of that name goes on with a new password."""
        with self._lock:
            self._class = self._database.begin(name, kept_password)
            self._restore()
            self._tell()

    def end(self) -> None:
        """End the lesson: nothing is locked any more; what there is stays in the file."""

        def close(found: SchoolClass) -> None:
            found.is_over, found.locks, found.shown, found.projected, found.waiting = True, [], 0, 0, []

        self.change(close)
        with self._lock:
            self._class = None
            self._tell()

    def change(self, action: Callable[[SchoolClass], Answer]) -> Answer:
        """Change the class: `action` gets a copy of it, which is stored and takes its place."""
        with self._lock:
            found = SchoolClass.of_state(self.demand().state())
            locked = set(found.locks)
            answer = action(found)
            self._database.save(found)
            self._class = found
            self._visitors = self._members()
            self._tell()
        for lock in set(found.locks) - locked:
            for locker in self.lockers:
                locker(lock)
        return answer

    def _members(self) -> frozenset[str]:
        found = self._class
        return frozenset(pupil.visitor for pupil in found.pupils if pupil.visitor) if found is not None else frozenset()

    # --------------------------------------------------------------------------------------------- who may do what

    def sign_in(self, text: str) -> str | None:
        """Return the cookie for who gives the teacher's password, None for who does not."""
        found = self.demand()
        return password.sign(self._key, _purpose_of_cookie(found)) if password.matches(text, found.password) else None

    def is_teacher(self, cookies: str) -> bool:
        """Tell whether a ``Cookie`` header is that of the teacher's browser."""
        found = self._class
        return found is not None and password.is_signed(self._key, _purpose_of_cookie(found), cookies)

    def demand_unlocked(self, lock: Lock, *, is_teacher: bool) -> None:
        """Raise `Forbidden` if something is locked; for everybody, since another browser would be a way around."""
        found = self._class
        if found is not None and lock in found.locks and not is_teacher:
            raise Forbidden(LOCKED[lock])

    # ------------------------------------------------------------------------------------------- pages, presence

    def subscribe(self, note: Callable[[], None], visitor: str = "") -> Callable[[], None]:
        """Call `note` after every change; return what ends that. The visitor counts as present meanwhile."""
        with self._lock:
            self._listeners.add(note)
            self._open_pages[visitor] += 1
            if self._open_pages[visitor] == 1 and visitor in self._visitors:
                self._tell()

        def leave() -> None:
            with self._lock:
                self._listeners.discard(note)
                self._open_pages[visitor] -= 1
                if self._open_pages[visitor] <= 0:
                    del self._open_pages[visitor]
                    if visitor in self._visitors:
                        self._left[visitor] = self._clock()
                        self._tell()

        return leave

    def is_here(self, pupil: Pupil) -> bool:
        """Tell whether a page of the pupil is open, or was until a moment ago."""
        left = self._left.get(pupil.visitor)
        is_just_gone = left is not None and self._clock() - left < PRESENT_SECONDS
        return bool(pupil.visitor) and (self._open_pages[pupil.visitor] > 0 or is_just_gone)

    def _tell(self) -> None:
        self.revision = max(self.revision + 1, int(time.time() * 1000))
        for note in list(self._listeners):
            note()

    # ------------------------------------------------------------------------------------------------- the games

    def tile(self, pupil: Pupil) -> Tile | None:
        """Return the board of a pupil; None before the first game."""
        return self._tiles.get(pupil.game)

    def _observe(self, live: LiveGame) -> None:
        owners = live.seating.owners if live.seating is not None else [live.owner]
        if any(owner in self._visitors for owner in owners):
            outcome = live.record.outcome
            self._changes.put((tile_of(live), list(owners), result_of(outcome) if outcome is not None else ""))

    def _work(self) -> None:
        while (change := self._changes.get()) is not None:
            if callable(change):
                change()
                continue
            # a file that does not take it is told of at the next change by somebody
            with contextlib.suppress(PlygroundError):
                self._note(*change)

    def settle(self) -> None:
        """Wait until the class knows of every change of a game so far."""
        done = self._runtime.event()
        self._changes.put(done.set)
        done.wait(10)

    def _note(self, tile: Tile, owners: list[str], result: str) -> None:
        """Take a game's new position, and its result."""
        with self._lock:
            found = self._class
            if found is None:
                return
            self._tiles[tile["id"]] = tile
            here = [pupil.number for pupil in found.pupils if pupil.visitor and pupil.visitor in owners]
            is_new = any(found.pupil(number).game != tile["id"] for number in here)
            game = next((each for each in _class_games(found) if each.id == tile["id"]), None)
            if not is_new and (game is None or game.result == result):
                self._tell()
                return

            def take(changed: SchoolClass) -> None:
                for number in here:
                    changed.pupil(number).game = tile["id"]
                for each in _class_games(changed):
                    if each.id == tile["id"]:
                        each.result = result

            self.change(take)
            wanted = {pupil.game for pupil in self.demand().pupils}
            self._tiles = {name: each for name, each in self._tiles.items() if name in wanted}

    def _restore(self) -> None:
        """Look at the games of the class as the file has them; their clocks run again."""
        found = self._class
        self._visitors, self._tiles, self._left = self._members(), {}, {}
        if found is None:
            return
        if self._join is None:
            self._join = self._runtime.begin("class", self._work)
        for name in {pupil.game for pupil in found.pupils} | {game.id for game in _class_games(found)}:
            with contextlib.suppress(PlygroundError):
                if name:
                    self._observe(self._games.live(name))

    def close(self) -> None:
        """Stop looking at games."""
        if self._join is not None:
            self._changes.put(None)
            self._join(5)


def _purpose_of_cookie(found: SchoolClass) -> str:
    """Return what the teacher's cookie is for: the class as long as it has this password."""
    return f"{found.password} {found.name}"


def _class_games(found: SchoolClass) -> list[ClassGame]:
    return found.tournament.games() if found.tournament is not None else []
