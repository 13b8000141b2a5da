"""`Dispatcher`: the service for pages that are beside it in the same browser, by messages instead of HTTP.

A page sends ``{"do": "request", "id": 7, "method": "GET", "target": "/api/games", "body": ""}``, and is sent
``{"id": 7, "status": 200, "type": "application/json", "text": "[...]", "name": ""}``. It makes a connection by
``{"do": "connect", "id": 8, "target": "/api/analyse"}``, is sent ``{"id": 8, "event": "open"}``, sends
``{"do": "send", "id": 8, "text": "{...}"}``, is sent ``{"id": 8, "event": "message", "text": "{...}"}`` as often as
there is something, and ends it by ``{"do": "close", "id": 8}``. That it is ended from here says
``{"id": 8, "event": "close", "code": 4004, "reason": "..."}``.

There is one thread. The owner of the dispatcher calls `step` as long as it has something to do, and between two
steps hands over what pages have sent; so a page that stops an analysis waits for the end of a step at most.
"""

import re
import sqlite3
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from plyground.core.errors import PlygroundError
from plyground.web.application import ENDPOINTS, FEEDS, SESSIONS, Stores, services_of
from plyground.web.browser.connections import Connection, FollowingPage, Post, SessionPage
from plyground.web.browser.running import VisitorsThread
from plyground.web.service.alone import OneThread
from plyground.web.service.endpoints import MAX_BODY, Endpoint, File, NotKept, json_text, openapi, status_of
from plyground.web.service.requests import TOO_LARGE, fields_of, nothing_at
from plyground.web.service.session import ENDED, Feed, Session
from plyground.web.service.visitors import visitor_of

SLICE = 0.08
"""Seconds of a turn at thinking, and so of what a page that asks for something else may have to wait."""
ME = visitor_of("the visitor of this browser")
"""Who asks: the user of this browser. There is nobody else."""

Clock = Callable[[], float]


class Answer(NamedTuple):
    """An answer: its HTTP status, media type and text, and the name under which it is to be saved, if any."""

    status: int
    media_type: str
    text: str | bytes
    name: str = ""


def _pattern(path: str) -> re.Pattern[str]:
    """Return what finds the parts of an address in which `path` has names."""
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(path)))


class Dispatcher:
    """See the module's first lines.

    Parameters
    ----------
    stores
        What is kept.
    random
        Decides colours and the weaker levels' mistakes.
    post
        Sends a message to a page.
    clock
        Tells the time, in seconds.
    """

    def __init__(self, stores: Stores, random: Any, post: Post, clock: Clock = time.monotonic) -> None:
        self._post, self._clock = post, clock
        self._pool, self._searches = VisitorsThread(clock, SLICE), OneThread(clock)
        self.services = services_of(self._pool, self._pool, self._searches, stores, random)
        self._endpoints = [(_pattern(endpoint.path), endpoint) for endpoint in ENDPOINTS]
        self._kinds: list[tuple[re.Pattern[str], type[Session] | Feed]] = [
            *((_pattern(kind.PATH), kind) for kind in SESSIONS),
            *((_pattern(feed.path), feed) for feed in FEEDS),
        ]
        self._connections: dict[Any, Connection] = {}

    def take(self, message: Mapping[str, Any]) -> None:
        """Take what a page has sent."""
        name = message["id"]
        match message["do"]:
            case "request":
                answer = self.answer(message["method"], message["target"], message.get("body") or "")
                self._post(
                    {
                        "id": name,
                        "status": answer.status,
                        "type": answer.media_type,
                        "text": answer.text,
                        "name": answer.name,
                    }
                )
            case "connect":
                self._connect(name, message["target"])
            case "send" if name in self._connections:
                self._connections[name].take(message["text"])
            case "close" if name in self._connections:
                self._connections.pop(name).leave()

    def leave(self, prefix: str) -> None:
        """End the connections of a page that has gone: those whose numbers begin so."""
        for name in [name for name in self._connections if str(name).startswith(prefix)]:
            self._connections.pop(name).leave()

    def step(self) -> bool:
        """Do a slice of what there is to do; tell whether there may be more."""
        self._pool.tick()
        did_something = self._pool.step() or self._searches.step()
        for name, connection in list(self._connections.items()):
            connection.look()
            if connection.is_over:
                self._connections.pop(name, None)
        return did_something

    def close(self) -> None:
        """End all connections and all work."""
        for connection in self._connections.values():
            connection.leave()
        self._connections.clear()
        self.services.close()

    # ------------------------------------------------------------------------------------------------------ requests

    def answer(self, method: str, target: str, body: str = "") -> Answer:
        """Answer a request."""
        split = urlsplit(target)
        path = unquote(split.path)
        if (method, path) == ("GET", "/api/openapi.json"):
            return Answer(200, "application/json", json_text(openapi(ENDPOINTS)))
        endpoint, in_path, status = self._endpoint(method, path)
        if endpoint is None:
            return _refusal(nothing_at(method, path), status)
        if len(content := body.encode("utf-8", errors="replace")) > MAX_BODY:
            return _refusal(TOO_LARGE, 413)
        try:
            query = parse_qs(split.query, keep_blank_values=True)
            result = endpoint.call(self.services, fields_of(endpoint, in_path, query, content), ME)
        except sqlite3.Error as error:
            return _refusal(f"The browser's file cannot be used: {error}.", status_of(NotKept("")))
        except PlygroundError as error:
            return _refusal(str(error), status_of(error))
        if isinstance(result, File):
            return Answer(200, result.media_type, result.text, result.name)
        return Answer(200, "application/json", json_text(result))

    def _endpoint(self, method: str, path: str) -> tuple[Endpoint | None, dict[str, str], int]:
        """Find who answers; the status if nobody does."""
        status = 404
        for pattern, endpoint in self._endpoints:
            if found := pattern.fullmatch(path):
                if endpoint.method == method:
                    return endpoint, found.groupdict(), 200
                status = 405
        return None, {}, status

    # --------------------------------------------------------------------------------------------------- connections

    def _connect(self, name: Any, target: str) -> None:
        def send(event: str, **more: Any) -> None:
            self._post({"id": name, "event": event, **more})

        path = unquote(urlsplit(target).path)
        named = ((kind, found) for pattern, kind in self._kinds if (found := pattern.fullmatch(path)))
        kind, found = next(named, (None, None))
        if kind is None or found is None:
            send("close", code=ENDED, reason=nothing_at("GET", path))
            return
        send("open")
        try:
            self._connections[name] = (
                FollowingPage(self.services, kind, found.groupdict(), ME, send, self._clock)
                if isinstance(kind, Feed)
                else SessionPage(self.services, kind(self.services), f"page {name}", send, self._clock)
            )
        except (PlygroundError, sqlite3.Error) as error:
            send("close", code=ENDED, reason=str(error))


def _refusal(sentence: str, status: int) -> Answer:
    return Answer(status, "application/json", json_text({"error": sentence}))
