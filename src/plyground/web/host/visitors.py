"""`Visitors`: which browser asks. A cookie holds a random token, so that a game belongs to whoever began it.

There are no accounts: the browser that holds the token is the visitor. Endpoints are given a digest of it (`Visitor`),
never the token, and only the digest is kept. A client that sends no cookie (a script, say) is nobody: ``""``.
"""

import secrets
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from typing import NewType

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

Visitor = NewType("Visitor", str)
"""A browser, by a digest of its token; "" where it has none."""
NOBODY = Visitor("")
COOKIE = "plyground"
SECONDS_KEPT = 400 * 24 * 3600
"""The longest that browsers keep a cookie; it is renewed with every page."""
TOKEN_BYTES = 24


class Visitors:
    """The middleware: it puts the visitor into ``scope["visitor"]`` and gives browsers that open a page their token.

    Who begins a game without one, a script say, gets one, too: with it, and only then, it has a list of its games.
    """

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
        if scope["type"] == "http" and (_opens_a_page(scope, headers) or _begins_a_game(scope)):
            send = _with_cookie(send, token or secrets.token_urlsafe(TOKEN_BYTES), secure=scope["scheme"] == "https")
        await self.app(scope, receive, send)


def visitor_of(token: str) -> Visitor:
    """Return who holds `token`."""
    return Visitor(sha256(token.encode()).hexdigest()[:32]) if token else NOBODY


def cookie_in(cookies: str, name: str) -> str:
    """Return the value of a cookie in a ``Cookie`` header; "" if it is not there, or the header is damaged."""
    try:
        morsel = SimpleCookie(cookies).get(name)
    except CookieError:
        return ""
    return morsel.value if morsel is not None else ""


def _token(cookies: str) -> str:
    value = cookie_in(cookies, COOKIE)
    return value if 20 <= len(value) <= 100 else ""


def _opens_a_page(scope: Scope, headers: Headers) -> bool:
    """Tell whether this asks for one of our pages, from the address bar or from another page of ours."""
    is_page = scope["method"] == "GET" and not scope["path"].startswith(("/api/", "/static/"))
    return is_page and headers.get("sec-fetch-dest", "document") == "document"


def _begins_a_game(scope: Scope) -> bool:
    return scope["method"] == "POST" and scope["path"] == "/api/play"


def _with_cookie(send: Send, token: str, *, secure: bool) -> Send:
    cookie = f"{COOKIE}={token}; Max-Age={SECONDS_KEPT}; Path=/; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"

    async def add(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).append("Set-Cookie", cookie)
        await send(message)

    return add
