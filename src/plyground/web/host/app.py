"""`create_app`: put the web app together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from plyground.web.analysis import api as analysis
from plyground.web.analysis import evaluation, openings, studies
from plyground.web.arena import api as arena
from plyground.web.chapters import api as chapters
from plyground.web.endgames import api as endgames
from plyground.web.explorer import api as explorer
from plyground.web.explorer import boards, simulations
from plyground.web.home import api as home
from plyground.web.host import documentation, offline, pages, warmup
from plyground.web.host.addresses import LOCAL_HOSTS
from plyground.web.host.assets import Assets
from plyground.web.host.keys import KeyGuard
from plyground.web.host.security import RequestGuard
from plyground.web.host.visitors import Visitors
from plyground.web.laboratory import api as laboratory
from plyground.web.learn import api as learn
from plyground.web.lesson import api as classwork
from plyground.web.lesson import teaching
from plyground.web.play import api as play
from plyground.web.play import coach, friend, ladder_api
from plyground.web.play.game_database import GameDatabase
from plyground.web.puzzles import api as puzzles
from plyground.web.service import games, overlays, trees
from plyground.web.service.endpoints import Endpoint, JSONAnswer, openapi
from plyground.web.service.services import Services

ANSWERING = (
    games,
    overlays,
    trees,
    home,
    play,
    coach,
    friend,
    ladder_api,
    analysis,
    evaluation,
    studies,
    openings,
    explorer,
    simulations,
    boards,
    chapters,
    laboratory,
    arena,
    learn,
    endgames,
    puzzles,
    classwork,
    teaching,
)
"""The modules with endpoints."""


def create_app(
    database: Path | GameDatabase,
    hosts: tuple[str, ...] = LOCAL_HOSTS,
    *,
    seed: int | None = None,
    threads: int | None = None,
    compile_ahead: bool = False,
    addresses: tuple[str, ...] = (),
    key: str | None = None,
) -> Starlette:
    """Return the app.

    Parameters
    ----------
    database
        The SQLite file of games in progress, created if it is missing; or that file, open already.
    hosts
        The names under which the server may be addressed (`plyground.web.host.addresses.accepted_hosts`).
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
    """
    endpoints = [endpoint for module in ANSWERING for endpoint in module.api.endpoints]

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        opened = GameDatabase(database) if isinstance(database, Path) else database
        app.state.services = Services.open(opened, seed, threads)
        app.state.services.addresses = addresses
        compiler = warmup.start() if compile_ahead else None
        yield
        if compiler is not None:
            compiler.terminate()
        app.state.services.close()

    return Starlette(
        routes=_routes(endpoints),
        middleware=[
            Middleware(RequestGuard, hosts=hosts),
            Middleware(Visitors),
            Middleware(KeyGuard, key=key, closes=False),
            Middleware(GZipMiddleware, minimum_size=800, compresslevel=5),
        ],
        exception_handlers={HTTPException: _failed},
        lifespan=lifespan,
    )


def _routes(endpoints: list[Endpoint]) -> list[BaseRoute]:
    document = openapi(endpoints)

    async def answer_openapi(request: Request) -> Response:
        return JSONAnswer(document)

    return [
        *(endpoint.route() for endpoint in endpoints),
        *play.sockets,
        *analysis.sockets,
        *explorer.sockets,
        *arena.sockets,
        *laboratory.sockets,
        *classwork.routes(),
        Route("/api/openapi.json", answer_openapi),
        *(route for page in pages.PAGES for route in page.files()),
        Mount("/static", Assets()),
        *offline.routes(),
        *documentation.routes(),
        *(route for page in pages.PAGES for route in page.routes()),
    ]


async def _failed(request: Request, error: Exception) -> Response:
    """Answer requests that match no route: with a page, or in the API with a sentence."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    if request.url.path.startswith("/api/"):
        return JSONAnswer({"error": f"There is nothing at {request.method} {request.url.path}."}, status)
    return pages.missing(request, error)
