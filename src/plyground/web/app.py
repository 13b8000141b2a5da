"""`create_app`: put the web app together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from plyground.web import (
    analysis_api,
    arena_api,
    explorer_api,
    games_api,
    laboratory_api,
    lessons_api,
    pages,
    play_api,
    warming,
)
from plyground.web.desk import Desk
from plyground.web.endpoints import Endpoint, openapi
from plyground.web.security import Guard

LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")
"""The names by which this machine calls itself."""


class _Files(StaticFiles):
    """Our scripts and styles: kept by the browser, but asked about every time (they may be of another version)."""

    def file_response(self, *arguments: object, **options: object) -> Response:
        response = super().file_response(*arguments, **options)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "no-cache"
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        return await super().get_response(path, scope)


ROOMS = (games_api, play_api, analysis_api, explorer_api, laboratory_api, arena_api, lessons_api)
"""The modules with endpoints."""


def create_app(
    database: Path,
    hosts: tuple[str, ...] = LOCAL_HOSTS,
    *,
    seed: int | None = None,
    threads: int | None = None,
    warm: bool = False,
) -> Starlette:
    """Return the app.

    Parameters
    ----------
    database
        The SQLite file that keeps games in progress; made if it is missing.
    hosts
        The names under which the server may be addressed.
    seed
        Of the generator that draws colours and the weaker levels' mistakes; None: not to be foreseen.
    threads
        How many threads think; default: all cores but one.
    warm
        Compile what will be needed in the background.
    """
    endpoints = [endpoint for room in ROOMS for endpoint in room.api.endpoints]

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.desk = Desk.open(database, seed, threads)
        compiler = warming.start() if warm else None
        yield
        if compiler is not None:
            compiler.terminate()
        app.state.desk.close()

    return Starlette(
        routes=[*_routes(endpoints)],
        middleware=[Middleware(Guard, hosts=hosts), Middleware(GZipMiddleware, minimum_size=800, compresslevel=5)],
        exception_handlers={HTTPException: _failed},
        lifespan=lifespan,
    )


def _routes(endpoints: list[Endpoint]) -> list[BaseRoute]:
    document = openapi(endpoints)

    async def answer_openapi(request: Request) -> Response:
        return JSONResponse(document)

    return [
        *(endpoint.route() for endpoint in endpoints),
        *play_api.sockets,
        *analysis_api.sockets,
        *explorer_api.sockets,
        *arena_api.sockets,
        Route("/api/openapi.json", answer_openapi),
        Mount("/static", _Files(directory=str(files("plyground.web") / "static"))),
        *(route for page in pages.PAGES for route in page.routes()),
    ]


async def _failed(request: Request, error: Exception) -> Response:
    """Answer what no route took: pages with a page, the API with a sentence."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": f"There is nothing at {request.method} {request.url.path}."}, status)
    return pages.missing(request, error)
