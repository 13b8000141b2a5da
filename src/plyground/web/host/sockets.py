"""WebSockets for sessions and feeds: turns from the pool, messages in their order, and the end of what nobody wants.

A new question, or the page's leaving, ends the answer under way. A page that is told 4004 does not connect again.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from plyground.web.host.pool import Job, Pool
from plyground.web.host.routes import REFUSALS, is_teacher, sentence_of
from plyground.web.service.endpoints import json_text
from plyground.web.service.services import Services
from plyground.web.service.session import ENDED, Answering, Feed, Session

MAX_SESSIONS = 200
"""The largest number of tabs served at the same time; each may keep an engine."""
LATEST_EVERY = 0.08
"""Seconds between two messages of which only the latest counts."""
PROGRESS_EVERY = 0.2
"""Seconds between two messages about how far a turn has got."""
GONE = (WebSocketDisconnect, RuntimeError)
"""What is raised by sending something to a tab that is closed."""


async def each_text(socket: WebSocket, take: Callable[[str], Awaitable[None]]) -> None:
    """Give every message to `take` until the socket is closed from either side."""
    with contextlib.suppress(WebSocketDisconnect):
        while socket.application_state is WebSocketState.CONNECTED:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if message.get("text") is None:
                await turn_away(socket, 1003, "Messages are texts.")
                return
            await take(message["text"])


async def turn_away(socket: WebSocket, code: int, sentence: str) -> None:
    """Close a socket with a sentence."""
    # a close frame holds 123 bytes
    reason = sentence.encode("utf-8", errors="replace")[:120].decode("utf-8", errors="ignore")
    with contextlib.suppress(*GONE):
        await socket.close(code, reason)


class Outbox:
    """Messages to a tab, put in from any thread and sent in their order."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket, self._loop = socket, asyncio.get_running_loop()
        self._messages: deque[tuple[Mapping[str, Any], bool]] = deque()
        self._is_filled = asyncio.Event()

    def put(self, message: Mapping[str, Any], *, latest: bool = False) -> None:
        """Put a message in; one that is the latest of its kind takes the place of the one before."""
        self._loop.call_soon_threadsafe(self._put, message, latest)

    def _put(self, message: Mapping[str, Any], latest: bool) -> None:
        if latest and self._messages and self._messages[-1][1]:
            self._messages.pop()
        self._messages.append((message, latest))
        self._is_filled.set()

    async def send(self) -> None:
        """Send what is put in, until the tab is closed."""
        with contextlib.suppress(*GONE):
            while True:
                await self._is_filled.wait()
                self._is_filled.clear()
                was_latest = False
                while self._messages:
                    message, was_latest = self._messages.popleft()
                    await self._socket.send_text(json_text(message))
                if was_latest:
                    await asyncio.sleep(LATEST_EVERY)


