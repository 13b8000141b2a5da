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

import base64
import sqlite3
import time
from collections.abc import Callable, Generator, Mapping
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from plyground.core.errors import PlygroundError
from plyground.web.application import ENDPOINTS, FEEDS, SESSIONS, Stores, services_of
from plyground.web.browser.connections import REFUSALS, Connection, FollowingPage, Post, SessionPage, sentence_of
from plyground.web.browser.running import Promise, VisitorsThread
from plyground.web.service.alone import OwnTurn
from plyground.web.service.endpoints import MAX_BODY, Endpoint, File, NotKept, json_text, openapi, status_of
from plyground.web.service.requests import TOO_LARGE, fields_of, nothing_at
from plyground.web.service.runtime import in_turns
from plyground.web.service.session import ENDED, Feed, Session
from plyground.web.service.visitors import visitor_of

SLICE = 0.04
"""Seconds after which a turn at thinking ends with the engine's slice (`plyground.engine.slices`): together less than
the 0.1 s that a page may have to wait that asks for something else, or stops it."""
ME = visitor_of("the visitor of this browser")
"""Who asks: the user of this browser. There is nobody else."""

Clock = Callable[[], float]


class Answer(NamedTuple):
    """An answer: its HTTP status, media type and text, and the name under which it is to be saved, if any."""

    status: int
    media_type: str
    text: str | bytes
    name: str = ""


