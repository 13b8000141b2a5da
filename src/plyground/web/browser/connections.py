"""Connections of pages with the service beside them: what a session answers turn by turn, what a feed has to tell."""

import sqlite3
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from plyground.core.errors import PlygroundError
from plyground.web.service.endpoints import json_text
from plyground.web.service.runtime import Turn
from plyground.web.service.services import Services
from plyground.web.service.session import ENDED, Answering, Feed, Session
from plyground.web.service.visitors import Visitor

LATEST_EVERY = 0.08
"""Seconds between two messages of which only the latest counts."""
PROGRESS_EVERY = 0.2
"""Seconds between two messages that say how far an answer is that takes long."""

REFUSALS = PlygroundError, sqlite3.Error, OSError
"""What is raised where something cannot be answered: what was asked, what is kept, or a file of the app is at fault."""

Post = Callable[[Mapping[str, Any]], None]
Clock = Callable[[], float]


def sentence_of(error: PlygroundError | sqlite3.Error | OSError) -> str:
    """Tell a page's visitor why something cannot be answered."""
    if isinstance(error, sqlite3.Error):
        return f"The browser's file cannot be used: {error}."
    if isinstance(error, OSError):
        return f"A file of the app could not be read ({error}). If the network was away, try again."
    return str(error)


class SendEvent(Protocol):
    """Sends a page what happens on its connection."""

    def __call__(self, event: str, **more: Any) -> None:
        """Send it."""


class Connection(Protocol):
    """A page's connection."""

    is_over: bool

    def take(self, text: str) -> None:
        """Take what the page has sent."""

    def look(self) -> None:
        """Send what there is to send; called between two turns."""

    def leave(self) -> None:
        """End it: the page has gone."""


class SessionPage:
    """One page's questions, one answered at a time."""

    is_over = False

    def __init__(self, services: Services, session: Session, client: str, send: SendEvent, clock: Clock) -> None:
        self._services, self._session, self._client = services, session, client
        self._send, self._clock = send, clock
        self._answer: Answering | None = None
        self._turn: Turn | None = None
        self._token: int | None = None
        self._needs: Any = None
        self._until, self._sent = float("inf"), 0.0
        self._latest: Mapping[str, Any] | None = None
        services.sessions[self] = self._stop_if_locked

    def take(self, text: str) -> None:
        """Take a question: it ends the answer under way, and is answered in turns of its own."""
        question = self._session.read(text)
        if question.error:
            self._put({"token": question.token, "error": question.error})
            return
        self._end()
        if question.ask["do"] == "stop":
            return
        self._token = question.token
        try:
            self._needs = self._session.lock(question.ask)
            if self._needs:
                self._services.classes.demand_unlocked(self._needs, is_teacher=False)
        except REFUSALS as error:
            self._tell({"error": sentence_of(error)})
            return
        self._until = self._clock() + (self._session.MAX_SECONDS or float("inf"))
        self._answer = self._session.answer(question.ask, self._tell)
        self._go_on(None)

    def look(self) -> None:
        """Send the latest of what was found, and how far it is."""
        if self._answer is not None and self._clock() >= self._sent + PROGRESS_EVERY:
            progress = self._session.progress()
            if progress is not None:
                self._tell(progress)
        if self._latest is not None and self._clock() >= self._sent + LATEST_EVERY:
            self._flush()

    def leave(self) -> None:
        """End it."""
        self._end()
        self._services.sessions.pop(self, None)

    def _go_on(self, turn: Turn | None) -> None:
        """Let the answer take a turn, and ask for another one if it wants that."""
        if self._answer is None:
            return
        try:
            if self._clock() > self._until:
                raise self._session.too_long()
            # None begins a generator
            self._answer.send(turn)  # type: ignore[arg-type]
            self._turn = self._session.thinking.submit(self._client, self._go_on)
        except StopIteration:
            self._tell({"done": True})
            self._answer = None
        except REFUSALS as error:
            self._tell({"error": sentence_of(error)})
            self._end()

    def _end(self) -> None:
        """Stop the current answer."""
        if self._turn is not None:
            self._turn.cancel()
        if self._answer is not None:
            self._answer.close()
        self._turn = self._answer = self._latest = None

    def _stop_if_locked(self, lock: str) -> None:
        if lock == self._needs:
            self._end()

    def _tell(self, message: Mapping[str, Any], *, latest: bool = False) -> None:
        """Send a message of the answer; the latest of its kind waits a little for a later one."""
        message = {"token": self._token, **message}
        if latest and self._clock() < self._sent + LATEST_EVERY:
            self._latest = message
            return
        if not latest:
            self._flush()
        self._latest = None
        self._put(message)

    def _flush(self) -> None:
        if self._latest is not None:
            self._put(self._latest)
            self._latest = None

    def _put(self, message: Mapping[str, Any]) -> None:
        self._sent = self._clock()
        self._send("message", text=json_text(message))


class FollowingPage:
    """A page that follows something.

    Raises
    ------
    PlygroundError
        If there is nothing to follow.
    """

    def __init__(
        self,
        services: Services,
        feed: Feed,
        fields: Mapping[str, str],
        visitor: Visitor,
        send: SendEvent,
        clock: Clock,
    ) -> None:
        self.is_over, self._has_news = False, True
        self._send, self._clock, self._every, self._next = send, clock, feed.every, 0.0
        self._following = feed.begin(services, fields, visitor, False, self._note)
        self.look()

    def take(self, text: str) -> None:
        """Take no notice of what a page sends."""

    def look(self) -> None:
        """Send the news, if there are any."""
        while self._has_news and not self.is_over and self._clock() >= self._next:
            try:
                message = self._following.news()
            except REFUSALS as error:
                self._send("close", code=ENDED, reason=sentence_of(error))
                self.leave()
                return
            self._has_news = message is not None
            if message is not None:
                self._send("message", text=json_text(message))
                self._next = self._clock() + self._every

    def leave(self) -> None:
        """Follow no longer."""
        if not self.is_over:
            self.is_over = True
            self._following.leave()

    def _note(self) -> None:
        self._has_news = True
