"""`Visitors`: which browser asks. A cookie holds a random token, so that a game belongs to the visitor who began it.

Endpoints are given a digest of the token (`plyground.web.service.visitors`).
"""

import secrets

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plyground.web.service.visitors import cookie_in, visitor_of

COOKIE = "plyground"
SECONDS_KEPT = 400 * 24 * 3600
"""The longest that browsers keep a cookie; it is renewed with every page."""
TOKEN_BYTES = 24


class Visitors:
    """The middleware: it puts the visitor into ``scope["visitor"]`` and gives browsers that open a page their token."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with its visitor."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        token = _token(headers.get("cookie", ""))
        scope["visitor"] = visitor_of(token)
        if scope["type"] == "http" and _opens_a_page(scope, headers):
            secure = "; Secure" if scope["scheme"] == "https" else ""
            own = f"{COOKIE}={token or secrets.token_urlsafe(TOKEN_BYTES)}; Max-Age={SECONDS_KEPT}"
            send = with_cookie(send, f"{own}; Path=/; HttpOnly; SameSite=Lax{secure}")
        await self.app(scope, receive, send)


def _token(cookies: str) -> str:
    value = cookie_in(cookies, COOKIE)
    return value if 20 <= len(value) <= 100 else ""


def _opens_a_page(scope: Scope, headers: Headers) -> bool:
    """Tell whether this asks for one of our pages, from the address bar or from another page of ours."""
    is_page = scope["method"] == "GET" and not scope["path"].startswith(("/api/", "/static/"))
    return is_page and headers.get("sec-fetch-dest", "document") == "document"


def with_cookie(send: Send, cookie: str) -> Send:
    """Return a `send` whose answer sets a cookie, given as its header has it."""

    async def add(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).append("Set-Cookie", cookie)
        await send(message)

    return add