class Tab:
    """One page's session: it takes questions, and drives their answers."""

    def __init__(self, socket: WebSocket, services: Services, session: Session) -> None:
        self._socket, self._services, self._session = socket, services, session
        self._loop = asyncio.get_running_loop()
        self._outbox = Outbox(socket)
        self._client = f"tab {id(self)}"
        self._answer: asyncio.Task[None] | None = None
        self._needs: Any = None
        self._token_elsewhere: int | None = None

    async def serve(self) -> None:
        """Answer until the tab closes."""
        await self._socket.accept()
        sender = asyncio.create_task(self._outbox.send())
        try:
            await each_text(self._socket, self._take)
        finally:
            await self._end()
            sender.cancel()

    async def _take(self, text: str) -> None:
        question = self._session.read(text)
        if question.error:
            self._outbox.put({"token": question.token, "error": question.error})
            return
        await self._end()
        if question.ask["do"] == "stop":
            return
        try:
            self._needs = await asyncio.to_thread(self._session.lock, question.ask)
            if self._needs:
                self._services.classes.demand_unlocked(self._needs, is_teacher=is_teacher(self._socket))
        except REFUSALS as error:
            self._outbox.put({"token": question.token, "error": sentence_of(error)})
        else:
            if question.thinks and question.ask.get("game") in self._services.given_to_browsers:
                self._token_elsewhere = question.token
                self._outbox.put({"token": question.token, "yours": True})
                return
            self._answer = asyncio.create_task(self._drive(question.ask, question.token))

    def stop_if_locked(self, lock: str) -> None:
        """Stop the current answer if it needs what has just been locked; from any thread."""
        if lock == self._needs and not is_teacher(self._socket):
            if (token := self._token_elsewhere) is not None:
                self._outbox.put({"token": token, "stop": True})
            asyncio.run_coroutine_threadsafe(self._end(), self._loop)

    async def _end(self) -> None:
        """Stop the current answer."""
        self._token_elsewhere = None
        if self._answer is not None:
            self._answer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._answer
            self._answer = None

    async def _drive(self, ask: Any, token: int | None) -> None:
        """Give an answer its turns, and tell the page how it has ended."""

        def send(message: Mapping[str, Any], *, latest: bool = False) -> None:
            self._outbox.put({"token": token, **message}, latest=latest)

        pool = self._session.thinking
        assert isinstance(pool, Pool)
        reporting = asyncio.create_task(self._report(send))
        try:
            async with asyncio.timeout(self._session.MAX_SECONDS):
                steps = self._session.answer(ask, send)
                is_going = await asyncio.to_thread(_take_turn, steps, None)
                while is_going:
                    is_going = await pool.run(self._client, partial(_take_turn, steps))
            send({"done": True})
        except REFUSALS as error:
            send({"error": sentence_of(error)})
        except TimeoutError:
            send({"error": str(self._session.too_long())})
        finally:
            reporting.cancel()

    async def _report(self, send: Callable[[Mapping[str, Any]], None]) -> None:
        while True:
            await asyncio.sleep(PROGRESS_EVERY)
            if (progress := self._session.progress()) is not None:
                send(progress)


def _take_turn(steps: Answering, job: Job | None) -> bool:
    """Let an answer take its turn; tell whether it wants another one."""
    try:
        steps.send(job)  # type: ignore[arg-type]  # None begins a generator
    except StopIteration:
        return False
    return True


def session_route(kind: type[Session]) -> WebSocketRoute:
    """Return the route of a kind of sessions."""

    async def serve(socket: WebSocket) -> None:
        services: Services = socket.app.state.services
        if len(services.sessions) >= MAX_SESSIONS:
            await socket.close(1013, "Too many pages are open.")
            return
        tab = Tab(socket, services, kind(services))
        services.sessions[tab] = tab.stop_if_locked
        try:
            await tab.serve()
        finally:
            del services.sessions[tab]

    return WebSocketRoute(kind.PATH, serve)


def feed_route(feed: Feed) -> WebSocketRoute:
    """Return the route of a feed."""

    async def serve(socket: WebSocket) -> None:
        await socket.accept()
        loop, change = asyncio.get_running_loop(), asyncio.Event()

        def note() -> None:
            loop.call_soon_threadsafe(change.set)

        services, visitor = socket.app.state.services, socket.scope["visitor"]
        try:
            following = await asyncio.to_thread(
                feed.begin, services, socket.path_params, visitor, is_teacher(socket), note
            )
        except REFUSALS as error:
            await turn_away(socket, ENDED, sentence_of(error))
            return
        sender = asyncio.create_task(_send_news(socket, feed, following.news, change))
        try:
            await each_text(socket, _ignore)
        finally:
            sender.cancel()
            # not awaited: it has to be done even if this task is cancelled
            loop.run_in_executor(None, following.leave)

    return WebSocketRoute(feed.path, serve)


async def _send_news(socket: WebSocket, feed: Feed, news: Callable[[], Any], change: asyncio.Event) -> None:
    with contextlib.suppress(*GONE):
        while True:
            change.clear()
            try:
                while (message := await asyncio.to_thread(news)) is not None:
                    await socket.send_text(json_text(message))
                    await asyncio.sleep(feed.every)
            except REFUSALS as error:
                await turn_away(socket, ENDED, sentence_of(error))
                return
            await change.wait()


async def _ignore(text: str) -> None:
    """Take no notice of a message."""
