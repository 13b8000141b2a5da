"""Who asks: a browser, known by a digest of its token, so that a game belongs to the visitor who began it.

There are no accounts. Endpoints are given the digest (`Visitor`), never the token, and only the digest is kept. Who has
no token (a script, say) is nobody: ``""``.
"""

from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from typing import NewType

Visitor = NewType("Visitor", str)
"""A browser, by a digest of its token; "" where it has none."""
NOBODY = Visitor("")


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
