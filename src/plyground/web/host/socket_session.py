"""`SocketSession`: a page's WebSocket with one request at a time; a new request, or closing it, ends the current one.

A page sends JSON objects with a ``do`` and a ``token``, and every answer carries the token of the request it belongs
to: as many messages as there are, then ``{"token": 7, "done": true}``. ``{"do": "stop"}`` ends the current request.
Errors are sent as ``{"token": 7, "error": "..."}``.
"""

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from plyground.core.errors import PlygroundError
from plyground.web.service.endpoints import json_text
from plyground.web.service.schema import BadRequest, checked
from plyground.web.service.services import Services

MAX_SESSIONS = 200
"""The largest number of tabs served at the same time; each may keep an engine."""


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


async def ignore(text: str) -> None:
    """Take no notice of a message."""


class SocketSession:
    """One tab; a subclass declares its requests (`Ask`, a TypedDict) and answers them (`answer`).

    `lock` says what a request needs that the teacher of a class may have locked.
    """

    Ask: Any

    def __init__(self, socket: WebSocket, services: Services) -> None:
        self._socket, self.services = socket, services
        self.client = f"tab {id(self)}"
        self.loop = asyncio.get_running_loop()
        self._task: asyncio.Task[None] | None = None
        self._sending = asyncio.Lock()
        self._needs: Any = None

    def lock(self, ask: Any) -> Any:
        """Return what a request needs that may be locked, None if nothing."""
        return None

    async def answer(self, ask: Any, token: int | None) -> None:
        """Answer a request; cancelled when it is no longer wanted."""
        raise NotImplementedError

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message, whole."""
        async with self._sending:
            await self._socket.send_text(json_text(message))

    async def serve(self) -> None:
        """Answer until the tab closes."""
        await self._socket.accept()
        try:
            await each_text(self._socket, self._take)
        finally:
            await self._end()

    async def _take(self, text: str) -> None:
        token = None
        try:
            value = json.loads(text)
            token = value.get("token") if isinstance(value, dict) else None
            token = token if type(token) is int else None
            ask = checked(self.Ask, value, "the message")
        except (ValueError, RecursionError):
            await self.send({"token": None, "error": "A message should be JSON."})
            return
        except BadRequest as error:
            await self.send({"token": token, "error": str(error)})
            return
        await self._end()
        if ask["do"] == "stop":
            return
        try:
            self._needs = await asyncio.to_thread(self.lock, ask)
            if self._needs:
                self.services.classes.demand_unlocked(self._needs, self._socket.scope)
        except PlygroundError as error:
            await self.send({"token": token, "error": str(error)})
        else:
            self._task = asyncio.create_task(self._answer(ask, token))

    def stop_if_locked(self, lock: str) -> None:
        """Stop the current request if it needs what has just been locked; from any thread."""
        if lock == self._needs and not self.services.classes.is_teacher(self._socket.scope):
            asyncio.run_coroutine_threadsafe(self._end(), self.loop)

    async def _end(self) -> None:
        """Stop the current request."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def _answer(self, ask: Any, token: int | None) -> None:
        try:
            await self.answer(ask, token)
            await self.send({"token": token, "done": True})
        except (PlygroundError, sqlite3.Error) as error:
            with contextlib.suppress(*GONE):
                await self.send({"token": token, "error": str(error)})
        except GONE:
            # the tab closed while something was being sent
            return


def socket_route(path: str, kind: type[SocketSession]) -> WebSocketRoute:
    """Return the route that serves tabs of a kind."""

    async def serve(socket: WebSocket) -> None:
        services: Services = socket.app.state.services
        if len(services.sessions) >= MAX_SESSIONS:
            await socket.close(1013, "Too many pages are open.")
            return
        session = kind(socket, services)
        services.sessions[session] = session.stop_if_locked
        try:
            await session.serve()
        finally:
            del services.sessions[session]

    return WebSocketRoute(path, serve)
