"""Security checks on every request: its origin, size and rate, and what the browser may do with the answer.

The server listens on this machine, but any page that the user visits can make the browser talk to it. So the Host
header must name this server (against DNS rebinding), a request that changes something or opens a WebSocket must come
from the app's own pages (Origin; against cross-site requests), bodies are limited, and each address has a budget of
requests. Answers carry a Content-Security-Policy without ``unsafe-inline``: all scripts and styles are the app's files.
(Only the pages of `plyground.web.host.documentation`, which another program makes, have a policy of their own.)
"""

from collections.abc import Sequence
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from plyground.web.host.addresses import ANY_ADDRESS, LOCAL_HOSTS, is_address
from plyground.web.host.routes import JSONAnswer
from plyground.web.service.budget import TokenBucket
from plyground.web.service.endpoints import MAX_BODY
from plyground.web.service.requests import TOO_LARGE

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self' {socket}; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
FRAMED_POLICY = POLICY.format(socket="").replace("frame-ancestors 'none'", "frame-ancestors * file:")
"""The policy of a page that others may show in a frame: one on which nothing can be changed. A star means those of
the network only."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
REQUESTS_PER_SECOND = 100
BURST = 600
"""The number of requests that an address may save up; one page needs about 20."""


class RequestGuard:
    """The middleware; see the module's first lines.

    Parameters
    ----------
    app
        The app that it protects.
    hosts
        The names, without port, under which the server may be addressed; ``*`` stands for any, `ANY_ADDRESS` for any
        numeric address. It may grow while the server runs.
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self.app = app
        self._hosts = hosts
        self._budget = TokenBucket(REQUESTS_PER_SECOND, BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request, refuse it, or pass it on."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope, Headers(scope=scope))
        if refusal is None:
            await self.app(scope, _limit(receive), _with_headers(scope, send))
        elif scope["type"] == "websocket":
            await WebSocketClose(code=1008, reason=refusal[1])(scope, receive, send)
        else:
            response = JSONAnswer({"error": refusal[1]}, refusal[0], {"connection": "close"})
            await response(scope, receive, _with_headers(scope, send))

    def _answers_to(self, name: str) -> bool:
        return "*" in self._hosts or name in self._hosts or (ANY_ADDRESS in self._hosts and is_address(name))

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Return the status and the reason if the request is refused, else None."""
        host = headers.get("host", "")
        if not self._answers_to(_without_port(host)):
            return 421, f"This server is not called {host[:100]!r}; its owner can add that name with --name."
        origin = headers.get("origin")
        foreign = origin is not None and origin.partition("://")[2] != host
        changes = scope["type"] == "websocket" or scope["method"] not in {"GET", "HEAD", "OPTIONS"}
        if changes and (foreign or headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}):
            return 403, "Only the pages of this server may ask for this."
        if scope["type"] == "http" and changes and not headers.get("content-type", "").startswith("application/json"):
            return 415, "The body of a request should be application/json."
        if _length(headers) > MAX_BODY:
            return 413, TOO_LARGE
        if not self._budget.spend((scope.get("client") or ("",))[0]):
            return 429, "Too many requests; please wait a moment."
        return None


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0].lower()


def _length(headers: Headers) -> int:
    text = headers.get("content-length", "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else MAX_BODY + 1


def _limit(receive: Receive) -> Receive:
    """Return a `receive` that ends a body which grows beyond the limit without declaring its size."""
    seen = 0

    async def receive_within_limit() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b"")) if message["type"] == "http.request" else 0
        return {"type": "http.disconnect"} if seen > MAX_BODY else message

    return receive_within_limit


def _with_headers(scope: Scope, send: Send) -> Send:
    """Return a `send` that adds the security headers to an answer."""
    host = Headers(scope=scope).get("host", "")
    socket = f"ws://{host} wss://{host}" if all(c.isalnum() or c in ".:-[]" for c in host) else ""

    async def add(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers: Any = MutableHeaders(scope=message)
            headers.update(HEADERS)
            if scope["scheme"] == "https" or _without_port(host) in LOCAL_HOSTS:
                # elsewhere browsers ignore it, and complain about it
                headers["Cross-Origin-Opener-Policy"] = "same-origin"
            headers.setdefault("Content-Security-Policy", POLICY.format(socket=socket))
        await send(message)

    return add
