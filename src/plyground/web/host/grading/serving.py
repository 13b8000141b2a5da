"""What the apps for a class have in common: pages with our own style and scripts, and no others."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from html import escape
from importlib.resources import files

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from plyground.web.host.keys import KeyGuard
from plyground.web.host.security import RequestGuard

_ASSETS = {"page.css": "text/css", "replay.js": "text/javascript"}


def page(title: str, body: str, *, refresh: int = 0, scripts: Sequence[str] = ()) -> HTMLResponse:
    """Return a page, which asks for itself again every `refresh` seconds."""
    again = f'<meta http-equiv="refresh" content="{refresh}">\n' if refresh else ""
    programs = "".join(f'<script src="/static/{name}" defer></script>\n' for name in scripts)
    return HTMLResponse(
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n{again}'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(title)}</title>\n'
        f'<link rel="icon" href="data:,">\n<link rel="stylesheet" href="/static/page.css">\n'
        f"{programs}</head>\n<body>\n{body}\n</body>\n</html>\n",
        headers={"Cache-Control": "no-store"},
    )


def app_of(routes: Sequence[BaseRoute], hosts: tuple[str, ...], key: str | None = None) -> Starlette:
    """Return an app with these routes, the style and the scripts of the pages; with a `key`, only for who holds it."""

    def asset(name: str, kind: str) -> Route:
        place = "plyground.grading.reports" if name in _ASSETS else "plyground.web.host.grading"
        text = files(place).joinpath(name).read_text(encoding="utf-8")

        async def answer(request: Request) -> Response:
            return Response(text, media_type=kind, headers={"Cache-Control": "no-cache"})

        return Route(f"/static/{name}", answer)

    static = [
        asset(name, kind)
        for name, kind in {**_ASSETS, "teacher.js": "text/javascript", "hand_in.js": "text/javascript"}.items()
    ]
    guards = [Middleware(RequestGuard, hosts=hosts), Middleware(KeyGuard, key=key, closes=key is not None)]
    return Starlette(routes=[*routes, *static], middleware=guards)


@contextlib.contextmanager
def running(begin: Callable[[], None], end: Callable[[], None]) -> Iterator[None]:
    """Begin something, and end it whatever happens in between."""
    begin()
    try:
        yield
    finally:
        end()
