"""`serve`: run the app for clients that may be careless or hostile.

uvicorn speaks HTTP. What it leaves open is bounded here: how many connections there are, so that the process never runs
out of files; how long a client may take to send a request and to take its answer, so that none holds a connection for
nothing; and how often the log says the same.
"""

import asyncio
import contextlib
import logging
import socket
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from plyground.web.host.addresses import LOCAL_HOSTS, is_loopback
from plyground.web.host.network import Network

HEADER_SECONDS = 10.0
"""How long a client may take to send the head of a request, from its first byte or the start of the connection."""
BODY_SECONDS = 30.0
"""How long it may take to send the body."""
ANSWER_SECONDS = 30.0
"""How long it may take none of its answer."""
MAX_CONNECTIONS = 2000
SAID = 5
"""How often the same is logged in `EVERY` seconds."""
EVERY = 60.0

_LOG = logging.getLogger("uvicorn.error")
_FULL = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


def max_connections() -> int:
    """Return how many connections there may be, so that the app has files left for itself.

    As many files are allowed as the system lets us have, which takes no privilege.
    """
    if sys.platform == "win32":
        # what its select is made for
        return 400
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MAX_CONNECTIONS
    if soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            # no limit is written as a negative number
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard < 0 else min(wanted, hard), hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return min(MAX_CONNECTIONS, max(16, soft * 6 // 10))


class BoundedProtocol(H11Protocol):
    """A connection that may be open only as long as something happens on it."""

    most: int = MAX_CONNECTIONS
    """How many connections there may be; half of them may be WebSockets."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._timer: asyncio.TimerHandle | None = None
        self._stage: object = h11.IDLE
        self.since = time.monotonic()
        self.is_websocket = False

    @property
    def is_idle(self) -> bool:
        """Whether no whole head of a request has come that is not answered yet."""
        return self._stage is h11.IDLE and (self.cycle is None or self.cycle.response_complete)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection; when there are too many, the one that has been idle for longest is closed."""
        super().connection_made(transport)
        self._in_time(HEADER_SECONDS, self._late)
        if len(self.connections) <= self.most:
            return
        idle = (other for other in self.connections if isinstance(other, BoundedProtocol) and other.is_idle)
        oldest = min((other for other in idle if not other.transport.is_closing()), key=lambda other: other.since)
        oldest.refuse(_FULL)
        if oldest is self:
            _LOG.warning("There are too many connections (%s); new ones are refused.", self.most)

    def data_received(self, data: bytes) -> None:
        """Take what a client sends, in time."""
        super().data_received(data)
        if self.is_websocket:
            # which lasts; h11 still waits for the body of the request that asked for it
            return
        stage = self.conn.their_state
        if stage is not self._stage or (stage is h11.IDLE and self._timer is None):
            if stage is h11.IDLE:
                self._in_time(HEADER_SECONDS, self._late)
            elif stage is h11.SEND_BODY:
                self._in_time(BODY_SECONDS, self.transport.abort)
            else:
                self._stop_timer()
        self._stage, self.since = stage, time.monotonic()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a WebSocket, unless too many have."""
        self._stop_timer()
        if sum(not isinstance(other, BoundedProtocol) for other in self.connections) >= self.most // 2:
            _LOG.warning("There are too many WebSockets; new ones are refused.")
            self.refuse(_FULL)
            return
        self.is_websocket = True
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Go on with the next request."""
        self._stage, self.since = h11.IDLE, time.monotonic()
        self._stop_timer()
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._in_time(ANSWER_SECONDS, self._abort_if_unread)

    def pause_writing(self) -> None:
        """Wait for a client that takes its answer slowly."""
        super().pause_writing()
        self._in_time(ANSWER_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on writing."""
        super().resume_writing()
        self._stop_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_timer()
        super().connection_lost(exc)

    def refuse(self, answer: bytes) -> None:
        """Close the connection with an answer, which need not arrive."""
        if not self.transport.is_closing():
            self.transport.write(answer)
        self.transport.abort() if self.transport.get_write_buffer_size() else self.transport.close()

    def _late(self) -> None:
        self.refuse(_LATE)

    def _abort_if_unread(self) -> None:
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def _in_time(self, seconds: float, otherwise: Callable[[], None]) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, otherwise)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class RateLimitFilter(logging.Filter):
    """A filter that lets the same message pass a few times a minute, and omits what is nobody's fault here."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: dict[object, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether to log `record`."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, asyncio.CancelledError) or "timeout graceful shutdown" in record.getMessage():
            # requests that Ctrl-C cuts short
            return False
        if isinstance(error, UnicodeDecodeError) and "client" in str(record.msg):
            # it is told, and its connection closed
            return False
        if isinstance(error, h11.LocalProtocolError) and "MUST_CLOSE" in str(error):
            # the body of a request was rubbish, and uvicorn has answered that already
            return False
        kind, now = (record.name, str(record.msg)[:100], type(error)), self._clock()
        since, count = self._said.get(kind, (now, 0))
        if now - since > EVERY:
            if count > SAID:
                record.msg, record.args = f"{record.getMessage()} (and {count - SAID} times more since)", ()
            since, count = now, 0
        if len(self._said) > 1000:
            self._said.clear()
        self._said[kind] = since, count + 1
        if count == SAID - 1:
            record.msg, record.args = f"{record.getMessage()} (the same is not said again for a while)", ()
        return count < SAID


def config_of(app: ASGIApp, proxies: Sequence[str] = (), *, log_level: str = "warning") -> uvicorn.Config:
    """Return how the app is served; only `proxies` are believed when they name the address of a request."""
    most = max_connections()
    protocol = type("Protocol", (BoundedProtocol,), {"most": most})
    for name in ("uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        if not any(isinstance(known, RateLimitFilter) for known in logger.filters):
            logger.addFilter(RateLimitFilter())
    return uvicorn.Config(
        app,
        http=protocol,
        ws="websockets-sansio",
        ws_max_size=2_000_000,
        # how many are accepted before any is counted
        backlog=max(8, min(100, most // 8)),
        log_level=log_level,
        # without a proxy that is named, any program of this machine could pretend to be anybody
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=2,
    )


def serve(app: ASGIApp, listener: socket.socket, proxies: Sequence[str] = ()) -> None:
    """Serve the app on a bound socket until Ctrl-C."""
    server_of(app, listener, proxies).run([listener])


def server_of(app: ASGIApp, listener: socket.socket, proxies: Sequence[str] = ()) -> uvicorn.Server:
    """Return the server; where only this machine reaches it, and through no proxy, its pages can let others in."""
    server = uvicorn.Server(config_of(app, proxies))
    host, port, *_ = listener.getsockname()
    hosts = getattr(getattr(app, "state", None), "hosts", None)
    if hosts is not None and is_loopback(host) and not proxies and set(hosts) <= set(LOCAL_HOSTS):
        app.state.network = Network(server, port, hosts)  # type: ignore[attr-defined]
    return server
