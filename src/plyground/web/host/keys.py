"""`KeyGuard`: what only who started the server may see or do, no matter who else has an account on the same machine.

A port of this machine is open to all of its users. So a server that shows or changes what is one person's prints an
address with a random key, ``?token=...``, as Jupyter does. Who opens it gets the key as a cookie, one for each port; a
script may send it in a header, ``Authorization: Bearer KEY``. The key lives as long as the server.
"""

import hmac
import secrets
from urllib.parse import parse_qs, urlencode

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from plyground.web.host.routes import JSONAnswer
from plyground.web.host.visitors import with_cookie
from plyground.web.service.visitors import cookie_in

PARAMETER = "token"
_BEARER = "bearer "
_BYTES = 24
_REFUSED = "This needs the key of the server: open the address that its terminal printed, with the token in it."
_PAGE = f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>No key</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/static/page.css"></head><body><h1>No key</h1>\n<p>{_REFUSED}</p></body></html>
"""


def new_key() -> str:
    """Return a key: 192 random bits."""
    return secrets.token_urlsafe(_BYTES)


def with_key(address: str, key: str) -> str:
    """Return an address that opens with `key`."""
    return f"{address}?{urlencode({PARAMETER: key})}"


class KeyGuard:
    """The middleware: it puts into ``scope["has_key"]`` whether a request holds the key; None where there is none.

    Parameters
    ----------
    app
        The app that it protects.
    key
        The key; None where there is none.
    closes
        Whether who does not hold the key is turned away from everything but styles and scripts.
    """

    def __init__(self, app: ASGIApp, key: str | None, *, closes: bool) -> None:
        self.app, self._key, self._closes = app, key, closes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        cookie = f"plyground-key-{(scope.get('server') or ('', 0))[1]}"
        opens = self._is_key(_in_query(scope))
        holds = opens or any(map(self._is_key, _in_headers(scope, cookie)))
        scope["has_key"] = holds if self._key is not None else None
        if self._closes and not holds and not scope["path"].startswith("/static/"):
            await _refuse(scope, receive, send)
            return
        await self.app(scope, receive, self._with_cookie(scope, send, cookie) if opens else send)

    def _is_key(self, text: str) -> bool:
        return self._key is not None and hmac.compare_digest(text.encode(), self._key.encode())

    def _with_cookie(self, scope: Scope, send: Send, name: str) -> Send:
        # for this session of the browser; Strict: pages of other servers do not make the browser send it
        secure = "; Secure" if scope["scheme"] in {"https", "wss"} else ""
        cookie = f"{name}={self._key}; Path=/; HttpOnly; SameSite=Strict{secure}"
        return with_cookie(send, cookie)


def _in_query(scope: Scope) -> str:
    """Return the key that an address names; "" without one. It opens pages, and changes nothing by itself."""
    if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"}:
        return ""
    try:
        found = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=20).get(PARAMETER, [])
    except ValueError:
        return ""
    return found[-1] if found else ""


def _in_headers(scope: Scope, cookie: str) -> tuple[str, str]:
    headers = Headers(scope=scope)
    authorization = headers.get("authorization", "")
    given = authorization[len(_BEARER) :] if authorization.lower().startswith(_BEARER) else ""
    return cookie_in(headers.get("cookie", ""), cookie), given


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await WebSocketClose(code=1008, reason=_REFUSED)(scope, receive, send)
    elif scope["path"].startswith("/api/"):
        await JSONAnswer({"error": _REFUSED}, 403)(scope, receive, send)
    else:
        await HTMLResponse(_PAGE, 403, {"Cache-Control": "no-store"})(scope, receive, send)