def _match(pattern: str, path: str) -> dict[str, str] | None:
    """Return the parts of an address in which `pattern` has names, ``{game}`` say; None if it is another one."""
    wanted, found = pattern.split("/"), path.split("/")
    if len(wanted) != len(found):
        return None
    pairs = list(zip(wanted, found, strict=True))
    if any(part != name if part[:1] != "{" else not name for part, name in pairs):
        return None
    return {part[1:-1]: name for part, name in pairs if part[:1] == "{"}


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
        self._pool = VisitorsThread(clock, SLICE, is_urgent=True)
        self._searches = VisitorsThread(clock, SLICE, is_urgent=False)
        self._is_turn_of_searches = False
        self.services = services_of(self._pool, self._pool, self._searches, stores, random)
        self._kinds: list[tuple[str, type[Session] | Feed]] = [
            *((kind.PATH, kind) for kind in SESSIONS),
            *((feed.path, feed) for feed in FEEDS),
        ]
        self._connections: dict[Any, Connection] = {}
        self._requests: dict[Any, OwnTurn] = {}
        """Those that are thought about."""

    def take(self, message: Mapping[str, Any]) -> None:
        """Take what a page has sent."""
        name = message["id"]
        match message["do"]:
            case "request":
                self._respond(name, message["method"], message["target"], message.get("body") or "")
            case "connect":
                self._connect(name, message["target"])
            case "send" if name in self._connections:
                self._connections[name].take(message["text"])
            case "close" if name in self._connections:
                self._connections.pop(name).leave()

    def leave(self, prefix: str) -> None:
        """End what a page that has gone has begun: that whose numbers begin so."""
        for name in [name for name in self._connections if str(name).startswith(prefix)]:
            self._connections.pop(name).leave()
        for name in [name for name in self._requests if str(name).startswith(prefix)]:
            self._requests.pop(name).cancel()

    def step(self) -> bool:
        """Do a slice of what there is to do; tell whether there may be more."""
        self._pool.tick()
        did_something = self._do_next()
        for name, connection in list(self._connections.items()):
            connection.look()
            if connection.is_over:
                self._connections.pop(name, None)
        return did_something

    def _do_next(self) -> bool:
        """Do what is urgent, or else in turn something for the explorer and something else."""
        one, other = self._pool, self._searches
        if self._is_turn_of_searches and not one.waiting_urgently:
            one, other = other, one
        if one.step():
            self._is_turn_of_searches = one is self._pool
            return True
        return other.step()

    def close(self) -> None:
        """End all connections and all work."""
        for connection in self._connections.values():
            connection.leave()
        self._connections.clear()
        self.services.close()

    # ------------------------------------------------------------------------------------------------------ requests

    def answer(self, method: str, target: str, body: str = "") -> Answer:
        """Answer a request, however long that takes."""
        found = self._begin(method, target, body)
        if isinstance(found, Answer):
            return found
        answers: list[Answer] = []
        self._submit(found, answers.append)
        while not answers:
            self.step()
        return answers[0]

    def _respond(self, name: Any, method: str, target: str, body: str) -> None:
        """Send a page the answer, at once or when enough has been thought."""

        def post(answer: Answer) -> None:
            found = {"status": answer.status, "type": answer.media_type, "text": answer.text, "name": answer.name}
            self._requests.pop(name, None)
            if isinstance(answer.text, bytes):
                found |= {"text": base64.b64encode(answer.text).decode(), "binary": True}
            self._post({"id": name, **found})

        found = self._begin(method, target, body)
        if isinstance(found, Answer):
            post(found)
        else:
            self._requests[name] = self._submit(found, post)

    def _begin(self, method: str, target: str, body: str) -> Answer | Promise:
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
            fields = fields_of(endpoint, in_path, query, content)
            found = endpoint.call(self.services, fields, ME, in_steps=True)
            if isinstance(found, Generator):
                return Promise(partial(in_turns, found), partial(self._pool.submit, "a page", urgent=True))
            return _answer_of(found)
        except REFUSALS as error:
            return _answer_to_error(error)

    def _submit(self, promise: Promise, post: Callable[[Answer], None]) -> OwnTurn:
        """Think about an answer in turns, between which others are answered, and send it."""

        def work(turn: OwnTurn) -> Generator[None, OwnTurn, None]:
            try:
                answer = _answer_of((yield from promise.work(turn)))
            except REFUSALS as error:
                answer = _answer_to_error(error)
            post(answer)

        return promise.submit(work)

    def _endpoint(self, method: str, path: str) -> tuple[Endpoint | None, dict[str, str], int]:
        """Find who answers; the status if nobody does."""
        status = 404
        for endpoint in ENDPOINTS:
            if (found := _match(endpoint.path, path)) is not None:
                if endpoint.method == method:
                    return endpoint, found, 200
                status = 405
        return None, {}, status

    # --------------------------------------------------------------------------------------------------- connections

    def _connect(self, name: Any, target: str) -> None:
        def send(event: str, **more: Any) -> None:
            self._post({"id": name, "event": event, **more})

        path = unquote(urlsplit(target).path)
        named = ((kind, found) for pattern, kind in self._kinds if (found := _match(pattern, path)) is not None)
        kind, found = next(named, (None, None))
        if kind is None or found is None:
            send("close", code=ENDED, reason=nothing_at("GET", path))
            return
        send("open")
        try:
            self._connections[name] = (
                FollowingPage(self.services, kind, found, ME, send, self._clock)
                if isinstance(kind, Feed)
                else SessionPage(self.services, kind(self.services), f"page {name}", send, self._clock)
            )
        except REFUSALS as error:
            send("close", code=ENDED, reason=sentence_of(error))


def _answer_of(result: Any) -> Any:
    """Return what an endpoint has returned as an answer; a promise stays one."""
    if isinstance(result, Promise):
        return result
    if isinstance(result, File):
        return Answer(200, result.media_type, result.text, result.name)
    return Answer(200, "application/json", json_text(result))


def _answer_to_error(error: PlygroundError | sqlite3.Error | OSError) -> Answer:
    if isinstance(error, OSError):
        return _refusal(sentence_of(error), 503)
    return _refusal(sentence_of(error), status_of(error if isinstance(error, PlygroundError) else NotKept("")))


def _refusal(sentence: str, status: int) -> Answer:
    return Answer(status, "application/json", json_text({"error": sentence}))
