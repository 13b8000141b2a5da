"""`create_app`: put the web app together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from plyground.web.application import ENDPOINTS, FEEDS, SESSIONS
from plyground.web.host import documentation, offline, pages, python, teacher, warmup
from plyground.web.host.addresses import LOCAL_HOSTS
from plyground.web.host.assets import Assets
from plyground.web.host.keys import KeyGuard
from plyground.web.host.opening import open_services
from plyground.web.host.routes import JSONAnswer, route_of
from plyground.web.host.security import RequestGuard
from plyground.web.host.sockets import feed_route, session_route
from plyground.web.host.thinking import BrowserThinking
from plyground.web.host.visitors import Visitors
from plyground.web.host.worker_files import Compression
from plyground.web.play.game_database import GameDatabase
from plyground.web.service.endpoints import openapi
from plyground.web.service.requests import nothing_at


def create_app(
    database: Path | GameDatabase,
    hosts: tuple[str, ...] = LOCAL_HOSTS,
    *,
    seed: int | None = None,
    threads: int | None = None,
    compile_ahead: bool = False,
    addresses: tuple[str, ...] = (),
    key: str | None = None,
    browsers: BrowserThinking | None = None,
) -> Starlette:
    """Return the app.

    Parameters
    ----------
    database
        The SQLite file of games in progress, created if it is missing; or that file, open already.
    hosts
        The names under which the server may be addressed (`plyground.web.host.addresses.hosts_to_accept`).
    seed
        Seed of the generator for colours and the weaker levels' mistakes; None: unpredictable.
    threads
        How many threads think; default: all cores but one.
    compile_ahead
        Whether to compile what will be needed in the background.
    addresses
        The URLs under which other machines reach the server, for invitations.
    key
        What only who started the server knows (`plyground.web.host.keys`); None: there is no such thing.
    browsers
        What browsers get to think for themselves; None: the server thinks.
    """
    browsers = browsers or BrowserThinking("server")

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        with open_services(database, seed, threads) as services:
            app.state.services = services
            services.addresses = addresses
            if (network := getattr(app.state, "network", None)) is not None:
                network.loop, services.let_others_join = asyncio.get_running_loop(), network.open
            compiler = warmup.start() if compile_ahead else None
            if compile_ahead:
                browsers.prepare()
            yield
            if compiler is not None:
                compiler.terminate()

    names = list(hosts)
    app = Starlette(
        routes=[*browsers.routes(), *_routes()],
        middleware=[
            Middleware(RequestGuard, hosts=names),
            Middleware(Visitors),
            Middleware(KeyGuard, key=key, closes=False),
            Middleware(Compression, minimum_size=800, compresslevel=5),
        ],
        exception_handlers={HTTPException: _answer_failure},
        lifespan=lifespan,
    )
    app.state.hosts = names
    return app


def _routes() -> list[BaseRoute]:
    document = openapi(ENDPOINTS)

    async def answer_openapi(request: Request) -> Response:
        return JSONAnswer(document)

    return [
        *(route_of(endpoint) for endpoint in ENDPOINTS),
        *(session_route(kind) for kind in SESSIONS),
        *(feed_route(feed) for feed in FEEDS),
        *teacher.routes(),
        Route("/api/openapi.json", answer_openapi),
        *(route for page in pages.PAGES for route in page.files()),
        Mount("/static", Assets()),
        *offline.routes(),
        *documentation.routes(),
        *python.routes(),
        *(route for page in pages.PAGES for route in page.routes()),
    ]


async def _answer_failure(request: Request, error: Exception) -> Response:
    """Answer requests that match no route: with a page, or in the API with a sentence."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    if request.url.path.startswith("/api/"):
        return JSONAnswer({"error": nothing_at(request.method, request.url.path)}, status)
    return pages.missing(request, error)
